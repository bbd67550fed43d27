/** A batch of places on one grid of times, validated before anything is computed. */

import { VALUE_NAMES, type ValueName } from "../../data/contract/observation/parameters.js";
import { isGridded, openGridded } from "../../data/weather/gridded.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import { type CheckedWeather, checkWeather, WeatherError } from "../../data/weather/series.js";
import { GpuError } from "./errors.js";
import type { DeviceOutput } from "./layout.js";
import type { AcceleratorRequest, AcceleratorSite, Closure, SiteInput } from "./types.js";

// The weather of a batch: one series for all sites, or one for each, looked at when the tile of its site is made.

export interface BatchWeather {
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly count: number;
  /** Whether all sites have the same. */
  readonly shared: boolean;
  /** One series for each set of columns that sites have. */
  readonly kinds: readonly CheckedWeather[];
  /** @throws WeatherError for values that are no numbers, in arrays */
  of(site: number): CheckedWeather;
}

/** Lengths of an interval that the device takes, s. */
export const INTERVALS: readonly number[] = [60, 900, 3600];

/** @throws WeatherError, RangeError for the weather, GpuError for what the device cannot do */
function checkBatchWeather(given: AcceleratorRequest["weather"], sites: number): BatchWeather {
  const weather = isGridded(given) ? fromArrays(openGridded(given, sites)) : fromList(given, sites);
  const [first] = weather.kinds as readonly [CheckedWeather];
  const { start, interval, count } = first;
  if (first.sampling !== "average") {
    throw new GpuError("ERR_GPU_UNSUPPORTED", "the accelerator takes averages; instants need the CPU engine");
  }
  if (!INTERVALS.includes(interval) || start % (interval * 1000) !== 0) {
    throw new GpuError(
      "ERR_GPU_UNSUPPORTED",
      `the accelerator takes weather of ${INTERVALS.join(", ")} s, aligned in UTC; got ${interval} s from ${start} ms`,
    );
  }
  return { start, interval, count, ...weather };
}

type Source = Pick<BatchWeather, "shared" | "kinds" | "of">;

function fromArrays({ sites, of }: ReturnType<typeof openGridded>): Source {
  const checked = (site: number): CheckedWeather => {
    try {
      return checkWeather(of(site));
    } catch (cause) {
      throw cause instanceof WeatherError ? new WeatherError(`site ${site}: ${cause.message}`) : cause;
    }
  };
  const first = checked(0);
  const shared = sites === null || sites === 1;
  return { shared, kinds: [first], of: shared ? () => first : checked };
}

function fromList(given: WeatherSeries | readonly WeatherSeries[], sites: number): Source {
  const list: readonly WeatherSeries[] = Array.isArray(given) ? given : [given as WeatherSeries];
  if (list.length !== 1 && list.length !== sites) {
    throw new RangeError(`weather must be one series or one for each of ${sites} sites, got ${list.length}`);
  }
  const known = new Map<WeatherSeries, CheckedWeather>();
  const series = list.map((one) => {
    const checked = known.get(one) ?? checkWeather(one);
    known.set(one, checked);
    return checked;
  });
  checkAlike(series);
  const shared = series.length === 1;
  const kinds = new Map(series.map((one) => [Object.keys(one.columns).sort().join(), one]));
  return { shared, kinds: [...kinds.values()], of: (site) => series[shared ? 0 : site]! };
}

function checkAlike(series: readonly CheckedWeather[]): void {
  const { start, interval, count, sampling } = series[0]!;
  for (const [k, one] of series.entries()) {
    if (one.start !== start || one.interval !== interval || one.count !== count || one.sampling !== sampling) {
      throw new RangeError(`weather[${k}] must have the start, interval, length and sampling of weather[0]`);
    }
  }
}

export interface CheckedRequest {
  readonly sites: readonly AcceleratorSite[];
  readonly weather: BatchWeather;
  readonly start: number;
  readonly interval: number;
  readonly count: number;
  readonly parameters: readonly ValueName[];
  readonly device: readonly DeviceOutput[];
  readonly steps: number;
  readonly closure: Closure;
  /** Stretches to average over; null: a value per interval. */
  readonly stretches: Stretches | null;
}

