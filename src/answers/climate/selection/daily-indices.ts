/** The daily indices that months are compared by: greatest, least and mean value of a day, and sums of irradiance. */
import type { WeatherColumn } from "../../../data/weather/series.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { bridged, type LocalRecord, type MeasuredColumns } from "./record.js";

/** What a day says of a column. Sums are in Wh/m². */
interface IndexSource {
  readonly column: WeatherColumn;
  readonly of: "max" | "min" | "mean" | "sum";
}

/** In the order in which weighted sums add them up. */
export const DAILY_INDICES = {
  temperature_max: { column: "temperature", of: "max" },
  temperature_min: { column: "temperature", of: "min" },
  temperature_mean: { column: "temperature", of: "mean" },
  dew_point_max: { column: "dew_point_temperature", of: "max" },
  dew_point_min: { column: "dew_point_temperature", of: "min" },
  dew_point_mean: { column: "dew_point_temperature", of: "mean" },
  wind_max: { column: "wind_speed", of: "max" },
  wind_mean: { column: "wind_speed", of: "mean" },
  dni_sum: { column: "direct_normal_irradiance", of: "sum" },
  ghi_sum: { column: "global_horizontal_irradiance", of: "sum" },
  humidity_mean: { column: "relative_humidity", of: "mean" },
} as const satisfies { readonly [name: string]: IndexSource };

export type DailyIndex = keyof typeof DAILY_INDICES;
export const DAILY_INDEX_NAMES = Object.keys(DAILY_INDICES) as DailyIndex[];

/** One value per local day of the record. */
export type DailyValues = { readonly [name in DailyIndex]?: Float64Array };

/** The indices asked for, whose columns must be there. Short gaps are bridged; what a longer one makes of a day is not used. */
export function dailyValues(record: LocalRecord, columns: MeasuredColumns, names: Iterable<DailyIndex>): DailyValues {
  const days: { [name in DailyIndex]?: Float64Array } = {};
  const filled = new Map<WeatherColumn, Float64Array>();
  for (const name of names) {
    const { column, of }: IndexSource = DAILY_INDICES[name];
    if (!filled.has(column)) filled.set(column, bridged(columns[column]!));
    days[name] = REDUCE[of](record, filled.get(column)!);
  }
  return days;
}

type Reduction = (record: LocalRecord, column: Float64Array) => Float64Array;

const REDUCE: { readonly [of in IndexSource["of"]]: Reduction } = {
  max: (record, column) => extremes(record, column, 1),
  min: (record, column) => extremes(record, column, -1),
  mean: (record, column) => sums(record, column, (total, rows) => total / rows),
  sum: (record, column) => sums(record, column, (total) => (total * record.step) / HOUR),
};

function sums(
  record: LocalRecord,
  column: Float64Array,
  finish: (total: number, rows: number) => number,
): Float64Array {
  const days = new Float64Array(record.lastDay - record.firstDay + 1);
  for (let day = 0; day < days.length; day++) {
    const from = Math.max(record.firstRow + day * record.rowsPerDay, 0);
    const to = Math.min(record.firstRow + (day + 1) * record.rowsPerDay, column.length);
    let total = 0;
    for (let row = from; row < to; row++) total += column[row]!;
    days[day] = finish(total, to - from);
  }
  return days;
}

/** @param sign 1: the greatest value of each day, −1: the least */
function extremes(record: LocalRecord, column: Float64Array, sign: 1 | -1): Float64Array {
  const days = new Float64Array(record.lastDay - record.firstDay + 1);
  for (let day = 0; day < days.length; day++) {
    const from = Math.max(record.firstRow + day * record.rowsPerDay, 0);
    const to = Math.min(record.firstRow + (day + 1) * record.rowsPerDay, column.length);
    let best = Number.NEGATIVE_INFINITY;
    for (let row = from; row < to; row++) {
      const value = sign * column[row]!;
      if (value > best) best = value;
    }
    days[day] = sign * best;
  }
  return days;
}

/*
 * The Finkelstein–Schafer statistic: how far the distribution of a month's daily values lies from that of all years.
 *
 * Source: Finkelstein & Schafer (1971), Improved goodness-of-fit tests, Biometrika 58, 641–645; its use for typical years:
 * Hall et al. (1978), SAND-78-1601. Both distributions are taken at the values of the month. Where they are drawn is not
 * settled by the papers, and moves 6–7 % of the months: so a result names its rule.
 */

/**
 * "step": F(x) = (values ≤ x)/n, the distributions as they are (Hall). "hazen": (values ≤ x − ½)/n. "nrel": straight lines
 * from 0 to 1 through the sorted values, (i − 1)/(n − 1), as NREL's code for the NSRDB draws them. "iso": i/(n + 1), as in
 * ISO 15927-4 (which adds the differences up instead of averaging them).
 */
export type Plotting = "step" | "nrel" | "hazen" | "iso";

interface Rule {
  /** F = (rank − shift)/(n + more). */
  readonly shift: number;
  readonly more: number;
  /** Whether equal values of the month have one rank, the highest, as they have in all years; else each has its own. */
  readonly sharesRanks: boolean;
}

const RULES: { readonly [plotting in Plotting]: Rule } = {
  step: { shift: 0, more: 0, sharesRanks: true },
  hazen: { shift: 0.5, more: 0, sharesRanks: true },
  nrel: { shift: 1, more: -1, sharesRanks: false },
  iso: { shift: 0, more: 1, sharesRanks: false },
};

/**
 * Sum of |S(x) − F(x)| over the month's values x.
 * @param month the month's daily values, in ascending order
 * @param all those of the month in all years, in ascending order
 */
export function finkelsteinSchaferSum(month: Float64Array, all: Float64Array, plotting: Plotting): number {
  const { shift, more, sharesRanks } = RULES[plotting];
  const [n, count] = [month.length + more, all.length + more];
  let sum = 0;
  let rankInAll = 0;
  for (let i = 0; i < month.length; ) {
    const value = month[i]!;
    let next = i + 1;
    while (next < month.length && month[next] === value) next++;
    while (rankInAll < all.length && all[rankInAll]! <= value) rankInAll++;
    for (let rank = i + 1; rank <= next; rank++)
      sum += Math.abs(((sharesRanks ? next : rank) - shift) / n - (rankInAll - shift) / count);
    i = next;
  }
  return sum;
}

/**
 * The statistic of each year for one calendar month.
 * @param days one value per day of the record
 * @param spans the month in each of its years, as ranges of days
 * @returns mean difference of the distributions (their sum for "iso"), one per span
 */
export function finkelsteinSchafer(
  days: Float64Array,
  spans: readonly { readonly fromDay: number; readonly toDay: number }[],
  plotting: Plotting,
): Float64Array {
  const all = new Float64Array(spans.reduce((total, { fromDay, toDay }) => total + toDay - fromDay, 0));
  let filled = 0;
  const months = spans.map(({ fromDay, toDay }) => {
    const month = days.slice(fromDay, toDay).sort();
    all.set(month, filled);
    filled += month.length;
    return month;
  });
  all.sort();
  return Float64Array.from(months, (month) => {
    const sum = finkelsteinSchaferSum(month, all, plotting);
    return plotting === "iso" ? sum : sum / month.length;
  });
}
