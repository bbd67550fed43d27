/** Executes a plan and returns its values. */

import { guardColumns } from "../data/contract/observation/columns.js";
import { VALUE_NAMES, type ValueName } from "../data/contract/observation/parameters.js";
import type { IntervalRequest } from "../data/contract/observation/request.js";
import { observationMetadata } from "../data/contract/observation/response.js";
import type { Notice, ObservationColumns } from "../data/contract/observation/types.js";
import type { CheckedWeather } from "../data/weather/series.js";
import { VERSION } from "../foundation/version.js";
import { type BlockConsumer, type ComputedBlock, cellStart } from "./grid/lattice.js";
import { STEPS } from "./memory/columns.js";
import { Workspace } from "./memory/workspace.js";
import { Averager, type SnowLoss } from "./output-grid/columns.js";
import { meanRows, sunlitMeanRows } from "./output-grid/means.js";
import type { ObservationContext, Settings } from "./plan/context.js";
import type { ValueColumns } from "./plan/outputs.js";
import { makePlan, type Plan } from "./plan/plan.js";
import { runPlan } from "./run.js";
import { type Counts, closureNotices } from "./weather-grid/closure.js";

const s = STEPS;

/** Power lost to snow, from a run over the whole series. An interval that lacks an input counts as free of loss. */
export function snowLoss(plan: Plan): SnowLoss {
  const { weather, run, settings, count: n } = plan;
  const column = () => new Float64Array(n);
  const [poaIrradiance, tempAir, depth, surfaceTilt] = [column(), column(), column(), column()];
  const work = new Workspace();
  const length = weather.step / 1000;
  // The means of missing irradiance are NaN.
  const take = ({ first }: ComputedBlock): void => {
    meanRows(work.lit, work.placed, s.weight, length, s.directTilted, s.diffuseTilted, poaIrradiance, first);
    if (run.tracker) sunlitMeanRows(work.lit, work.placed, s.weight, s.up, s.rotation, 0, surfaceTilt, first);
  };
  runPlan(plan, work, { temperature: tempAir, snow_depth: depth }, { take });
  // From the rotation to the tilt, which of the pipeline's own tracker differ in the sign only.
  if (run.tracker) settings.tracker?.orient(0, n, surfaceTilt, column(), column());
  const loss = settings.snow!.loss({
    time: column().map((_, j) => cellStart(weather, j)),
    snowDepth: depth,
    poaIrradiance,
    tempAir,
    surfaceTilt: run.tracker ? surfaceTilt.map(Math.abs) : surfaceTilt.fill(plan.request.surfaceTilt),
  });
  return { weather, share: loss.map((share) => (share > 0 ? share : 0)) };
}

/** The values of a plan, its extra columns, counts and notices. */
export interface Computed {
  readonly computed: ValueColumns;
  readonly extra: { readonly [name: string]: Float64Array };
  readonly counts: Counts;
  /** What the run found out about the weather. */
  readonly notices: readonly Notice[];
}

/** Makes the consumer of the blocks, given the object that averages them. */
export type ConsumerOf = (averager: BlockConsumer, plan: Plan, work: Workspace) => BlockConsumer;

/**
 * Computes a plan.
 *
 * @param workspace holds the values; without one they are new arrays
 */
export function computePlan(
  plan: Plan,
  workspace?: Workspace,
  consumerOf: ConsumerOf = (averager) => averager,
): Computed {
  const { outputs, settings, count } = plan;
  const reused: ValueColumns = workspace?.outputColumns(count) ?? {};
  const work = workspace ?? new Workspace();
  const fresh = (): Float64Array => new Float64Array(count);
  const computed: { [name in ValueName]?: Float64Array } = {};
  for (const name of [...outputs.wanted, ...outputs.others]) computed[name] = reused[name] ?? fresh();
  const extra: { [name: string]: Float64Array } = {};
  for (const name of settings.extra) extra[name] = fresh();
  const averager = new Averager(plan, work, computed, extra, plan.snow && snowLoss(plan.snow));
  const counts = runPlan(plan, work, computed, consumerOf(averager, plan, work));
  return { computed, extra, counts, notices: closureNotices(work.closure) };
}

// The rows of a request that are intervals of one length.

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
