/** What writers of weather files share: rows dated in local standard time, cells, and comments. */
import { shown } from "../../../foundation/text/shown.js";
import { DAY, dateFromDays, HOUR, MINUTE } from "../../../foundation/time/calendar.js";
import type { WeatherColumn, WeatherPlace, WeatherSeries } from "../series.js";
import { type CheckedWeather, checkWeather, WeatherError } from "../series.js";

/** @experimental */
export interface WeatherFileOptions {
  /**
   * For a typical year: the original time of each row, Unix ms, from `selectTypicalYear`. Rows then carry the year that they come
   * from, and the file says that it is typical.
   */
  sourceTimes?: ArrayLike<number> | undefined;
  /** Remarks for readers of the file, in order of importance; plain text. */
  comments?: readonly string[] | undefined;
  /** Name of the station or place. */
  station?: string | undefined;
  /** Of a generated year: the file names its source as synthetic. */
  synthetic?: boolean | undefined;
}

/** A date and a time of day on the clock of the place. */
interface LocalStamp {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Minutes after midnight at which the row begins. */
  readonly minutes: number;
}

export interface FileRows {
  readonly weather: CheckedWeather;
  readonly place: WeatherPlace;
  /** Hours ahead of UTC. */
  readonly timeZone: number;
  readonly isTypical: boolean;
  stamp(row: number): LocalStamp;
}

/**
 * @param caller for error texts
 * @param onlyHours whether the format has whole hours of the clock only
 * @throws TypeError, WeatherError for a series without a place, or that does not fit the format
 */
export function fileRows(
  caller: string,
  series: WeatherSeries,
  options: WeatherFileOptions,
  onlyHours: boolean,
): FileRows {
  const weather = checkWeather(series);
  const { place, interval, sampling, count, start } = weather;
  if (place?.timeZone === undefined) {
    throw new WeatherError(`${caller}: the file names place and clock: weather.place with timeZone must be set`);
  }
  if (onlyHours && interval !== 3600) {
    throw new WeatherError(`${caller}: the format has hours only: weather.interval must be 3600 s, got ${interval}`);
  }
  const timeZone = place.timeZone;
  const first = start + timeZone * HOUR - (sampling === "instant" ? interval * 500 : 0);
  if (onlyHours && first % HOUR !== 0) {
    throw new WeatherError(
      `${caller}: the format has whole local hours: rows must begin at them on the clock UTC${signed(timeZone)}`,
    );
  }
  if ((interval * 1000) % MINUTE !== 0 || first % MINUTE !== 0) {
    throw new WeatherError(`${caller}: the format has whole minutes: rows must begin and end at them`);
  }
  const sources = checkSources(caller, options.sourceTimes, count);
  const stamp = (row: number): LocalStamp => {
    const local = first + row * interval * 1000;
    const days = Math.floor(local / DAY);
    const date = dateFromDays(days);
    const year =
      sources === undefined ? date.year : dateFromDays(Math.floor((sources[row]! + timeZone * HOUR) / DAY)).year;
    return { ...date, year, minutes: (local - days * DAY) / MINUTE };
  };
  return { weather, place, timeZone, isTypical: sources !== undefined, stamp };
}

function checkSources(
  caller: string,
  times: ArrayLike<number> | undefined,
  count: number,
): ArrayLike<number> | undefined {
  if (times === undefined || times.length === count) return times;
  throw new TypeError(
    `${caller}: options.sourceTimes must have a time for each of the ${count} rows, got ${shown(times.length)}`,
  );
}

/** Who made the rows: readers know a typical year by TMY. */
export function originOf({ isTypical }: FileRows, { synthetic = false }: WeatherFileOptions): string {
  return `irradiance-engine${synthetic ? " synthetic" : ""}${isTypical ? " TMY" : ""}`;
}

function signed(hours: number): string {
  return `${hours < 0 ? "−" : "+"}${Math.abs(hours)}`;
}

/** A value in a file: rounded, without zeros at its end; `missing` for NaN. */
export function cell(value: number | undefined, decimals: number, missing: string): string {
  if (value === undefined || Number.isNaN(value)) return missing;
  return String(Number(value.toFixed(decimals)));
}

export function padded(value: number): string {
  return String(value).padStart(2, "0");
}

/** Text for a cell of a comma-separated line that not every program reads quotes in. */
export function plainText(text: string): string {
  return text.replace(/["\r\n]+/g, " ").replace(/,/g, ";");
}

/** A column's value in a row, in other units; NaN where it is missing. */
export function valueAt({ columns }: CheckedWeather, name: WeatherColumn, row: number, factor = 1): number {
  return (columns[name]?.[row] ?? Number.NaN) * factor;
}
