/** Sums and means per local month. */
import type { ParameterName } from "../contract/observation/parameters.js";
import type { ObservationColumns } from "../contract/observation/types.js";
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
 * A month. Sums over the existing values, in kWh/m² (irradiance) and kWh/kWp (PV); `temperature` is their
 * mean in °C. null: not requested, or without any value (nights, which are 0 without weather, are none).
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
 */
export function monthly(columns: ObservationColumns, options: MonthlyOptions = {}): MonthlyRow[] {
  checkColumns("monthly", columns);
  checkOptions("monthly", options);
  const { typicalYear = false } = options;
  const rows = accumulate(columns, (date) => (typicalYear ? date.slice(5, 7) : date.slice(0, 7)));
  return typicalYear ? rows.sort((a, b) => (a.month < b.month ? -1 : 1)) : rows;
}

/**
 * The same over the whole period, as one row.
 *
 * @throws as `monthly`
 */
export function total(columns: ObservationColumns): MonthlyRow {
  checkColumns("total", columns);
  return accumulate(columns, () => "total")[0]!;
}

const NAMES = [...SUMMED, "temperature"] as const;

class Sums {
  intervals = 0;
  incomplete = 0;
  readonly sum = new Float64Array(NAMES.length);
  readonly count = new Float64Array(NAMES.length);
}

function accumulate(columns: ObservationColumns, keyOf: (date: string) => string): MonthlyRow[] {
  const given = NAMES.map((name) => columns.values[name]);
  const months = new Map<string, Sums>();
  for (const { date, from, to } of localDays(columns)) {
    const key = keyOf(date);
    const sums = months.get(key) ?? new Sums();
    months.set(key, sums);
    for (let i = from; i < to; i++) addInterval(sums, given, i);
  }
  const kilowattHours = columns.interval / 3_600_000;
  return Array.from(months, ([month, sums]) => toRow(month, sums, kilowattHours));
}

function addInterval(sums: Sums, given: readonly (Float64Array | null)[], i: number): void {
  let complete = true;
  for (let k = 0; k < given.length; k++) {
    const value = given[k]?.[i];
    if (value === undefined) continue;
    if (Number.isNaN(value)) {
      complete = false;
    } else {
      sums.sum[k]! += value;
      sums.count[k]! += 1;
    }
  }
  sums.intervals += 1;
  if (!complete) sums.incomplete += 1;
}

/** Nothing but nights, which are 0 without any weather: not a sum of 0. */
function isOfNights(sum: number, count: number, intervals: number): boolean {
  return sum === 0 && count < intervals;
}

function toRow(month: string, { intervals, incomplete, sum, count }: Sums, kilowattHours: number): MonthlyRow {
  const values = NAMES.map((name, k) => {
    if (count[k] === 0 || (name !== "temperature" && isOfNights(sum[k]!, count[k]!, intervals))) return [name, null];
    return [name, name === "temperature" ? sum[k]! / count[k]! : sum[k]! * kilowattHours];
  });
  return { month, ...Object.fromEntries(values), intervals, missing: incomplete / intervals } as MonthlyRow;
}
