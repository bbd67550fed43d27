/** A weather series on the clock of its place: which rows make up a day, a month, a year. */

import { BRIGHTEST, COMPUTED, isThermalOffset, type StateColumn } from "../../../data/weather/limits.js";
import {
  type CheckedWeather,
  checkWeather,
  WEATHER_COLUMNS,
  type WeatherColumn,
  WeatherError,
  type WeatherSeries,
} from "../../../data/weather/series.js";
import { shown } from "../../../foundation/text/shown.js";
import { DAY, dateFromDays, daysFromDate, HOUR, MINUTE, MONTH_DAYS } from "../../../foundation/time/calendar.js";
import { MAGNUS, rhFromTdewRows, tdewFromRhRows } from "../../../physics/models/atmosphere/water.js";

/** A weather series with its days in local standard time; a row belongs to the day that its middle lies in. */
export interface LocalRecord {
  readonly weather: CheckedWeather;
  /** Length of a row, ms. */
  readonly step: number;
  readonly rowsPerDay: number;
  /** How far the clock of the place runs ahead of UTC, hours. */
  readonly timeZone: number;
  /** Local day, counted from 1970-01-01, in which the record begins, and that in which it ends. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Row with which `firstDay` begins: 0, or negative where the record begins later in that day. */
  readonly firstRow: number;
  /** Ms after local midnight at which the first row of a day begins (its centre, of instants): −step/2 to +step/2. */
  readonly phase: number;
}

/** One month of the record, 29 February left out. */
export interface MonthSpan {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Days from the record's first, [fromDay, toDay). */
  readonly fromDay: number;
  readonly toDay: number;
  /** Rows of those days, [fromRow, toRow); those below 0 and beyond the record's end are not in it. */
  readonly fromRow: number;
  readonly toRow: number;
}

/**
 * @param timeZone standard-time UTC offset in hours; where it is not said, that of the weather's place
 * @throws WeatherError, TypeError, RangeError for a series, its interval or a clock that days cannot be made of
 */
export function localRecord(caller: string, series: WeatherSeries, timeZone?: number): LocalRecord {
  const weather = checkWeather(series);
  const { interval, start, count, sampling } = weather;
  const step = interval * 1000;
  if (step > HOUR || !Number.isInteger(DAY / step))
    throw new WeatherError(
      `${caller}: weather.interval must be at most an hour and divide a day evenly, got ${interval} s`,
    );
  const zone = checkTimeZone(caller, timeZone ?? weather.place?.timeZone);
  const centre = start + zone * HOUR + (sampling === "average" ? step / 2 : 0);
  const firstDay = Math.floor(centre / DAY);
  const rowsPerDay = DAY / step;
  const rowInDay = Math.floor((centre - firstDay * DAY) / step);
  return {
    weather,
    step,
    rowsPerDay,
    timeZone: zone,
    firstDay,
    lastDay: firstDay + Math.floor((rowInDay + count - 1) / rowsPerDay),
    firstRow: -rowInDay,
    phase: start + zone * HOUR - rowInDay * step - firstDay * DAY,
  };
}

function checkTimeZone(caller: string, timeZone: unknown): number {
  const expected = "the UTC offset of the place's standard time in hours, −12 to 14, in whole minutes";
  if (timeZone === undefined)
    throw new TypeError(
      `${caller}: options.timeZone must be ${expected}: neither it nor weather.place.timeZone is set`,
    );
  if (typeof timeZone !== "number")
    throw new TypeError(`${caller}: options.timeZone must be ${expected}, got ${shown(timeZone)}`);
  if (!(timeZone >= -12 && timeZone <= 14 && Number.isInteger((timeZone * HOUR) / MINUTE)))
    throw new RangeError(`${caller}: options.timeZone must be ${expected}, got ${timeZone}`);
  return timeZone;
}

/** The years that the record touches, in order. */
export function yearsOf({ firstDay, lastDay }: LocalRecord): number[] {
  const first = dateFromDays(firstDay).year;
  return Array.from({ length: dateFromDays(lastDay).year - first + 1 }, (_, k) => first + k);
}

/** @param month 1 to 12 */
export function monthSpan({ firstDay, firstRow, rowsPerDay }: LocalRecord, year: number, month: number): MonthSpan {
  const fromDay = daysFromDate(year, month, 1) - firstDay;
  const toDay = fromDay + MONTH_DAYS[month - 1]!;
  const fromRow = firstRow + fromDay * rowsPerDay;
  return { year, month, fromDay, toDay, fromRow, toRow: firstRow + toDay * rowsPerDay };
}

/** Start of a row (of an instant: its centre), Unix ms. */
export function rowTime({ weather, step }: LocalRecord, row: number): number {
  return weather.start + row * step;
}

/** A longer stretch without a value takes a month out, hours. */
export const LONGEST_GAP = 6;
/** So does a larger share of missing values. */
const LARGEST_MISSING_SHARE = 0.01;

/** Twelve months, January first, each with its measured years in order. */
export interface MeasuredMonths {
  readonly months: readonly (readonly MonthSpan[])[];
  readonly dropped: readonly DroppedMonth[];
}

/** @param names columns in which a month must have been measured */
export function measuredMonths(
  record: LocalRecord,
  columns: MeasuredColumns,
  names: readonly WeatherColumn[],
): MeasuredMonths {
  const dropped: DroppedMonth[] = [];
  const months = Array.from({ length: 12 }, (_, index) =>
    yearsOf(record).flatMap((year) => {
      const span = monthSpan(record, year, index + 1);
      const reason = reasonAgainst(record, columns, names, span);
      if (reason === undefined) return [span];
      dropped.push({ month: span.month, year, ...reason });
      return [];
    }),
  );
  return { months, dropped };
}

