/** From a query of the yield endpoint, and the system of its body, to a checked request. */

import { DEFAULT_RANDOM_SEED, FIRST_ACTUAL_YEAR } from "../contract/climate/request.js";
import { RequestError } from "../contract/observation/errors.js";
import {
  checkNow,
  decimal,
  readHorizon,
  readName,
  readNumber,
  readWhole,
  refuse,
  type WireQuery,
} from "../contract/observation/readers.js";
import { RESPONSE_FORMATS, TRACKING_MODES } from "../contract/observation/request.js";
import { refuseUnknownKeys } from "../contract/observation/request-notices.js";
import { checkTexts } from "../contract/observation/texts.js";
import type { ResponseFormat } from "../contract/observation/types.js";
import { QUERY_KEYS, YIELD_SYSTEM_KEYS } from "../contract/query-keys.js";
import { readSystem } from "../system/read-system.js";
import type { PvSystem } from "../system/types.js";
import { shown } from "../text/shown.js";
import { HOUR, yearOf } from "../time/calendar.js";

/** @experimental */
export const YIELD_WEATHER = ["typical", "history"] as const;
/** @experimental */
export const YIELD_OUTPUTS = ["summary", "hours"] as const;
/** @experimental */
export type YieldWeatherName = (typeof YIELD_WEATHER)[number];
/** @experimental */
export type YieldOutput = (typeof YIELD_OUTPUTS)[number];

/** A checked request: plain, frozen, cloneable. Made by `parseYieldRequest`. @experimental */
export interface YieldRequest {
  readonly kind: "yield-request";
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres, or the place's. */
  readonly altitude: "auto" | number;
  /** "flat", "auto" or 360 elevations in degrees, index = azimuth. */
  readonly horizon: "flat" | "auto" | readonly number[];
  readonly weather: YieldWeatherName;
  /** Of history; undefined: the last complete year. */
  readonly startYear: number | undefined;
  readonly endYear: number | undefined;
  /** Of a generated year. */
  readonly randomSeed: number;
  readonly output: YieldOutput;
  readonly responseFormat: ResponseFormat;
  readonly system: PvSystem;
  /** The fixed plane that yields most takes the place of the system's one plane. */
  readonly best: boolean;
}

/** @experimental */
export interface YieldParseOptions {
  /** The current time: `Date`, Unix ms or ISO 8601 UTC. It determines which years are over. */
  now: Date | number | string;
  /** A system as `readSystem` reads it; then the query has only the place, the weather and the form of the answer. */
  system?: unknown;
}

/**
 * Checks a query of the yield endpoint, fills in its defaults and reads its system: one plane from the query, or the system of the body.
 * Unknown keys are refused, `undefined` counts as missing, the query is not changed. Numbers may be texts in decimal notation; those of
 * the system may not.
 *
 * @returns a frozen plain object that `structuredClone` can copy
 * @throws RequestError for an invalid query or system, with the query key or the system's field as `parameter`; TypeError or RangeError for
 *   errors of the program: a query that is not an object, a bad option
 * @experimental
 */
export function parseYieldRequest(query: WireQuery, options: YieldParseOptions): YieldRequest {
  if (typeof query !== "object" || query === null) {
    throw new TypeError(`parseYieldRequest: query must be an object, got ${shown(query)}`);
  }
  const now = checkNow(options?.now);
  if (now === undefined) throw new TypeError('parseYieldRequest: option "now" is required');
  checkTexts(query, QUERY_KEYS.yield);
  refuseUnknownKeys(query, QUERY_KEYS.yield);
  const lat = readNumber("lat", query.lat, -90, 90);
  return Object.freeze({
    kind: "yield-request",
    lat,
    lon: readNumber("lon", query.lon, -180, 180),
    altitude: query.altitude === "auto" || query.altitude === undefined ? "auto" : readAltitude(query.altitude),
    horizon: readHorizon(query.horizon),
    ...readWeather(query, now),
    randomSeed: readWhole("random_seed", query.random_seed, 0, Number.MAX_SAFE_INTEGER) ?? DEFAULT_RANDOM_SEED,
    output: readName("output", query.output, YIELD_OUTPUTS, "summary"),
    responseFormat: readName("response_format", query.response_format, RESPONSE_FORMATS, "json"),
    ...(options.system === undefined ? onePlane(query, lat) : describedSystem(query, options.system)),
  });
}

/** Clients of the other endpoints know the plane by longer names. */
const ALIASES = { tilt: "surface_tilt", azimuth: "surface_azimuth" } as const;

