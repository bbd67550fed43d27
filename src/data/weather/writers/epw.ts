/**
 * EPW, the weather files of EnergyPlus.
 *
 * Source: EnergyPlus documentation, Auxiliary Programs, "EnergyPlus Weather File (EPW) Data Dictionary": eight header lines,
 * then rows of 35 fields in local standard time whose hour, 1 … 24, is the END of the interval. What is not known holds the
 * dictionary's code for missing. Precipitable water and aerosol are left out, as their units differ between programs.
 */
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import type { WeatherColumn, WeatherSeries } from "../series.js";
import { cell, type FileRows, fileRows, originOf, plainText, valueAt, type WeatherFileOptions } from "./rows.js";

/** Column, decimals, factor from the column's unit to the file's. */
type Field = readonly [column: WeatherColumn, decimals: number, missing: string, factor?: number];

/** What follows the uncertainty flags, in the dictionary's order; a text is the code for what is never known. */
const FIELDS: readonly (Field | string)[] = [
  ["temperature", 2, "99.9"],
  ["dew_point_temperature", 2, "99.9"],
  ["relative_humidity", 1, "999"],
  ["pressure", 0, "999999"],
  "9999", // extraterrestrial horizontal
  "9999", // extraterrestrial normal
  "9999", // infrared from the sky
  ["global_horizontal_irradiance", 1, "9999"],
  ["direct_normal_irradiance", 1, "9999"],
  ["diffuse_horizontal_irradiance", 1, "9999"],
  "999999", // illuminances: global, direct, diffuse
  "999999",
  "999999",
  "9999", // zenith luminance
  "999", // wind direction
  ["wind_speed", 2, "999"],
  "99", // sky cover: total, opaque
  "99",
  "9999", // visibility
  "99999", // ceiling
  "9", // present weather: none observed
  "999999999",
  "999", // precipitable water
  ".999", // aerosol optical depth
  ["snow_depth", 1, "999", 0.1],
  "99", // days since snow
  ["albedo", 3, "999"],
  ["precipitation", 1, "999"], // of the hours that follow
];

/** "Uncertain" of every field, in the form that programs expect. */
const FLAGS = "?9?9?9?9E0?9?9?9?9?9?9?9?9?9?9?9?9?9?9?9*9*9?9?9?9";

/**
 * A weather series as an EPW file: hours (irradiance in W/m² as means of the hour, which are its Wh/m²), temperatures °C, pressure Pa.
 *
 * Rows are means of the hour that their stamp ends, where the dictionary has readings at the stamp for all but irradiance.
 *
 * @param series whole local hours, with place and `place.timeZone`; at most 12 months
 * @param options comments are written into both lines of comments
 * @throws WeatherError for a series that does not fit the format; TypeError for `sourceTimes` of another length
 * @experimental
 */
export function writeEpw(series: WeatherSeries, options: WeatherFileOptions = {}): string {
  const rows = fileRows("writeEpw", series, options, true);
  const lines = header(rows, options);
  for (let row = 0; row < rows.weather.count; row++) lines.push(line(rows, row));
  return `${lines.join("\r\n")}\r\n`;
}

function header(rows: FileRows, options: WeatherFileOptions): string[] {
  const { comments = [], station = "unnamed place" } = options;
  const { place, timeZone, weather } = rows;
  const [first, last] = [rows.stamp(0), rows.stamp(weather.count - 1)];
  const [headline = "", ...rest] = comments.map((text) => text.replace(/[\r\n]+/g, " "));
  const { latitude, longitude, altitude = 0 } = place;
  return [
    `LOCATION,${plainText(station)},-,-,${originOf(rows, options)},-,${latitude},${longitude},${timeZone},${altitude}`,
    "DESIGN CONDITIONS,0",
    "TYPICAL/EXTREME PERIODS,0",
    "GROUND TEMPERATURES,0",
    "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0",
    `COMMENTS 1,${headline}`,
    `COMMENTS 2,${rest.join("; ")}`,
    `DATA PERIODS,1,1,Data,${weekday(weather.start + timeZone * HOUR)},${first.month}/${first.day},${last.month}/${last.day}`,
  ];
}

const WEEKDAYS = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/** Of the label's first day; 1970-01-01 was a Thursday. */
function weekday(local: number): string {
  return WEEKDAYS[((Math.floor(local / DAY) % 7) + 7) % 7]!;
}

function line({ weather, stamp }: FileRows, row: number): string {
  const { year, month, day, minutes } = stamp(row);
  const values = FIELDS.map((field) => {
    if (typeof field === "string") return field;
    const [column, decimals, missing, factor] = field;
    return cell(valueAt(weather, column, row, factor), decimals, missing);
  });
  const hours = weather.columns.precipitation === undefined ? "99" : "1";
  return [year, month, day, minutes / 60 + 1, 0, FLAGS, ...values, hours].join(",");
}