/** Stretches of intervals to average over: the same for all sites, or each site's own. */
export class Stretches {
  /** First intervals; one list, or one per site. */
  readonly starts: readonly (readonly number[])[];
  /** Largest number of stretches of a site. */
  readonly columns: number;
  private readonly count: number;

  constructor(starts: readonly (readonly number[])[], count: number) {
    this.starts = starts;
    this.columns = Math.max(...starts.map((list) => list.length));
    this.count = count;
  }

  get rows(): number {
    return this.starts.length;
  }

  /** First intervals of a site. */
  of(site: number): readonly number[] {
    return this.starts[this.rows === 1 ? 0 : site]!;
  }

  /** Edges of the stretches of sites [from, to), `columns` + 1 a row; missing ones are empty, at the end. */
  tableOf(from: number, to: number): Float32Array {
    const lists = this.rows === 1 ? this.starts : this.starts.slice(from, to);
    const width = this.columns + 1;
    const table = new Float32Array(lists.length * width).fill(this.count);
    lists.forEach((list, k) => {
      table.set(list, k * width);
    });
    return table;
  }
}

const DEFAULT_SUB_STEPS = 4;
const MOST_SUB_STEPS = 16;
const DEFAULT_TURBIDITY = 3;
/** The largest number below 90. */
const BELOW_90 = 89.99999999999999;

/** @throws TypeError, RangeError for the request, WeatherError for weather, GpuError for features the device does not have */
export function checkRequest(request: AcceleratorRequest): CheckedRequest {
  if (typeof request !== "object" || request === null) {
    throw new TypeError(`a request must be an object { sites, weather, parameters, … }, got ${String(request)}`);
  }
  const { sites, subSteps = DEFAULT_SUB_STEPS, closure = "keep-global", aggregate = "none" } = request;
  if (!Array.isArray(sites) || sites.length === 0) throw new TypeError("sites must be a list of at least one site");
  if (!Number.isInteger(subSteps) || subSteps < 1 || subSteps > MOST_SUB_STEPS) {
    throw new RangeError(`subSteps must be a whole number from 1 to ${MOST_SUB_STEPS}, got ${subSteps}`);
  }
  if (!["keep-global", "keep-diffuse", "component-sum"].includes(closure)) {
    throw new RangeError(`closure must be keep-global, keep-diffuse or component-sum, got ${closure}`);
  }
  const weather = checkBatchWeather(request.weather, sites.length);
  const { start, interval, count } = weather;
  const parameters = checkParameters(request.parameters);
  if (aggregate !== "none" && parameters.some((name) => SURFACE_PARAMETERS.has(name))) {
    throw new RangeError("parameters: surface angles cannot be aggregated; request them without aggregate");
  }
  return {
    sites: sites.map(checkSite),
    weather,
    start,
    interval,
    count,
    parameters,
    device: deviceOutputs(parameters),
    steps: subSteps,
    closure,
    stretches: checkStretches(aggregate, sites.length, weather),
  };
}

function checkParameters(parameters: readonly ValueName[]): ValueName[] {
  if (!Array.isArray(parameters) || parameters.length === 0) {
    throw new TypeError("parameters must be a list of at least one name");
  }
  for (const name of parameters) {
    if (!VALUE_NAMES.includes(name)) throw new RangeError(`parameters: unknown name ${JSON.stringify(name)}`);
  }
  return VALUE_NAMES.filter((name) => parameters.includes(name));
}

/** Parameters that the host copies from the weather, and those derived from the tracker's rotation. */
export const HOST_PARAMETERS: ReadonlySet<ValueName> = new Set(["temperature", "snow_depth"]);
export const SURFACE_PARAMETERS: ReadonlySet<ValueName> = new Set(["surface_azimuth", "surface_tilt"]);

function deviceOutputs(parameters: readonly ValueName[]): DeviceOutput[] {
  const direct = parameters.filter((name) => !HOST_PARAMETERS.has(name) && !SURFACE_PARAMETERS.has(name));
  const outputs = direct as DeviceOutput[];
  if (parameters.some((name) => SURFACE_PARAMETERS.has(name))) outputs.push("rotation");
  return outputs;
}

