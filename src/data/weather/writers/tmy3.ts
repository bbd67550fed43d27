/**
 * TMY3, the typical years of the US National Solar Radiation Data Base 1991–2005.
 *
 * Source: Wilcox & Marion (2008), Users Manual for TMY3 Data Sets, NREL/TP-581-43156: line 1 the station (table 1-1), line 2 the
 * column names, then 8760 rows in local standard time whose stamp, 01:00 to 24:00, is the END of the hour (table 1-2). What
 * is not known is −9900 (table 1-3).
 */

import { AOD550_PER_BROADBAND } from "../readers/rows/units.js";
import { type WeatherColumn, WeatherError, type WeatherSeries } from "../series.js";
import { cell, type FileRows, fileRows, padded, plainText, valueAt, type WeatherFileOptions } from "./rows.js";

/** A quantity with its unit and that of its uncertainty; without a column, what is never known. */
type Quantity = readonly [
  name: string,
  unit: string,
  uncertainty: "%" | "code",
  column?: WeatherColumn,
  decimals?: number,
  factor?: number,
];

/** Table 1-2, after date, time and the two extraterrestrial columns. */
const QUANTITIES: readonly Quantity[] = [
  ["GHI", "W/m^2", "%", "global_horizontal_irradiance", 1],
  ["DNI", "W/m^2", "%", "direct_normal_irradiance", 1],
  ["DHI", "W/m^2", "%", "diffuse_horizontal_irradiance", 1],
  ["GH illum", "lx", "%"],
  ["DN illum", "lx", "%"],
  ["DH illum", "lx", "%"],
  ["Zenith lum", "cd/m^2", "%"],
  ["TotCld", "tenths", "code"],
  ["OpqCld", "tenths", "code"],
  ["Dry-bulb", "C", "code", "temperature", 2],
  ["Dew-point", "C", "code", "dew_point_temperature", 2],
  ["RHum", "%", "code", "relative_humidity", 1],
  ["Pressure", "mbar", "code", "pressure", 2, 0.01],
  ["Wdir", "degrees", "code"],
  ["Wspd", "m/s", "code", "wind_speed", 2],
  ["Hvis", "m", "code"],
  ["CeilHgt", "m", "code"],
  ["Pwat", "cm", "code", "precipitable_water", 3],
  ["AOD", "unitless", "code", "aerosol_optical_depth", 4, 1 / AOD550_PER_BROADBAND],
  ["Alb", "unitless", "code", "albedo", 3],
];

/** Its columns of value, source and uncertainty. */
function columnNames([name, unit, uncertainty]: Quantity): string[] {
  const written = name === "GH illum" ? "Global illum" : name;
  return [`${name} (${unit})`, `${name} source`, `${written} uncert (${uncertainty})`];
}

const HEADER = [
  "Date (MM/DD/YYYY)",
  "Time (HH:MM)",
  "ETR (W/m^2)",
  "ETRN (W/m^2)",
  ...QUANTITIES.flatMap(columnNames),
  "Lprecip depth (mm)",
  "Lprecip quantity (hr)",
  "Lprecip source",
  "Lprecip uncert (code)",
  "PresWth (METAR code)",
  "PresWth source",
  "PresWth uncert (code)",
].join(",");

const MISSING = "-9900";
/** "?" and 0: the flags of what is not known where it comes from (tables 1-4 and 1-5). */
const UNKNOWN = ["?", "0"];
/** "Modelled or estimated": of the codes the one that names no US network. */
const ESTIMATED = ["E", "0"];
const RAIN_AND_WEATHER = [MISSING, MISSING, ...UNKNOWN, MISSING, ...UNKNOWN];

/**
 * A typical year as TMY3: W/m², °C, mbar, m/s, cm of water. The station's number is 0.
 *
 * @param series 8760 local hours from 1 January, with place and `place.timeZone`
 * @param options comments follow the station's name, as the format has no other place for them
 * @throws WeatherError for a series that does not fit the format; TypeError for `sourceTimes` of another length
 * @experimental
 */
export function writeTmy3(series: WeatherSeries, options: WeatherFileOptions = {}): string {
  const rows = fileRows("writeTmy3", series, options, true);
  const { count } = rows.weather;
  const { month, day, minutes } = rows.stamp(0);
  if (count !== 8760 || month !== 1 || day !== 1 || minutes !== 0) {
    throw new WeatherError(
      `writeTmy3: the format is a year of 8760 hours from 1 January, 00:00; got ${count} from ${day}/${month}, minute ${minutes}`,
    );
  }
  const lines = [station(rows, options), HEADER];
  for (let row = 0; row < count; row++) lines.push(line(rows, row));
  return `${lines.join("\n")}\n`;
}

function station(
  { place, timeZone }: FileRows,
  { comments = [], station: name = "unnamed place" }: WeatherFileOptions,
) {
  const label = plainText([name, ...comments].join(" - "));
  const clock = Number.isInteger(timeZone) ? timeZone.toFixed(1) : timeZone;
  return [0, `"${label}"`, "-", clock, place.latitude, place.longitude, place.altitude ?? 0].join(",");
}

function line({ weather, stamp }: FileRows, row: number): string {
  const { year, month, day, minutes } = stamp(row);
  const values = QUANTITIES.flatMap(([, , , column, decimals = 0, factor]) => {
    const value = column === undefined ? Number.NaN : valueAt(weather, column, row, factor);
    return [cell(value, decimals, MISSING), ...(Number.isNaN(value) ? UNKNOWN : ESTIMATED)];
  });
  const time = `${padded(minutes / 60 + 1)}:00`;
  return [`${padded(month)}/${padded(day)}/${year}`, time, MISSING, MISSING, ...values, ...RAIN_AND_WEATHER].join(",");
}
