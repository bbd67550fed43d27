/** From a query to a checked request: every default, range and form of the specification's 4.1 and 4.2. */
import { shown } from "../../text/shown.js";
import { PARAMETER_NAMES } from "./parameters.js";
import { ENDPOINTS, observationPeriod, resolvePeriod } from "./period.js";
import { FREQUENCY_NAMES } from "./periods.js";
import { checkGrace, checkNow, readHorizon, readName, readNumber, readParameters, type WireQuery } from "./readers.js";
import { keptNotices, OBSERVATION_KEYS, refuseUnknownKeys, requestNotices } from "./request-notices.js";
import { checkTexts } from "./texts.js";
import { readTimeZone, zoneOf } from "./time-zone.js";
import type {
  Endpoint,
  Frequency,
  ObservationQuery,
  ObservationRequest,
  ResponseFormat,
  TrackingMode,
} from "./types.js";

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
  if (typeof query !== "object" || query === null) {
    throw new TypeError(`parseObservationRequest: query must be an object, got ${shown(query)}`);
  }
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
  if (checked !== undefined && now === undefined) {
    throw new TypeError(`parseObservationRequest: option "now" is required with the endpoint ${checked}`);
  }
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
    ...periodOf(query, checked, { now, grace, resolved }),
    notices: resolved ? keptNotices(query.notices) : requestNotices(query),
  };
  return Object.freeze(Object.defineProperty(request, PARSED, { value: true }));
}

function periodOf(
  query: WireQuery,
  endpoint: Endpoint | undefined,
  { now, grace, resolved }: { readonly now: number | undefined; readonly grace: number; readonly resolved: boolean },
) {
  const zone = zoneOf(readTimeZone(query.time_zone));
  return resolvePeriod(query, endpoint && observationPeriod(endpoint, now!, grace, zone), now, { zone, resolved });
}

/** Months and years do not fit into the window of 7 days. */
function frequenciesOf(endpoint: Endpoint | undefined): readonly Frequency[] {
  if (endpoint !== "realtime") return FREQUENCY_NAMES;
  return FREQUENCY_NAMES.filter((name) => name !== "1_month" && name !== "1_year");
}

function checkEndpoint(endpoint: unknown): Endpoint | undefined {
  if (endpoint === undefined) return undefined;
  if (ENDPOINTS.includes(endpoint as Endpoint)) return endpoint as Endpoint;
  const text = `parseObservationRequest: endpoint must be one of ${ENDPOINTS.join(", ")}, got ${shown(endpoint)}`;
  throw typeof endpoint === "string" ? new RangeError(text) : new TypeError(text);
}
