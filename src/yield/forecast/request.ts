/** From a query for the power of a system in the days to come, and the system of its body, to a checked request. */
import { type QuantileName, readQuantiles } from "../../contract/forecast/quantiles.js";
import { FORECAST_ENDPOINTS, type ForecastEndpoint } from "../../contract/forecast/request.js";
import { RequestError } from "../../contract/observation/errors.js";
import { resolvePeriod } from "../../contract/observation/period.js";
import {
  checkGrace,
  checkNow,
  readHorizon,
  readName,
  readNumber,
  refuse,
  type WireQuery,
} from "../../contract/observation/readers.js";
import { RESPONSE_FORMATS } from "../../contract/observation/request.js";
import { refuseUnknownKeys } from "../../contract/observation/request-notices.js";
import { checkTexts } from "../../contract/observation/texts.js";
import { readTimeZone, zoneOf } from "../../contract/observation/time-zone.js";
import type { ResponseFormat } from "../../contract/observation/types.js";
import { QUERY_KEYS } from "../../contract/query-keys.js";
import type { PvSystem } from "../../system/types.js";
import { shown } from "../../text/shown.js";
import { DAY, HOUR } from "../../time/calendar.js";
import { describedSystem, onePlane, readAltitude } from "../asked-system.js";

/** @experimental */
export const POWER_FREQUENCIES = ["15_minutes", "1_hour"] as const;

/** A checked request: plain, frozen, cloneable. Made by `parsePowerRequest`. @experimental */
export interface PowerRequest {
  readonly kind: "power-request";
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
  /** Metres, or the place's. */
  readonly altitude: "auto" | number;
  /** "flat", "auto" or 360 elevations in degrees, index = azimuth. */
  readonly horizon: "flat" | "auto" | readonly number[];
  /** The forecast that the power is computed of. */
  readonly weather: ForecastEndpoint;
  /** Unix ms, unrounded. */
  readonly start: number;
  readonly end: number;
  readonly frequency: (typeof POWER_FREQUENCIES)[number];
  /** Of times and days; undefined: UTC. */
  readonly timeZone: string | undefined;
  /** Ascending; undefined: none. */
  readonly quantiles: readonly QuantileName[] | undefined;
  readonly responseFormat: ResponseFormat;
  readonly system: PvSystem;
}

/** @experimental */
export interface PowerParseOptions {
  /** The current time: `Date`, Unix ms or ISO 8601 UTC. */
  now: Date | number | string;
  /** A system as `readSystem` reads it; then the query has only place, period and the form of the answer. */
  system?: unknown;
  /** Seconds, 0 to 86,400, by which a time may lie outside the window. Default 0. Messages state the window without it. */
  grace?: number | undefined;
}

/** The window around now, ms. */
const BACK = 24 * HOUR;
const AHEAD = 14 * DAY;

/**
 * Checks a query of the power forecast, fills in its defaults and reads its system: one plane from the query, or the system of the body.
 * Unknown keys are refused, `undefined` counts as missing, the query is not changed.
 *
 * @returns a frozen plain object that `structuredClone` can copy
 * @throws RequestError for an invalid query or system, with the query key or the system's field as `parameter`; TypeError or RangeError for
 *   errors of the program: a query that is not an object, a bad option
 * @experimental
 */
export function parsePowerRequest(query: WireQuery, options: PowerParseOptions): PowerRequest {
  if (typeof query !== "object" || query === null) {
    throw new TypeError(`parsePowerRequest: query must be an object, got ${shown(query)}`);
  }
  const now = checkNow(options?.now);
  if (now === undefined) throw new TypeError('parsePowerRequest: option "now" is required');
  checkTexts(query, QUERY_KEYS["forecast/pv"]);
  refuseUnknownKeys(query, QUERY_KEYS["forecast/pv"]);
  const lat = readNumber("lat", query.lat, -90, 90);
  const lon = readNumber("lon", query.lon, -180, 180);
  const timeZone = readTimeZone(query.time_zone);
  const { start, end } = resolvePeriod(query, periodAround(now, checkGrace(options.grace ?? 0)), now, {
    zone: zoneOf(timeZone),
  }) as { start: number; end: number };
  return Object.freeze({
    kind: "power-request",
    ...{ lat, lon, altitude: readAltitude(query.altitude), horizon: readHorizon(query.horizon) },
    weather: readName("weather", query.weather, FORECAST_ENDPOINTS, "precision"),
    ...{ start, end, timeZone },
    frequency: readName("frequency", query.frequency, POWER_FREQUENCIES, POWER_FREQUENCIES[0]),
    quantiles: readQuantiles(query.quantiles),
    responseFormat: readName("response_format", query.response_format, RESPONSE_FORMATS, "json"),
    system: options.system === undefined ? fixedPlane(query, lat) : describedSystem(query, options.system).system,
  });
}

function periodAround(now: number, grace: number) {
  const window = { from: now - BACK, to: now + AHEAD };
  const reach = "from 24 hours ago to 14 days ahead";
  return { endpoint: "forecast pv", start: "now", end: "+48hours", reach, grace, window };
}

const TILTS = "a number from 0 to 90 (a forecast is of a plane that is there)";

/** The plane that yields most in a few days is no plane that anybody has. */
function fixedPlane(query: WireQuery, lat: number): PvSystem {
  const { system, best } = onePlane(query, lat, TILTS);
  if (!best) return system;
  const [key] = ["tilt", "surface_tilt"].filter((name) => query[name] !== undefined);
  if (key === undefined) {
    throw new RequestError(
      "tilt",
      'parameter "tilt" is required: a number from 0 to 90; or tracking_mode=1_axis, or the system as the body of a POST',
      "missing",
    );
  }
  return refuse(key, TILTS, shown(query[key]));
}
