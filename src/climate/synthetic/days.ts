/** Days of the calendar on the clock of a place. A day's number counts from 1 January 1970. */
import { dateFromDays, dayNumberOfYear } from "../../time/calendar.js";

/** Where a day stands. */
export interface CalendarDay {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  /** Day of a common year, 0…364: of 29 February that of the 28th. */
  readonly dayOfYear: number;
  /** Day of a leap year, 0…365: common years have none of the number of 29 February. */
  readonly calendarDay: number;
}

/** The number of 29 February in a leap year. */
export const LEAP_DAY = 59;
export const CALENDAR_DAYS = 366;

export function calendarDayOf(number: number): CalendarDay {
  const { year, month } = dateFromDays(number);
  const start = dayNumberOfYear(year);
  const day = number - start;
  const isLeap = dayNumberOfYear(year + 1) - start === 366;
  if (day < LEAP_DAY) return { year, month: month - 1, dayOfYear: day, calendarDay: day };
  return isLeap
    ? { year, month: month - 1, dayOfYear: day - 1, calendarDay: day }
    : { year, month: month - 1, dayOfYear: day, calendarDay: day + 1 };
}
