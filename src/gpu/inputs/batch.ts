/** From a checked request to the inputs of a form of the chain: its options and the tables of a tile of sites. */
import { monthlyValue } from "../../time/monthly.js";
import { type ChainOptions, WITHOUT_WEATHER } from "../chain/chain.js";
import type { Planes } from "../chain/plane.js";
import { GRID_COLUMNS, GRID_STRIDE, ownStride, type WeatherChannel } from "../layout.js";
import type { CheckedRequest } from "../request.js";
import type { AcceleratorSite } from "../types.js";
import { ownTable, siteSky, siteTable, timeTable } from "./tables.js";
import { type WeatherTable, weatherTable } from "./weather-table.js";

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
