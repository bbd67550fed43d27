/** Sums and means per hour, day, month or year of local standard time. An interval belongs to the period of its centre. */
import { DAY, formatTime, HOUR, parseIsoTime, yearOf, yearStart } from "../observation/calendar.js";
import type { SiteArrays } from "./layout.js";
import type { AggregatePeriod } from "./types.js";

const SECONDS_PER_HOUR = 3600;

/** Intervals at equal distances in time: `start` Unix ms, `interval` seconds, `timeZone` hours. */
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

/** The periods that the intervals fall into, in order of time. */
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

/** Beginning of the period that holds a time (ms, local). */
export function periodStart(time: number, period: AggregatePeriod): number {
  if (period === "hourly") return Math.floor(time / HOUR) * HOUR;
  if (period === "daily") return Math.floor(time / DAY) * DAY;
  if (period === "annual") return yearStart(yearOf(time));
  return parseIsoTime(`${formatTime(time).slice(0, 7)}-01T00:00Z`);
}

/** Beginning of the period after the one that begins at `start`. */
export function nextPeriod(start: number, period: AggregatePeriod): number {
  if (period === "hourly") return start + HOUR;
  if (period === "daily") return start + DAY;
  return periodStart(start + (period === "monthly" ? 31 : 366) * DAY, period);
}

/**
 * Fills the rows of a site.
 *
 * @param columns values per interval, NaN = missing
 * @param summed which of them are summed, times the interval's hours (W/m² → Wh/m²); the others become means
 * @param interval seconds
 */
export function aggregateRows(
  columns: readonly Float64Array[],
  summed: readonly boolean[],
  periods: readonly Period[],
  interval: number,
  out: SiteArrays,
): void {
  const rows = out.periods!;
  const hours = interval / SECONDS_PER_HOUR;
  const counts = columns.map(() => new Float64Array(periods.length));
  for (let r = 0; r < periods.length; r++) {
    const { start, from, to } = periods[r]!;
    for (let k = 0; k < columns.length; k++) {
      const { sum, count } = sumRows(columns[k]!, from, to);
      counts[k]![r] = count;
      const value = summed[k]! ? sum * hours : sum / count;
      out.columns[k]![r] = count === 0 ? Number.NaN : value;
    }
    rows.start[r] = start;
    rows.hours[r] = ((to - from) * interval) / SECONDS_PER_HOUR;
  }
  // What the weather does not have at all is not missing in every row.
  const given = columns.map((_, k) => k).filter((k) => counts[k]!.some((count) => count > 0));
  for (let r = 0; r < periods.length; r++) {
    const { from, to } = periods[r]!;
    const gaps = given.filter((k) => counts[k]![r]! < to - from).map((k) => columns[k]!);
    rows.missing[r] = given.length === 0 ? 1 : incompleteRows(gaps, from, to) / (to - from);
  }
}

/** Sum and number of the values that are there. */
function sumRows(column: Float64Array, from: number, to: number): { sum: number; count: number } {
  let sum = 0;
  let count = 0;
  for (let i = from; i < to; i++) {
    const value = column[i]!;
    if (!Number.isNaN(value)) {
      sum += value;
      count++;
    }
  }
  return { sum, count };
}

function incompleteRows(columns: readonly Float64Array[], from: number, to: number): number {
  let incomplete = 0;
  for (let i = from; i < to; i++) if (columns.some((column) => Number.isNaN(column[i]!))) incomplete++;
  return incomplete;
}
