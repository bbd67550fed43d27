/** The requests that a state stands for: a time series, and a yield. */
import { readable } from "../state/address.js";
import { twelveOf } from "../state/lists.js";
import {
  askedParameters,
  type EndpointPath,
  endpointOf,
  isForecast,
  isOfCalendar,
  isPosted,
  type State,
} from "../state/state.js";
import { isOfClock } from "../time/read-time.js";

export type Query = readonly (readonly [name: string, value: string])[];

/** A request to the service. */
export interface Asked {
  /** Below `v1/`. */
  readonly path: string;
  /** In a fixed order. */
  readonly query: Query;
  /** JSON, of a request by POST, as soon as there is all that it needs. */
  readonly body?: string;
}

/** Of a time series; its query is without `meta`. */
export interface SeriesRequest extends Asked {
  readonly path: EndpointPath;
}

/** Days, months and years of a place begin with its own midnight: of a time at that of UTC they take the date. */
const MIDNIGHT = /T00:00(:00)?Z$/;

/** A start or an end as it is sent: in UTC, dates are midnights of UTC, and times without an offset are UTC's. */
export function serviceTime(text: string, state: Pick<State, "zone" | "frequency" | "more">): string {
  if (hasOwnZone(state)) return text;
  if (state.zone !== "utc") return isOfCalendar(state.frequency) ? text.replace(MIDNIGHT, "") : text;
  if (!isOfClock(text)) return text;
  return text.includes("T") ? `${text}Z` : `${text}T00:00Z`;
}

function hasOwnZone({ more }: Pick<State, "more">): boolean {
  return /\btime_zone=/.test(more);
}

/** The series of a state. What the service takes by itself is left out. */
export function requestOf(state: State): SeriesRequest {
  const { period, parameters, frequencies } = endpointOf(state.endpoint);
  const query: [string, string][] = [
    ["lat", String(state.lat)],
    ["lon", String(state.lon)],
  ];
  const add = (name: string, value: string, needed: boolean) => needed && query.push([name, value]);
  // Observations and forecasts take the altitude of their source.
  const takesAltitude = state.endpoint.startsWith("climate/") && !/\baltitude=/.test(state.more);
  add("altitude", state.altitude, takesAltitude && state.altitude !== "");
  const inZone = period === "span" && state.zone !== "utc" && !hasOwnZone(state);
  const time = (text: string) => serviceTime(text, state);
  add("start", time(state.start), period === "span" && state.start !== "");
  add("end", time(state.end), period === "span" && state.end !== "");
  add("year", state.year, period === "year" && state.year !== "");
  const asked = askedParameters(state);
  add("parameters", asked.length === parameters.length ? "all" : asked.join(","), true);
  add("frequency", state.frequency, state.frequency !== frequencies[0]);
  add("time_zone", state.zone, inZone);
  const fixed = state.tracking_mode === "none";
  add("surface_tilt", String(state.surface_tilt), fixed && state.surface_tilt !== 0);
  // A tilted plane to the north says so: what is left out comes back as a notice.
  const isTurned = state.surface_azimuth !== 0 || state.surface_tilt !== 0;
  add("surface_azimuth", String(state.surface_azimuth), fixed && isTurned);
  add("tracking_mode", state.tracking_mode, !fixed);
  add("horizon", state.horizon, state.horizon !== "flat");
  for (const [name, value] of new URLSearchParams(state.more)) add(name, value, true);
  const body = bodyOf(state);
  return { path: state.endpoint, query, ...(body !== undefined && { body }) };
}

function bodyOf({ endpoint, monthly_ghi, monthly_temperature, irradiance_unit }: State): string | undefined {
  const [global_horizontal_irradiance, temperature] = [twelveOf(monthly_ghi), twelveOf(monthly_temperature)];
  if (!isPosted(endpoint) || !global_horizontal_irradiance || !temperature) return undefined;
  return JSON.stringify({ global_horizontal_irradiance, temperature, irradiance_unit });
}

