/** Days of the calendar on the clock of a place. A day's number counts from 1 January 1970. */
import { dateFromDays, dayNumberOfYear } from "../../time/calendar.js";

/** Where a day stands. */
export interface CalendarDay {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  /** Day of a common year, 0…364: of 29 February that of the 28th. */
  readonly dayOfYear: number;
  /** Among the 366 days that a calendar has: 29 February has a place of its own, the last. */
  readonly calendarDay: number;
}

const LEAP_DAY = 59;
export const CALENDAR_DAYS = 366;

export function calendarDayOf(number: number): CalendarDay {
  const { year, month } = dateFromDays(number);
  const start = dayNumberOfYear(year);
  const day = number - start;
  const isLeap = dayNumberOfYear(year + 1) - start === 366;
  if (isLeap && day === LEAP_DAY) {
    return { year, month: month - 1, dayOfYear: LEAP_DAY - 1, calendarDay: CALENDAR_DAYS - 1 };
  }
  const dayOfYear = isLeap && day > LEAP_DAY ? day - 1 : day;
  return { year, month: month - 1, dayOfYear, calendarDay: dayOfYear };
}
