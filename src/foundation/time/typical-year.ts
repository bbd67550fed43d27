/**
 * Typical years: 365 days that stand for those of any year, and the 29 February that they lack. Whoever moves such a year to other dates
 * does it by what is here.
 */
import { DAY, dateFromDays, dayNumberOfYear, yearOf, yearStart } from "./calendar.js";

/** Days of a typical year, and of every common one. */
export const COMMON_DAYS = 365;
/** The same in ms. */
export const COMMON_YEAR = COMMON_DAYS * DAY;
/** Days of a year in front of 29 February: the number of that day in a leap year. */
export const LEAP_DAY = 59;

export function isLeapYear(year: number): boolean {
  return dayNumberOfYear(year + 1) - dayNumberOfYear(year) > COMMON_DAYS;
}

/** Number in its year of one of the 365 days, 0…364: days after 29 February keep their dates. */
export function dayWithin(isLeap: boolean, day: number): number {
  return isLeap && day >= LEAP_DAY ? day + 1 : day;
}

/** Ms from the start of a common year to the same date and time; 29 February has those of the 28th. */
export function offsetInCommonYear(time: number): number {
  const year = yearOf(time);
  const offset = time - yearStart(year);
  return isLeapYear(year) && offset >= LEAP_DAY * DAY ? offset - DAY : offset;
}

/** Where a day stands in its year. */
export interface CalendarDay {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  /** Day of a common year, 0…364: of 29 February that of the 28th. */
  readonly dayOfYear: number;
  /** Day of a leap year, 0…365: common years have no day with the number of 29 February. */
  readonly calendarDay: number;
}

/** @param number of the day, counted from 1 January 1970 */
export function calendarDayOf(number: number): CalendarDay {
  const { year, month } = dateFromDays(number);
  const day = number - dayNumberOfYear(year);
  const isLeap = isLeapYear(year);
  return {
    year,
    month: month - 1,
    dayOfYear: isLeap && day >= LEAP_DAY ? day - 1 : day,
    calendarDay: dayWithin(!isLeap, day),
  };
}

/**
 * The rows of a typical year that stand at the intervals of a grid, in every year.
 *
 * @param first ms from the start of a common year to the typical year's first row
 * @param grid in ms
 * @param clock ms by which the typical year's clock is ahead of the grid's
 */
export function repeatedRows(
  first: number,
  { start, step, count }: { readonly start: number; readonly step: number; readonly count: number },
  clock = 0,
): Int32Array {
  const rows = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const sinceFirst = offsetInCommonYear(start + k * step + clock) - first;
    rows[k] = Math.round((((sinceFirst % COMMON_YEAR) + COMMON_YEAR) % COMMON_YEAR) / step);
  }
  return rows;
}

/** A column of 365 days as one of 366: its 29 February is empty. */
export function withLeapDay(column: Float64Array, rowsOfDay: number): Float64Array {
  const before = LEAP_DAY * rowsOfDay;
  const longer = new Float64Array(column.length + rowsOfDay).fill(Number.NaN);
  longer.set(column.subarray(0, before));
  longer.set(column.subarray(before), before + rowsOfDay);
  return longer;
}

/** A column of 366 days as one of 365. */
export function withoutLeapDay(column: ArrayLike<number>, rowsOfDay: number): Float64Array {
  const [before, rows] = [LEAP_DAY * rowsOfDay, column.length - rowsOfDay];
  return Float64Array.from({ length: rows }, (_, row) => column[row < before ? row : row + rowsOfDay]!);
}

/** A column of a whole year with its last day in front and its first day behind. */
export function withDaysAround(column: Float64Array, rowsOfDay: number): Float64Array {
  const wider = new Float64Array(column.length + 2 * rowsOfDay);
  wider.set(column.subarray(column.length - rowsOfDay));
  wider.set(column, rowsOfDay);
  wider.set(column.subarray(0, rowsOfDay), rowsOfDay + column.length);
  return wider;
}
