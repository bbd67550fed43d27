/** Lists of numbers as people have them: horizon lines of 360 whole degrees, and twelve monthly values. */
import { monthName } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

/** Degrees, azimuth from north over east. */
export interface Direction {
  readonly azimuth: number;
  readonly elevation: number;
}

export const FLAT: readonly number[] = new Array(360).fill(0);
const MOST = 89;

/** The line that a state names; undefined for "auto", which the terrain gives. */
export function lineOf(horizon: string): readonly number[] | undefined {
  if (horizon === "auto") return undefined;
  return horizon === "flat" ? FLAT : horizon.split(",").map(Number);
}

export function horizonText(line: readonly number[]): string {
  return line.every((degree) => degree === 0) ? "flat" : line.join(",");
}

export function wholeElevation(degrees: number): number {
  return Math.min(MOST, Math.max(0, Math.round(degrees)));
}

/** Degrees: the end of a stretch and the start of the next may differ by the last digits, and no whole azimuth may fall between them. */
const ROUNDING = 1e-9;

/** The line drawn from one point to another: every whole azimuth between them, by the shorter way round; else the nearest one. */
export function drawnFrom(line: readonly number[], from: Direction, to: Direction): readonly number[] {
  const way = ((to.azimuth - from.azimuth + 540) % 360) - 180;
  const end = from.azimuth + way;
  const [first, last] = [
    Math.ceil(Math.min(from.azimuth, end) - ROUNDING),
    Math.floor(Math.max(from.azimuth, end) + ROUNDING),
  ];
  const next = [...line];
  if (first > last) next[(Math.round(end) + 720) % 360] = wholeElevation(to.elevation);
  for (let azimuth = first; azimuth <= last; azimuth++) {
    const share = way === 0 ? 1 : (azimuth - from.azimuth) / way;
    next[(azimuth + 720) % 360] = wholeElevation(from.elevation + (to.elevation - from.elevation) * share);
  }
  return next;
}

const WHOLE_CIRCLE = 360;
const LINE = /^\d/;

/** In runs, "0*55,40*191,0*114", as addresses have a line: a wall, or flat land, is short. "flat" and "auto" stay as they are. */
export function inRuns(horizon: string): string {
  if (!LINE.test(horizon)) return horizon;
  const runs: [height: string, count: number][] = [];
  for (const height of horizon.split(",")) {
    const last = runs.at(-1);
    if (last?.[0] === height) last[1]++;
    else runs.push([height, 1]);
  }
  return runs.map(([height, count]) => (count === 1 ? height : `${height}*${count}`)).join(",");
}

/** Back to 360 heights; what is no such line comes back as another text that is none. */
export function outOfRuns(text: string): string {
  if (!LINE.test(text)) return text;
  const heights = text.split(",").flatMap((run) => {
    const [height = "", count = "1"] = run.split("*");
    return new Array<string>(Math.min(WHOLE_CIRCLE + 1, Math.max(0, Math.trunc(Number(count)) || 0))).fill(height);
  });
  return heights.slice(0, WHOLE_CIRCLE + 1).join(",");
}

/** Cells of spreadsheets are apart by these; numbers in them may have a decimal comma. */
const CELLS = /[\t\n;]/;
const NUMBER = /^[-−+]?\d+(\.\d+)?$/;

/** What is asked for, by its name in the state. */
const MONTHLY = ["monthly_ghi", "monthly_temperature"] as const;
export type MonthlyName = (typeof MONTHLY)[number];

/** Twelve numbers, where a text has them. */
export function twelveOf(text: string): readonly number[] | undefined {
  return text.trim() === "" || wrongOf(text) !== "" ? undefined : parseTwelve(text).split(",").map(Number);
}

/** What is wrong with a text; "" where nothing is, or nothing was entered yet. */
export function wrongOf(text: string): string {
  if (text.trim() === "") return "";
  try {
    parseTwelve(text);
    return "";
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** What is missing until a year can be made: a sentence for each field. */
export function monthlyGaps(state: { readonly [Name in MonthlyName]: string }): string[] {
  const t = texts().time.monthly;
  return MONTHLY.flatMap((name) => {
    if (state[name].trim() === "") return [t.missing(t[name])];
    const wrong = wrongOf(state[name]);
    return wrong === "" ? [] : [t.wrong(t[name], wrong)];
  });
}

/**
 * Twelve numbers, comma-separated.
 *
 * @throws RangeError that names the month and the value
 */
export function parseTwelve(text: string): string {
  const isOfCells = CELLS.test(text.trim());
  const items = text
    .trim()
    .split(isOfCells ? /[\t\n;]+/ : /[\s,]+/)
    .map((item) => (isOfCells ? item.trim().replace(",", ".") : item))
    .filter((item) => item !== "");
  const wrong = items.findIndex((item) => !NUMBER.test(item));
  const t = texts().time.monthly;
  const nameAt = (k: number) => (k < 12 ? monthName(k + 1, "long") : t.number(k + 1));
  if (wrong >= 0) throw new RangeError(t.noNumber(nameAt(wrong), items[wrong] as string));
  if (items.length !== 12) throw new RangeError(t.count(items.length));
  return items.map((item) => Number(item.replace("−", "-"))).join(",");
}
