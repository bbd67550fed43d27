/** The query keys of each endpoint: the parsers refuse others, and a server can report them and leave them out. */
import { OBSERVATION_KEYS } from "./observation/request-notices.js";

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

/** What a query says of a system; a body says it otherwise. */
export const YIELD_SYSTEM_KEYS = ["kwp", "tilt", "azimuth", "tracking_mode", "losses", "dc_ac_ratio"] as const;
const YIELD = [
  ...["altitude", "horizon", "weather", "start_year", "end_year", "random_seed", "output", "response_format"],
  ...["surface_tilt", "surface_azimuth"],
  ...YIELD_SYSTEM_KEYS,
] as const;

const POWER = [
  ...["altitude", "horizon", "weather", "start", "end", "frequency", "time_zone", "quantiles", "response_format"],
  ...["surface_tilt", "surface_azimuth"],
  ...YIELD_SYSTEM_KEYS,
] as const;

const SERIES: readonly string[] = OBSERVATION_KEYS;
const FORECAST: readonly string[] = [...SERIES, "quantiles"];
const TYPICAL_YEAR: readonly string[] = [...PLACE, ...ANSWER, ...SURFACE, ...CLIMATE];

/** The query keys of each endpoint, by its path below the version. @experimental */
export const QUERY_KEYS = {
  "observation/realtime": SERIES,
  "observation/training": SERIES,
  "observation/historical": SERIES,
  "forecast/basic": FORECAST,
  "forecast/precision": FORECAST,
  "forecast/pv": [...PLACE, ...POWER],
  "climate/tmy": TYPICAL_YEAR,
  "climate/amy": [...TYPICAL_YEAR, "year"],
  "climate/import/monthly": TYPICAL_YEAR,
  yield: [...PLACE, ...YIELD],
  horizon: PLACE,
  altitude: PLACE,
  sources: PLACE,
  account: [],
} as const satisfies { [path: string]: readonly string[] };

/** @experimental */
export type EndpointPath = keyof typeof QUERY_KEYS;

/** The keys of a query that its endpoint does not know, in the query's order; keys without a value count as absent. @experimental */
export function unknownKeys(path: EndpointPath, query: { readonly [key: string]: unknown }): string[] {
  const known: readonly string[] = QUERY_KEYS[path];
  return Object.keys(query).filter((key) => !known.includes(key) && query[key] !== undefined);
}
