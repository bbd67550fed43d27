/** Sums and means per local month. */
import type { ParameterName } from "../contract/observation/parameters.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { KnownSum } from "../statistics/known-sum.js";
import { checkColumns, checkOptions } from "./checks.js";
import { localDays } from "./daily.js";

/** Parameters that are summed: W/m² to kWh/m², W/kWp to kWh/kWp. */
export const SUMMED = [
  "global_horizontal_irradiance",
  "global_horizontal_irradiance_with_shading",
  "global_tilted_irradiance",
  "global_tilted_irradiance_with_shading",
  "pv_production",
  "pv_production_with_shading",
] as const satisfies readonly ParameterName[];
type Summed = (typeof SUMMED)[number];

/**
 * A month. Sums over the existing values, in kWh/m² (irradiance) and kWh/kWp (PV); `temperature` is their mean in °C. null: not
 * requested, or without any value (nights, which are 0 without weather, do not count).
 */
export type MonthlyRow = { [name in Summed | "temperature"]: number | null } & {
  /** `YYYY-MM`, `MM` with `typicalYear`, "total" from `total`. Local standard time. */
  month: string;
  /** Intervals in the month. */
  intervals: number;
  /** Share of them in which any of these columns has no value, 0…1. */
  missing: number;
};

export interface MonthlyOptions {
  /** The year is nominal: months of the same name are combined, including wrapped ends of the year. */
  typicalYear?: boolean | undefined;
}

/**
 * A row per local month (standard time of `meta.time_zone`), in order of time.
 *
 * @throws TypeError for invalid columns or options; StaleColumnsError if the columns are views on a workspace that
 * has been used again
 *
 * @example
 * ```js
 * import { computeColumns } from "irradiance-engine";
 * import { monthly } from "irradiance-engine/report";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const columns = computeColumns({ lat: 36.1, lon: -79.95, frequency: "1_hour" }, await loadSample());
 * console.log(monthly(columns).at(-1).month); // 2023-12
 * ```
 */
export function monthly(columns: ObservationColumns, options: MonthlyOptions = {}): MonthlyRow[] {
  checkColumns("monthly", columns);
  checkOptions("monthly", options);
  const { typicalYear = false } = options;
  return sumsByMonth(columns, columnsOf(columns), typicalYear).map((sums) => toRow(sums, columns.interval));
}

/**
 * The same over the whole period, as one row.
 *
 * @throws as `monthly`
 */
export function total(columns: ObservationColumns): MonthlyRow {
  checkColumns("total", columns);
  return toRow(sumsBy(columns, columnsOf(columns), () => "total")[0]!, columns.interval);
}

const NAMES = [...SUMMED, "temperature"] as const;

/** What is known of some columns in one month. */
export interface MonthSums {
  /** `YYYY-MM`, `MM` of a typical year, or "total". */
  readonly month: string;
  readonly intervals: number;
  /** Intervals in which a column has no value. */
  readonly incomplete: number;
  /** Of each given column; of a column that is not there, nothing. */
  readonly known: readonly KnownSum[];
}

/** One row per local month, in order of time; of a typical year in order of the months. */
export function sumsByMonth(
  columns: ObservationColumns,
  given: readonly (Float64Array | null)[],
  typicalYear: boolean,
): MonthSums[] {
  const months = sumsBy(columns, given, (date) => (typicalYear ? date.slice(5, 7) : date.slice(0, 7)));
  return typicalYear ? months.sort((a, b) => (a.month < b.month ? -1 : 1)) : months;
}

function sumsBy(
  columns: ObservationColumns,
  given: readonly (Float64Array | null)[],
  keyOf: (date: string) => string,
): MonthSums[] {
  const months = new Map<string, { intervals: number; incomplete: number; known: KnownSum[] }>();
  for (const { date, from, to } of localDays(columns)) {
    const key = keyOf(date);
    const month = months.get(key) ?? { intervals: 0, incomplete: 0, known: given.map(() => new KnownSum()) };
    months.set(key, month);
    month.intervals += to - from;
    for (let k = 0; k < given.length; k++) for (let i = from; i < to; i++) month.known[k]!.add(given[k]?.[i]);
    for (let i = from; i < to; i++) if (given.some((column) => Number.isNaN(column?.[i]))) month.incomplete += 1;
  }
  return Array.from(months, ([month, sums]) => ({ month, ...sums }));
}

/**
 * The figure of a month: the sum of a power in kWh, else the mean. null without any value, and for a sum that knows only nights, which
 * are 0 without any weather: that is not a sum of 0.
 *
 * @param interval seconds
 */
export function monthFigure({ sum, mean, count }: KnownSum, intervals: number, isSum: boolean, interval: number) {
  if (count === 0 || (isSum && sum === 0 && count < intervals)) return null;
  return isSum ? sum * (interval / 3_600_000) : mean;
}

function toRow({ month, intervals, incomplete, known }: MonthSums, interval: number): MonthlyRow {
  const values = NAMES.map((name, k) => [name, monthFigure(known[k]!, intervals, name !== "temperature", interval)]);
  return { month, ...Object.fromEntries(values), intervals, missing: incomplete / intervals } as MonthlyRow;
}

function columnsOf({ values }: ObservationColumns): (Float64Array | null)[] {
  return NAMES.map((name) => values[name]);
}
