/** The rows of a request that are intervals of one length. */
import { guardColumns } from "../contract/observation/columns.js";
import { VALUE_NAMES, type ValueName } from "../contract/observation/parameters.js";
import type { IntervalRequest } from "../contract/observation/periods.js";
import { observationMetadata } from "../contract/observation/response.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { VERSION } from "../version.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import type { Workspace } from "./memory/workspace.js";
import type { ObservationContext, Settings } from "./plan/context.js";
import { makePlan } from "./plan/plan.js";
import { type ConsumerOf, computePlan } from "./values.js";

/** @param settings of the context */
export function computeIntervals(
  request: IntervalRequest,
  series: CheckedWeather,
  settings: Settings,
  context: ObservationContext,
  workspace?: Workspace,
  consumerOf?: ConsumerOf,
): ObservationColumns {
  const plan = makePlan(request, series, settings, context, workspace?.blockSize);
  const generation = workspace && ++workspace.generation;
  const { computed, extra, counts, notices } = computePlan(plan, workspace, consumerOf);
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
  if (request.zone !== undefined) columns.zone = request.zone;
  if (workspace) guardColumns(columns, () => workspace.generation === generation);
  return columns;
}
