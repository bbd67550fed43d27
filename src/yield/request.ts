/** From a query of the yield endpoint, and the system of its body, to a checked request. */

import { DEFAULT_RANDOM_SEED, FIRST_ACTUAL_YEAR } from "../contract/climate/request.js";
import { RequestError } from "../contract/observation/errors.js";
import {
  checkNow,
  readHorizon,
  readName,
  readNumber,
  readWhole,
  refuse,
  type WireQuery,
} from "../contract/observation/readers.js";
import { RESPONSE_FORMATS } from "../contract/observation/request.js";
import { refuseUnknownKeys } from "../contract/observation/request-notices.js";
import { checkTexts } from "../contract/observation/texts.js";
import type { ResponseFormat } from "../contract/observation/types.js";
import { QUERY_KEYS } from "../contract/query-keys.js";
import { shown } from "../text/shown.js";
import { HOUR, yearOf } from "../time/calendar.js";
import { type AskedSystem, describedSystem, onePlane, readAltitude } from "./asked-system.js";

/** @experimental */
export const YIELD_WEATHER = ["typical", "history"] as const;
/** @experimental */
export const YIELD_OUTPUTS = ["summary", "hours"] as const;
/** @experimental */
export type YieldWeatherName = (typeof YIELD_WEATHER)[number];
/** @experimental */
export type YieldOutput = (typeof YIELD_OUTPUTS)[number];

/** A checked request: plain, frozen, cloneable. Made by `parseYieldRequest`. @experimental */
export interface YieldRequest extends AskedSystem {
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
    altitude: readAltitude(query.altitude),
    horizon: readHorizon(query.horizon),
    ...readWeather(query, now),
    randomSeed: readWhole("random_seed", query.random_seed, 0, Number.MAX_SAFE_INTEGER) ?? DEFAULT_RANDOM_SEED,
    output: readName("output", query.output, YIELD_OUTPUTS, "summary"),
    responseFormat: readName("response_format", query.response_format, RESPONSE_FORMATS, "json"),
    ...(options.system === undefined ? onePlane(query, lat) : describedSystem(query, options.system)),
  });
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
    throw new RequestError("start_year", `parameter "start_year" is required with "end_year"`, "missing");
  }
  if (endYear !== undefined && endYear < startYear!) {
    return refuse("end_year", `a whole number from ${startYear} (start_year) to ${lastYear}`, String(endYear));
  }
  return { weather, startYear, endYear: endYear ?? startYear };
}
