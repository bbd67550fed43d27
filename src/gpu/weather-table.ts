/** The weather as the device takes it: f32 channels per interval, states and signs checked on the host in f64. */

import { pow } from "../math/index.js";
import { STANDARD_PRESSURE } from "../models/atmosphere/absolute-airmass.js";
import { TYPICAL_ANGSTROM_ALPHA } from "../models/atmosphere/aerosol.js";
import { linkeTurbidity } from "../models/atmosphere/linke-turbidity.js";
import { BARE_GROUND_ALBEDO, FULL_COVER_DEPTH, SNOW_ALBEDO } from "../models/transposition/ground-albedo.js";
import type { CheckedWeather } from "../weather/checked-series.js";

/** Stands for a missing value: far below anything that is kept. */
export const MISSING = -9999;

/** In the order of the device's columns; a table holds those that are given. */
export const WEATHER_CHANNELS = [
  "ghi",
  "directHorizontal",
  "dni",
  "dhi",
  "difference", // ghi − dhi, W/m²
  "temperature", // °C
  "pressure", // relative to sea level
  "turbidity",
  "albedo", // where not given: minus that of the ground under its snow
] as const;
export type WeatherChannel = (typeof WEATHER_CHANNELS)[number];

type Column = Float64Array | undefined;

/** Thermal offset of pyranometers (W/m²): from here to 0 an irradiance is 0, below it a missing code. */
const THERMAL_OFFSET = -20;
/** The depth at 700 nm stands for the broadband one (Molineaux et al. 1998); given is that at 550 nm. */
const BROADBAND_PER_AOD550 = pow(550 / 700, TYPICAL_ANGSTROM_ALPHA);

/** One channel of one series, f64; undefined when the series has nothing to give. */
export function weatherChannel({ columns, count }: CheckedWeather, channel: WeatherChannel): Column {
  const rows = (column: Column, value: (x: number) => number): Column =>
    column && Float64Array.from({ length: count }, (_, j) => value(column[j]!));
  switch (channel) {
    case "ghi":
      return rows(columns.global_horizontal_irradiance, irradiance);
    case "directHorizontal":
      return rows(columns.direct_horizontal_irradiance, irradiance);
    case "dni":
      return rows(columns.direct_normal_irradiance, irradiance);
    case "dhi":
      return rows(columns.diffuse_horizontal_irradiance, irradiance);
    case "difference":
      return differenceColumn(columns, count);
    case "temperature":
      return rows(columns.temperature, (x) => within(x, -273.15, 1000));
    case "pressure":
      return rows(columns.pressure, (x) => (x >= 30_000 && x <= 115_000 ? x / STANDARD_PRESSURE : MISSING));
    case "turbidity":
      return turbidityColumn(columns, count);
    case "albedo":
      return albedoColumn(columns.albedo, columns.snow_depth, count);
  }
}

/** Global less diffuse where both are there: in f32 little would be left of a small beam. */
function differenceColumn(columns: CheckedWeather["columns"], count: number): Column {
  const { global_horizontal_irradiance: ghi, diffuse_horizontal_irradiance: dhi } = columns;
  if (!ghi || !dhi) return undefined;
  return Float64Array.from({ length: count }, (_, j) => {
    const [global, diffuse] = [irradiance(ghi[j]!), irradiance(dhi[j]!)];
    return global === MISSING || diffuse === MISSING ? MISSING : global - diffuse;
  });
}

function irradiance(x: number): number {
  if (x >= 0) return x;
  return x >= THERMAL_OFFSET ? 0 : MISSING; // NaN, too, is no number to keep
}

function within(x: number, least: number, most: number): number {
  return x >= least && x <= most ? x : MISSING;
}

/** Given, else from aerosol and water vapour, else missing: the site's own. */
function turbidityColumn(columns: CheckedWeather["columns"], count: number): Column {
  const given = columns.linke_turbidity;
  const aerosol = columns.aerosol_optical_depth;
  const water = columns.precipitable_water;
  if (!given && !(aerosol && water)) return undefined;
  return Float64Array.from({ length: count }, (_, j) => {
    const value = given?.[j] ?? Number.NaN;
    if (value > 0) return value;
    const [aod, cm] = [aerosol?.[j] ?? Number.NaN, water?.[j] ?? Number.NaN];
    if (!(aod >= 0 && aod <= 10 && cm > 0 && cm <= 20)) return MISSING;
    return linkeTurbidity(2, cm, aod * BROADBAND_PER_AOD550);
  });
}

/** Given, else minus the albedo of bare ground whitened by snow, which a site's own albedo overrules. */
function albedoColumn(given: Column, snowDepth: Column, count: number): Column {
  if (!given && !snowDepth) return undefined;
  return Float64Array.from({ length: count }, (_, j) => {
    const value = given?.[j] ?? Number.NaN;
    if (value >= 0 && value <= 1) return value;
    const depth = within(snowDepth?.[j] ?? Number.NaN, 0, 20_000);
    const cover = depth > 0 ? Math.min(depth / FULL_COVER_DEPTH, 1) : 0;
    return -(BARE_GROUND_ALBEDO + (SNOW_ALBEDO - BARE_GROUND_ALBEDO) * cover);
  });
}

/** Albedo of ground without snow, for places and series that say nothing else. */
export const DEFAULT_ALBEDO = BARE_GROUND_ALBEDO;

/** Weather of one or several places, channel by channel: value of interval j at (row·channels + channel)·count + j. */
export interface WeatherTable {
  readonly channels: readonly WeatherChannel[];
  readonly count: number;
  /** One row for all places, or one for each. */
  readonly rows: number;
  readonly values: Float32Array;
}

/** @param present channels that the table must have; by default those that some series has */
export function weatherTable(
  series: readonly CheckedWeather[],
  wanted: ReadonlySet<WeatherChannel>,
  present?: readonly WeatherChannel[],
): WeatherTable {
  const { count } = series[0]!;
  const columns = WEATHER_CHANNELS.filter((name) => wanted.has(name)).map((name) => ({
    name,
    rows: series.map((one) => weatherChannel(one, name)),
  }));
  const used = columns.filter(({ name, rows }) => present?.includes(name) ?? rows.some((row) => row !== undefined));
  const values = new Float32Array(series.length * used.length * count).fill(MISSING);
  used.forEach(({ rows }, channel) => {
    rows.forEach((row, k) => {
      if (row) values.set(row, (k * used.length + channel) * count);
    });
  });
  return { channels: used.map(({ name }) => name), count, rows: series.length, values };
}
