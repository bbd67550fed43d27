/** From a query to a checked request: every default, range and form of the specification's 4.1 and 4.2. */
import { LAST_TIME } from "./calendar.js";
import { RequestError, shown } from "./errors.js";
import { PARAMETER_NAMES, type ParameterName } from "./parameters.js";
import { ENDPOINTS, FREQUENCIES, parseIsoTime, resolvePeriod } from "./period.js";
import type {
  Endpoint,
  Frequency,
  ObservationQuery,
  ObservationRequest,
  ResponseFormat,
  TrackingMode,
} from "./types.js";

export interface ParseOptions {
  /** Whose defaults and window hold; `now` is required with it. Without one: no window, no default period. */
  endpoint?: Endpoint | undefined;
  /** The current time: `Date`, Unix ms or ISO 8601 UTC. Fractions of a millisecond are dropped. */
  now?: Date | number | string | undefined;
}

const KIND = "observation-request";
const FREQUENCY_NAMES = Object.keys(FREQUENCIES) as Frequency[];
const RESPONSE_FORMATS: readonly ResponseFormat[] = ["json", "csv"];
const TRACKING_MODES: readonly TrackingMode[] = ["none", "1_axis"];
const DEFAULT_PARAMETERS: readonly ParameterName[] = ["global_horizontal_irradiance", "temperature"];
const DEGREES_AROUND = 360;

/** Mark of requests made here, which no copy or clone takes along: they are frozen and need no second look. */
const PARSED = Symbol("parsed");

/**
 * Checks a query and fills in its defaults. Unknown keys are ignored, `undefined` counts as missing, the query is not
 * changed. Numbers may be strings in decimal notation ("39.7"). With `1_axis` the surface angles are checked, kept and
 * not used.
 *
 * A request that was parsed before is returned as it is; a clone of one (from another thread, or from JSON) is checked
 * and frozen again. A clone, or a request of another endpoint, that is parsed with an `endpoint` takes on its defaults
 * and must lie in its window.
 *
 * @returns a deeply frozen plain object that `structuredClone` can copy
 * @throws RequestError for what the query says, with the query key as `parameter`;
 *   TypeError or RangeError for what the program passed: a query that is no object, a bad `endpoint` or `now`, or no
 *   `now` where an endpoint or a relative time needs it
 */
export function parseObservationRequest(
  query: ObservationQuery | ObservationRequest,
  options: ParseOptions = {},
): ObservationRequest {
  if (typeof query !== "object" || query === null) {
    throw new TypeError(`parseObservationRequest: query must be an object, got ${shown(query)}`);
  }
  const endpoint = checkEndpoint(options.endpoint);
  if (isRequest(query)) {
    const unchanged = endpoint === undefined || endpoint === query.endpoint;
    if (unchanged && PARSED in query) return query;
    return checkRequest(wireForm(query), {
      endpoint: endpoint ?? checkEndpoint(query.endpoint),
      checked: endpoint,
      now: options.now,
      resolved: true,
    });
  }
  return checkRequest(query, { endpoint, checked: endpoint, now: options.now, resolved: false });
}

/** Stray keys of a URL do not make a request of a query: their values are texts, and a request's place is numbers. */
function isRequest(query: ObservationQuery | ObservationRequest): query is ObservationRequest {
  return query.kind === KIND && "trackingMode" in query && typeof query.lat === "number";
}

type WireQuery = { readonly [key: string]: unknown };

function wireForm(request: ObservationRequest): WireQuery {
  const { responseFormat, surfaceAzimuth, surfaceTilt, trackingMode, ...same } = request;
  return {
    ...same,
    response_format: responseFormat,
    surface_azimuth: surfaceAzimuth,
    surface_tilt: surfaceTilt,
    tracking_mode: trackingMode,
  };
}

/** How a query is to be read: `checked` is the endpoint whose defaults and window are still to be applied. */
interface Reading {
  readonly endpoint: Endpoint | undefined;
  readonly checked: Endpoint | undefined;
  readonly now: ParseOptions["now"];
  /** The times are Unix ms already. */
  readonly resolved: boolean;
}

function checkRequest(query: WireQuery, { endpoint, checked, now: nowOption, resolved }: Reading): ObservationRequest {
  const now = checkNow(nowOption);
  if (checked !== undefined && now === undefined) {
    throw new TypeError(`parseObservationRequest: option "now" is required with the endpoint ${checked}`);
  }
  const request: ObservationRequest = {
    kind: KIND,
    endpoint,
    lat: readNumber("lat", query.lat, -90, 90),
    lon: readNumber("lon", query.lon, -180, 180),
    parameters: readParameters(query.parameters),
    frequency: readName("frequency", query.frequency, FREQUENCY_NAMES, "15_minutes"),
    responseFormat: readName("response_format", query.response_format, RESPONSE_FORMATS, "json"),
    surfaceAzimuth: readNumber("surface_azimuth", query.surface_azimuth, 0, 360, 0),
    surfaceTilt: readNumber("surface_tilt", query.surface_tilt, 0, 90, 0),
    trackingMode: readName("tracking_mode", query.tracking_mode, TRACKING_MODES, "none"),
    horizon: readHorizon(query.horizon),
    ...resolvePeriod(query, checked, now, resolved),
  };
  return Object.freeze(Object.defineProperty(request, PARSED, { value: true }));
}

function checkEndpoint(endpoint: unknown): Endpoint | undefined {
  if (endpoint === undefined) return undefined;
  if (ENDPOINTS.includes(endpoint as Endpoint)) return endpoint as Endpoint;
  const text = `parseObservationRequest: endpoint must be one of ${ENDPOINTS.join(", ")}, got ${shown(endpoint)}`;
  throw typeof endpoint === "string" ? new RangeError(text) : new TypeError(text);
}

