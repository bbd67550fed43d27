/** A typical year as a series: over any period, with another number, and a little beyond its ends (time/typical-year.ts has its columns). */
import { DAY, SECOND, yearOf, yearStart } from "../../foundation/time/calendar.js";
import {
  COMMON_YEAR,
  withDaysAround as columnWithDaysAround,
  isLeapYear,
  LEAP_DAY,
  offsetInCommonYear,
  repeatedRows,
  withLeapDay,
} from "../../foundation/time/typical-year.js";
import { firstMoment, type Zone } from "../../foundation/time/zone.js";
import { gridOver, type Period } from "../../physics/sky/time-grid.js";
import type { WeatherColumn, WeatherSeries } from "../weather/series.js";

/** A series of means whose start is Unix ms. */
export interface DatedSeries extends WeatherSeries {
  start: number;
}

/**
 * The year repeated over the intervals that overlap a period, in UTC: the same day of the year and hour in every year; 29 February repeats
 * the 28th. Rows that the year does not have are NaN.
 *
 * @param year begins on any date of any year; the 29 February of a leap year is passed over
 * @throws RangeError when a day is not a whole number of intervals
 */
export function repeatYear(year: DatedSeries, period: Period, names: readonly WeatherColumn[]): DatedSeries {
  const step = year.interval * SECOND;
  if (!Number.isInteger(DAY / step)) {
    throw new RangeError(`a typical year needs intervals that divide a day, got ${year.interval} s`);
  }
  const grid = gridOver(period, year.start, step);
  const rows = repeatedRows(offsetInCommonYear(year.start), grid);
  const leapDay = leapDayOf(year.start) / step;
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  for (const name of names) {
    const values = year.columns[name];
    if (values === undefined) continue;
    columns[name] = Float64Array.from(rows, (row) => values[row < leapDay ? row : row + DAY / step] ?? Number.NaN);
  }
  return { start: grid.start, interval: year.interval, columns };
}

/** Ms from the start of a year of 366 days to its 29 February; infinite if there is none. */
function leapDayOf(start: number): number {
  const years = [start, start + COMMON_YEAR].map(yearOf).filter(isLeapYear);
  const leapDay = years
    .map((year) => yearStart(year) + LEAP_DAY * DAY)
    .find((day) => day >= start && day < start + COMMON_YEAR);
  return leapDay === undefined ? Number.POSITIVE_INFINITY : leapDay - start;
}

/**
 * A whole common year with the number of another: 29 February of a leap year stays empty, and all other days keep their dates.
 */
export function relabelYear(series: DatedSeries, from: number, to: number): DatedSeries {
  const moved = { ...series, start: series.start + yearStart(to) - yearStart(from) };
  return isLeapYear(to) ? { ...moved, columns: eachColumn(series, withLeapDay) } : moved;
}

/**
 * A whole year with its last day in front and its first day behind: the clock of an answer in UTC begins and ends beside that of the
 * place, and models look at neighbours. Without the place: its altitude is the caller's to say.
 */
export function withDaysAround(series: DatedSeries): DatedSeries {
  const { start, interval } = series;
  return { start: start - DAY, interval, columns: eachColumn(series, columnWithDaysAround) };
}

function eachColumn(
  { interval, columns }: WeatherSeries,
  change: (column: Float64Array, rowsOfDay: number) => Float64Array,
): WeatherSeries["columns"] {
  const rowsOfDay = DAY / SECOND / interval;
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, change(column as Float64Array, rowsOfDay)]),
  );
}

/**
 * A typical year turned to begin with 1 January of a zone's calendar. What it has at its end comes to its beginning or the other way
 * round, for no hour of it belongs to a date.
 *
 * @param series of a reader, whose starts are Unix ms
 * @returns a copy; the series itself, if it is no whole year, or not that of a calendar to a day
 */
export function yearInZone(series: WeatherSeries, zone: Zone): WeatherSeries {
  const { columns } = series;
  const start = Number(series.start);
  const step = series.interval * 1000;
  const year = yearOf(start + 183 * DAY);
  const period = (yearStart(year + 1) - yearStart(year)) / step;
  const begin = firstMoment(zone, yearStart(year));
  const turn = Math.floor((begin - start) / step);
  const rows = Object.values(columns)[0]?.length ?? 0;
  if (!Number.isInteger(period) || rows < period || Math.abs(turn * step) > DAY) return series;
  const first = start + turn * step;
  const count = Math.ceil((firstMoment(zone, yearStart(year + 1)) - first) / step);
  const turned: { [name: string]: Float64Array } = {};
  for (const [name, values] of Object.entries(columns)) {
    turned[name] = Float64Array.from({ length: count }, (_, k) => values![(k + turn + period) % period] ?? Number.NaN);
  }
  return { ...series, start: first, columns: turned };
}
