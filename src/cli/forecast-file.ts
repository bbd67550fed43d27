/** Forecasts as CSV: a row for each time forecast at each time of issue. */
import type { Verified } from "../answers/forecast/verify.js";
import { parseIsoTime } from "../foundation/time/iso-time.js";
import { UsageError } from "./errors.js";

/** Columns, one value a row: Unix ms, and W/m² or W. */
export interface ForecastFile {
  readonly quantity: Verified;
  readonly issued: readonly number[];
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly values: readonly number[];
  /** 99, from 1 to 99 %, or 19, from 5 to 95 %, if the file has them all. */
  readonly quantiles: readonly (readonly number[])[] | undefined;
  /** What stands in it and takes no part, a sentence each. */
  readonly ignored: readonly string[];
}

const TIMES = ["issued_time", "start_time", "end_time"] as const;
/** By column what it is in, and its limits: beyond is an error's mark, or another unit. The first that a file has is judged. */
const QUANTITIES = {
  global_horizontal_irradiance: { unit: "W/m²", least: -20, most: 2000 },
  ac_power: { unit: "W", least: -1e6, most: 1e11 },
} as const satisfies { readonly [name in Verified]: object };
const PERCENTILES = Array.from({ length: 99 }, (_, k) => `p${k + 1}`);
const QUANTILES = Array.from({ length: 19 }, (_, k) => `p${5 * (k + 1)}`);

/** @throws UsageError naming file and line */
export function readForecasts(text: string, file: string): ForecastFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines
    .map((line, k) => ({ cells: line.split(",").map((cell) => cell.trim()), number: k + 1, line: line.trim() }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"));
  const [head, ...body] = rows;
  const names = head?.cells ?? [];
  const quantity = (Object.keys(QUANTITIES) as Verified[]).find((name) => names.includes(name));
  const missing: string[] = TIMES.filter((name) => !names.includes(name));
  if (quantity === undefined) missing.push(Object.keys(QUANTITIES).join(" or "));
  if (missing.length > 0)
    throw new UsageError(
      `--forecast ${file}: its first row must name ${missing.join(", ")}; it names ${names.join(", ") || "nothing"}`,
    );
  const { unit, least, most } = QUANTITIES[quantity!];
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
      if (cell === "" || (value >= least && value <= most)) return value;
      throw new UsageError(
        `--forecast ${file}, line ${line}: ${name} must be ${least} to ${most} ${unit}, or empty, got "${cell}"`,
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
  const levels = [PERCENTILES, QUANTILES].find((all) => all.every((name) => names.includes(name)));
  const quantiles = levels?.map(number);
  const crossed = body.findIndex((_, k) => quantiles?.some((values, q) => q > 0 && values[k]! < quantiles[q - 1]![k]!));
  if (crossed >= 0) {
    const line = body[crossed]!.number;
    throw new UsageError(`--forecast ${file}, line ${line}: ${levels![0]} to ${levels!.at(-1)} must not descend`);
  }
  return {
    quantity: quantity!,
    issued,
    start,
    end,
    values: number(quantity!),
    quantiles,
    ignored: ignoredOf(names, levels),
  };
}

function ignoredOf(names: readonly string[], levels: readonly string[] | undefined): string[] {
  const missing = QUANTILES.filter((name) => !names.includes(name));
  const isPart = levels === undefined && PERCENTILES.some((name) => names.includes(name));
  const [judged] = Object.keys(QUANTITIES).filter((name) => names.includes(name));
  const others = names.filter((name) => ![...TIMES, judged, ...(levels ?? PERCENTILES)].includes(name));
  const lack = `not all 19, nor all 99, are given: ${missing.join(", ")} missing`;
  return [
    ...(isPart ? [`its quantiles are ignored because ${lack}`] : []),
    ...(others.length > 0 ? [`ignored columns: ${others.join(", ")}`] : []),
  ];
}
