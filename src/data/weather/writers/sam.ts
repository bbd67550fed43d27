/**
 * SAM CSV, the weather format of NREL's System Advisor Model, in the form of NSRDB downloads.
 *
 * Source: SAM's reader, NREL/ssc shared/lib_weatherfile.cpp: two lines on the station, one of column names, then rows in local
 * standard time. With a column Minute the stamp is where SAM puts the sun: the middle of the interval.
 */
import type { WeatherColumn, WeatherSeries } from "../series.js";
import { cell, type FileRows, fileRows, originOf, plainText, valueAt, type WeatherFileOptions } from "./rows.js";

/** Name in the file, column, decimals, factor from the column's unit to the file's (mbar, cm). */
const FIELDS: readonly (readonly [name: string, column: WeatherColumn, decimals: number, factor: number])[] = [
  ["GHI", "global_horizontal_irradiance", 1, 1],
  ["DNI", "direct_normal_irradiance", 1, 1],
  ["DHI", "diffuse_horizontal_irradiance", 1, 1],
  ["Temperature", "temperature", 2, 1],
  ["Dew Point", "dew_point_temperature", 2, 1],
  ["Relative Humidity", "relative_humidity", 1, 1],
  ["Pressure", "pressure", 2, 0.01],
  ["Wind Speed", "wind_speed", 2, 1],
  ["Snow Depth", "snow_depth", 1, 0.1],
  ["Surface Albedo", "albedo", 3, 1],
];

const MISSING = "-999";

/**
 * A weather series as SAM CSV, in steps of an hour or less: W/m², °C, mbar, m/s, cm of snow.
 *
 * The altitude is written in whole metres, as readers of NSRDB files expect it.
 *
 * @param series with place and `place.timeZone`; rows begin at whole minutes
 * @param options comments become a field of the station
 * @throws WeatherError for a series that does not fit the format; TypeError for `sourceTimes` of another length
 * @experimental
 */
export function writeSam(series: WeatherSeries, options: WeatherFileOptions = {}): string {
  const rows = fileRows("writeSam", series, options, false);
  const fields = FIELDS.filter(([, column]) => rows.weather.columns[column] !== undefined);
  const names = ["Year", "Month", "Day", "Hour", "Minute", ...fields.map(([name]) => name)];
  const lines = [...station(rows, options), names.join(",")];
  const half = rows.weather.interval / 120;
  for (let row = 0; row < rows.weather.count; row++) {
    const { year, month, day, minutes } = rows.stamp(row);
    const middle = minutes + half;
    const values = fields.map(([, column, decimals, factor]) =>
      cell(valueAt(rows.weather, column, row, factor), decimals, MISSING),
    );
    lines.push([year, month, day, Math.floor(middle / 60), middle % 60, ...values].join(","));
  }
  return `${lines.join("\n")}\n`;
}

function station(rows: FileRows, options: WeatherFileOptions) {
  const { place, timeZone } = rows;
  const { comments = [], station: name = "" } = options;
  const fields: [name: string, value: string | number][] = [
    ["Source", originOf(rows, options)],
    ["Location ID", plainText(name) || "-"],
    ["Latitude", place.latitude],
    ["Longitude", place.longitude],
    ["Time Zone", timeZone],
    ["Local Time Zone", timeZone],
    ["Elevation", Math.round(place.altitude ?? 0)],
    ["Comment", plainText(comments.join("; "))],
  ];
  return [fields.map(([field]) => field).join(","), fields.map(([, value]) => value).join(",")];
}
