/** The 365 days of a generated year on the clock of its place. */
import { DAY, HOUR, MONTH_DAYS, SECOND, yearStart } from "../../time/calendar.js";

export const DAYS = 365;
export const HOURS = 24;
/** Days in front of 29 February. */
const DAYS_TO_LEAP_DAY = 59;

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
  const leap = yearStart(year + 1) - yearStart(year) === 366 * DAY;
  return { year, start: yearStart(year) - timeZone * HOUR, timeZone, leap };
}

/** Start of one of the 365 days, Unix ms: days behind 29 February keep their dates. */
export function startOfDay({ start, leap }: YearCalendar, day: number): number {
  return start + (leap && day >= DAYS_TO_LEAP_DAY ? day + 1 : day) * DAY;
}

/** A column of 365 days as one of the whole year: 29 February stays empty. */
export function wholeYear(column: Float64Array, { leap }: YearCalendar, step: number): Float64Array {
  if (!leap) return column;
  const rowsOfDay = DAY / SECOND / step;
  const whole = new Float64Array(366 * rowsOfDay).fill(Number.NaN);
  whole.set(column.subarray(0, DAYS_TO_LEAP_DAY * rowsOfDay));
  whole.set(column.subarray(DAYS_TO_LEAP_DAY * rowsOfDay), (DAYS_TO_LEAP_DAY + 1) * rowsOfDay);
  return whole;
}