function checkNow(now: unknown): number | undefined {
  if (now === undefined) return undefined;
  let time: number;
  if (typeof now === "number") time = Math.floor(now);
  else if (now instanceof Date) time = now.getTime();
  else if (typeof now === "string") time = parseNow(now);
  else throw new TypeError(`option "now" must be a Date, Unix ms or an ISO 8601 UTC time, got ${shown(now)}`);
  if (!(time >= 0 && time <= LAST_TIME)) {
    const given = now instanceof Date ? `a Date at ${time}` : shown(now);
    throw new RangeError(
      `option "now" must be a UTC time in the years 1970 to 9999 (Date, Unix ms or ISO 8601), got ${given}`,
    );
  }
  return time;
}

/** As the times of a query, and with milliseconds, as `Date.toISOString` writes it. */
function parseNow(text: string): number {
  const match = /^(.{19})\.(\d{3})Z$/.exec(text);
  return match === null ? parseIsoTime(text) : parseIsoTime(`${match[1]}Z`) + Number(match[2]);
}

const DECIMAL_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function readNumber(key: string, value: unknown, least: number, most: number, otherwise?: number): number {
  if (value === undefined) {
    if (otherwise !== undefined) return otherwise;
    throw new RequestError(key, `parameter "${key}" is required: a number from ${least} to ${most}`);
  }
  const number = typeof value === "string" && DECIMAL_NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !(number >= least && number <= most)) {
    throw new RequestError(key, `parameter "${key}" must be a number from ${least} to ${most}, got ${shown(value)}`);
  }
  return number + 0; // -0 becomes 0
}

function readName<Name extends string>(key: string, value: unknown, names: readonly Name[], otherwise: Name): Name {
  if (value === undefined) return otherwise;
  if (names.includes(value as Name)) return value as Name;
  throw new RequestError(key, `parameter "${key}" must be one of ${names.join(", ")}, got ${shown(value)}`);
}

const EVERY_PARAMETER = /* @__PURE__ */ Object.freeze([...PARAMETER_NAMES]);

function allowedParameters(): string {
  return `"all" or a comma-separated list without blanks of ${PARAMETER_NAMES.join(", ")}`;
}

function readParameters(value: unknown): readonly ParameterName[] {
  if (value === undefined) return Object.freeze([...DEFAULT_PARAMETERS]);
  if (value === "all") return EVERY_PARAMETER;
  const key = "parameters";
  const names: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(names) || names.length === 0) {
    throw new RequestError(key, `parameter "${key}" must be ${allowedParameters()}, got ${shown(value)}`);
  }
  if (names.length === 1 && names[0] === "all") return EVERY_PARAMETER;
  const wanted = new Set<unknown>(names);
  for (const name of wanted) {
    if (PARAMETER_NAMES.includes(name as ParameterName)) continue;
    const text = typeof name === "string" ? shown(name) : `"${shown(name)}"`;
    throw new RequestError(key, `invalid parameter ${text} in parameter "${key}": allowed is ${allowedParameters()}`);
  }
  return Object.freeze(PARAMETER_NAMES.filter((name) => wanted.has(name)));
}

const HORIZON_ITEM = /^\d{1,2}$/;

interface KnownLine {
  /** The text it was read from, if it was one. */
  readonly text: string | undefined;
  readonly values: Float64Array;
  readonly line: readonly number[];
}

/** The line read last: requests for one place come with the same line again, and frozen it can serve them all. */
let lastLine: KnownLine | undefined;

function readHorizon(value: unknown): ObservationRequest["horizon"] {
  if (value === undefined || value === "flat") return "flat";
  if (value === "auto") return "auto";
  if (typeof value === "string") {
    if (lastLine?.text !== value) lastLine = checkedLine(textItems(value), value);
    return lastLine.line;
  }
  if (typeof value === "object" && value !== null && "length" in value && typeof value.length === "number") {
    const items = value as ArrayLike<unknown>;
    if (!lastLine || !holds(lastLine.values, items)) lastLine = checkedLine(items, undefined);
    return lastLine.line;
  }
  return failHorizon(shown(value));
}

function holds(values: Float64Array, items: ArrayLike<unknown>): boolean {
  if (items.length !== values.length) return false;
  for (let i = 0; i < values.length; i++) if (items[i] !== values[i]) return false;
  return true;
}

function textItems(text: string): readonly string[] {
  const items = text.split(",", DEGREES_AROUND + 1);
  if (items.length === 1) failHorizon(shown(text));
  if (items.length > DEGREES_AROUND) failHorizon("more of them");
  return items;
}

function checkedLine(items: ArrayLike<unknown>, text: string | undefined): KnownLine {
  if (items.length !== DEGREES_AROUND) failHorizon(`${items.length} of them`);
  const line: number[] = [];
  for (let azimuth = 0; azimuth < DEGREES_AROUND; azimuth++) {
    const item = items[azimuth];
    const number = text !== undefined && HORIZON_ITEM.test(item as string) ? Number(item) : item;
    if (typeof number !== "number" || !Number.isInteger(number) || number < 0 || number >= 90) {
      return failHorizon(`${shown(item)} at index ${azimuth}`);
    }
    line.push(number + 0); // -0 becomes 0
  }
  return { text, values: Float64Array.from(line), line: Object.freeze(line) };
}

function failHorizon(got: string): never {
  const allowed = `flat, auto or ${DEGREES_AROUND} comma-separated integers from 0 to 89 (elevation in degrees, from north over east)`;
  throw new RequestError("horizon", `parameter "horizon" must be ${allowed}, got ${got}`);
}
