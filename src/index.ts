/**
 * irradiance-engine: a request and a weather series in, the observation response out. Synchronous and pure: no clock, no
 * I/O, inputs untouched, the same bytes on every run, thread and JavaScript engine.
 */
import { writeCsv } from "./data/contract/observation/csv.js";
import { scaleOf } from "./data/contract/observation/digits.js";
import { writeJson } from "./data/contract/observation/json.js";
import { parseObservationRequest } from "./data/contract/observation/request.js";
import { plainResponse } from "./data/contract/observation/response.js";
import type {
  CheckedQuery,
  Diagnostics,
  ObservationQuery,
  ObservationRequest,
  ObservationResponse,
} from "./data/contract/observation/types.js";
import type { WeatherSeries } from "./data/weather/series.js";
import { computeColumns } from "./engine/compute.js";
import type { ObservationContext } from "./engine/plan/context.js";

export { copyColumns } from "./data/contract/observation/columns.js";
export { csvChunks, writeCsv } from "./data/contract/observation/csv.js";
export type { RoundingOptions } from "./data/contract/observation/digits.js";
export { jsonChunks, writeJson } from "./data/contract/observation/json.js";
export { PARAMETERS, type ParameterName, type ValueName } from "./data/contract/observation/parameters.js";
export { RequestError, StaleColumnsError } from "./data/contract/observation/readers.js";
export { type ParseOptions, parseObservationRequest, tokenCost } from "./data/contract/observation/request.js";
export { type Compatibility, toResponse, type WriteOptions } from "./data/contract/observation/response.js";
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
} from "./data/contract/observation/types.js";
export type { WeatherColumn, WeatherPlace, WeatherSeries } from "./data/weather/series.js";
export { WeatherError } from "./data/weather/series.js";
export { computeColumns } from "./engine/compute.js";
export { type Explanation, explain } from "./engine/explain.js";
export { createWorkspace, type Workspace, type WorkspaceOptions } from "./engine/memory/workspace.js";
export {
  DIAGNOSTIC_NAMES,
  type DiagnosticName,
  type ModelChoice,
  type ObservationContext,
} from "./engine/plan/context.js";
export type {
  Block,
  Column,
  ComputeGridColumn,
  Family,
  Site,
  Stage,
  WeatherGridColumn,
} from "./physics/models/stage.js";

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
