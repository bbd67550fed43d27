/**
 * A yield as one JSON object or a table: what HTTP, jobs and lines of NDJSON have. Keys are written with underscores; numbers are those of
 * the library, unrounded.
 */
import { tableCsvChunks } from "../contract/observation/csv.js";
import { formatStamp } from "../contract/observation/stamps.js";
import type { Notice } from "../contract/observation/types.js";
import { snakeCase } from "../system/fields.js";
import { HOUR, MINUTE } from "../time/calendar.js";
import { fixedZone, offsetText } from "../time/zone.js";
import type { Optimum } from "./optimum.js";
import type { YieldSeries } from "./series.js";
import { seriesTable } from "./series-table.js";
import { snakeKeys } from "./snake-keys.js";
import type { MonthYield, Yield } from "./types.js";

/** What stands beside the yield. @experimental */
export interface YieldAnswerParts {
  readonly optimum?: Optimum | undefined;
  /** Interval by interval: becomes `series`. */
  readonly series?: YieldSeries | undefined;
  /** What the weather is, as plain data: becomes `weather`. */
  readonly weather?: object | undefined;
  /** Of the weather and the place: they come before the yield's own. */
  readonly notices?: readonly Notice[] | undefined;
}

/**
 * A yield as a plain object that `JSON.stringify` writes: `place`, `kwp`, `annual`, `total`, `months`, `years`, `exceedance`, `losses`,
 * `planes`, …, `optimum` (null without one), `weather`, `series` and `notices`. Energies in kWh, specific yields in kWh/kWp, irradiations
 * in kWh/m².
 *
 * @experimental
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { yieldAnswer, yieldOf } from "irradiance-engine/yield";
 *
 * const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
 * const found = yieldOf(await loadSample(), system, { typicalYear: true });
 * console.log(yieldAnswer(found).annual.specific_yield === found.annual.specificYield); // true
 * ```
 */
export function yieldAnswer(
  { place, kwp, annual, notices, ...found }: Yield,
  { optimum, series, weather, notices: before = [] }: YieldAnswerParts = {},
): { readonly [key: string]: unknown } {
  return snakeKeys({
    ...{ place, kwp, annual, ...found },
    optimum: optimum ?? null,
    ...(weather && { weather }),
    ...(series && { series: seriesObject(series) }),
    notices: [...before, ...notices],
  }) as { readonly [key: string]: unknown };
}

/** `start` in standard time of the place, `interval` in seconds; the columns are those of `seriesTable`. */
function seriesObject({ start, interval, count, timeZone, ...series }: YieldSeries) {
  const columns = seriesTable({ start, interval, count, timeZone, ...series });
  return {
    ...{ start: formatStamp(start, fixedZone(timeZone)), interval, count },
    units: Object.fromEntries(columns.map(({ name, unit }) => [name, unit])),
    values: Object.fromEntries(columns.map(({ name, values }) => [name, values])),
  };
}

/** The months' columns before the stages, in their order. */
const MONTH_COLUMNS = [
  "month",
  "years",
  "horizontalIrradiation",
  "planeIrradiation",
  "energy",
  "specificYield",
  "performanceRatio",
  "missing",
  "doubtful",
] as const satisfies readonly (keyof MonthYield)[];

/**
 * The months of a yield as CSV, a row a month: month, years behind it, irradiations (kWh/m²), energy (kWh), specific yield (kWh/kWp),
 * performance ratio, shares missing and in doubt, and the energy left after each stage of the losses (`after_shading`, …, kWh). What is not
 * there is an empty cell.
 *
 * @experimental
 */
export function yieldCsv({ months, losses }: Yield): string {
  const stages = losses.map(({ name }) => name);
  const head = [...MONTH_COLUMNS.map(snakeCase), ...stages.map((name) => `after_${name}`)];
  const rows = months.map((month) => [
    ...MONTH_COLUMNS.map((name) => month[name]),
    ...stages.map((name) => month.stages[name]),
  ]);
  return `${[head, ...rows.map((row) => row.map((value) => value ?? ""))].map((row) => row.join(",")).join("\n")}\n`;
}

/**
 * A yield's series as CSV in pieces: times with the offset of the place's standard time, then the columns of `seriesTable`.
 *
 * @experimental
 */
export function yieldHoursCsv(series: YieldSeries): Iterable<Uint8Array<ArrayBuffer>> {
  const { start, interval, count, timeZone } = series;
  const zone = offsetText(Math.round((timeZone * HOUR) / MINUTE) * MINUTE);
  const columns = seriesTable(series).map(({ name, values }) => [name, values] as const);
  return tableCsvChunks({ start, interval, count, zone }, columns);
}
