/** The 365 days of a generated year on the clock of its place. */
import { DAY, HOUR, MONTH_DAYS, yearStart } from "../../time/calendar.js";
import { COMMON_DAYS, dayWithin, isLeapYear } from "../../time/typical-year.js";

export const DAYS = COMMON_DAYS;
export const HOURS = 24;

/** Day of the year (0…364) at which each month begins, and 365. */
export const MONTH_BEGINS: readonly number[] = /* @__PURE__ */ monthBegins();

function monthBegins(): number[] {
  const begins = [0];
  for (const days of MONTH_DAYS) begins.push(begins[begins.length - 1]! + days);
  return begins;
}

export interface YearCalendar {
  readonly year: number;
  /** Start of the first interval, Unix ms. */
  readonly start: number;
  /** Standard-time UTC offset, hours. */
  readonly timeZone: number;
  readonly leap: boolean;
}

export function yearCalendar(year: number, timeZone: number): YearCalendar {
  return { year, start: yearStart(year) - timeZone * HOUR, timeZone, leap: isLeapYear(year) };
}

/** Start of one of the 365 days, Unix ms. */
export function startOfDay({ start, leap }: YearCalendar, day: number): number {
  return start + dayWithin(leap, day) * DAY;
}
