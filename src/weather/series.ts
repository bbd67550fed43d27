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

/** The meaning of a time stamp: the start, the centre or the end of its interval. @experimental */
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
  /**
   * "average" (default): a value is the mean of its interval. "instant": it represents the interval *centred* on `start +
   * k·interval`.
   */
  sampling?: "average" | "instant" | undefined;
  columns: { readonly [name in WeatherColumn]?: ArrayLike<number | null | undefined> | undefined };
  place?: WeatherPlace | undefined;
}
