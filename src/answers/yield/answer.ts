/**
 * A yield as one JSON object or a table: what HTTP, jobs and lines of NDJSON have. Keys are written with underscores; numbers are those of
 * the library, unrounded.
 */
import { type NamedColumn, tableCsvChunks } from "../../data/contract/observation/csv.js";
import { formatStamp } from "../../data/contract/observation/digits.js";
import type { Notice } from "../../data/contract/observation/types.js";
import { snakeCase } from "../../data/system/fields.js";
import { HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { fixedZone, offsetText, type Zone, zoneNamed } from "../../foundation/time/zone.js";
import { ownUseSummary } from "../own-use/own-use.js";
import type { PowerDay, PowerForecast } from "./forecast/types.js";
import type { Optimum } from "./optimum.js";
import { seriesTable, type YieldSeries } from "./series.js";
import type { MonthYield, Yield } from "./types.js";

/** What stands beside the yield. */
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
  { place, kwp, annual, ownUse, notices, ...found }: Yield,
  { optimum, series, weather, notices: before = [] }: YieldAnswerParts = {},
): { readonly [key: string]: unknown } {
  return snakeKeys({
    ...{ place, kwp, annual, ...found },
    ownUse: ownUseSummary(ownUse),
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
 */
export function yieldHoursCsv(series: YieldSeries): Iterable<Uint8Array<ArrayBuffer>> {
  const { start, interval, count, timeZone } = series;
  const zone = offsetText(Math.round((timeZone * HOUR) / MINUTE) * MINUTE);
  const columns = seriesTable(series).map(({ name, values }) => [name, values] as const);
  return tableCsvChunks({ start, interval, count, zone }, columns);
}

/** Keys with underscores. Lists stay lists; numbers that are none (NaN) become null. */
export function snakeKeys(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, finite);
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null) return finite(value);
  const kept = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [snakeCase(key), snakeKeys(item)]));
}

function finite<Value>(value: Value): Value | null {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

/** What stands beside the forecast. */
export interface PowerAnswerParts {
  /** What the weather is, as plain data: becomes `meta.weather`. */
  readonly weather?: object | undefined;
  readonly software?: { readonly version: string; readonly commit: string } | undefined;
  /** Of the weather and the place: they come before the forecast's own. */
  readonly notices?: readonly Notice[] | undefined;
}

/** Columns with a house. */
const OF_HOUSE = ["load", "imported", "exported", "stored"] as const;
const HOUSE_UNITS = { load: "W", imported: "W", exported: "W", stored: "kWh" };
const UNITS = { ac_power: "W", plane_irradiance: "W/m**2", snow_loss: "W", energy: "kWh", ac_limit: "W" };

/**
 * A forecast as a plain object that `JSON.stringify` writes: `issued`, times of the rows, `values` and `quantiles` in W, `energy` and `days`
 * in kWh, `planes`, `meta` and `notices`. Times have the offset of the forecast's zone.
 */
export function powerAnswer(
  found: PowerForecast,
  { weather, software, notices: before = [] }: PowerAnswerParts = {},
): { readonly [key: string]: unknown } {
  const { place, frequency, timeZone, kwp, lossSet, acLimit, taught } = found;
  const { columns, quantiles, planes, energy, days, notices } = found;
  const zone = zoneIn(found);
  const edges = edgesOf(found).map((time) => formatStamp(time, zone));
  const { latitude: lat, longitude: lon, altitude } = place;
  return snakeKeys({
    issued: formatStamp(found.issued, zone),
    ...{ startTimes: edges.slice(0, -1), endTimes: edges.slice(1), values: columns },
    quantiles: quantiles && { acPower: quantiles },
    energy,
    days: days.map((day) => dayObject(day, zone)),
    planes,
    meta: {
      ...software,
      frequency,
      lat,
      lon,
      altitude,
      timeZone,
      kwp,
      lossSet,
      acLimit,
      units: columns.load === undefined ? UNITS : { ...UNITS, ...HOUSE_UNITS },
      ...(taught && { taught }),
      ...(weather && { weather }),
    },
    notices: [...before, ...notices],
  }) as { readonly [key: string]: unknown };
}

function dayObject({ start, end, ...day }: PowerDay, zone: Zone | undefined) {
  return { ...day, start: formatStamp(start, zone), end: formatStamp(end, zone) };
}

/** UTC is written with a Z. */
function zoneIn({ timeZone }: PowerForecast): Zone | undefined {
  return timeZone === "UTC" ? undefined : zoneNamed(timeZone);
}

function edgesOf({ start, interval, count }: PowerForecast): number[] {
  return Array.from({ length: count + 1 }, (_, row) => start + row * interval * 1000);
}

/**
 * The rows of a forecast as CSV in pieces: times, powers (W) and light (W/m²) of the system, quantiles as `ac_power_p10`, and of several planes each
 * one's own power as `plane_1_ac_power`. Numbers have two decimals.
 */
export function powerCsv(found: PowerForecast): Iterable<Uint8Array> {
  const { start, interval, count, timeZone, columns, quantiles, planes } = found;
  const several = planes.length > 1 ? planes : [];
  const named: NamedColumn[] = [
    ["ac_power", columns.acPower],
    ["plane_irradiance", columns.planeIrradiance],
    ["snow_loss", columns.snowLoss],
    ...OF_HOUSE.flatMap((name): NamedColumn[] => (columns[name] === undefined ? [] : [[name, columns[name]]])),
    ...Object.entries(quantiles ?? {}).map(([name, values]): NamedColumn => [`ac_power_${name}`, values]),
    ...several.map(({ acPower }, k): NamedColumn => [`plane_${k + 1}_ac_power`, acPower]),
  ];
  return tableCsvChunks({ start, interval, count, zone: timeZone === "UTC" ? undefined : timeZone }, named);
}
