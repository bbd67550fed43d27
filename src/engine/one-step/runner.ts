/**
 * The shortcut through a block, for requests in which each weather interval is also an output interval, has one sub-step in
 * its middle (the default for minutes), and GHI is the only given irradiance. Interval, sub-step and output are then one row:
 * nothing is spread or averaged. The results equal those of the general path to the last bit.
 */
import type { StepChain } from "../compute-grid/chain.js";
import type { ComputedBlock } from "../grid/block.js";
import { findLightWindows } from "../grid/daylight-windows.js";
import { cellAt, cellStart } from "../grid/lattice.js";
import { INTERVALS, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { OneStepPlan } from "../plan/one-step.js";
import type { ValueColumns } from "../plan/outputs.js";
import type { Plan } from "../plan/plan.js";
import { fillStateRows } from "../weather-grid/air-and-snow.js";
import type { Counts } from "../weather-grid/counts.js";
import { loadState, loadWeather } from "../weather-grid/inputs.js";
import { countOffsets, findSingleLight } from "./light.js";
import { numberSingleSteps, placeSingleSteps } from "./steps.js";

const s = STEPS;
const w = INTERVALS;

export class SingleRunner {
  private readonly plan: Plan;
  private readonly oneStep: OneStepPlan;
  private readonly work: Workspace;
  private readonly counts: Counts;
  private readonly chain: StepChain;
  private readonly values: ValueColumns;

  constructor(
    plan: Plan,
    oneStep: OneStepPlan,
    work: Workspace,
    counts: Counts,
    chain: StepChain,
    values: ValueColumns,
  ) {
    this.plan = plan;
    this.oneStep = oneStep;
    this.work = work;
    this.counts = counts;
    this.chain = chain;
    this.values = values;
  }

  /** Output intervals [outputFirst, outputLast); null, with nothing counted, if their weather needs a closer check. */
  run(outputFirst: number, outputLast: number): ComputedBlock | null {
    const { plan, work, counts, chain } = this;
    const { inputs, varies, numbered } = this.oneStep;
    const { weather, series } = plan;
    const n = outputLast - outputFirst;
    const begin = cellStart(plan.output, outputFirst);
    const first = cellAt(weather, begin);
    if (first < 0 || first + n > series.count) return null;
    const given = series.columns.global_horizontal_irradiance!;
    const offsets = countOffsets(given, first, n);
    if (offsets < 0) return null; // before any work is done
    work.reserveBlock(n, n, n);
    findLightWindows(plan.steps.sun, begin, begin + n * weather.step, work.windows);
    placeSingleSteps(weather, first, n, work);
    if (numbered) numberSingleSteps(n, work);
    const stateCounts = { implausible_state: 0 };
    const rows = varies ? n : 1;
    loadWeather(plan, inputs, first, rows, 0, rows, stateCounts);
    const { count } = work.placed;
    chain.trueSun(count);
    chain.sky(count);
    if (!findSingleLight(plan, given, first, n, work, counts)) return null;
    counts.negative += offsets;
    counts.implausible_state += stateCounts.implausible_state;
    work.uncovered.count = 0;
    for (const { name, value } of plan.outputs.states) {
      const out = this.values[value]!;
      if (inputs.needed.has(name)) out.set(w[name].subarray(0, n), outputFirst);
      else loadState(series, name, first, n, out, outputFirst, counts);
      if (plan.pv === null) continue;
      s[name].fill(Number.NaN, 0, count);
      fillStateRows(work.lit, work.placed, out, outputFirst, s[name]);
    }
    if (plan.run.tracker) chain.track(0, count);
    chain.plane(0, count);
    return { first: outputFirst, last: outputLast, from: 0, to: count, weatherFrom: 0, weatherTo: n };
  }
}
