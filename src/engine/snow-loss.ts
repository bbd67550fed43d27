/** Snow on the modules (`context.snow`): what share of the PV power it takes, over the whole weather series. */
import type { ValueName } from "../contract/observation/parameters.js";
import type { ComputedBlock } from "./grid/block.js";
import { cellStart } from "./grid/lattice.js";
import { STEPS } from "./memory/columns.js";
import { Workspace } from "./memory/workspace.js";
import type { SnowLoss } from "./output-grid/kept-power.js";
import { meanRows, sunlitMeanRows } from "./output-grid/means.js";
import type { Plan } from "./plan/plan.js";
import { runPlan } from "./run.js";

const s = STEPS;

/**
 * Snow has a memory: it lies until it slides. So the series is run from its start, on its own intervals, for the light and
 * the temperature that make it slide (Marion et al. 2013), whatever period is asked for. An interval that lacks an input
 * counts as free of loss.
 *
 * @returns null without snow on the modules, or where nobody asks for power
 */
export function snowLoss(plan: Plan, values: { readonly [name in ValueName]: Float64Array | null }): SnowLoss | null {
  const { series, weather } = plan;
  const { snow } = plan.settings;
  if (!snow || !(values.pv_production || values.pv_production_with_shading)) return null;
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
