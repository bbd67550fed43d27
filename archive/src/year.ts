/** A typical year over any period: the same day of the year and hour, in every year. */

import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { gridOver } from "irradiance-engine/series";
import type { Period } from "./source.js";

const DAY = 86_400_000;
const YEAR = 365 * DAY;
/** Where 29 February begins, from the start of a leap year. */
const LEAP_DAY = 59 * DAY;

export interface TypicalYear {
  /** Unix ms; of any year. */
  readonly start: number;
  /** Seconds; a whole number of them makes a day. */
  readonly interval: number;
  readonly columns: { readonly [name in WeatherColumn]?: ArrayLike<number> | undefined };
}

/**
 * The year repeated over the intervals that overlap a period, in UTC; 29 February repeats the 28th. Rows that the year
 * does not have are NaN.
 *
 * @throws RangeError when a day is not a whole number of intervals
 */
export function repeatYear(year: TypicalYear, period: Period, names: readonly WeatherColumn[]): WeatherSeries {
  const step = year.interval * 1000;
  if (!Number.isInteger(DAY / step)) {
    throw new RangeError(`a typical year needs intervals that divide a day, got ${year.interval} s`);
  }
  const grid = gridOver(period, year.start, step);
  const rows = new Int32Array(grid.count);
  const first = offsetInYear(year.start);
  const leapDay = leapDayOf(year.start);
  for (let k = 0; k < grid.count; k++) {
    const offset = offsetInYear(grid.start + k * step) - first;
    const time = offset < 0 ? offset + YEAR : offset;
    rows[k] = Math.round((time < leapDay ? time : time + DAY) / step);
  }
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  for (const name of names) {
    const values = year.columns[name];
    if (values !== undefined) columns[name] = Float64Array.from(rows, (row) => values[row] ?? Number.NaN);
  }
  return { start: grid.start, interval: year.interval, columns };
}

/** Ms from the start of a year of 366 days to its 29 February, which is passed over; infinite if there is none. */
function leapDayOf(start: number): number {
  const end = start + YEAR;
  const years = [start, end].map((time) => new Date(time).getUTCFullYear());
  const days = years.map((year) => yearStart(year) + LEAP_DAY);
  const leapDay = days.find((day) => new Date(day).getUTCDate() === 29 && day >= start && day < end);
  return leapDay === undefined ? Number.POSITIVE_INFINITY : leapDay - start;
}

/** Ms from the start of a common year. */
function offsetInYear(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const offset = time - yearStart(year);
  const isLeap = yearStart(year + 1) - yearStart(year) > YEAR;
  return isLeap && offset >= LEAP_DAY ? offset - DAY : offset;
}

function yearStart(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}
