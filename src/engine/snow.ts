/** Snow on the modules (`context.snow`): what share of the PV power it takes, over the whole weather series. */
import type { ModuleSnow } from "../models/snow/module-snow.js";
import { meanRows, meanSumRows, sunlitMeanRows } from "./averages.js";
import { cellStart, type Lattice, type Steps } from "./grids.js";
import { runPlan } from "./pipeline.js";
import type { Plan } from "./plan.js";
import { Workspace } from "./workspace.js";

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
  const [poaIrradiance, tempAir, snowDepth, surfaceTilt] = [column(), column(), column(), column()];
  const run = { ...plan.run, sun: true, light: true, plane: true, shading: false, temperature: true, snow: true };
  const own: Plan = { ...plan, output: weather, count: n, run, pv: null };
  const work = new Workspace();
  const s = work.steps.columns;
  const length = weather.step / 1000;
  runPlan(own, work, ({ first, last }) => {
    const rows = last - first;
    const steps: Steps = work.placed;
    meanSumRows(rows, steps, s.weight, length, s.directTilted, s.diffuseTilted, poaIrradiance, first);
    meanRows(rows, steps, s.cellWeight, length, s.temperature, tempAir, first);
    meanRows(rows, steps, s.cellWeight, length, s.snowDepth, snowDepth, first);
    if (run.tracker) sunlitMeanRows(rows, steps, s.weight, s.up, s.rotation, 0, surfaceTilt, first);
  });
  const loss = snow.loss({
    time: column().map((_, j) => cellStart(weather, j)),
    snowDepth,
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
