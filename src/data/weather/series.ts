/** A weather series: its columns, the errors that name what is wrong with one, and the same validated: every column a Float64Array of one length, start in ms, NaN = missing. */
import { shown } from "../../foundation/text/shown.js";
import { FIRST_TIME, LAST_TIME, parseIsoTime, refuseSeconds } from "../../foundation/time/iso-time.js";

/**
 * Names of the weather columns. Irradiances W/m², temperatures °C, wind m/s, snow depth mm, pressure Pa, humidity %, precipitable water
 * cm. What falls is a rate, so that it is a mean like all others and stays one when series are joined or resampled: precipitation mm/h
 * (rain and molten snow), snowfall cm/h of fresh snow. An amount is the rate times the hours of the interval.
 *
 * @experimental
 */
export const WEATHER_COLUMNS = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
  "temperature",
  "dew_point_temperature",
  "wind_speed",
  "snow_depth",
  "albedo",
  "pressure",
  "relative_humidity",
  "precipitable_water",
  "aerosol_optical_depth",
  "linke_turbidity",
  "precipitation",
  "snowfall",
] as const;

export type WeatherColumn = (typeof WEATHER_COLUMNS)[number];

/** The meaning of a time stamp: the start, the centre or the end of its interval. */
export type Label = "start" | "center" | "end";

/** A place as a weather file states it. `timeZone` is the standard-time UTC offset in hours. @experimental */
export interface WeatherPlace {
  latitude: number;
  longitude: number;
  altitude?: number | undefined;
  timeZone?: number | undefined;
}

/**
 * Weather at equal intervals, in UTC. Interval k is [start + k·interval, start + (k+1)·interval).
 * All columns have the same length; `null`, `undefined` and NaN mean missing.
 */
export interface WeatherSeries {
  /**
   * Start of the first interval: Unix ms, a Date, or ISO 8601: a date (00:00 UTC), or a date and time with `Z` or an offset.
   * Any phase is allowed (hh:10, UTC+5:30 hours).
   */
  start: number | string | Date;
  /** Length of an interval in seconds. */
  interval: number;
  /** "average" (default): a value is the mean of its interval. "instant": it represents the interval *centred* on `start + k·interval`. */
  sampling?: "average" | "instant" | undefined;
  columns: { readonly [name in WeatherColumn]?: ArrayLike<number | null | undefined> | undefined };
  place?: WeatherPlace | undefined;
}

interface WeatherErrorPlace {
  file?: string | undefined;
  line?: number | undefined;
  place?: WeatherPlace | undefined;
}

/** Weather that cannot be used: names the file (if there is one), the line (1-based) and the problem. */
export class WeatherError extends Error {
  override readonly name = "WeatherError";
  readonly code = "ERR_WEATHER";
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** Where the weather is, of a question about its time zone: whoever knows the zones can name the likely one. */
  readonly place: WeatherPlace | undefined;

  constructor(message: string, { file, line, place: at }: WeatherErrorPlace = {}) {
    const place = [file, line && `line ${line}`].filter(Boolean).join(", ");
    super(place ? `${place}: ${message}` : message);
    this.file = file;
    this.line = line;
    this.place = at;
  }
}

/** What is no weather at all, such as a picture or a text of another kind: nobody need mend it. */
export class NotWeatherError extends WeatherError {}

/** Rows at any time, as a history has them. */
export class UnequalStepsError extends WeatherError {}

export interface CheckedWeather {
  /** Unix ms of the first interval's start (of its centre when `sampling` is "instant"). */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  /** Number of intervals. */
  readonly count: number;
  readonly sampling: "average" | "instant";
  /** NaN = missing. Read only: a given Float64Array is not copied. */
  readonly columns: { readonly [name in WeatherColumn]?: Float64Array };
  readonly place: WeatherPlace | undefined;
}

export const SHORTEST_INTERVAL = 1;
export const LONGEST_INTERVAL = 86_400;

/**
 * Validates a series and converts it to the engine's form. The input is not modified; a column is copied only if it is
 * not a Float64Array, or contains infinities (which count as missing, like NaN). The plausibility of values is checked by the
 * engine.
 *
 * @throws WeatherError naming the column, the row (0-based) and what was expected
 */
export function checkWeather(series: WeatherSeries): CheckedWeather {
  const checked = checkForm(series);
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  for (const name of WEATHER_COLUMNS) {
    const column = checked.columns[name];
    if (column) columns[name] = hasInfinite(column) ? column.map(finite) : column;
  }
  return { ...checked, columns };
}

/**
 * `checkWeather` without reading the values of a Float64Array: infinities in it remain. The engine handles them row by row,
 * so that a day out of a year does not require a pass over the year.
 */
export function checkForm(series: WeatherSeries): CheckedWeather {
  if (typeof series !== "object" || series === null || "series" in series) {
    throw new WeatherError(
      `weather must be an object { start, interval, columns } (a reading's series), got ${shown(series)}`,
    );
  }
  const { sampling = "average" } = series;
  if (sampling !== "average" && sampling !== "instant") {
    throw new WeatherError(`weather.sampling must be "average" or "instant", got ${shown(sampling)}`);
  }
  const start = checkStart(series.start);
  const interval = checkInterval(series.interval);
  const { columns, count } = checkColumns(series.columns);
  if (!(start >= FIRST_TIME && start + count * interval * 1000 <= LAST_TIME)) {
    throw new WeatherError(`weather.start must lie in years 0 to 9999, got ${start}`);
  }
  return { start, interval, count, sampling, columns, place: checkPlace(series.place) };
}

