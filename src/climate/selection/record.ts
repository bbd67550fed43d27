/** A weather series on the clock of its place: which rows make up a day, a month, a year. */
import { shown } from "../../text/shown.js";
import { DAY, dateFromDays, daysFromDate, HOUR, MINUTE, MONTH_DAYS } from "../../time/calendar.js";
import { type CheckedWeather, checkWeather } from "../../weather/checked-series.js";
import { WeatherError } from "../../weather/errors.js";
import type { WeatherSeries } from "../../weather/series.js";

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
  if (step > HOUR || !Number.isInteger(DAY / step)) {
    throw new WeatherError(
      `${caller}: weather.interval must be at most an hour and divide a day evenly, got ${interval} s`,
    );
  }
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
  if (timeZone === undefined) {
    throw new TypeError(
      `${caller}: options.timeZone must be ${expected}: neither it nor weather.place.timeZone is set`,
    );
  }
  if (typeof timeZone !== "number") {
    throw new TypeError(`${caller}: options.timeZone must be ${expected}, got ${shown(timeZone)}`);
  }
  if (!(timeZone >= -12 && timeZone <= 14 && Number.isInteger((timeZone * HOUR) / MINUTE))) {
    throw new RangeError(`${caller}: options.timeZone must be ${expected}, got ${timeZone}`);
  }
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
