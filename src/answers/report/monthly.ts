/** Sums and means per local month. */
import { assertCurrent, startOf } from "../../data/contract/observation/columns.js";
import { type ParameterName, VALUE_NAMES } from "../../data/contract/observation/parameters.js";
import type { ObservationColumns } from "../../data/contract/observation/types.js";
import { KnownSum } from "../../foundation/statistics/known-sum.js";
import { aligned, fixed } from "../../foundation/text/number.js";
import { shown } from "../../foundation/text/shown.js";
import { checkColumns, checkOptions, localDays } from "./labels.js";

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
 * The figure of a month: the sum of a power in kWh, else the mean. null without any value, and for a sum that knows
 * only nights, which are 0 without any weather: that is not a sum of 0.
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

interface Heading {
  readonly key: Exclude<keyof MonthlyRow, "month" | "intervals">;
  readonly lines: readonly [string, string, string];
  readonly digits: number;
  readonly factor: number;
}

const HEADINGS: readonly Heading[] = [
  { key: "global_horizontal_irradiance", lines: ["horizontal", "", "kWh/m²"], digits: 1, factor: 1 },
  { key: "global_horizontal_irradiance_with_shading", lines: ["horizontal", "shaded", "kWh/m²"], digits: 1, factor: 1 },
  { key: "global_tilted_irradiance", lines: ["tilted", "", "kWh/m²"], digits: 1, factor: 1 },
  { key: "global_tilted_irradiance_with_shading", lines: ["tilted", "shaded", "kWh/m²"], digits: 1, factor: 1 },
  { key: "pv_production", lines: ["pv_prod", "", "kWh/kWp"], digits: 1, factor: 1 },
  { key: "pv_production_with_shading", lines: ["pv_prod", "shaded", "kWh/kWp"], digits: 1, factor: 1 },
  { key: "temperature", lines: ["mean", "temp.", "°C"], digits: 1, factor: 1 },
  { key: "missing", lines: ["", "missing", "%"], digits: 1, factor: 100 },
];

/**
 * Columns without any value are left out; a missing value is a dash. `pv_prod` is `pv_production`.
 * @param rows from `monthly`
 * @param total from `total`: a last row under a rule
 * @throws TypeError for rows that are not an array
 */
export function formatTable(rows: readonly MonthlyRow[], total?: MonthlyRow): string {
  if (!Array.isArray(rows)) throw new TypeError(`formatTable: rows must come from monthly(), got ${shown(rows)}`);
  const all: readonly MonthlyRow[] = total ? [...rows, total] : rows;
  const headings = HEADINGS.filter(({ key }) => all.some((row) => row[key] !== null));
  const heads = [0, 1, 2].map((line) => [line === 2 ? "month" : "", ...headings.map(({ lines }) => lines[line]!)]);
  const cells = all.map((row) => [row.month, ...headings.map((heading) => cell(row, heading))]);
  const lines = aligned([...heads, ...cells]);
  const body = lines.slice(heads.length);
  const rule = "─".repeat(Math.max(...lines.map(({ length }) => length)));
  if (total) body.splice(-1, 0, rule);
  return `${[...lines.slice(0, heads.length).filter((line) => line !== ""), rule, ...body].join("\n")}\n`;
}

function cell(row: MonthlyRow, { key, digits, factor }: Heading): string {
  const value = row[key];
  if (value === null) return "–";
  return fixed(value * factor, digits);
}

/** `start` and `end` (exclusive) of the interval, then a value per requested parameter and extra column; null = missing. */
export type ReportRow = { start: Date; end: Date } & { [name: string]: number | null | Date };

/**
 * One object per interval, created on demand. Values in full precision.
 * @throws TypeError for invalid columns, at the first row; StaleColumnsError if the columns are views on a workspace
 *   that has been used again, also during iteration
 */
export function* rows(columns: ObservationColumns): Generator<ReportRow, void, undefined> {
  checkColumns("rows", columns);
  const { count, values, extra } = columns;
  const present = [...VALUE_NAMES.map((name) => [name, values[name]] as const), ...Object.entries(extra)].filter(
    (entry): entry is [string, Float64Array] => entry[1] !== null,
  );
  for (let i = 0; i < count; i++) {
    assertCurrent(columns);
    const row: ReportRow = { start: new Date(startOf(columns, i)), end: new Date(startOf(columns, i + 1)) };
    for (const [name, column] of present) {
      const value = column[i]!;
      row[name] = Number.isNaN(value) ? null : value;
    }
    yield row;
  }
}
