/** The query of endpoints about a place alone: horizon, altitude, sources. */
import { shown } from "../../text/shown.js";
import { readNumber, type WireQuery } from "../observation/readers.js";
import { refuseUnknownKeys } from "../observation/request-notices.js";
import { checkTexts } from "../observation/texts.js";
import { QUERY_KEYS } from "../query-keys.js";

/** A checked request: plain, frozen, cloneable. @experimental */
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
 * @experimental
 */
export function parsePlaceRequest(query: { readonly [key: string]: unknown }): PlaceRequest {
  if (typeof query !== "object" || query === null) {
    throw new TypeError(`parsePlaceRequest: query must be an object, got ${shown(query)}`);
  }
  checkTexts(query);
  refuseUnknownKeys(query, QUERY_KEYS.horizon);
  return Object.freeze({ kind: "place-request", ...readPlace(query) });
}

/** Latitude and longitude in degrees. */
function readPlace(query: WireQuery): { lat: number; lon: number } {
  return { lat: readNumber("lat", query.lat, -90, 90), lon: readNumber("lon", query.lon, -180, 180) };
}
