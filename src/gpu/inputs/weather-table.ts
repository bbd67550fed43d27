/** The weather in the device's form: f32 channels per interval, states and signs checked on the host in f64. */
import { STANDARD_PRESSURE } from "../../models/atmosphere/airmass.js";
import { BROADBAND_PER_AOD550 } from "../../models/atmosphere/broadband-depth.js";
import { linkeTurbidity } from "../../models/atmosphere/linke-turbidity.js";
import { albedoUnderSnow } from "../../models/transposition/ground-albedo.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { COMPUTED } from "../../weather/limits.js";
import { isThermalOffset } from "../../weather/quality.js";
import { MISSING, WEATHER_CHANNELS, type WeatherChannel } from "../layout.js";

type Column = Float64Array | undefined;

/** One channel of one series, f64; undefined if the series does not have it. */
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
      return rows(columns.temperature, (x) => within(x, COMPUTED.temperature));
    case "pressure":
      return rows(columns.pressure, (x) => (isWithin(x, COMPUTED.pressure) ? x / STANDARD_PRESSURE : MISSING));
    case "turbidity":
      return turbidityColumn(columns, count);
    case "albedo":
      return albedoColumn(columns.albedo, columns.snow_depth, count);
  }
}

/** Global minus diffuse if both are given: f32 would leave few digits of a small beam. */
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
  return isThermalOffset(x) ? 0 : MISSING; // NaN, too, is no number to keep
}

function isWithin(x: number, [least, most]: readonly [number, number]): boolean {
  return x >= least && x <= most;
}

function within(x: number, limits: readonly [number, number]): number {
  return isWithin(x, limits) ? x : MISSING;
}

/** Given, else from aerosol and water vapour, else missing: then the site's own applies. */
function turbidityColumn(columns: CheckedWeather["columns"], count: number): Column {
  const given = columns.linke_turbidity;
  const aerosol = columns.aerosol_optical_depth;
  const water = columns.precipitable_water;
  if (!given && !(aerosol && water)) return undefined;
  return Float64Array.from({ length: count }, (_, j) => {
    const value = given?.[j] ?? Number.NaN;
    if (value > 0) return value;
    const [aod, cm] = [aerosol?.[j] ?? Number.NaN, water?.[j] ?? Number.NaN];
    if (!isWithin(aod, COMPUTED.aerosol_optical_depth)) return MISSING;
    if (!(cm > 0 && isWithin(cm, COMPUTED.precipitable_water))) return MISSING;
    return linkeTurbidity(2, cm, aod * BROADBAND_PER_AOD550);
  });
}

/** Given, else minus the albedo of bare ground brightened by snow, which a site's own albedo overrides. */
function albedoColumn(given: Column, snowDepth: Column, count: number): Column {
  if (!given && !snowDepth) return undefined;
  return Float64Array.from({ length: count }, (_, j) => {
    const value = given?.[j] ?? Number.NaN;
    if (isWithin(value, COMPUTED.albedo)) return value;
    return -albedoUnderSnow(within(snowDepth?.[j] ?? Number.NaN, COMPUTED.snow_depth));
  });
}

/** Weather of one or several places, channel by channel: value of interval j at (row·channels + channel)·count + j. */
export interface WeatherTable {
  readonly channels: readonly WeatherChannel[];
  readonly count: number;
  /** One row for all places, or one for each. */
  readonly rows: number;
  readonly values: Float32Array;
}

/** @param present channels that the table must have; default: those that some series has */
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
