/** From a checked request to the inputs of a form of the chain: its options and the tables of a tile of sites. */

import { COMPUTED, isThermalOffset } from "../../../data/weather/limits.js";
import type { CheckedWeather } from "../../../data/weather/series.js";
import { monthlyValue } from "../../../foundation/time/monthly.js";
import { STANDARD_PRESSURE } from "../../../physics/models/atmosphere/airmass.js";
import { BROADBAND_PER_AOD550, linkeTurbidity } from "../../../physics/models/atmosphere/turbidity.js";
import { albedoUnderSnow } from "../../../physics/models/transposition/plane.js";
import { type ChainOptions, WITHOUT_WEATHER } from "../chain/chain.js";
import type { Planes } from "../chain/plane.js";
import { GRID_COLUMNS, GRID_STRIDE, MISSING, ownStride, WEATHER_CHANNELS, type WeatherChannel } from "../layout.js";
import type { CheckedRequest } from "../request.js";
import type { AcceleratorSite } from "../types.js";
import { ownTable, siteSky, siteTable, timeTable } from "./tables.js";

// The weather in the device's form: f32 channels per interval, states and signs checked on the host in f64.

type Column = Float64Array | undefined;

/** One channel of one series, f64; undefined if the series does not have it. */
function weatherChannel({ columns, count }: CheckedWeather, channel: WeatherChannel): Column {
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
function weatherTable(
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

/** Tables that depend only on the times, and may serve several requests. */
export interface TimeTables {
  /** Start, interval, number of intervals and of sub-steps. */
  readonly timesKey: string;
  readonly times: Float32Array;
  /** Months between which each interval lies; null without monthly turbidities. */
  readonly grid: Float32Array | null;
}

/** Data shared by all tiles of a request. */
export interface Batch extends TimeTables {
  readonly request: CheckedRequest;
  readonly options: ChainOptions;
  /** Weather that all sites share; null if each has its own, prepared tile by tile. */
  readonly sharedWeather: WeatherTable | null;
}

/** Tables of sites [from, to). */
export interface Tile {
  readonly from: number;
  readonly to: number;
  readonly sites: Float32Array;
  readonly weather: WeatherTable;
  /** Null if no site needs a table of its own. */
  readonly own: Float32Array | null;
  readonly ownStride: number;
}

const LIGHT: readonly WeatherChannel[] = ["ghi", "directHorizontal", "dni", "dhi", "difference"];

/** @param last tables of an earlier batch, reused if the times are the same */
export function prepareBatch(request: CheckedRequest, last: TimeTables | null = null): Batch {
  const { sites, weather, interval, steps, start, count } = request;
  const shared = weather.shared ? weatherTable(weather.kinds, wantedChannels(request)) : null;
  const monthly = sites.some(({ linkeTurbidity }) => typeof linkeTurbidity !== "number");
  const timesKey = [start, interval, count, steps].join(" ");
  const same = last?.timesKey === timesKey ? last : null;
  const options: ChainOptions = {
    steps,
    cell: interval / steps,
    channels: shared?.channels ?? channelsOf(request),
    planes: planesOf(sites),
    line: request.device.some((name) => name.endsWith("_with_shading")) && sites.some(({ horizon }) => horizon),
    monthlyTurbidity: monthly,
    closure: request.closure,
    outputs: request.device,
  };
  return {
    request,
    options,
    sharedWeather: shared,
    timesKey,
    times: same?.times ?? timeTable(start, interval, count, steps),
    grid: monthly ? (same?.grid ?? gridTable(start, interval, count)) : null,
  };
}

/** Channels that some output reads. */
function wantedChannels({ device }: CheckedRequest): Set<WeatherChannel> {
  const wanted = new Set<WeatherChannel>(["pressure", "turbidity", ...LIGHT]);
  // Snow tells in the split of GHI, too.
  if (device.some((name) => !WITHOUT_WEATHER.has(name))) wanted.add("albedo");
  if (device.some((name) => name.startsWith("pv_"))) wanted.add("temperature");
  return wanted;
}

/** Channels that some series has, so that every tile has the same. */
function channelsOf(request: CheckedRequest): readonly WeatherChannel[] {
  return weatherTable(request.weather.kinds, wantedChannels(request)).channels;
}

function planesOf(sites: readonly AcceleratorSite[]): Planes {
  const tracked = sites.filter((site) => site.tracked).length;
  if (tracked === 0) return "fixed";
  return tracked === sites.length ? "tracked" : "mixed";
}

export function prepareTile(batch: Batch, from: number, to: number): Tile {
  const { request, options, sharedWeather } = batch;
  const sites = request.sites.slice(from, to);
  const series = () => sites.map((_, k) => request.weather.of(from + k));
  const skies = sites.map((site) => (options.line ? siteSky(site) : null));
  const needsOwn = options.line || options.monthlyTurbidity;
  return {
    from,
    to,
    sites: siteTable(sites, skies),
    weather: sharedWeather ?? weatherTable(series(), new Set(options.channels), options.channels),
    own: needsOwn ? ownTable(sites, skies, options.line) : null,
    ownStride: ownStride(options.line),
  };
}

/** For each interval the months whose middles are around its own, and the share of the second. */
function gridTable(start: number, interval: number, count: number): Float32Array {
  const table = new Float32Array(count * GRID_STRIDE);
  const months = Array.from({ length: 12 }, (_, month) => Array.from({ length: 12 }, (_, m) => Number(m === month)));
  for (let j = 0; j < count; j++) {
    const middle = start + (j + 0.5) * interval * 1000;
    const shares = months.map((unit) => monthlyValue(unit, middle));
    const before = shares.findIndex((share, month) => share > 0 && !(shares[(month + 11) % 12]! > 0));
    table[j * GRID_STRIDE + GRID_COLUMNS.monthBefore] = before;
    table[j * GRID_STRIDE + GRID_COLUMNS.monthAfter] = (before + 1) % 12;
    table[j * GRID_STRIDE + GRID_COLUMNS.monthShare] = shares[(before + 1) % 12]!;
  }
  return table;
}
