/** The Gregorian calendar in integers: no `Date`, the same on every engine. Time is Unix ms, UTC as Unix time counts it. */

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

/** Days of the months of a common year. */
export const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Days from 1970-01-01 to a date; month 13 is the next January. Years start in March here, 306 days before the next January,
 * so the leap day comes last.
 */
export function daysFromDate(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return dayNumberOfYear(y + 1) - 306 + dayOfYear;
}

/** The date of a day, counted from 1970-01-01. */
export function dateFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * m + 2) / 5) + 1,
  };
}

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
  const day = Math.floor(time / DAY);
  return day - dayNumberOfYear(yearOfDayNumber(day)) + 1;
}

/** Unix ms of 1 January, 00:00 UTC. */
export function yearStart(year: number): number {
  return dayNumberOfYear(year) * DAY;
}

/** The UTC calendar year a time lies in. */
export function yearOf(time: number): number {
  return yearOfDayNumber(Math.floor(time / DAY));
}

/** January first. */
export const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** As labels have them: "Jan". */
export const SHORT_MONTH_NAMES: readonly string[] = /* @__PURE__ */ MONTH_NAMES.map((name) => name.slice(0, 3));
