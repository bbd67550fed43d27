/** From a query of the yield endpoint or of the power forecast, and the system of its body, to a checked request. */

import { shown } from "../../../foundation/text/shown.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import type { Zone } from "../../../foundation/time/zone.js";
import { LOSS_SETS } from "../../system/losses.js";
import { readDescription } from "../../system/resolve.js";
import type { LossSetName, PvSystem } from "../../system/types.js";
import { DEFAULT_RANDOM_SEED, FIRST_ACTUAL_YEAR } from "../climate/request.js";
import { FORECAST_ENDPOINTS, type ForecastEndpoint, type QuantileName, readQuantiles } from "../forecast/request.js";
import { type EndpointPeriod, endpointWindow, readTimeZone, resolvePeriod, zoneOf } from "../observation/period.js";
import {
  checkChoice,
  checkGrace,
  checkQuery,
  checkTexts,
  decimal,
  lastYearOver,
  numberWithin,
  RequestError,
  readAutoOr,
  readHorizon,
  readName,
  readNumber,
  readWhole,
  refuse,
  refuseUnknownKeys,
  requireNow,
  type WireQuery,
} from "../observation/readers.js";
import { RESPONSE_FORMATS, TRACKING_MODES } from "../observation/request.js";
import type { ResponseFormat } from "../observation/types.js";
import { QUERY_KEYS, SHORT_KEYS, YIELD_SYSTEM_KEYS } from "../query-keys.js";

const YIELD_WEATHER = ["typical", "history"] as const;
const YIELD_OUTPUTS = ["summary", "hours"] as const;
export type YieldWeatherName = (typeof YIELD_WEATHER)[number];
export type YieldOutput = (typeof YIELD_OUTPUTS)[number];
export const POWER_FREQUENCIES = ["15_minutes", "30_minutes", "1_hour"] as const;
const POWER_ENDPOINTS = ["forecast/pv", "observation/pv"] as const;
export type PowerEndpoint = (typeof POWER_ENDPOINTS)[number];

/** What every request about a system has. */
interface SystemRequest {
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres, or the place's. */
  readonly altitude: "auto" | number;
  /** "flat", "auto" or 360 elevations in degrees, index = azimuth. */
  readonly horizon: "flat" | "auto" | readonly number[];
  readonly responseFormat: ResponseFormat;
  readonly system: PvSystem;
}

/** A checked request: plain, frozen, cloneable. Made by `parseYieldRequest`. */
export interface YieldRequest extends SystemRequest {
  readonly kind: "yield-request";
  readonly weather: YieldWeatherName;
  /** Of history; undefined: the last complete year. */
  readonly startYear: number | undefined;
  readonly endYear: number | undefined;
  /** Of a generated year. */
  readonly randomSeed: number;
  readonly output: YieldOutput;
  /** Also what each obstacle of the scene takes. */
  readonly obstacles: boolean;
  /** The fixed plane that yields most takes the place of the system's one plane. */
  readonly best: boolean;
}

/** A checked request: plain, frozen, cloneable. Made by `parsePowerRequest`. */
export interface PowerRequest extends SystemRequest {
  readonly kind: "power-request";
  /** The forecast that the power is computed of, or what was observed. */
  readonly weather: ForecastEndpoint | "observed";
  /** Unix ms, unrounded. */
  readonly start: number;
  readonly end: number;
  readonly frequency: (typeof POWER_FREQUENCIES)[number];
  /** Of times and days; undefined: UTC. */
  readonly timeZone: string | undefined;
  /** Ascending; undefined: none. */
  readonly quantiles: readonly QuantileName[] | undefined;
}

export interface YieldParseOptions {
  /** The current time: `Date`, Unix ms or ISO 8601 UTC. It determines which years are over. */
  now: Date | number | string;
  /** A system as `readSystem` reads it; then the query has only the place, the weather and the form of the answer. */
  system?: unknown;
}

export interface PowerParseOptions extends YieldParseOptions {
  /** Default: "forecast/pv". */
  endpoint?: PowerEndpoint | undefined;
  /** Seconds, 0 to 86,400, by which a time may lie outside the window. Default 0. Messages state the window without it. */
  grace?: number | undefined;
}

/**
 * Checks a query of the yield endpoint, fills in its defaults and reads its system: one plane from the query, or the system of the body.
 * Unknown keys are refused, `undefined` counts as missing, the query is not changed. Numbers may be texts in decimal notation; those of
 * the system may not.
 *
 * @returns a frozen plain object that `structuredClone` can copy
 * @throws RequestError for an invalid query or system, with the query key or the system's field as `parameter`; TypeError or RangeError for
 *   errors of the program: a query that is not an object, a bad option
 */
