/**
 * The shortcut through a block, for requests in which each weather interval is also an output interval, has one sub-step in
 * its middle (the default for minutes), and GHI is the only given irradiance. Interval, sub-step and output are then one row:
 * nothing is spread or averaged. Around them is the halo that the decomposition looks at. The results equal those of the general path to the last bit.
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
import { findLitOutputs, numberSingleSteps, placeSingleSteps } from "./steps.js";

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
    const { inputs, varies, numbered, halo } = this.oneStep;
    const { weather, series } = plan;
    const outputs = outputLast - outputFirst;
    const inner = cellAt(weather, cellStart(plan.output, outputFirst));
    if (inner < 0 || inner + outputs > series.count) return null;
    const given = series.columns.global_horizontal_irradiance!;
    const offsets = countOffsets(given, inner, inner + outputs);
    const isSound =
      offsets >= 0 &&
      countOffsets(given, Math.max(inner - halo.before, 0), inner) >= 0 &&
      countOffsets(given, inner + outputs, Math.min(inner + outputs + halo.after, series.count)) >= 0;
    if (!isSound) return null; // before any work is done
    const first = inner - halo.before;
    const n = halo.before + outputs + halo.after;
    work.reserveBlock(n, n, outputs);
    findLightWindows(plan.steps.sun, cellStart(weather, first), cellStart(weather, first + n), work.windows);
    placeSingleSteps(weather, first, n, work);
    const { from, to } = findLitOutputs(halo.before, outputs, work);
    if (numbered) numberSingleSteps(n, halo.before, outputs, work);
    const stateCounts = { implausible_state: 0 };
    const weatherTo = halo.before + outputs;
    loadWeather(plan, inputs, first, varies ? n : 1, halo.before, weatherTo, stateCounts);
    const { count } = work.placed;
    chain.trueSun(count);
    if (plan.light.asksSky) s.trueUp.set(s.up.subarray(0, count));
    chain.sky(count);
    const block = { first: outputFirst, last: outputLast, from, to, weatherFrom: halo.before, weatherTo };
    if (!findSingleLight(plan, this.oneStep, first, n, block, work, counts)) return null;
    counts.negative += offsets;
    counts.implausible_state += stateCounts.implausible_state;
    work.uncovered.count = 0;
    for (const { name, value } of plan.outputs.states) {
      const out = this.values[value]!;
      if (inputs.needed.has(name)) out.set(w[name].subarray(halo.before, weatherTo), outputFirst);
      else loadState(series, name, inner, outputs, out, outputFirst, counts);
      if (plan.pv === null) continue;
      s[name].fill(Number.NaN, from, to);
      fillStateRows(work.lit, work.placed, out, outputFirst, s[name]);
    }
    if (plan.run.tracker) chain.track(from, to);
    chain.plane(from, to);
    return block;
  }
}
