/** Calendar months of a series in local standard time. */
import { DAY, HOUR } from "../../time/calendar.js";
import { isCycle, type OverTimeInputs } from "./inputs.js";

export interface Months {
  /** 0…11, of each month that the series has, in order; of a cycle January to December. */
  readonly calendar: readonly number[];
  /** Of each row: its place in `calendar`. */
  readonly of: Int32Array;
  /** Hours of each whole month, and the share of them that the series has. */
  readonly hours: readonly number[];
  readonly covered: readonly number[];
}

/** A row belongs to the month of its middle. */
export function monthsOf(inputs: OverTimeInputs): Months {
  const { time, interval, timeZone } = inputs;
  const cycle = isCycle(inputs);
  const of = new Int32Array(time.length);
  const months: { month: number; hours: number; rows: number }[] = [];
  let [end, place] = [Number.NEGATIVE_INFINITY, -1];
  for (let row = 0; row < time.length; row++) {
    const middle = time[row]! + interval * 500 + timeZone * HOUR;
    if (middle >= end) {
      const date = new Date(middle);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      end = Date.UTC(year, month + 1, 1);
      place = cycle ? month : months.length;
      months[place] ??= { month, hours: (end - Date.UTC(year, month, 1)) / HOUR, rows: 0 };
    }
    of[row] = place;
    months[place]!.rows += 1;
  }
  return {
    of,
    calendar: months.map(({ month }) => month),
    hours: months.map(({ hours }) => hours),
    covered: months.map(({ rows, hours }) => (rows * interval) / 3600 / hours),
  };
}

/** The mean of each month's known values. */
export function monthlyMeans({ calendar, of }: Months, column: Float64Array): Float64Array {
  const [sum, count] = [new Float64Array(calendar.length), new Float64Array(calendar.length)];
  addKnown(of, column, sum, count);
  return sum.map((value, month) => value / count[month]!);
}

/** A function of its own: a loop behind which more follows is compiled at every call anew. */
function addKnown(of: Int32Array, column: Float64Array, sum: Float64Array, count: Float64Array): void {
  for (let row = 0; row < of.length; row++) {
    if (Number.isNaN(column[row]!)) continue;
    sum[of[row]!]! += column[row]!;
    count[of[row]!]! += 1;
  }
}

/** How many days of each month, in local standard time, have a sum above a limit. */
export function daysAbove(
  { time, interval, timeZone }: OverTimeInputs,
  { calendar, of }: Months,
  column: Float64Array,
  limit: number,
): Float64Array {
  const days = new Float64Array(calendar.length);
  let [day, sum] = [Number.NaN, 0];
  for (let row = 0; row < of.length; row++) {
    const today = Math.floor((time[row]! + interval * 500 + timeZone * HOUR) / DAY);
    if (today !== day) [day, sum] = [today, 0];
    const before = sum;
    if (column[row]! > 0) sum += column[row]!;
    if (before <= limit && sum > limit) days[of[row]!]! += 1;
  }
  return days;
}
