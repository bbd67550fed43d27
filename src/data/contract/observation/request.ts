/** From a query to a checked request: every default, range and form of the specification's 4.1 and 4.2; days, months and years, and the intervals that they are made of. */

import { shown } from "../../../foundation/text/shown.js";
import { yearOf, yearStart } from "../../../foundation/time/calendar.js";
import { type CalendarPeriod, periodEdges } from "../../../foundation/time/periods.js";
import { fixedZone } from "../../../foundation/time/zone.js";
import { PARAMETER_NAMES } from "./parameters.js";
import {
  ENDPOINTS,
  FREQUENCIES,
  observationPeriod,
  outputGrid,
  readTimeZone,
  resolvePeriod,
  zoneOf,
} from "./period.js";
import {
  checkChoice,
  checkGrace,
  checkNow,
  checkQuery,
  checkTexts,
  keptNotices,
  OBSERVATION_KEYS,
  readHorizon,
  readName,
  readNumber,
  readParameters,
  refuse,
  refuseUnknownKeys,
  requestNotices,
  type WireQuery,
} from "./readers.js";
import type {
  Endpoint,
  Frequency,
  IntervalFrequency,
  ObservationQuery,
  ObservationRequest,
  PeriodFrequency,
  ResponseFormat,
  TrackingMode,
} from "./types.js";

export const PERIODS: { readonly [name in PeriodFrequency]: CalendarPeriod } = {
  "1_day": "daily",
  "1_month": "monthly",
  "1_year": "annual",
};

export const FREQUENCY_NAMES = [...Object.keys(FREQUENCIES), ...Object.keys(PERIODS)] as readonly Frequency[];

export function isPeriod(frequency: Frequency): frequency is PeriodFrequency {
  return Object.hasOwn(PERIODS, frequency);
}

/** A request whose frequency is one of intervals. */
export type IntervalRequest = ObservationRequest & { readonly frequency: IntervalFrequency };

/** A request whose frequency is one of days, months and years. */
export type PeriodRequest = ObservationRequest & { readonly frequency: PeriodFrequency };

/** @throws RequestError for days, months and years, which `what` does not have */
export function asIntervals(request: ObservationRequest, what: string): IntervalRequest {
  const { frequency } = request;
  if (!isPeriod(frequency)) return request as IntervalRequest;
  return refuse("frequency", `one of ${Object.keys(FREQUENCIES).join(", ")} for ${what}`, `"${frequency}"`);
}

/** The longest first. */
const LENGTHS = /* @__PURE__ */ (Object.entries(FREQUENCIES) as [IntervalFrequency, number][]).sort(
  ([, a], [, b]) => b - a,
);

/** Intervals that are computed for a request. */
export interface ComputedIntervals {
  readonly frequency: IntervalFrequency;
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly count: number;
}

/** Where each period of the request's zone that overlaps [start, end) begins, and after the last its end: Unix ms. */
export function edgesOf(
  { frequency, zone }: { readonly frequency: PeriodFrequency; readonly zone?: string | undefined },
  start: number,
  end: number,
): Float64Array {
  return periodEdges(zoneOf(zone) ?? fixedZone(0), start, end, PERIODS[frequency]);
}

/**
 * The intervals of days, months or years: hours, where all edges are whole hours of UTC, else as long as the edges allow (half hours
 * at +05:30, quarters at +05:45).
 *
 * @throws RequestError for a zone whose days do not begin at whole minutes of UTC
 */
export function intervalsWithin(edges: Float64Array, zone: string | undefined): ComputedIntervals {
  const [start, end] = [edges[0]!, edges.at(-1)!];
  const found = LENGTHS.find(([, length]) => edges.every((edge) => edge % length === 0));
  if (found === undefined) {
    return refuse("time_zone", "a zone whose days begin at whole minutes of UTC throughout the period", shown(zone));
  }
  const [frequency, length] = found;
  return { frequency, start, interval: length / 1000, count: (end - start) / length };
}

/**
 * The intervals that are computed for the rows that overlap [start, end): those of the response, or those that its days, months and
 * years are made of.
 *
 * @param request whose frequency and zone count
 * @param start Unix ms; @param end Unix ms, exclusive
 * @throws RangeError unless start < end; RequestError for a zone whose days do not begin at whole minutes of UTC
 */