export function parseYieldRequest(query: WireQuery, options: YieldParseOptions): YieldRequest {
  const { now, ...asked } = readCommon("parseYieldRequest", query, QUERY_KEYS.yield, options);
  const planes = options.system === undefined ? onePlane(query, asked.lat) : describedSystem(query, options.system);
  return Object.freeze({
    kind: "yield-request",
    ...asked,
    ...readWeather(query, now),
    randomSeed: readWhole("random_seed", query.random_seed, 0, Number.MAX_SAFE_INTEGER) ?? DEFAULT_RANDOM_SEED,
    output: readName("output", query.output, YIELD_OUTPUTS, "summary"),
    obstacles: readObstacles(query.obstacles, planes.system, asked.responseFormat),
    ...planes,
  });
}

/**
 * Checks a query of the power forecast, or of power in the past, fills in its defaults and reads its system: one plane from the query, or the system of the body.
 * Unknown keys are refused, `undefined` counts as missing, the query is not changed.
 *
 * @returns a frozen plain object that `structuredClone` can copy
 * @throws RequestError for an invalid query or system, with the query key or the system's field as `parameter`; TypeError or RangeError for
 *   errors of the program: a query that is not an object, a bad option
 */
export function parsePowerRequest(query: WireQuery, options: PowerParseOptions): PowerRequest {
  const caller = "parsePowerRequest";
  const endpoint = checkChoice(caller, "endpoint", options?.endpoint ?? POWER_ENDPOINTS[0], POWER_ENDPOINTS);
  const { now, ...asked } = readCommon(caller, query, QUERY_KEYS[endpoint], options);
  const timeZone = readTimeZone(query.time_zone);
  const zone = zoneOf(timeZone);
  const period = { ...POWER_PERIODS[endpoint](now, zone), grace: checkGrace(options.grace ?? 0) };
  const { start, end } = resolvePeriod(query, period, now, { zone }) as { start: number; end: number };
  const isForecast = endpoint === "forecast/pv";
  return Object.freeze({
    kind: "power-request",
    ...asked,
    weather: isForecast ? readName("weather", query.weather, FORECAST_ENDPOINTS, "precision") : "observed",
    ...{ start, end, timeZone },
    frequency: readName("frequency", query.frequency, POWER_FREQUENCIES, POWER_FREQUENCIES[0]),
    quantiles: readQuantiles(query.quantiles),
    system: options.system === undefined ? fixedPlane(query, asked.lat) : describedSystem(query, options.system).system,
  });
}

/** @throws RequestError where there is nothing to say, or no place to say it in */
function readObstacles(value: unknown, { scene }: PvSystem, format: ResponseFormat): boolean {
  if (readName("obstacles", value, ["true", "false"] as const, "false") === "false") return false;
  const lack = scene === undefined ? "a scene in the system" : format === "csv" ? "response_format=json" : undefined;
  if (lack === undefined) return true;
  throw new RequestError("obstacles", `parameter "obstacles" needs ${lack}`);
}

function readCommon(caller: string, query: WireQuery, known: readonly string[], options: YieldParseOptions) {
  checkQuery(caller, query);
  const now = requireNow(caller, options?.now);
  checkTexts(query, known);
  refuseUnknownKeys(query, known);
  return {
    now,
    lat: readNumber("lat", query.lat, -90, 90),
    lon: readNumber("lon", query.lon, -180, 180),
    altitude: readAutoOr("altitude", query.altitude, -500, 9000),
    horizon: readHorizon(query.horizon),
    responseFormat: readName("response_format", query.response_format, RESPONSE_FORMATS, "json"),
  };
}

function readWeather(query: WireQuery, now: number): Pick<YieldRequest, "weather" | "startYear" | "endYear"> {
  const lastYear = lastYearOver(now);
  const weather = readName("weather", query.weather, YIELD_WEATHER, "typical");
  const startYear = readWhole("start_year", query.start_year, FIRST_ACTUAL_YEAR, lastYear);
  const endYear = readWhole("end_year", query.end_year, FIRST_ACTUAL_YEAR, lastYear);
  const key = startYear !== undefined ? "start_year" : endYear !== undefined ? "end_year" : undefined;
  if (key !== undefined && weather === "typical") {
    throw new RequestError(key, `parameter "${key}" needs weather=history: a typical year belongs to no year`);
  }
  if (endYear !== undefined && startYear === undefined) {
    throw new RequestError("start_year", `parameter "start_year" is required with "end_year"`, "missing");
  }
  if (endYear !== undefined && endYear < startYear!) {
    return refuse("end_year", `a whole number from ${startYear} (start_year) to ${lastYear}`, String(endYear));
  }
  return { weather, startYear, endYear: endYear ?? startYear };
}

/** ms before now: to the midnight before, in a day of 25 hours or, where clocks go back two, of 26. */
const BACK = 26 * HOUR;
const AHEAD = 14 * DAY;

/** @param now Unix ms @param zone of the request */
const POWER_PERIODS: { readonly [name in PowerEndpoint]: (now: number, zone: Zone | undefined) => EndpointPeriod } = {
  "forecast/pv": (now) => ({
    ...{ endpoint: "forecast pv", start: "now", end: "+48hours", reach: "from 26 hours ago to 14 days ahead" },
    window: { from: now - BACK, to: now + AHEAD },
  }),
  "observation/pv": (now, zone) => ({
    ...{ endpoint: "observation pv", start: "-24hours", end: "now", reach: "from 2020 on, until now" },
    window: { from: endpointWindow("historical", now, zone).from, to: now },
  }),
};

