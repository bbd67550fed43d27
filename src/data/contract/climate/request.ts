/** From a query of the climate endpoints to a checked request. */
import { shown } from "../../../foundation/text/shown.js";
import {
  checkChoice,
  checkQuery,
  checkTexts,
  keptNotices,
  lastYearOver,
  numberWithin,
  RequestError,
  readAutoOr,
  readHorizon,
  readName,
  readNumber,
  readParameters,
  readWhole,
  refuse,
  refuseUnknownKeys,
  requestNotices,
  requireNow,
  type WireQuery,
} from "../observation/readers.js";
import { RESPONSE_FORMATS, TRACKING_MODES } from "../observation/request.js";
import type { Notice, ResponseFormat, TrackingMode } from "../observation/types.js";
import { QUERY_KEYS } from "../query-keys.js";
import { CLIMATE_PARAMETER_NAMES, type ClimateParameterName } from "./parameters.js";

const CLIMATE_ENDPOINTS = ["tmy", "amy", "import_monthly"] as const;
export const CLIMATE_FREQUENCIES = ["1_hour", "1_minute"] as const;
const SITUATIONS = [
  "open",
  "depression",
  "cold_air_lake",
  "sea_lake",
  "city",
  "slope_south",
  "slope_west_east",
  "valley",
] as const;
const CLEAR_SKY_MODELS = ["esra", "solis"] as const;
export const FUTURE_SCENARIOS = ["ssp1_26", "ssp2_45", "ssp3_70", "ssp5_85"] as const;
export const EXTREMES = ["p10", "p50", "p90"] as const;
export const EXTREME_SCOPES = ["year", "month"] as const;
const CLIMATE_TIMES = ["local", "utc"] as const;

export type ClimateEndpoint = (typeof CLIMATE_ENDPOINTS)[number];
export type ClimateFrequency = (typeof CLIMATE_FREQUENCIES)[number];
export type Situation = (typeof SITUATIONS)[number];
export type ClearSkyModel = (typeof CLEAR_SKY_MODELS)[number];
export type FutureScenario = (typeof FUTURE_SCENARIOS)[number];
export type Extreme = (typeof EXTREMES)[number];
export type ExtremeScope = (typeof EXTREME_SCOPES)[number];
export type ClimateTime = (typeof CLIMATE_TIMES)[number];

/** The default seed: a constant, so that the same request gives the same year. */
export const DEFAULT_RANDOM_SEED = 1;
/** The first year that `year` may name; the archive determines which years exist. */
export const FIRST_ACTUAL_YEAR = 1900;
/** Centres of the periods that `future_year` may name. */
export const FUTURE_YEARS = { least: 2021, most: 2100 } as const;

/** A checked request: plain, frozen, cloneable. Made by `parseClimateRequest`. */
export interface ClimateRequest {
  readonly kind: "climate-request";
  readonly endpoint: ClimateEndpoint;
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres, or the place's. */
  readonly altitude: "auto" | number;
  /** Degrees. */
  readonly surfaceAzimuth: number;
  readonly surfaceTilt: number;
  readonly trackingMode: TrackingMode;
  readonly situation: Situation;
  /** "flat", "auto" or 360 elevations in degrees, index = azimuth. */
  readonly horizon: "flat" | "auto" | readonly number[];
  /** In the order of the catalogue, each once. */
  readonly parameters: readonly ClimateParameterName[];
  readonly frequency: ClimateFrequency;
  /** 0…1, or "auto": the ground's, with its snow. */
  readonly albedo: "auto" | number;
  /** Linke turbidity of the 12 months, or the place's. */
  readonly turbidity: "auto" | readonly number[];
  readonly randomSeed: number;
  readonly clearSkyModel: ClearSkyModel;
  /** Both or neither. */
  readonly futureScenario: FutureScenario | undefined;
  readonly futureYear: number | undefined;
  readonly extreme: Extreme | undefined;
  readonly extremeScope: ExtremeScope;
  readonly climateTime: ClimateTime;
  /** For `amy`; undefined: the last complete year. */
  readonly year: number | undefined;
  readonly responseFormat: ResponseFormat;
  /** Notices on what the query left open; the diagnostics of a computation begin with them. */
  readonly notices: readonly Notice[];
}

/** A query as it arrives: texts (from a URL) or numbers; `horizon`, `parameters` and `turbidity` may also be arrays. */
export interface ClimateQuery {
  lat: number | string;
  lon: number | string;
  readonly [key: string]: unknown;
}

export interface ClimateParseOptions {
  endpoint: ClimateEndpoint;
  /** The current time: `Date`, Unix ms or ISO 8601 UTC. It determines which years are over. */
  now: Date | number | string;
  /** Default of `climate_time`. Default "local". */
  climateTime?: ClimateTime | undefined;
}