function checkSite(site: SiteInput, k: number): AcceleratorSite {
  if (typeof site !== "object" || site === null) {
    throw new TypeError(`sites[${k}] must be an object { latitude, longitude, … }, got ${String(site)}`);
  }
  const number = (name: string, value: unknown, least: number, most: number): number => {
    if (typeof value !== "number") throw new TypeError(`sites[${k}].${name} must be a number, got ${String(value)}`);
    if (!(value >= least && value <= most)) {
      throw new RangeError(`sites[${k}].${name} must be from ${least} to ${most}, got ${value}`);
    }
    return value;
  };
  const { trackingMode = "none", linkeTurbidity = DEFAULT_TURBIDITY } = site;
  if (trackingMode !== "none" && trackingMode !== "1_axis") {
    throw new RangeError(`sites[${k}].trackingMode must be none or 1_axis, got ${String(trackingMode)}`);
  }
  const list = (name: string, values: ArrayLike<number>, length: number, least: number, most: number) => {
    if (values?.length !== length) {
      throw new RangeError(`sites[${k}].${name} must have ${length} values, got ${values?.length}`);
    }
    return Array.from(values, (value, i) => number(`${name}[${i}]`, value, least, most));
  };
  const horizon = site.horizon ? list("horizon", site.horizon, 360, 0, BELOW_90) : null;
  return {
    latitude: number("latitude", site.latitude, -90, 90),
    longitude: number("longitude", site.longitude, -180, 180),
    altitude: number("altitude", site.altitude ?? 0, -500, 9000),
    surfaceTilt: number("surfaceTilt", site.surfaceTilt ?? 0, 0, 90),
    surfaceAzimuth: number("surfaceAzimuth", site.surfaceAzimuth ?? 0, 0, 360),
    tracked: trackingMode === "1_axis",
    horizon: horizon?.some((elevation) => elevation !== 0) ? horizon : null,
    linkeTurbidity:
      typeof linkeTurbidity === "number"
        ? number("linkeTurbidity", linkeTurbidity, 1, 15)
        : list("linkeTurbidity", linkeTurbidity, 12, 1, 15),
    albedo: site.albedo === undefined ? undefined : number("albedo", site.albedo, 0, 1),
  };
}

function checkStretches(
  aggregate: NonNullable<AcceleratorRequest["aggregate"]>,
  sites: number,
  { start, interval, count }: BatchWeather,
): Stretches | null {
  if (aggregate === "none") return null;
  if (aggregate === "month") return new Stretches([monthStarts(start, interval, count)], count);
  if (!Array.isArray(aggregate) || aggregate.length === 0) {
    throw new TypeError('aggregate must be "none", "month", or first intervals: one list, or one for each site');
  }
  const own = Array.isArray(aggregate[0]);
  const lists: readonly (readonly number[])[] = own ? aggregate : [aggregate];
  if (own && lists.length !== sites) {
    throw new RangeError(`aggregate must have a list for each of ${sites} sites, got ${lists.length}`);
  }
  lists.forEach((list, k) => {
    checkStarts(own ? `aggregate[${k}]` : "aggregate", list, count);
  });
  return new Stretches(lists, count);
}

function checkStarts(name: string, starts: readonly number[], count: number): void {
  starts.forEach((first: unknown, k) => {
    const least = k === 0 ? 0 : starts[k - 1]! + 1;
    const most = k === 0 ? 0 : count - 1;
    if (!Number.isInteger(first) || !((first as number) >= least && (first as number) <= most)) {
      throw new RangeError(`${name}[${k}] must be a whole number from ${least} to ${most}, got ${first}`);
    }
  });
}

function monthStarts(start: number, interval: number, count: number): number[] {
  const starts: number[] = [];
  let last = -1;
  for (let j = 0; j < count; j++) {
    const date = new Date(start + j * interval * 1000);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    if (month !== last) starts.push(j);
    last = month;
  }
  return starts;
}