export function computedIntervals(
  request: Pick<ObservationRequest, "frequency" | "zone">,
  start: number,
  end: number,
): ComputedIntervals {
  const { frequency, zone } = request;
  if (!isPeriod(frequency)) return { frequency, ...outputGrid(start, end, frequency) };
  if (!(start < end)) throw new RangeError(`computedIntervals: start must be before end, got ${start} and ${end}`);
  return intervalsWithin(edgesOf({ frequency, zone }, start, end), zone);
}

const TOKENS_PER_REQUEST = 1;
const TOKENS_PER_YEAR = 200;

/**
 * API tokens of a request. realtime: 1. training and historical: 200 per year of the unrounded period, pro rata: each
 * calendar year counts with its covered fraction, so that a full year costs exactly 200, leap year or not. Days, months and years are
 * whole ones, and count so.
 *
 * @param request with start and end, as parsed for an endpoint
 * @throws RangeError for an unknown endpoint; TypeError for a request without start or end if they matter
 *
 * @example
 * ```js
 * import { parseObservationRequest, tokenCost } from "irradiance-engine";
 *
 * const query = { lat: 36.1, lon: -79.95, start: "2024-01-01T00:00Z", end: "2025-01-01T00:00Z" };
 * const request = parseObservationRequest(query);
 * console.log(tokenCost("historical", request) > 0); // true
 * ```
 */
export function tokenCost(endpoint: Endpoint, request: ObservationRequest): number {
  if (!ENDPOINTS.includes(endpoint)) {
    throw new RangeError(`tokenCost: endpoint must be one of ${ENDPOINTS.join(", ")}, got ${shown(endpoint)}`);
  }
  if (endpoint === "realtime") return TOKENS_PER_REQUEST;
  const { start, end } = wholePeriodOf(request);
  if (!(Number.isFinite(start) && Number.isFinite(end))) {
    throw new TypeError("tokenCost: the request must have a start and an end: parse it for an endpoint");
  }
  let years = 0;
  for (let from = start, year = yearOf(start); from < end; year++) {
    const next = yearStart(year + 1);
    const to = Math.min(end, next);
    years += (to - from) / (next - yearStart(year));
    from = to;
  }
  return TOKENS_PER_YEAR * years;
}

function wholePeriodOf(request: ObservationRequest): { start: number; end: number } {
  const { start = Number.NaN, end = Number.NaN, frequency, zone } = request ?? {};
  if (!(start < end) || !isPeriod(frequency)) return { start, end };
  const edges = edgesOf({ frequency, zone }, start, end);
  return { start: edges[0]!, end: edges.at(-1)! };
}

export interface ParseOptions {
  /** The endpoint whose defaults and window apply; it requires `now`. Without one: no window, no default period. */
  endpoint?: Endpoint | undefined;
  /** The current time: `Date`, Unix ms or ISO 8601 UTC. Fractions of a millisecond are dropped. */
  now?: Date | number | string | undefined;
  /**
   * Tolerance in seconds, 0 to 86,400, by which a time may lie outside the endpoint's window, for clients with a slightly wrong
   * clock. Default 0. Messages state the window without it.
   */
  grace?: number | undefined;
}

const KIND = "observation-request";
export const RESPONSE_FORMATS: readonly ResponseFormat[] = ["json", "csv"];
export const TRACKING_MODES: readonly TrackingMode[] = ["none", "1_axis"];
const EVERY_PARAMETER = /* @__PURE__ */ Object.freeze([...PARAMETER_NAMES]);

/** Marks requests made here; copies and clones do not have it. Marked requests are frozen and need no second check. */
const PARSED = Symbol("parsed");

/**
 * Checks a query and fills in its defaults. Unknown keys are refused, `undefined` counts as missing, the query is not changed.
 * Numbers may be strings in decimal notation ("39.7"). With `1_axis` the surface angles are checked, kept and not used.
 *
 * A request that was parsed before is returned unchanged; a clone of one (from another thread, or from JSON) is checked
 * and frozen again. A clone, or a request of another endpoint, that is parsed with an `endpoint` gets its defaults
 * and must be within its window.
 *
 * @returns a deeply frozen plain object that `structuredClone` can copy
 * @throws RequestError for an invalid query, with the query key as `parameter`;
 * TypeError or RangeError for errors of the program: a query that is not an object, a bad `endpoint` or `now`, or no
 * `now` if an endpoint or a relative time needs it
 *
 * @example
 * ```js
 * import { parseObservationRequest } from "irradiance-engine";
 *
 * const request = parseObservationRequest({ lat: "36.1", lon: "-79.95", surface_tilt: "30", surface_azimuth: "180" });
 * console.log(request.surfaceTilt); // 30
 * ```
 */
