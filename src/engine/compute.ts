/** Entry point of the engine: request and weather in, columns out. */
import { type IntervalRequest, isPeriod, type PeriodRequest } from "../data/contract/observation/request.js";
import type {
  CheckedQuery,
  ObservationColumns,
  ObservationQuery,
  ObservationRequest,
} from "../data/contract/observation/types.js";
import type { WeatherSeries } from "../data/weather/series.js";
import { checkForm } from "../data/weather/series.js";
import type { Workspace } from "./memory/workspace.js";
import { computePeriods } from "./periods.js";
import { type ObservationContext, readRequest } from "./plan/context.js";
import { computeIntervals } from "./values.js";

/**
 * The observation of a place and period in typed arrays: full precision, NaN = missing, null = not requested.
 *
 * Pure: no clock, no I/O, inputs untouched, the same bits on every run, thread and JavaScript engine. With `workspace` the
 * returned arrays are views on it, valid until its next use (`extra` is always new, and so are days, months and years); without one
 * the caller owns them.
 *
 * @throws RequestError for the query, WeatherError for the series, TypeError or RangeError for the context; Error when a model
 * calls it during an observation
 *
 * @example
 * ```js
 * import { computeColumns } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const query = { lat: 36.1, lon: -79.95, frequency: "1_hour", parameters: ["global_horizontal_irradiance"] };
 * const { values, count } = computeColumns(query, await loadSample());
 * console.log(values.global_horizontal_irradiance instanceof Float64Array, count); // true 8760
 * ```
 */
export function computeColumns<const Query extends ObservationQuery | ObservationRequest>(
  query: CheckedQuery<Query>,
  weather: WeatherSeries,
  context: ObservationContext = {},
  workspace?: Workspace,
): ObservationColumns {
  const { request, settings } = readRequest(query, context);
  const series = checkForm(weather);
  return isPeriod(request.frequency)
    ? computePeriods(request as PeriodRequest, series, settings, context, workspace)
    : computeIntervals(request as IntervalRequest, series, settings, context, workspace);
}
