/**
 * The shortcut through a block, for requests in which each weather interval is also an output interval, has one sub-step in
 * its middle (the default for minutes), and GHI is the only given irradiance. Interval, sub-step and output are then one row:
 * nothing is spread or averaged. Around them is the halo that the decomposition looks at. The results equal those of the general path to the last bit.
 */

import type { StepChain } from "../compute-grid/chain.js";
import { findLightWindows } from "../grid/daylight-windows.js";
import { type ComputedBlock, cellAt, cellStart, type Lattice } from "../grid/lattice.js";
import { reserveRuns } from "../grid/lit-rows.js";
import { INTERVALS, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { ValueColumns } from "../plan/outputs.js";
import type { OneStepPlan, Plan } from "../plan/plan.js";
import { fillStateRows } from "../weather-grid/air-and-snow.js";
import type { Counts } from "../weather-grid/closure.js";
import { loadState, loadWeather } from "../weather-grid/inputs.js";
import { countOffsets, findSingleLight } from "./light.js";

const s = STEPS;

/**
 * `placeSteps`, and `findLitRows` of the weather, for cells [first, first + n) of the lattice that weather and output share: the
 * same sub-steps in the same rows, found window by window. Their numbering is left to `numberSingleSteps` (measured: half of the
 * time), which plain requests do not need.
 */
export function placeSingleSteps(lattice: Lattice, first: number, n: number, work: Workspace): void {
  const { windows, placed, litWeather: lit } = work;
  reserveRuns(lit, n);
  const { runs } = lit;
  let ends = 0;
  let i = 0;
  let row = 0;
  for (let k = 0; k < windows.count && row < n; k++) {
    const begin = Math.max(rowAt(lattice, first, windows.begin[k]!), row);
    const last = rowAt(lattice, first, windows.end[k]!);
    const end = Math.min(cellStart(lattice, first + last) < windows.end[k]! ? last + 1 : last, n);
    if (begin >= end) continue;
    // Windows that touch form one run.
    if (begin > row || ends === 0) runs[ends++] = begin;
    else ends--;
    runs[ends++] = end;
    let middle = cellStart(lattice, first + begin) + lattice.step / 2;
    for (row = begin; row < end; row++) {
      s.time[i++] = middle;
      middle += lattice.step;
    }
  }
  s.weight.fill(lattice.step / 1000, 0, i);
  s.lead.fill(lattice.step / 2000, 0, i);
  placed.count = i;
  lit.runCount = ends / 2;
  lit.single = true;
  lit.pairs = false;
}

/**
 * The lit rows among the n outputs, the first of which is weather row `before`.
 *
 * @returns the number of sub-steps before them, and after that of the last
 */
function findLitOutputs(before: number, n: number, { litWeather, lit }: Workspace): { from: number; to: number } {
  reserveRuns(lit, n);
  const { runs, runCount } = litWeather;
  let ends = 0;
  let from = 0;
  let to = 0;
  for (let k = 0; k < 2 * runCount; k += 2) {
    const begin = runs[k]!;
    const first = Math.max(begin, before);
    const last = Math.min(runs[k + 1]!, before + n);
    from += Math.max(Math.min(runs[k + 1]!, before) - begin, 0);
    if (first >= last) continue;
    lit.runs[ends++] = first - before;
    lit.runs[ends++] = last - before;
    to += last - first;
  }
  lit.runCount = ends / 2;
  lit.single = true;
  lit.pairs = false;
  return { from, to: from + to };
}

/** Assigns the sub-steps to n weather rows, the outputs among them: each row of a run has the next one, all others have none. */
function numberSingleSteps(n: number, before: number, outputs: number, { placed, litWeather }: Workspace): void {
  const { weatherStart, outputStart } = placed;
  const { runs, runCount } = litWeather;
  let row = 0;
  let i = 0;
  for (let k = 0; k <= 2 * runCount; k++) {
    const end = k < 2 * runCount ? runs[k]! : n + 1;
    for (; row < end; row++) {
      weatherStart[row] = i;
      i += k & 1;
    }
  }
  outputStart.set(weatherStart.subarray(before, before + outputs + 1));
}

/** The row whose cell contains a time, counted from `first`; exact, even if the quotient is rounded across an edge. */
function rowAt(lattice: Lattice, first: number, time: number): number {
  const cell = Math.floor((time - lattice.origin) / lattice.step);
  const exact = cellStart(lattice, cell) > time ? cell - 1 : cellStart(lattice, cell + 1) <= time ? cell + 1 : cell;
  return exact - first;
}

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