export function parseObservationRequest(
  query: ObservationQuery | ObservationRequest | WireQuery,
  options: ParseOptions = {},
): ObservationRequest {
  checkQuery("parseObservationRequest", query);
  const { now, grace } = options;
  const endpoint = checkEndpoint(options.endpoint);
  const resolved = isRequest(query);
  if (resolved && PARSED in query && (endpoint === undefined || endpoint === query.endpoint)) return query;
  const wire = resolved ? wireForm(query) : (query as WireQuery);
  checkTexts(wire);
  if (!resolved) refuseUnknownKeys(wire, OBSERVATION_KEYS);
  const own = resolved ? (endpoint ?? checkEndpoint(query.endpoint)) : endpoint;
  return checkRequest(wire, { endpoint: own, checked: endpoint, now, grace, resolved });
}

function isRequest(query: object): query is ObservationRequest {
  return (query as WireQuery).kind === KIND && "trackingMode" in query;
}

function wireForm(request: ObservationRequest): WireQuery {
  const { responseFormat, surfaceAzimuth, surfaceTilt, trackingMode, zone, ...same } = request;
  return {
    ...same,
    response_format: responseFormat,
    surface_azimuth: surfaceAzimuth,
    surface_tilt: surfaceTilt,
    time_zone: zone,
    tracking_mode: trackingMode,
  };
}

/** How to read a query: `checked` is the endpoint whose defaults and window still apply. */
interface Reading {
  readonly endpoint: Endpoint | undefined;
  readonly checked: Endpoint | undefined;
  readonly now: ParseOptions["now"];
  readonly grace: ParseOptions["grace"];
  /** The times are already Unix ms. */
  readonly resolved: boolean;
}

function checkRequest(query: WireQuery, reading: Reading): ObservationRequest {
  const { endpoint, checked, resolved } = reading;
  const now = checkNow(reading.now);
  const grace = checkGrace(reading.grace ?? 0);
  if (checked && now === undefined) {
    throw new TypeError(`parseObservationRequest: option "now" is required with the endpoint ${checked}`);
  }
  const period = () => {
    const zone = zoneOf(readTimeZone(query.time_zone));
    return resolvePeriod(query, checked && observationPeriod(checked, now!, grace, zone), now, { zone, resolved });
  };
  const request: ObservationRequest = {
    kind: KIND,
    endpoint,
    lat: readNumber("lat", query.lat, -90, 90),
    lon: readNumber("lon", query.lon, -180, 180),
    parameters: readParameters(query.parameters, EVERY_PARAMETER),
    frequency: readName("frequency", query.frequency, frequenciesOf(checked), "15_minutes"),
    responseFormat: readName("response_format", query.response_format, RESPONSE_FORMATS, "json"),
    zone: readTimeZone(query.time_zone),
    surfaceAzimuth: readNumber("surface_azimuth", query.surface_azimuth, 0, 360, 0),
    surfaceTilt: readNumber("surface_tilt", query.surface_tilt, 0, 90, 0),
    trackingMode: readName("tracking_mode", query.tracking_mode, TRACKING_MODES, "none"),
    horizon: readHorizon(query.horizon),
    ...period(),
    notices: resolved ? keptNotices(query.notices) : requestNotices(query),
  };
  return Object.freeze(Object.defineProperty(request, PARSED, { value: true }));
}

/** Months and years do not fit into the window of 7 days. */
function frequenciesOf(endpoint: Endpoint | undefined): readonly Frequency[] {
  if (endpoint !== "realtime") return FREQUENCY_NAMES;
  return FREQUENCY_NAMES.filter((name) => name !== "1_month" && name !== "1_year");
}

function checkEndpoint(endpoint: unknown): Endpoint | undefined {
  if (endpoint === undefined) return undefined;
  return checkChoice("parseObservationRequest", "endpoint", endpoint, ENDPOINTS);
}
