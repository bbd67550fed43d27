/** Forecasts as CSV: a row for each time forecast at each time of issue. */
import { parseIsoTime } from "../foundation/time/iso-time.js";
import { UsageError } from "./errors.js";

/** Columns, one value a row: Unix ms, W/m². */
export interface ForecastFile {
  readonly issued: readonly number[];
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly ghi: readonly number[];
  /** 19, from 5 to 95 %, if the file has them all. */
  readonly quantiles: readonly (readonly number[])[] | undefined;
  /** What stands in it and takes no part, a sentence each. */
  readonly ignored: readonly string[];
}

const TIMES = ["issued_time", "start_time", "end_time"] as const;
const GHI = "global_horizontal_irradiance";
/** W/m²: beyond is an error's mark, or another unit. */
const [LEAST, MOST] = [-20, 2000];
const QUANTILES = Array.from({ length: 19 }, (_, k) => `p${5 * (k + 1)}`);

/** @throws UsageError naming file and line */
export function readForecasts(text: string, file: string): ForecastFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines
    .map((line, k) => ({ cells: line.split(",").map((cell) => cell.trim()), number: k + 1, line: line.trim() }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"));
  const [head, ...body] = rows;
  const names = head?.cells ?? [];
  const missing = [...TIMES, GHI].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new UsageError(
      `--forecast ${file}: its first row must name ${missing.join(", ")}; it names ${names.join(", ") || "nothing"}`,
    );
  const time = (name: string) => {
    const at = names.indexOf(name);
    return body.map(({ cells, number }) => {
      const value = parseIsoTime(cells[at] ?? "");
      if (!Number.isNaN(value)) return value;
      throw new UsageError(
        `--forecast ${file}, line ${number}: ${name} must be a time such as 2024-06-21T12:00Z or 2024-06-21 14:00:00+02:00, got "${cells[at] ?? ""}"`,
      );
    });
  };
  const number = (name: string) => {
    const at = names.indexOf(name);
    return body.map(({ cells, number: line }) => {
      const cell = cells[at] ?? "";
      const value = cell === "" ? Number.NaN : Number(cell);
      if (cell === "" || (value >= LEAST && value <= MOST)) return value;
      throw new UsageError(
        `--forecast ${file}, line ${line}: ${name} must be ${LEAST} to ${MOST} W/m², or empty, got "${cell}"`,
      );
    });
  };
  const [issued, start, end] = TIMES.map(time) as [number[], number[], number[]];
  const disordered = end.findIndex((value, k) => !(value > start[k]! && value > issued[k]!));
  if (disordered >= 0) {
    const line = body[disordered]!.number;
    throw new UsageError(`--forecast ${file}, line ${line}: end_time must be after start_time and issued_time`);
  }
  const known = new Set<string>();
  body.forEach(({ number: line }, k) => {
    const key = `${issued[k]} ${start[k]} ${end[k]}`;
    if (known.has(key)) throw new UsageError(`--forecast ${file}, line ${line}: an earlier row has the same times`);
    known.add(key);
  });
  const quantiles = QUANTILES.every((name) => names.includes(name)) ? QUANTILES.map(number) : undefined;
  const crossed = body.findIndex((_, k) => quantiles?.some((values, q) => q > 0 && values[k]! < quantiles[q - 1]![k]!));
  if (crossed >= 0) {
    const line = body[crossed]!.number;
    throw new UsageError(`--forecast ${file}, line ${line}: p5 to p95 must not descend`);
  }
  return { issued, start, end, ghi: number(GHI), quantiles, ignored: ignoredOf(names) };
}

function ignoredOf(names: readonly string[]): string[] {
  const missing = QUANTILES.filter((name) => !names.includes(name));
  const isPart = missing.length > 0 && missing.length < QUANTILES.length;
  const others = names.filter((name) => ![...TIMES, GHI, ...QUANTILES].includes(name));
  return [
    ...(isPart ? [`its quantiles are ignored because not all 19 are given: ${missing.join(", ")} missing`] : []),
    ...(others.length > 0 ? [`ignored columns: ${others.join(", ")}`] : []),
  ];
}
