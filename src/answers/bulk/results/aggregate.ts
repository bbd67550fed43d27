/** Sums and means per hour, day, month or year of local standard time. An interval belongs to the period of its centre. */
import { HOUR, HOUR_SECONDS } from "../../../foundation/time/calendar.js";
import { nextPeriod, periodStart } from "../../../foundation/time/periods.js";
import type { AggregatePeriod } from "../types.js";
import type { SiteArrays } from "./layout.js";

/** Equally spaced intervals: `start` Unix ms, `interval` seconds, `timeZone` hours. */
export interface Intervals {
  readonly start: number;
  readonly interval: number;
  readonly count: number;
  readonly timeZone: number;
}

/** Intervals [from, to) that belong to one period, which begins at `start`: local time as Unix ms as if it were UTC. */
export interface Period {
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** The periods that contain the intervals, in order of time. */
export function periodsOf({ start, interval, count, timeZone }: Intervals, period: AggregatePeriod): Period[] {
  const step = interval * 1000;
  const firstCentre = start + timeZone * HOUR + step / 2;
  const periods: Period[] = [];
  for (let from = 0; from < count; ) {
    const begin = periodStart(firstCentre + from * step, period);
    const to = Math.min(count, Math.ceil((nextPeriod(begin, period) - firstCentre) / step));
    periods.push({ start: begin, from, to });
    from = to;
  }
  return periods;
}

/** How a column becomes rows. */
export interface Aggregation {
  /** Summed, times the interval's hours (W/m² → Wh/m²); else the mean. */
  readonly isSum: boolean;
  /** Irradiance or power, whose nights are 0 without any weather: of nothing but nights, a sum of 0 says nothing. */
  readonly isPower: boolean;
}

/**
 * Fills the rows of a site.
 * @param columns values per interval, NaN = missing
 * @param kinds of the columns
 * @param interval seconds
 */
export function aggregateRows(
  columns: readonly Float64Array[],
  kinds: readonly Aggregation[],
  periods: readonly Period[],
  interval: number,
  out: SiteArrays,
): void {
  const { start, hours, missing } = out.periods!;
  periods.forEach((period, r) => {
    start[r] = period.start;
    hours[r] = ((period.to - period.from) * interval) / HOUR_SECONDS;
  });
  const given: Float64Array[] = [];
  const incomplete: Float64Array[] = [];
  columns.forEach((column, k) => {
    const { isSum, isPower } = kinds[k]!;
    const factor = isSum ? interval / HOUR_SECONDS : null;
    const present = columnRows(column, periods, factor, isPower, out.columns[k]!);
    // A column that the weather does not have at all does not count as missing.
    if (present > 0) given.push(column);
    if (present > 0 && present < periods.at(-1)!.to) incomplete.push(column);
  });
  periods.forEach(({ from, to }, r) => {
    missing[r] = given.length === 0 ? 1 : incompleteRows(incomplete, from, to) / (to - from);
  });
}

/**
 * One column's rows: sums times `factor`, or means when it is null.
 * @returns the number of values
 */
function columnRows(
  column: Float64Array,
  periods: readonly Period[],
  factor: number | null,
  isPower: boolean,
  out: Float32Array | Float64Array,
): number {
  let present = 0;
  for (let r = 0; r < periods.length; r++) {
    const { from, to } = periods[r]!;
    let sum = plainSum(column, from, to);
    let count = to - from;
    if (Number.isNaN(sum)) {
      sum = presentSum(column, from, to);
      count = presentCount(column, from, to);
    }
    present += count;
    const isKnown = count > 0 && !(isPower && isOfNights(sum, count, to - from));
    out[r] = isKnown ? (factor === null ? sum / count : sum * factor) : Number.NaN;
  }
  return present;
}

/** Nothing but nights, and by day no value. */
export function isOfNights(sum: number, count: number, intervals: number): boolean {
  return sum === 0 && count < intervals;
}

/** NaN if a value is missing. Four parallel sums: an addition need not wait for the previous one (measured). */
function plainSum(column: Float64Array, from: number, to: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = from;
  for (; i + 3 < to; i += 4) {
    a += column[i]!;
    b += column[i + 1]!;
    c += column[i + 2]!;
    d += column[i + 3]!;
  }
  for (; i < to; i++) a += column[i]!;
  return a + b + (c + d);
}

function presentSum(column: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) if (!Number.isNaN(column[i]!)) sum += column[i]!;
  return sum;
}

function presentCount(column: Float64Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (!Number.isNaN(column[i]!)) count++;
  return count;
}

function incompleteRows(columns: readonly Float64Array[], from: number, to: number): number {
  let incomplete = 0;
  if (columns.length === 0) return 0;
  for (let i = from; i < to; i++) if (columns.some((column) => Number.isNaN(column[i]!))) incomplete++;
  return incomplete;
}
