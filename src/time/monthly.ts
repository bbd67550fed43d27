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

/** Months since the start of the year with the fraction of the running one, 0 ≤ position < 12. */
function monthPosition(time: number): number {
  const days = time / DAY;
  const year = yearOfDayNumber(Math.floor(days));
  const yearStart = dayNumberOfYear(year);
  const leap = dayNumberOfYear(year + 1) - yearStart - 365;
  const start = (month: number) => MONTH_STARTS[month]! + (month > 1 ? leap : 0);
  const day = days - yearStart;
  let month = 0;
  while (day >= start(month + 1)) month++;
  return month + (day - start(month)) / (start(month + 1) - start(month));
}
