/** The engine's front: request and weather in, columns out. */
import { guardColumns } from "../contract/observation/columns.js";
import { VALUE_NAMES, type ValueName } from "../contract/observation/parameters.js";
import { parseObservationRequest } from "../contract/observation/request.js";
import { observationMetadata } from "../contract/observation/response.js";
import type { ObservationColumns, ObservationQuery, ObservationRequest } from "../contract/observation/types.js";
import { VERSION } from "../version.js";
import { checkForm } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import type { ComputedBlock } from "./grid/block.js";
import { Workspace } from "./memory/workspace.js";
import { Averager, type WholeColumn } from "./output-grid/columns.js";
import { checkContext, type ObservationContext } from "./plan/context.js";
import { makePlan, type Plan } from "./plan/plan.js";
import { runPlan } from "./run.js";
import { snowLoss } from "./snow-loss.js";

/**
 * The observation of a place and period in typed arrays: full precision, NaN = missing, null = not requested.
 *
 * Pure: no clock, no I/O, inputs untouched, the same bits on every run, thread and JavaScript engine. With `workspace` the
 * returned arrays are views on it, valid until its next use (`extra` is always fresh); without one they are the caller's for
 * ever.
 *
 * @throws RequestError for the query, WeatherError for the series, TypeError or RangeError for the context; Error when a model
 *   calls it in the middle of an observation
 */
export function computeColumns(
  query: ObservationQuery | ObservationRequest,
  weather: WeatherSeries,
  context: ObservationContext = {},
  workspace?: Workspace,
): ObservationColumns {
  const settings = checkContext(context);
  const request = parseObservationRequest(query, context.now === undefined ? {} : { now: context.now });
  const plan = makePlan(request, checkForm(weather), settings, context);
  const work = workspace ?? new Workspace();
  const generation = ++work.generation;
  const reused = workspace?.outputColumns(plan.count);
  const fresh = (): Float64Array => new Float64Array(plan.count);
  const values = {} as { [name in ValueName]: Float64Array | null };
  const wanted = new Set<ValueName>([...request.parameters, "surface_azimuth", "surface_tilt"]);
  for (const name of VALUE_NAMES) values[name] = wanted.has(name) ? (reused?.[name] ?? fresh()) : null;
  const extra: { [name: string]: Float64Array } = {};
  for (const name of settings.extra) extra[name] = fresh();
  const whole: WholeColumn = (name) => values[name] ?? reused?.[name] ?? fresh();
  const states = {
    temperature: plan.run.temperature ? whole("temperature") : null,
    snowDepth: plan.run.snow ? whole("snow_depth") : null,
  };
  const averager = new Averager(plan, work, values, extra, whole, states.temperature, snowLoss(plan, values));
  const counts = runPlan(plan, work, states, averager);
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
    diagnostics: { counts, notices: plan.notices },
  };
  if (workspace) guardColumns(columns, () => workspace.generation === generation);
  return columns;
}

/** Computes a plan of one output interval, leaving everything about it in the workspace, for `explain`. */
export function computeInterval(
  plan: Plan,
  work: Workspace,
): { readonly block: ComputedBlock; readonly valueNamed: (name: ValueName) => number } {
  const values = {} as { [name in ValueName]: Float64Array };
  for (const name of VALUE_NAMES) values[name] = new Float64Array(1);
  const extra = Object.fromEntries(plan.settings.extra.map((name) => [name, new Float64Array(1)]));
  const states = { temperature: values.temperature, snowDepth: values.snow_depth };
  const snow = snowLoss(plan, values);
  const averager = new Averager(plan, work, values, extra, (name) => values[name], states.temperature, snow);
  let block: ComputedBlock | undefined;
  runPlan(plan, work, states, {
    take(computed) {
      averager.take(computed);
      block = computed;
    },
  });
  return { block: block as ComputedBlock, valueNamed: (name) => values[name][0]! };
}