const KIND = "climate-request";

/** Marks requests made here; copies and clones do not have it. Marked requests are frozen and need no second check. */
const PARSED = Symbol("parsed");

/**
 * Checks a query of the climate endpoints and fills in its defaults. Unknown keys are refused, `undefined` counts as
 * missing, the query is not changed. Numbers may be texts in decimal notation. `year` is a key of `amy` only. Values without a model are validated and kept: `unmodelled` names them. A request that was parsed
 * before, or a copy of one, is read again for the endpoint.
 *
 * @returns a deeply frozen plain object that `structuredClone` can copy
 * @throws RequestError for an invalid query, with the query key as `parameter`; TypeError or RangeError for errors of the
 * program: a query that is not an object, a bad option
 */
export function parseClimateRequest(
  query: ClimateQuery | ClimateRequest,
  options: ClimateParseOptions,
): ClimateRequest {
  checkQuery("parseClimateRequest", query);
  const endpoint = checkChoice("parseClimateRequest", "endpoint", options?.endpoint, CLIMATE_ENDPOINTS);
  const now = requireNow("parseClimateRequest", options.now);
  const climateTime = checkChoice("parseClimateRequest", "climateTime", options.climateTime ?? "local", CLIMATE_TIMES);
  const wire = isRequest(query) ? wireForm(query) : query;
  checkTexts(wire, QUERY_KEYS["climate/amy"]);
  if (!isRequest(query)) refuseUnknownKeys(query, QUERY_KEYS[PATHS[endpoint]]);
  return checked(wire, { endpoint, climateTime, lastYear: lastYearOver(now) });
}

/**
 * A request that was parsed before: unchanged, or, if it has been copied or cloned, checked and frozen again. So the year
 * of an actual year may be filled in: `checkClimateRequest({ ...request, year: 2023 })`.
 *
 * @throws TypeError for anything but a climate request; RequestError for a value in it that is not allowed
 */
export function checkClimateRequest(request: ClimateRequest): ClimateRequest {
  if (typeof request !== "object" || request === null || request.kind !== KIND) {
    throw new TypeError(`a climate request must come from parseClimateRequest, got ${shown(request)}`);
  }
  if (PARSED in request) return request;
  const endpoint = checkChoice("parseClimateRequest", "endpoint", request.endpoint, CLIMATE_ENDPOINTS);
  const wire = wireForm(request);
  checkTexts(wire, QUERY_KEYS["climate/amy"]);
  return checked(wire, { endpoint, climateTime: "local", lastYear: LAST_YEAR });
}

/** The last year that time stamps can represent completely, in any zone. */
const LAST_YEAR = 9998;

/** The paths that name the endpoints' keys. */
const PATHS = { tmy: "climate/tmy", amy: "climate/amy", import_monthly: "climate/import/monthly" } as const;

function isRequest(query: ClimateQuery | ClimateRequest): query is ClimateRequest {
  return query.kind === KIND && "trackingMode" in query;
}

function wireForm(request: ClimateRequest): WireQuery {
  return {
    ...request,
    surface_azimuth: request.surfaceAzimuth,
    surface_tilt: request.surfaceTilt,
    tracking_mode: request.trackingMode,
    random_seed: request.randomSeed,
    clear_sky_radiation_model: request.clearSkyModel,
    future_scenario: request.futureScenario,
    future_year: request.futureYear,
    extreme_scope: request.extreme === undefined ? undefined : request.extremeScope,
    climate_time: request.climateTime,
    response_format: request.responseFormat,
  };
}

interface Reading {
  readonly endpoint: ClimateEndpoint;
  readonly climateTime: ClimateTime;
  readonly lastYear: number;
}

function checked(query: WireQuery, { endpoint, climateTime, lastYear }: Reading): ClimateRequest {
  const request: ClimateRequest = {
    kind: KIND,
    endpoint,
    lat: readNumber("lat", query.lat, -90, 90),
    lon: readNumber("lon", query.lon, -180, 180),
    altitude: readAutoOr("altitude", query.altitude, -500, 9000),
    surfaceAzimuth: readNumber("surface_azimuth", query.surface_azimuth, 0, 360, 0),
    surfaceTilt: readNumber("surface_tilt", query.surface_tilt, 0, 90, 0),
    trackingMode: readName("tracking_mode", query.tracking_mode, TRACKING_MODES, "none"),
    situation: readName("situation", query.situation, SITUATIONS, "open"),
    horizon: readHorizon(query.horizon),
    parameters: readParameters(query.parameters, CLIMATE_PARAMETER_NAMES),
    frequency: readName("frequency", query.frequency, CLIMATE_FREQUENCIES, "1_hour"),
    albedo: readAutoOr("albedo", query.albedo, 0, 1),
    turbidity: readTurbidity(query.turbidity),
    randomSeed: readWhole("random_seed", query.random_seed, 0, Number.MAX_SAFE_INTEGER) ?? DEFAULT_RANDOM_SEED,
    clearSkyModel: readName("clear_sky_radiation_model", query.clear_sky_radiation_model, CLEAR_SKY_MODELS, "esra"),
    ...readFuture(query),
    ...readExtreme(query),
    climateTime: readName("climate_time", query.climate_time, CLIMATE_TIMES, climateTime),
    year: endpoint === "amy" ? readWhole("year", query.year, FIRST_ACTUAL_YEAR, lastYear) : undefined,
    responseFormat: readName("response_format", query.response_format, RESPONSE_FORMATS, "json"),
    notices: Array.isArray(query.notices) ? keptNotices(query.notices) : requestNotices(query),
  };
  return Object.freeze(Object.defineProperty(request, PARSED, { value: true }));
}