/** The name by which the query has a key: the key, or its short name. @throws RequestError for both */
function nameOf(query: WireQuery, key: string): string {
  const short = Object.keys(SHORT_KEYS).find((name) => SHORT_KEYS[name] === key)!;
  if (query[short] === undefined) return key;
  if (query[key] === undefined) return short;
  throw new RequestError(key, `parameter "${key}" is another name of "${short}": give one of them`);
}

/** kW. */
export const POWER = { least: 0.001, most: 1e9 } as const;

/** @throws RequestError for what is no set and no number in percent */
function readLosses(value: unknown): NonNullable<PvSystem["losses"]> {
  const names = Object.keys(LOSS_SETS) as LossSetName[];
  const found = names.find((name) => name === value) ?? numberWithin(value, 0, 100);
  return found ?? refuse("losses", `${names.join(", ")} or a number from 0 to 100`, shown(value));
}

/** The system of the query. @param tilts that may be given, for messages @throws RequestError naming the key */
function onePlane(
  query: WireQuery,
  lat: number,
  tilts = "best or a number from 0 to 90",
): Pick<YieldRequest, "system" | "best"> {
  const trackingMode = readName("tracking_mode", query.tracking_mode, TRACKING_MODES, "none");
  const isTracker = trackingMode === "1_axis";
  const [tilt, azimuth] = [nameOf(query, "surface_tilt"), nameOf(query, "surface_azimuth")];
  const given = [tilt, azimuth].find((key) => query[key] !== undefined);
  if (isTracker && given !== undefined) {
    const message = `parameter "${given}" must be omitted with tracking_mode=1_axis: a tracker has no fixed plane`;
    throw new RequestError(given, message);
  }
  const best = !isTracker && (query[tilt] === undefined || query[tilt] === "best");
  if (best && query[azimuth] !== undefined) {
    const message = `parameter "${azimuth}" needs a tilt in degrees: the best tilt has the best azimuth`;
    throw new RequestError(azimuth, message);
  }
  const kwp = readNumber("kwp", query.kwp, POWER.least, POWER.most, 1);
  const readTilt = () => numberWithin(query[tilt], 0, 90) ?? refuse(tilt, tilts, shown(query[tilt]));
  const surfaceTilt = best || isTracker ? 0 : readTilt();
  const surfaceAzimuth = isTracker ? 0 : readAzimuth(azimuth, query[azimuth], lat < 0 ? 0 : 180);
  const plane = isTracker ? { kwp, trackingMode } : { kwp, surfaceTilt, surfaceAzimuth };
  const losses = query.losses === undefined ? {} : { losses: readLosses(query.losses) };
  const ratio =
    query.dc_ac_ratio === undefined ? {} : { dcAcRatio: readNumber("dc_ac_ratio", query.dc_ac_ratio, 0.1, 10) };
  return { system: checkedSystem({ planes: [plane], ...losses, ...ratio }), best };
}

const TILTS = "a number from 0 to 90 (a forecast is of a plane that is there)";

/** The plane that yields most in a few days is no plane that anybody has. */
function fixedPlane(query: WireQuery, lat: number): PvSystem {
  const { system, best } = onePlane(query, lat, TILTS);
  if (!best) return system;
  const key = nameOf(query, "surface_tilt");
  if (query[key] !== undefined) return refuse(key, TILTS, shown(query[key]));
  throw new RequestError(
    key,
    `parameter "${key}" is required: a number from 0 to 90; or tracking_mode=1_axis, or the system as the body of a POST`,
    "missing",
  );
}

function readAzimuth(key: string, value: unknown, equator: number): number {
  const number = decimal(value);
  if (typeof number !== "number" || !(number < 0 && number >= -180)) return readNumber(key, value, 0, 360, equator);
  const other = `where azimuths count from south, as in PVGIS, add 180: ${number + 180}`;
  return refuse(key, `a number from 0 (north) to 360 (${other})`, shown(value));
}

/** The system of the body; its scene is checked by what computes with it. @throws RequestError naming its field, or the key of the query that describes one beside it */
function describedSystem(query: WireQuery, system: unknown): Pick<YieldRequest, "system" | "best"> {
  const twice = YIELD_SYSTEM_KEYS.find((key) => query[key] !== undefined);
  if (twice === undefined) return { system: checkedSystem(system), best: false };
  throw new RequestError(
    twice,
    `parameter "${twice}" describes the system: leave it out, or leave out the other description, by body or name`,
  );
}

const FIELD = /\bsystem\.([\w.[\]]*\w\]?)/;

/** @throws RequestError: its parameter is the field, such as `planes[0].kwp` */
function checkedSystem(system: unknown): PvSystem {
  try {
    return readDescription(system, "yield");
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    const message = cause.message.replace(/^yield: /, "");
    throw new RequestError(FIELD.exec(message)?.[1] ?? "system", message);
  }
}
