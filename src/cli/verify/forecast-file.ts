/** Forecasts as CSV: a row for each time forecast at each time of issue. */
import { parseIsoTime } from "../../time/iso-time.js";
import { UsageError } from "../errors.js";

/** Columns, one value a row: Unix ms, W/m². */
export interface ForecastFile {
  readonly issued: readonly number[];
  readonly start: readonly number[];
  readonly end: readonly number[];
  readonly ghi: readonly number[];
  /** 19, from 5 to 95 %, if the file has them all. */
  readonly quantiles: readonly (readonly number[])[] | undefined;
}

const TIMES = ["issued_time", "start_time", "end_time"] as const;
const GHI = "global_horizontal_irradiance";
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
  if (missing.length > 0) {
    throw new UsageError(
      `--forecast ${file}: its first row must name ${missing.join(", ")}; it names ${names.join(", ") || "nothing"}`,
    );
  }
  const time = (name: string) => {
    const at = names.indexOf(name);
    return body.map(({ cells, number }) => {
      const value = parseIsoTime(cells[at] ?? "");
      if (!Number.isNaN(value)) return value;
      throw new UsageError(
        `--forecast ${file}, line ${number}: ${name} must be a time such as 2024-06-21T12:00Z, got "${cells[at] ?? ""}"`,
      );
    });
  };
  const number = (name: string) => {
    const at = names.indexOf(name);
    return body.map(({ cells, number: line }) => {
      const cell = cells[at] ?? "";
      const value = cell === "" ? Number.NaN : Number(cell);
      if (cell === "" || Number.isFinite(value)) return value;
      throw new UsageError(`--forecast ${file}, line ${line}: ${name} must be a number or empty, got "${cell}"`);
    });
  };
  const [issued, start, end] = TIMES.map(time) as [number[], number[], number[]];
  const disordered = end.findIndex((value, k) => !(value > start[k]! && value > issued[k]!));
  if (disordered >= 0) {
    const line = body[disordered]!.number;
    throw new UsageError(`--forecast ${file}, line ${line}: end_time must be after start_time and issued_time`);
  }
  const hasQuantiles = QUANTILES.every((name) => names.includes(name));
  return { issued, start, end, ghi: number(GHI), quantiles: hasQuantiles ? QUANTILES.map(number) : undefined };
}
