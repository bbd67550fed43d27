/** The query keys of each endpoint: the parsers refuse others, and a server can report them and leave them out; and the query of endpoints about a place alone. */

import { checkQuery, checkTexts, OBSERVATION_KEYS, readNumber, refuseUnknownKeys } from "./observation/readers.js";

const PLACE = ["lat", "lon"] as const;
const SURFACE = ["surface_azimuth", "surface_tilt", "tracking_mode", "horizon"] as const;
const ANSWER = ["parameters", "frequency", "response_format"] as const;
const CLIMATE = [
  "altitude",
  "situation",
  "albedo",
  "turbidity",
  "random_seed",
  "clear_sky_radiation_model",
  "future_scenario",
  "future_year",
  "extreme",
  "extreme_scope",
  "climate_time",
] as const;

/** Short names of keys, which earlier clients send, and the keys. */
export const SHORT_KEYS: { readonly [key: string]: string } = { tilt: "surface_tilt", azimuth: "surface_azimuth" };

/** What a query says of a system; a body says it otherwise. */
export const YIELD_SYSTEM_KEYS: readonly string[] = [
  ...["kwp", "surface_tilt", "surface_azimuth", "tracking_mode", "losses", "dc_ac_ratio"],
  ...Object.keys(SHORT_KEYS),
];
const YIELD = [
  ...[
    "altitude",
    "horizon",
    "weather",
    "start_year",
    "end_year",
    "random_seed",
    "output",
    "obstacles",
    "response_format",
  ],
  ...YIELD_SYSTEM_KEYS,
];
const POWER = [
  ...["altitude", "horizon", "start", "end", "frequency", "time_zone", "response_format"],
  ...YIELD_SYSTEM_KEYS,
];

/** How a meter's file is read. */
export const READING_KEYS = [
  ...(["kwp", "column", "unit", "label", "time_zone", "time_offset", "date_format", "delimiter", "decimal"] as const),
  ...(["duplicates", "missing", "fill", "longest_gap"] as const),
] as const;

/** What may be known of a meter's system, beside its `kwp`. */
export const FACT_KEYS = ["surface_tilt", "surface_azimuth", "limit"] as const;

const SERIES: readonly string[] = OBSERVATION_KEYS;
const FORECAST: readonly string[] = [...SERIES, "quantiles"];
const TYPICAL_YEAR: readonly string[] = [...PLACE, ...ANSWER, ...SURFACE, ...CLIMATE];

/** The query keys of each endpoint, by its path below the version. */
export const QUERY_KEYS = {
  "observation/realtime": SERIES,
  "observation/training": SERIES,
  "observation/historical": SERIES,
  "forecast/basic": FORECAST,
  "forecast/precision": FORECAST,
  "observation/pv": [...PLACE, ...POWER],
  "forecast/pv": [...PLACE, ...POWER, "weather", "quantiles"],
  "climate/tmy": TYPICAL_YEAR,
  "climate/amy": [...TYPICAL_YEAR, "year"],
  "climate/import/monthly": TYPICAL_YEAR,
  yield: [...PLACE, ...YIELD],
  "systems/learn": [...PLACE, "altitude", ...FACT_KEYS, ...READING_KEYS],
  horizon: PLACE,
  altitude: PLACE,
  sources: PLACE,
  account: [],
} as const satisfies { [path: string]: readonly string[] };

export type EndpointPath = keyof typeof QUERY_KEYS;

/** The keys of a query that its endpoint does not know, in the query's order; keys without a value count as absent. @experimental */
export function unknownKeys(path: EndpointPath, query: { readonly [key: string]: unknown }): string[] {
  const known: readonly string[] = QUERY_KEYS[path];
  return Object.keys(query).filter((key) => !known.includes(key) && query[key] !== undefined);
}

/** A checked request: plain, frozen, cloneable. */
export interface PlaceRequest {
  readonly kind: "place-request";
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
}

/**
 * Checks a query with only `lat` and `lon`: -90 to 90 and -180 to 180 degrees, both required; others are refused.
 *
 * @throws RequestError with the query key as `parameter`; TypeError for a query that is not an object
 */
export function parsePlaceRequest(query: { readonly [key: string]: unknown }): PlaceRequest {
  checkQuery("parsePlaceRequest", query);
  checkTexts(query);
  refuseUnknownKeys(query, QUERY_KEYS.horizon);
  const lat = readNumber("lat", query.lat, -90, 90);
  return Object.freeze({ kind: "place-request", lat, lon: readNumber("lon", query.lon, -180, 180) });
}