const MONTHS = 12;
/** Linke turbidity from clean, dry air to smoke. */
const TURBIDITY = { least: 1, most: 15 } as const;

function readTurbidity(value: unknown): "auto" | readonly number[] {
  if (value === undefined || value === "auto") return "auto";
  const key = "turbidity";
  const allowed = `auto or ${MONTHS} comma-separated numbers from ${TURBIDITY.least} to ${TURBIDITY.most}, January first`;
  const items: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(items)) return refuse(key, allowed, shown(value));
  if (items.length !== MONTHS)
    return refuse(key, allowed, items.length === 1 ? shown(value) : `${items.length} of them`);
  const months = items.map((item, month) => {
    const number = numberWithin(item, TURBIDITY.least, TURBIDITY.most);
    return number ?? refuse(key, allowed, `${shown(item)} for month ${month + 1}`);
  });
  return Object.freeze(months);
}

function readFuture(query: WireQuery): Pick<ClimateRequest, "futureScenario" | "futureYear"> {
  const futureScenario = readOptional("future_scenario", query.future_scenario, FUTURE_SCENARIOS);
  const futureYear = readWhole("future_year", query.future_year, FUTURE_YEARS.least, FUTURE_YEARS.most);
  if (futureScenario !== undefined && futureYear === undefined) {
    needs("future_year", `a whole number from ${FUTURE_YEARS.least} to ${FUTURE_YEARS.most}`, "future_scenario");
  }
  if (futureYear !== undefined && futureScenario === undefined) {
    needs("future_scenario", `one of ${FUTURE_SCENARIOS.join(", ")}`, "future_year");
  }
  return { futureScenario, futureYear };
}

function readExtreme(query: WireQuery): Pick<ClimateRequest, "extreme" | "extremeScope"> {
  const extreme = readOptional("extreme", query.extreme, EXTREMES);
  const extremeScope = readName("extreme_scope", query.extreme_scope, EXTREME_SCOPES, "year");
  if (extreme === undefined && query.extreme_scope !== undefined) {
    needs("extreme", `one of ${EXTREMES.join(", ")}`, "extreme_scope");
  }
  return { extreme, extremeScope };
}

function readOptional<Name extends string>(key: string, value: unknown, names: readonly Name[]): Name | undefined {
  return value === undefined ? undefined : readName(key, value, names, names[0]!);
}

function needs(key: string, allowed: string, other: string): never {
  throw new RequestError(key, `parameter "${key}" is required with "${other}": ${allowed}`, "missing");
}

interface Gap {
  readonly parameter: string;
  /** The value that has no model; undefined if the request has none. */
  readonly asked: (request: ClimateRequest) => string | undefined;
  /** What to send instead. */
  readonly instead: string;
}

const GAPS: readonly Gap[] = [
  {
    parameter: "situation",
    asked: ({ situation }) => (situation === "open" ? undefined : situation),
    instead: "only open is supported",
  },
  {
    parameter: "future_scenario",
    asked: ({ endpoint, futureScenario }) => (endpoint === "amy" ? futureScenario : undefined),
    instead: "an actual year has the climate of its dates",
  },
  {
    parameter: "extreme",
    asked: ({ endpoint, extreme }) => (endpoint === "amy" ? extreme : undefined),
    instead: "an actual year has the weather of its dates",
  },
];

/**
 * The value of a valid request that has no model in this version; undefined if there is none.
 * A server rejects such a request instead of answering a different one.
 *
 * @returns the query key, and a message for the caller that names the value
 */
export function unmodelled(request: ClimateRequest): { parameter: string; message: string } | undefined {
  for (const { parameter, asked, instead } of GAPS) {
    const value = asked(request);
    if (value === undefined) continue;
    const message = `parameter "${parameter}": this version has no model for "${value}"; ${instead}`;
    return { parameter, message };
  }
  return undefined;
}
