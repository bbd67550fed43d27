/**
 * Point series of ERA5, and of data with its names and units, as CSV: a column of UTC times (valid_time or time) and
 * ECMWF's variables by short or long names, as in the Climate Data Store's time-series data sets or in a table
 * made from netCDF or GRIB.
 *
 * Source: ECMWF, "Conversion table for accumulated variables" and "ERA5: data documentation": ssrd and fdir are J/m²
 * accumulated "over the hour (the processing period) ending at the validity date/time", so a stamp is the END of its hour.
 * So is tp, in m of water. Temperatures (K), pressure (Pa), wind (m/s), snow and albedo are instantaneous values at the stamp; they are used for
 * the hour that ends there. Rows absent from the file (with data every third hour, say) are missing, not longer intervals.
 *
 * Snow depth is sd (m of water, mean of the grid box) over the density rsn (kg/m³): 1000·sd/rsn m, the depth that ERA5's
 * own snow cover min(1, depth/0.1 m) is based on. Without rsn it is ignored, because a depth of water is not a depth of snow;
 * so is msl, the pressure at sea level. −9999 and below and 10²⁰ and above are missing, as fill values of netCDF.
 *
 * Sums since midnight, as in ERA5-Land's hourly data set (not in its time series), are rejected: they are recognised
 * by values above the extraterrestrial irradiance of an hour.
 */

import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import type { Notice } from "../../contract/observation/types.js";
import { type WeatherColumn, WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import {
  checkCells,
  type FilledColumn,
  parseStamp,
  parseValue,
  placeIn,
  Runs,
  readCell,
  type SourceColumn,
  Values,
  type Where,
} from "./rows/cells.js";
import { csvRows } from "./rows/csv-rows.js";
import { seriesOfUtcRows, type UtcRows } from "./rows/local-rows.js";
import type { WeatherText } from "./text.js";

const TIME = ["valid_time", "time", "datetime", "timestamp"];

/** Names in lower case. */
const NAMES = {
  global: ["ssrd", "surface_solar_radiation_downwards"],
  direct: ["fdir", "total_sky_direct_solar_radiation_at_surface"],
  temperature: ["t2m", "2t", "2m_temperature"],
  dewPoint: ["d2m", "2d", "2m_dewpoint_temperature"],
  pressure: ["sp", "surface_pressure"],
  seaLevelPressure: ["msl", "mean_sea_level_pressure"],
  albedo: ["fal", "forecast_albedo"],
  water: ["tcwv", "total_column_water_vapour"],
  windSpeed: ["si10", "10si", "10m_wind_speed"],
  windEast: ["u10", "10u", "10m_u_component_of_wind"],
  windNorth: ["v10", "10v", "10m_v_component_of_wind"],
  precipitation: ["tp", "total_precipitation"],
  snow: ["sd", "snow_depth", "snow_depth_water_equivalent"],
  snowDensity: ["rsn", "snow_density"],
} as const;

/** Those that occur in no other format's files. */
const OWN_NAMES: readonly string[] = [...NAMES.global, ...NAMES.direct, ...NAMES.temperature, ...NAMES.dewPoint];

export const era5: WeatherFormat = {
  name: "era5",
  description: "ERA5 point series as CSV (ssrd in J/m², t2m in K, …)",
  detect(head) {
    const names = plain(head.split("\n", 1)[0]!.split(","));
    return names.some((name) => TIME.includes(name)) && names.some((name) => OWN_NAMES.includes(name));
  },
  read: readEra5,
};

function plain(names: readonly string[]): string[] {
  return names.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^"(.*)"$/, "$1"),
  );
}

/** J/m² in an hour: more than the extraterrestrial irradiance at perihelion, 1.41 kW/m². */
const MOST_JOULES = 1_500 * 3_600;
/** K. */
const COLDEST = 150;
const HOTTEST = 350;
const KELVIN = { factor: 1, offset: -273.15 };

interface Header {
  readonly length: number;
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly columns: readonly SourceColumn[];
  /** Quantities computed from two columns. */
  readonly wind: readonly SourceColumn[];
  readonly snow: readonly SourceColumn[];
}

