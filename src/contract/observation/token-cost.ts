/** The cost of a request in API tokens (specification 4.2 and 8). */

import { shown } from "../../text/shown.js";
import { yearOf, yearStart } from "../../time/calendar.js";
import { ENDPOINTS } from "./period.js";
import { edgesOf, isPeriod } from "./periods.js";
import type { Endpoint, ObservationRequest } from "./types.js";

const TOKENS_PER_REQUEST = 1;
const TOKENS_PER_YEAR = 200;

/**
 * API tokens of a request. realtime: 1. training and historical: 200 per year of the unrounded period, pro rata: each
 * calendar year counts with its covered fraction, so that a full year costs exactly 200, leap year or not. Days, months and years are
 * whole ones, and count so.
 *
 * @param request with start and end, as parsed for an endpoint
 * @throws RangeError for an unknown endpoint; TypeError for a request without start or end if they matter
 *
 * @example
 * ```js
 * import { parseObservationRequest, tokenCost } from "irradiance-engine";
 *
 * const query = { lat: 36.1, lon: -79.95, start: "2024-01-01T00:00Z", end: "2025-01-01T00:00Z" };
 * const request = parseObservationRequest(query);
 * console.log(tokenCost("historical", request) > 0); // true
 * ```
 */
export function tokenCost(endpoint: Endpoint, request: ObservationRequest): number {
  if (!ENDPOINTS.includes(endpoint)) {
    throw new RangeError(`tokenCost: endpoint must be one of ${ENDPOINTS.join(", ")}, got ${shown(endpoint)}`);
  }
  if (endpoint === "realtime") return TOKENS_PER_REQUEST;
  const { start, end } = periodOf(request);
  if (!(Number.isFinite(start) && Number.isFinite(end))) {
    throw new TypeError("tokenCost: the request must have a start and an end: parse it for an endpoint");
  }
  let years = 0;
  for (let from = start, year = yearOf(start); from < end; year++) {
    const next = yearStart(year + 1);
    const to = Math.min(end, next);
    years += (to - from) / (next - yearStart(year));
    from = to;
  }
  return TOKENS_PER_YEAR * years;
}

function periodOf(request: ObservationRequest): { start: number; end: number } {
  const { start = Number.NaN, end = Number.NaN, frequency, zone } = request ?? {};
  if (!(start < end) || !isPeriod(frequency)) return { start, end };
  const edges = edgesOf({ frequency, zone }, start, end);
  return { start: edges[0]!, end: edges.at(-1)! };
}
