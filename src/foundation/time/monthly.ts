/** Monthly climatology at an instant: linear between the middles of the months, December running into January. */
import { DAY, dayNumberOfYear, yearOfDayNumber } from "./calendar.js";

/** Days before each month of a common year, and the year's length. */
const MONTH_STARTS = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] as const;

/** Twelve monthly values → the value at `time` (Unix ms, UTC). */
export function monthlyValue(months: readonly number[], time: number): number {
  const position = monthPosition(time) - 0.5;
  const before = Math.floor(position);
  const share = position - before;
  return months[(before + 12) % 12]! * (1 - share) + months[(before + 1) % 12]! * share;
}

/** The same of n times, which are best in order: the calendar is then asked once a month. */
export function monthlyRows(months: readonly number[], times: Float64Array, n: number, out: Float64Array): void {
  let [yearStart, month, start, end] = monthOf(0);
  for (let j = 0; j < n; j++) {
    const days = times[j]! / DAY;
    if (!(days - yearStart >= start && days - yearStart < end)) {
      [yearStart, month, start, end] = monthOf(days);
    }
    const position = month + (days - yearStart - start) / (end - start) - 0.5;
    const before = Math.floor(position);
    const share = position - before;
    out[j] = months[(before + 12) % 12]! * (1 - share) + months[(before + 1) % 12]! * share;
  }
}

/** Months since the start of the year with the fraction of the running one, 0 ≤ position < 12. */
function monthPosition(time: number): number {
  const days = time / DAY;
  const [yearStart, month, start, end] = monthOf(days);
  return month + (days - yearStart - start) / (end - start);
}

/** The month that holds a day number with its fraction: 1 January's day number, the month, its start and end in days of the year. */
export function monthOf(days: number): [yearStart: number, month: number, start: number, end: number] {
  const year = yearOfDayNumber(Math.floor(days));
  const yearStart = dayNumberOfYear(year);
  const leap = dayNumberOfYear(year + 1) - yearStart - 365;
  const startOf = (month: number) => MONTH_STARTS[month]! + (month > 1 ? leap : 0);
  const day = days - yearStart;
  let month = 0;
  while (day >= startOf(month + 1)) month++;
  return [yearStart, month, startOf(month), startOf(month + 1)];
}

/** The months of days that mostly follow one another. */
export class MonthClock {
  private index = 0;
  private start = 0;
  private end = 0;

  /** @param days since 1970 of local standard time @returns from 0 */
  at(days: number): number {
    if (days >= this.start && days < this.end) return this.index;
    const [year, index, start, end] = monthOf(days);
    [this.index, this.start, this.end] = [index, year + start, year + end];
    return index;
  }
}