async function readEra5(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file, timeOffset } = options;
  const notices: Notice[] = [];
  const rows: UtcRows = { times: new Runs(), lines: new Runs() };
  const wind: FilledColumn = { column: "wind_speed", values: new Values() };
  const snow: FilledColumn = { column: "snow_depth", values: new Values() };
  let header: Header | undefined;
  let place: { cells: string; value: WeatherPlace } | undefined;
  await csvRows(text, file, (cells, line, isCut) => {
    const where = { file, line };
    if (header === undefined) {
      header = readHeader(cells, notices, where);
      return;
    }
    checkCells(cells, header.length, isCut, where);
    const stamp = cells[header.time]!;
    const time = parseStamp(stamp, timeOffset);
    if (Number.isNaN(time)) throw new WeatherError(`time must be ISO 8601, got ${shown(stamp)}`, where);
    rows.times.push(time);
    rows.lines.push(line);
    if (header.latitude >= 0) {
      const written = `${cells[header.latitude]}, ${cells[header.longitude]}`;
      place ??= { cells: written, value: readPlace(cells, header, where) };
      if (written !== place.cells) {
        throw new WeatherError(`more than one place: ${place.cells} before, now ${written}`, where);
      }
    }
    for (const column of header.columns) column.values.push(readChecked(cells, column, where));
    const [east, north] = header.wind.map((column) => readCell(cells, column, where));
    if (east !== undefined) wind.values.push(Math.sqrt(east * east + north! * north!));
    const [water, density] = header.snow.map((column) => readCell(cells, column, where));
    if (water !== undefined) snow.values.push(water === 0 ? 0 : (water * 1e6) / density!);
  });
  if (header === undefined) throw new WeatherError("the file has no header", { file, line: 1 });
  const derived = [wind, snow].filter(({ values }) => values.length > 0);
  const source = { label: "end", place: place?.value, step: HOUR } as const;
  const result = seriesOfUtcRows(rows, [...header.columns, ...derived], source, options);
  return { ...result, notices: [...notices, ...result.notices] };
}

function readHeader(cells: readonly string[], notices: Notice[], where: Where): Header {
  const names = plain(cells);
  const indexOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const time = indexOf(TIME);
  if (time < 0) throw new WeatherError("no column valid_time or time", where);
  const source = (
    known: readonly string[],
    column: WeatherColumn,
    units: Pick<SourceColumn, "factor" | "divisor" | "offset"> = { factor: 1 },
  ): SourceColumn[] => {
    const index = indexOf(known);
    const isMissing = (value: number) => value <= -9999 || value >= 1e20;
    return index < 0 ? [] : [{ name: names[index]!, index, column, ...units, isMissing, values: new Values() }];
  };
  const pair = (...columns: SourceColumn[][]) => (columns.every(({ length }) => length > 0) ? columns.flat() : []);
  const speed = source(NAMES.windSpeed, "wind_speed");
  const columns = [
    ...source(NAMES.global, "global_horizontal_irradiance", { factor: 1, divisor: 3600 }),
    ...source(NAMES.direct, "direct_horizontal_irradiance", { factor: 1, divisor: 3600 }),
    ...source(NAMES.temperature, "temperature", KELVIN),
    ...source(NAMES.dewPoint, "dew_point_temperature", KELVIN),
    ...source(NAMES.pressure, "pressure"),
    ...source(NAMES.albedo, "albedo"),
    ...source(NAMES.water, "precipitable_water", { factor: 1, divisor: 10 }),
    ...source(NAMES.precipitation, "precipitation", { factor: 1000 }),
    ...speed,
  ];
  const components = pair(source(NAMES.windEast, "wind_speed"), source(NAMES.windNorth, "wind_speed"));
  const wind = speed.length > 0 ? [] : components;
  const snow = pair(source(NAMES.snow, "snow_depth"), source(NAMES.snowDensity, "snow_depth"));
  if (columns.length + wind.length + snow.length === 0) throw new WeatherError("no weather column of ERA5", where);
  if (indexOf(NAMES.snow) >= 0 && snow.length === 0) {
    notices.push({
      code: "columns",
      message: "sd is ignored: metres of water need the density rsn to give a snow depth",
    });
  }
  if (indexOf(NAMES.seaLevelPressure) >= 0 && indexOf(NAMES.pressure) < 0) {
    notices.push({
      code: "columns",
      message: "msl is ignored: it is the pressure at sea level, not at the place",
    });
  }
  const [latitude, longitude] = [indexOf(["latitude", "lat"]), indexOf(["longitude", "lon"])];
  if (latitude < 0 !== longitude < 0) throw new WeatherError("latitude and longitude must both be present", where);
  return { length: cells.length, time, latitude, longitude, columns, wind, snow };
}

function readPlace(cells: readonly string[], header: Header, where: Where): WeatherPlace {
  const [latitude, east] = [header.latitude, header.longitude].map((index) => parseValue(cells[index]!) ?? Number.NaN);
  // GRIB has longitudes from 0 to 360.
  const longitude = east! > 180 ? east! - 360 : east;
  return placeIn({ latitude, longitude }, where.file, where.line);
}

/** @throws WeatherError for a value that cannot be in the unit of its variable */
function readChecked(cells: readonly string[], column: SourceColumn, where: Where): number {
  const value = readCell(cells, column, where);
  const { name } = column;
  if (column.divisor === 3600 && value * 3600 > MOST_JOULES) {
    throw new WeatherError(
      `${name} of ${cells[column.index]} J/m² is more than the extraterrestrial irradiance of an hour: a sum since midnight, as in ERA5-Land?`,
      where,
    );
  }
  const kelvin = value - (column.offset ?? 0);
  if (column.offset !== undefined && (kelvin < COLDEST || kelvin > HOTTEST)) {
    throw new WeatherError(`${name} must be in kelvin, ${COLDEST} to ${HOTTEST}, got ${cells[column.index]}`, where);
  }
  return value;
}
