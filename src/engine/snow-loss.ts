/** Snow on the modules (`context.snow`): the share of PV power lost to it, over the whole weather series. */
import type { ComputedBlock } from "./grid/block.js";
import { cellStart } from "./grid/lattice.js";
import { STEPS } from "./memory/columns.js";
import { Workspace } from "./memory/workspace.js";
import type { SnowLoss } from "./output-grid/kept-power.js";
import { meanRows, sunlitMeanRows } from "./output-grid/means.js";
import type { Plan } from "./plan/plan.js";
import { runPlan } from "./run.js";

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
