/** Entry point of the engine: request and weather in, columns out. */
import { guardColumns } from "../contract/observation/columns.js";
import { VALUE_NAMES, type ValueName } from "../contract/observation/parameters.js";
import { parseObservationRequest } from "../contract/observation/request.js";
import { observationMetadata } from "../contract/observation/response.js";
import type { ObservationColumns, ObservationQuery, ObservationRequest } from "../contract/observation/types.js";
import { VERSION } from "../version.js";
import { checkForm } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import type { Workspace } from "./memory/workspace.js";
import { checkContext, type ObservationContext } from "./plan/context.js";
import { makePlan } from "./plan/plan.js";
import { computePlan } from "./values.js";

/**
 * The observation of a place and period in typed arrays: full precision, NaN = missing, null = not requested.
 *
 * Pure: no clock, no I/O, inputs untouched, the same bits on every run, thread and JavaScript engine. With `workspace` the
 * returned arrays are views on it, valid until its next use (`extra` is always new); without one the caller owns
 * them.
 *
 * @throws RequestError for the query, WeatherError for the series, TypeError or RangeError for the context; Error when a model
 * calls it during an observation
 */
export function computeColumns(
  query: ObservationQuery | ObservationRequest,
  weather: WeatherSeries,
  context: ObservationContext = {},
  workspace?: Workspace,
): ObservationColumns {
  const settings = checkContext(context);
  const request = parseObservationRequest(query, context.now === undefined ? {} : { now: context.now });
  const plan = makePlan(request, checkForm(weather), settings, context, workspace?.blockSize);
  const generation = workspace && ++workspace.generation;
  const { computed, extra, counts, notices } = computePlan(plan, workspace);
  const values = {} as { [name in ValueName]: Float64Array | null };
  for (const name of VALUE_NAMES) values[name] = plan.outputs.wanted.has(name) ? computed[name]! : null;
  const columns: ObservationColumns = {
    start: plan.output.origin,
    interval: plan.output.step / 1000,
    count: plan.count,
    values,
    extra,
    meta: observationMetadata(
      request,
      { altitude: plan.site.altitude, timeZone: plan.timeZone },
      { version: settings.version ?? VERSION, commit: settings.commit },
    ),
    diagnostics: { counts, notices: [...request.notices, ...plan.notices, ...notices] },
  };
  if (workspace) guardColumns(columns, () => workspace.generation === generation);
  return columns;
}