export function isComplete({ path, body }: SeriesRequest): boolean {
  return !isPosted(path) || body !== undefined;
}

/** Whether two requests are for the same values. */
export function isSame(a: Asked, b: Asked): boolean {
  return written(a) === written(b) && a.body === b.body;
}

/** What is asked for the price of a request: POST has no HEAD, but a year from monthly values costs what a typical one does. */
export function pricedAs(request: SeriesRequest): SeriesRequest {
  return isPosted(request.path) ? { path: "climate/tmy", query: request.query } : request;
}

/** Path and query below `v1/`. */
export function written({ path, query }: Asked): string {
  return `${path}?${query.map(([name, value]) => `${readable(name)}=${readable(value)}`).join("&")}`;
}

/** The request that the page sends: sources and notices in full stand in its `meta`, and of forecasts the spread. */
export function extended(request: SeriesRequest): SeriesRequest {
  const spread: Query = hasSpread(request) ? [["quantiles", "p10,p50,p90"]] : [];
  return { ...request, query: [...request.query, ...spread, ["meta", "extended"]] };
}

/** The one parameter with quantiles. */
export const SPREAD_COLUMN = "global_horizontal_irradiance";

/** Quantiles are of steps from 15 minutes on. @param frequency undefined: the endpoint's own */
export function spreadIsOf(frequency: string | undefined): boolean {
  return frequency !== "1_minute";
}

function hasSpread({ path, query }: SeriesRequest): boolean {
  const asked = Object.fromEntries(query);
  const names = asked.parameters?.split(",") ?? [];
  const isKnown = names.includes("all") || names.includes(SPREAD_COLUMN);
  return isForecast(path) && isKnown && spreadIsOf(asked.frequency);
}

const NOT_OF_THE_PRICE = ["parameters", "surface_tilt", "surface_azimuth", "tracking_mode", "horizon"];

/** Requests alike in this have the same price, and weather or none alike. */
export function priceClass({ path, query }: SeriesRequest): string {
  return written({ path, query: query.filter(([name]) => !NOT_OF_THE_PRICE.includes(name)) });
}

export interface YieldRequest extends Asked {
  readonly path: "yield";
}

/** The power of a roof in the days to come. */
export interface PowerRequest extends Asked {
  readonly path: "forecast/pv";
}

const YEARS = /^(\d{4})-(\d{4})$/;

/** What the service takes by itself is left out. */
export function yieldRequestOf(state: State): YieldRequest {
  const query: [string, string][] = [
    ["lat", String(state.lat)],
    ["lon", String(state.lon)],
  ];
  const add = (name: string, value: string, needed: boolean) => needed && query.push([name, value]);
  add("altitude", state.altitude, state.altitude !== "");
  add("horizon", state.horizon, state.horizon !== "flat");
  const [, first = "", last = ""] = YEARS.exec(state.years) ?? [];
  const isHistory = state.roof_weather === "history";
  add("weather", state.roof_weather, isHistory);
  add("start_year", first, isHistory && first !== "");
  add("end_year", last, isHistory && last !== "");
  if (state.system !== "") return { path: "yield", query, body: state.system };
  add("kwp", String(state.kwp), true);
  add("losses", state.losses, state.losses !== "");
  add("dc_ac_ratio", state.dc_ac, state.dc_ac !== "");
  if (state.tracking_mode !== "none") add("tracking_mode", state.tracking_mode, true);
  else if (state.roof_plane === "best") add("tilt", "best", true);
  else {
    add("surface_tilt", String(state.surface_tilt), true);
    add("surface_azimuth", String(state.surface_azimuth), true);
  }
  return { path: "yield", query };
}

/** The request that the page sends: the sources in full stand in its `weather`. */
export function yieldSent(request: YieldRequest): YieldRequest {
  return { ...request, query: [...request.query, ["meta", "extended"]] };
}