type Reason = Pick<DroppedMonth, "reason" | "column" | "longestGap" | "missing">;

function reasonAgainst(
  record: LocalRecord,
  columns: MeasuredColumns,
  names: readonly WeatherColumn[],
  span: MonthSpan,
): Reason | undefined {
  const { count } = record.weather;
  const hours = (rows: number) => (rows * record.step) / HOUR;
  // What the clock moves into the next year, or out of the last, is none of a month.
  const covered = Math.min(span.toRow, count) - Math.max(span.fromRow, 0);
  if (covered <= 0 || hours(covered) <= Math.abs(record.timeZone))
    return { reason: "outside the record", column: null, longestGap: hours(span.toRow - span.fromRow), missing: 1 };
  for (const name of names) {
    const { longest, missing } = gapsIn(columns[name]!, span);
    const longestGap = hours(longest);
    const share = missing / (span.toRow - span.fromRow);
    if (longestGap <= LONGEST_GAP && share <= LARGEST_MISSING_SHARE) continue;
    const lead = -span.fromRow;
    const rest = span.toRow - count;
    const cut = Math.max(lead, rest);
    // A record of whole UTC years lacks a few hours at one end of the local ones, and nothing else.
    const isCut = cut > 0 && hours(cut) <= Math.abs(record.timeZone) && missing <= cut;
    const reason = isCut ? "cut by the clock" : cut > 0 ? "the record does not cover it" : "gaps";
    return { reason, column: name, longestGap, missing: share };
  }
  return undefined;
}

function gapsIn(column: Float64Array, { fromRow, toRow }: MonthSpan): { longest: number; missing: number } {
  let longest = 0;
  let missing = 0;
  let run = 0;
  for (let row = fromRow; row < toRow; row++) {
    const value = column[row];
    if (value === undefined || Number.isNaN(value)) {
      missing++;
      run++;
      if (run > longest) longest = run;
    } else {
      run = 0;
    }
  }
  return { longest, missing };
}

/** A month of the record that may not be chosen, and why. */
export interface DroppedMonth {
  /** 1 to 12. */
  readonly month: number;
  readonly year: number;
  /**
   * "cut by the clock": a record of whole UTC years lacks a few hours at one end of the local ones; such a month counts as
   * a year of the record, but cannot be chosen.
   */
  readonly reason: "outside the record" | "the record does not cover it" | "cut by the clock" | "gaps";
  /** The column that is missing; null: all of them. */
  readonly column: WeatherColumn | null;
  /** Longest stretch without a value, hours. */
  readonly longestGap: number;
  /** Share of values missing. */
  readonly missing: number;
}

/** Columns without the impossible: NaN = missing. A column wholly without values is not there. */
export type MeasuredColumns = { readonly [name in WeatherColumn]?: Float64Array };

export interface Measured {
  readonly columns: MeasuredColumns;
  /** Those that were worked out from others. */
  readonly derived: readonly WeatherColumn[];
}

/** Dew point and humidity come from one another, with the temperature, where one of them is missing altogether. */
export function measuredColumns({ columns, count }: CheckedWeather): Measured {
  const measured: { [name in WeatherColumn]?: Float64Array } = {};
  for (const name of WEATHER_COLUMNS) {
    const clean = columns[name]?.map(cleanOf(name));
    if (clean?.some((value) => !Number.isNaN(value))) measured[name] = clean;
  }
  const { temperature, dew_point_temperature: dewPoint, relative_humidity: humidity } = measured;
  const derived: WeatherColumn[] = [];
  if (temperature && humidity && !dewPoint) {
    measured.dew_point_temperature = new Float64Array(count);
    tdewFromRhRows(0, count, temperature, humidity, MAGNUS[1], MAGNUS[2], measured.dew_point_temperature);
    derived.push("dew_point_temperature");
  }
  if (temperature && dewPoint && !humidity) {
    measured.relative_humidity = new Float64Array(count);
    rhFromTdewRows(0, count, temperature, dewPoint, MAGNUS[1], MAGNUS[2], measured.relative_humidity);
    derived.push("relative_humidity");
  }
  return { columns: measured, derived };
}

export function isIrradiance(name: WeatherColumn): boolean {
  return name.endsWith("_irradiance");
}

function cleanOf(name: WeatherColumn): (value: number) => number {
  if (isIrradiance(name)) return cleanIrradiance;
  // An albedo passes as it is: no statistics take it, and the engine looks at it.
  if (!(name in COMPUTED) || name === "albedo") return (value) => value;
  const [least, most] = COMPUTED[name as StateColumn];
  return (value) => (value >= least && value <= most ? value : Number.NaN);
}

function cleanIrradiance(value: number): number {
  if (isThermalOffset(value)) return 0;
  return value >= 0 && value <= BRIGHTEST ? value : Number.NaN;
}

/** A copy with straight lines across what is missing; at the ends the nearest value. */
export function bridged(column: Float64Array): Float64Array {
  const filled = column.slice();
  let last = -1; // row of the last value
  for (let row = 0; row < filled.length; row++) {
    const value = filled[row]!;
    if (Number.isNaN(value)) continue;
    if (row - last > 1) bridge(filled, last, row);
    last = row;
  }
  if (last >= 0) filled.fill(filled[last]!, last + 1);
  return filled;
}

/** @param before row of the value before the gap, −1 for none */
function bridge(column: Float64Array, before: number, after: number): void {
  const to = column[after]!;
  const from = before < 0 ? to : column[before]!;
  for (let row = before + 1; row < after; row++) column[row] = from + ((to - from) * (row - before)) / (after - before);
}