/** The name by which the query has it. @throws RequestError for both */
function nameOf(query: WireQuery, name: keyof typeof ALIASES): string {
  const alias = ALIASES[name];
  if (query[alias] === undefined) return name;
  if (query[name] === undefined) return alias;
  throw new RequestError(alias, `parameter "${alias}" is another name of "${name}": give one of them`);
}

function readAltitude(value: unknown): number {
  const number = decimal(value);
  if (typeof number === "number" && number >= -500 && number <= 9000) return number + 0; // -0 becomes 0
  return refuse("altitude", "auto or a number from -500 to 9000", shown(value));
}

/** Largest offset of standard time from UTC, ms. */
const EARLIEST_ZONE = 14 * HOUR;

function readWeather(query: WireQuery, now: number): Pick<YieldRequest, "weather" | "startYear" | "endYear"> {
  const lastYear = yearOf(now + EARLIEST_ZONE) - 1;
  const weather = readName("weather", query.weather, YIELD_WEATHER, "typical");
  const startYear = readWhole("start_year", query.start_year, FIRST_ACTUAL_YEAR, lastYear);
  const endYear = readWhole("end_year", query.end_year, FIRST_ACTUAL_YEAR, lastYear);
  const [key] = startYear === undefined ? (endYear === undefined ? [] : ["end_year"]) : ["start_year"];
  if (key !== undefined && weather === "typical") {
    throw new RequestError(key, `parameter "${key}" needs weather=history: a typical year belongs to no year`);
  }
  if (endYear !== undefined && startYear === undefined) {
    throw new RequestError("start_year", `parameter "start_year" is required with "end_year"`);
  }
  if (endYear !== undefined && endYear < startYear!) {
    return refuse("end_year", `a whole number from ${startYear} (start_year) to ${lastYear}`, String(endYear));
  }
  return { weather, startYear, endYear: endYear ?? startYear };
}

/** kW. */
const POWER = { least: 0.001, most: 1e9 } as const;

/** The system of the query. */
function onePlane(query: WireQuery, lat: number): Pick<YieldRequest, "system" | "best"> {
  const trackingMode = readName("tracking_mode", query.tracking_mode, TRACKING_MODES, "none");
  const isTracker = trackingMode === "1_axis";
  const [tilt, azimuth] = [nameOf(query, "tilt"), nameOf(query, "azimuth")];
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
  const surfaceTilt = best || isTracker ? 0 : readTilt(tilt, query[tilt]);
  const surfaceAzimuth = isTracker ? 0 : readAzimuth(azimuth, query[azimuth], lat < 0 ? 0 : 180);
  const plane = isTracker ? { kwp, trackingMode } : { kwp, surfaceTilt, surfaceAzimuth };
  const losses = optional("losses", query.losses, 0, 100);
  const dcAcRatio = optional("dc_ac_ratio", query.dc_ac_ratio, 0.1, 10);
  const system = {
    planes: [plane],
    ...(losses !== undefined && { losses }),
    ...(dcAcRatio !== undefined && { dcAcRatio }),
  };
  return { system: checkedSystem(system), best };
}

function readTilt(key: string, value: unknown): number {
  const number = decimal(value);
  if (typeof number === "number" && number >= 0 && number <= 90) return number + 0; // -0 becomes 0
  return refuse(key, "best or a number from 0 to 90", shown(value));
}

function readAzimuth(key: string, value: unknown, equator: number): number {
  const number = decimal(value);
  if (typeof number !== "number" || !(number < 0 && number >= -180)) return readNumber(key, value, 0, 360, equator);
  const other = `where azimuths count from south, as in PVGIS, add 180: ${number + 180}`;
  return refuse(key, `a number from 0 (north) to 360 (${other})`, shown(value));
}

function optional(key: string, value: unknown, least: number, most: number): number | undefined {
  return value === undefined ? undefined : readNumber(key, value, least, most);
}

function describedSystem(query: WireQuery, system: unknown): Pick<YieldRequest, "system" | "best"> {
  const twice = [...YIELD_SYSTEM_KEYS, ...Object.values(ALIASES)].find((key) => query[key] !== undefined);
  if (twice !== undefined) {
    throw new RequestError(
      twice,
      `parameter "${twice}" describes the system: leave it out, or leave out the system of the body`,
    );
  }
  return { system: checkedSystem(system), best: false };
}

const FIELD = /\bsystem\.([\w.[\]]*\w\]?)/;

/** @throws RequestError: its parameter is the field, such as `planes[0].kwp` */
function checkedSystem(system: unknown): PvSystem {
  try {
    return readSystem(system, "yield");
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    const message = cause.message.replace(/^yield: /, "");
    throw new RequestError(FIELD.exec(message)?.[1] ?? "system", message);
  }
}
