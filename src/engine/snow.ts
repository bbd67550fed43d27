/** Snow on the modules (`context.snow`): what share of the PV power it takes, over the whole weather series. */
import type { ModuleSnow } from "../models/snow/module-snow.js";
import { meanRows, sunlitMeanRows } from "./averages.js";
import type { ComputedBlock } from "./block.js";
import { STEPS, type StepColumns } from "./block-columns.js";
import { cellStart, endOf, type Lattice, type LitRows, type Steps } from "./grids.js";
import { runPlan } from "./pipeline.js";
import type { Plan } from "./plan.js";
import { Workspace } from "./workspace.js";

const s = STEPS;

/** Share of DC power lost, 0…1, by weather interval of the series. */
export interface SnowLoss {
  readonly weather: Lattice;
  readonly share: Float64Array;
}

/**
 * Snow has a memory: it lies until it slides. So the series is run from its start, on its own intervals, for the light and
 * the temperature that make it slide (Marion et al. 2013), whatever period is asked for. An interval that lacks an input
 * counts as free of loss.
 */
export function snowLoss(plan: Plan, snow: ModuleSnow): SnowLoss {
  const { series, weather } = plan;
  const n = series.count;
  const column = () => new Float64Array(n);
  const [poaIrradiance, tempAir, depth, surfaceTilt] = [column(), column(), column(), column()];
  const run = { ...plan.run, sun: true, light: true, plane: true, shading: false, temperature: true, snow: true };
  const own: Plan = { ...plan, output: weather, count: n, run, pv: null, everyStep: false };
  const work = new Workspace();
  const length = weather.step / 1000;
  const take = ({ first }: ComputedBlock): void => {
    meanRows(work.lit, work.placed, s.weight, length, s.directTilted, s.diffuseTilted, poaIrradiance, first);
    const { uncovered } = work;
    for (let k = 0; k < uncovered.count; k++) poaIrradiance[first + uncovered.rows[k]!] = Number.NaN;
    if (run.tracker) sunlitMeanRows(work.lit, work.placed, s.weight, s.up, s.rotation, 0, surfaceTilt, first);
  };
  runPlan(own, work, { temperature: tempAir, snowDepth: depth }, { take });
  const loss = snow.loss({
    time: column().map((_, j) => cellStart(weather, j)),
    snowDepth: depth,
    poaIrradiance,
    tempAir,
    surfaceTilt: run.tracker ? surfaceTilt.map(Math.abs) : surfaceTilt.fill(plan.request.surfaceTilt),
  });
  return { weather, share: loss.map((share) => (share > 0 ? share : 0)) };
}

/** What snow leaves of the power at a time, 0…1; everything outside the series. */
export function keptAt({ weather, share }: SnowLoss, time: number): number {
  return 1 - (share[Math.floor((time - weather.origin) / weather.step)] ?? 0);
}

/** Takes from the power of each lit output interval what snow hides of it, in the mean over the time that has light. */
export function keepRows(
  lit: LitRows,
  steps: Steps,
  s: StepColumns,
  snow: SnowLoss,
  power: Float64Array,
  offset: number,
): void {
  const last = endOf(lit);
  for (let o = 0; o < last; o++) {
    let kept = 0;
    let time = 0;
    for (let i = steps.outputStart[o]!; i < steps.outputStart[o + 1]!; i++) {
      kept += keptAt(snow, s.time[i]!) * s.weight[i]!;
      time += s.weight[i]!;
    }
    if (time > 0) power[offset + o] = power[offset + o]! * (kept / time);
  }
}