function checkStart(start: unknown): number {
  refuseSeconds("weather.start", start, WeatherError);
  const time = typeof start === "string" ? startOf(start) : start instanceof Date ? +start : start;
  if (Number.isFinite(time)) return time as number;
  throw new WeatherError(`weather.start must be Unix ms, a Date or ISO 8601 with offset, got ${shown(start)}`);
}

/** Unix ms of a date, which begins at 00:00 UTC, or of a date and time with `Z` or an offset; else NaN. */
function startOf(text: string): number {
  return parseIsoTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text);
}

function checkInterval(interval: unknown): number {
  if (typeof interval === "number" && interval >= SHORTEST_INTERVAL && interval <= LONGEST_INTERVAL) return interval;
  throw new WeatherError(
    `weather.interval must be a number of seconds from ${SHORTEST_INTERVAL} to ${LONGEST_INTERVAL}, got ${shown(interval)}`,
  );
}

function checkColumns(given: unknown): { columns: { [name in WeatherColumn]?: Float64Array }; count: number } {
  if (typeof given !== "object" || given === null) {
    throw new WeatherError(`weather.columns must be an object, got ${shown(given)}`);
  }
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  let first: WeatherColumn | undefined;
  let count = 0;
  for (const [name, column] of Object.entries(given)) {
    if (!isWeatherColumn(name)) {
      throw new WeatherError(`unknown weather column ${shown(name)}: known are ${WEATHER_COLUMNS.join(", ")}`);
    }
    // A key without a column counts as absent; JSON has only null for that.
    if (column === undefined || column === null) continue;
    const values = toFloat64(name, column);
    if (first === undefined) {
      first = name;
      count = values.length;
    } else if (values.length !== count) {
      throw new WeatherError(
        `weather columns must be of one length: ${first} has ${count} rows, ${name} has ${values.length}`,
      );
    }
    columns[name] = values;
  }
  if (first === undefined) {
    throw new WeatherError(`weather.columns must hold at least one of ${WEATHER_COLUMNS.join(", ")}`);
  }
  if (count === 0) throw new WeatherError(`weather column ${first} is empty`);
  return { columns, count };
}

export function isWeatherColumn(name: string): name is WeatherColumn {
  return (WEATHER_COLUMNS as readonly string[]).includes(name);
}

function toFloat64(name: WeatherColumn, column: unknown): Float64Array {
  if (column instanceof Float64Array) return column;
  const { length } = Object(column);
  if (typeof column !== "object" || !Number.isInteger(length) || length < 0) {
    throw new WeatherError(`weather column ${name} must be an array of numbers, got ${shown(column)}`);
  }
  const values = new Float64Array(length);
  const items = column as ArrayLike<unknown>;
  for (let row = 0; row < length; row++) {
    const item = items[row] ?? Number.NaN;
    if (typeof item !== "number") {
      throw new WeatherError(
        `weather column ${name}, row ${row}: expected a number, or null for missing, got ${shown(item)}`,
      );
    }
    values[row] = finite(item);
  }
  return values;
}

/** A loop: a call for each value took as long as the rest of the check. */
function hasInfinite(column: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) if (isInfinite(column[row]!)) return true;
  return false;
}

function isInfinite(value: number): boolean {
  return Math.abs(value) === Number.POSITIVE_INFINITY;
}

function finite(value: number): number {
  return isInfinite(value) ? Number.NaN : value;
}

/** Degrees, metres, hours: the same limits as for a request and its context. */
const PLACE_RANGES = {
  latitude: [-90, 90],
  longitude: [-180, 180],
  altitude: [-500, 9000],
  timeZone: [-12, 14],
} as const satisfies { [name in keyof WeatherPlace]-?: readonly [number, number] };

/** @throws WeatherError for a place without latitude and longitude, or with a value out of range */
export function checkPlace(place: object): WeatherPlace;
export function checkPlace(place: unknown): WeatherPlace | undefined;
export function checkPlace(place: unknown): WeatherPlace | undefined {
  if (place === undefined || place === null) return undefined;
  if (typeof place !== "object") throw new WeatherError(`weather.place must be an object, got ${shown(place)}`);
  const values = place as { readonly [key: string]: unknown };
  const checked: { [key in keyof WeatherPlace]?: number } = {};
  for (const [key, [least, most]] of Object.entries(PLACE_RANGES)) {
    const value = values[key];
    if (value === undefined && (key === "altitude" || key === "timeZone")) continue;
    if (typeof value !== "number" || !(value >= least && value <= most)) {
      const hint = "lat" in place ? ": lat is latitude here" : "";
      throw new WeatherError(
        `weather.place.${key} must be a number from ${least} to ${most}, got ${shown(value)}${hint}`,
      );
    }
    checked[key as keyof WeatherPlace] = value;
  }
  return checked as WeatherPlace;
}
