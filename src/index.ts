/**
 * irradiance-engine: a request and a weather series in, the observation response out. Synchronous and pure: no clock, no
 * I/O, inputs untouched, the same bytes on every run, thread and JavaScript engine.
 */
import { writeCsv } from "./contract/observation/csv.js";
import { writeJson } from "./contract/observation/json.js";
import { parseObservationRequest } from "./contract/observation/request.js";
import { plainResponse } from "./contract/observation/response.js";
import { scaleOf } from "./contract/observation/rounding.js";
import type {
  CheckedQuery,
  Diagnostics,
  ObservationQuery,
  ObservationRequest,
  ObservationResponse,
} from "./contract/observation/types.js";
import { computeColumns } from "./engine/compute.js";
import type { ObservationContext } from "./engine/plan/context.js";

import type { WeatherSeries } from "./weather/series.js";

export { copyColumns } from "./contract/observation/columns.js";
export { csvChunks, writeCsv } from "./contract/observation/csv.js";
export { RequestError, StaleColumnsError } from "./contract/observation/errors.js";
export { jsonChunks, writeJson } from "./contract/observation/json.js";
export { PARAMETERS, type ParameterName, type ValueName } from "./contract/observation/parameters.js";
export { type ParseOptions, parseObservationRequest } from "./contract/observation/request.js";
export { toResponse } from "./contract/observation/response.js";
export type { RoundingOptions } from "./contract/observation/rounding.js";
export { tokenCost } from "./contract/observation/token-cost.js";
export type {
  CheckedQuery,
  Diagnostics,
  Endpoint,
  Frequency,
  IntervalFrequency,
  Intervals,
  Notice,
  ObservationColumns,
  ObservationMetadata,
  ObservationQuery,
  ObservationRequest,
  ObservationResponse,
  ParameterDescriptor,
  PeriodFrequency,
  ResponseFormat,
  TrackingMode,
} from "./contract/observation/types.js";
export type { Compatibility, WriteOptions } from "./contract/observation/write-options.js";
export { computeColumns } from "./engine/compute.js";
export { type Explanation, explain } from "./engine/explain.js";
export { createWorkspace, type Workspace, type WorkspaceOptions } from "./engine/memory/workspace.js";
export {
  DIAGNOSTIC_NAMES,
  type DiagnosticName,
  type ModelChoice,
  type ObservationContext,
} from "./engine/plan/context.js";
export type { Block, Column, ComputeGridColumn, Family, Site, Stage, WeatherGridColumn } from "./models/stage.js";
export { WeatherError } from "./weather/errors.js";
export type { WeatherColumn, WeatherPlace, WeatherSeries } from "./weather/series.js";

/**
 * The observation response of a place and period, ready for JSON. It has no place for notices: where they shall be seen (an altitude
 * or an azimuth that is not given, weather of another place), take `computeColumns` or `respond`.
 *
 * @param query the query as received, or a request parsed by `parseObservationRequest`
 * @param weather at equal intervals in UTC; see {@link WeatherSeries}
 * @param context everything that neither of them states; see {@link ObservationContext}
 * @throws RequestError for the query, WeatherError for the series, TypeError or RangeError for the context
 *
 * @example
 * ```js
 * import { computeObservation } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const plane = { surface_tilt: 30, surface_azimuth: 180, parameters: "global_tilted_irradiance" };
 * const query = { lat: 36.1, lon: -79.95, frequency: "1_hour", ...plane };
 * const { values } = computeObservation(query, await loadSample());
 * console.log(values.global_tilted_irradiance.length); // 8760
 * ```
 */
export function computeObservation<const Query extends ObservationQuery | ObservationRequest>(
  query: CheckedQuery<Query>,
  weather: WeatherSeries,
  context: ObservationContext = {},
): ObservationResponse {
  return plainResponse(computeColumns(query, weather, context), scaleOf(context));
}

/**
 * The body of an HTTP response in the format that the request asks for, and the diagnostics, which the body cannot contain:
 * whether the weather is for another place, and how many values were unusable or filled.
 *
 * @returns the content type, the bytes (JSON or CSV) and the diagnostics
 * @throws as `computeObservation`
 *
 * @example
 * ```js
 * import { respond } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const query = { lat: 36.1, lon: -79.95, frequency: "1_hour", response_format: "csv" };
 * console.log(respond(query, await loadSample()).contentType); // text/csv; charset=utf-8
 * ```
 */
export function respond<const Query extends ObservationQuery | ObservationRequest>(
  query: CheckedQuery<Query>,
  weather: WeatherSeries,
  context: ObservationContext = {},
): { contentType: string; body: Uint8Array<ArrayBuffer>; diagnostics: Diagnostics } {
  const request = parseObservationRequest(query, context?.now === undefined ? {} : { now: context.now });
  const columns = computeColumns(request, weather, context);
  const { diagnostics } = columns;
  return request.responseFormat === "csv"
    ? { contentType: "text/csv; charset=utf-8", body: writeCsv(columns, roundingOf(context)), diagnostics }
    : { contentType: "application/json", body: writeJson(columns, roundingOf(context)), diagnostics };
}

function roundingOf({ decimals }: ObservationContext): { decimals?: number | null } {
  return decimals === undefined ? {} : { decimals };
}
