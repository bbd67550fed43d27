/** The proleptic Gregorian calendar on whole days since 1970-01-01 (UTC), without `Date` and without objects. */

export const MS_PER_DAY = 86_400_000;

/** Day number of 1 January of a year (0 = 1970-01-01). */
export function dayNumberOfYear(year: number): number {
  const y = year - 1;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * (year - 1970) + leapDays - 477; // 477 leap days before 1970
}

/** Year that holds a day number. */
export function yearOfDayNumber(day: number): number {
  let year = 1970 + Math.floor(day / 365.2425);
  if (dayNumberOfYear(year) > day) year--;
  else if (dayNumberOfYear(year + 1) <= day) year++;
  return year;
}

/** UTC day of the year, 1…366, of a Unix time in ms; NaN for NaN. */
export function dayOfYearOf(time: number): number {
  const day = Math.floor(time / MS_PER_DAY);
  return day - dayNumberOfYear(yearOfDayNumber(day)) + 1;
}
