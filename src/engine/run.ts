/** Runs a plan: block by block over the output grid, each block with the halo of weather that its models look at. */
import { REFRACTION_TEMPERATURE } from "../physics/models/solar-position/refraction.js";
import { StepChain } from "./compute-grid/chain.js";
import { componentRows } from "./compute-grid/plane.js";
import { moveIntoLight, prepareDaylight } from "./compute-grid/sunrise.js";
import { findLightWindows, findSunHeights, openLightWindows } from "./grid/daylight-windows.js";
import { type BlockConsumer, type ComputedBlock, cellStart, cellsOver } from "./grid/lattice.js";
import { findLitRows } from "./grid/lit-rows.js";
import { hasLongPanels, placeSteps, stepCapacity } from "./grid/sub-steps.js";
import { INTERVALS, STEPS } from "./memory/columns.js";
import type { Workspace } from "./memory/workspace.js";
import { SingleRunner } from "./one-step/runner.js";
import { NEIGHBOURS } from "./plan/light.js";
import type { ValueColumns } from "./plan/outputs.js";
import type { Plan } from "./plan/plan.js";
import { fillStateRows, stateMeanRows, stateRows } from "./weather-grid/air-and-snow.js";
import { type Counts, fillLight, newClosureTally, noCounts } from "./weather-grid/closure.js";
import { loadWeather } from "./weather-grid/inputs.js";
import { completeLight, type IntervalRange, spreadIntervals } from "./weather-grid/light.js";

const s = STEPS;
const w = INTERVALS;

/** Whether the columns of the block are in use. */
let running = false;

/**
 * Computes the whole plan: block by block for the consumer, and the means of the states into `values`.
 *
 * @throws Error when a model that runs in it computes an observation itself: there is one set of columns only
 */
export function runPlan(plan: Plan, work: Workspace, values: ValueColumns, consumer: BlockConsumer): Counts {
  if (running) throw new Error("a model cannot compute an observation in the middle of one");
  running = true;
  try {
    return runBlocks(plan, work, values, consumer);
  } finally {
    running = false;
  }
}

/**
 * What runs for every block is a method or a function of a module, never a function made per call: V8 drops the machine
 * code of those once none is alive.
 */
function runBlocks(plan: Plan, work: Workspace, values: ValueColumns, consumer: BlockConsumer): Counts {
  const counts = noCounts();
  work.closure = plan.light.judgesClosure ? newClosureTally() : null;
  const chain = new StepChain(plan, work);
  const runner = new BlockRunner(plan, work, counts, chain, values);
  const singles = plan.oneStep && new SingleRunner(plan, plan.oneStep, work, counts, chain, values);
  work.running = { runner, singles, consumer };
  const { perBlock } = plan.outputs;
  for (let first = 0; first < plan.count; first += perBlock) {
    const last = Math.min(first + perBlock, plan.count);
    consumer.take(singles?.run(first, last) ?? runner.run(first, last));
  }
  return counts;
}

class BlockRunner {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly counts: Counts;
  private readonly chain: StepChain;
  private readonly values: ValueColumns;

  constructor(plan: Plan, work: Workspace, counts: Counts, chain: StepChain, values: ValueColumns) {
    this.plan = plan;
    this.work = work;
    this.counts = counts;
    this.chain = chain;
    this.values = values;
  }

  run(outputFirst: number, outputLast: number): ComputedBlock {
    const { plan, work } = this;
    const { halo } = plan.light;
    const begin = cellStart(plan.output, outputFirst);
    const end = cellStart(plan.output, outputLast);
    const inner = cellsOver(plan.weather, begin, end);
    const whole = halo.before === Number.POSITIVE_INFINITY;
    const first = whole ? Math.min(inner.first, 0) - NEIGHBOURS : inner.first - halo.before;
    const last = whole ? Math.max(inner.last, plan.series.count) + NEIGHBOURS : inner.last + halo.after;
    const n = last - first;
    const outputs = outputLast - outputFirst;
    this.place(first, last, outputFirst, outputLast);
    // Each weather interval is counted once: in the block where it starts, or the first one.
    const countFrom =
      (outputFirst === 0 ? inner.first : Math.ceil((begin - plan.weather.origin) / plan.weather.step)) - first;
    const range = { first, i0: inner.first - first, i1: inner.last - first, countFrom };
    loadWeather(plan, plan.inputs, first, n, countFrom, range.i1, this.counts);
    const steps = work.placed;
    const from = steps.outputStart[0]!;
    const to = steps.outputStart[outputs]!;
    work.lit.runCount = 0;
    if (plan.run.sun) this.findSun(steps.count, n, outputs);
    if (plan.run.light) this.findLight(n, range, outputFirst, outputs);
    this.findStates(range.i0, range.i1, first, outputFirst, outputs);
    if (plan.run.tracker) this.chain.track(from, to);
    if (plan.run.light) {
      componentRows(from, to);
      this.chain.plane(from, to);
    }
    return { first: outputFirst, last: outputLast, from, to, weatherFrom: range.i0, weatherTo: range.i1 };
  }

  /** Sub-steps for weather intervals [first, last), where there can be light. */
  private place(first: number, last: number, outputFirst: number, outputLast: number): void {
    const { plan, work } = this;
    const { weather, output, subSteps } = plan;
    const begin = cellStart(weather, first);
    const end = cellStart(weather, last);
    const capacity = stepCapacity(weather, output, end - begin, subSteps);
    work.reserveBlock(last - first, plan.run.sun ? capacity : 0, outputLast - outputFirst);
    const { windows, heights, placed } = work;
    if (!plan.run.sun) windows.count = 0;
    else if (plan.everyStep) openLightWindows(windows);
    else findLightWindows(plan.steps.sun, begin, end, windows);
    if (plan.run.sun && hasLongPanels(weather, output, subSteps)) findSunHeights(plan.steps.sun, begin, end, heights);
    const { time, weight, lead } = s;
    placeSteps(
      weather,
      first,
      last,
      output,
      outputFirst,
      outputLast,
      subSteps,
      windows,
      heights,
      time,
      weight,
      lead,
      placed,
    );
  }

  /** The refracted sun and the clear sky for the sub-steps, and which intervals have any. */
  private findSun(n: number, intervals: number, outputs: number): void {
    const { plan, work } = this;
    const { moving, standardPressure, sun } = plan.steps;
    this.chain.trueSun(n);
    if (moving) moveIntoLight(0, n, prepareDaylight(standardPressure / 100, REFRACTION_TEMPERATURE), sun);
    findLitRows(outputs, work.placed.outputStart, s.weight, plan.output.step / 1000, work.lit);
    findLitRows(intervals, work.placed.weatherStart, s.weight, plan.weather.step / 1000, work.litWeather);
    if (plan.light.asksSky) s.trueUp.set(s.up.subarray(0, n));
    this.chain.sky(n);
  }

  /** Direct-horizontal and diffuse on the sub-steps. */
  private findLight(n: number, range: IntervalRange, outputFirst: number, outputs: number): void {
    const { plan, work, counts } = this;
    const { first, i0, i1 } = range;
    const splits = completeLight(plan, work, n, range, counts);
    const complete = spreadIntervals(plan, work, range, splits, counts);
    work.uncovered.count = 0;
    if (complete && first + i0 >= 0 && first + i1 <= plan.series.count) return;
    fillLight(outputs, outputFirst, plan, work, counts);
  }

  /** Temperature and snow depth of the outputs, and of the sub-steps where a PV model asks for them. */
  private findStates(i0: number, i1: number, first: number, outputFirst: number, outputs: number): void {
    const { plan, work } = this;
    const { output, weather } = plan;
    for (const { name, value, positive } of plan.outputs.states) {
      const course = { smooth: plan.light.smooth, positive };
      const mean = w[name];
      const out = this.values[value]!;
      stateMeanRows(
        outputs,
        output,
        outputFirst,
        weather,
        first,
        course,
        plan.settings.minimumCoverage,
        mean,
        out,
        outputFirst,
      );
      if (plan.pv === null || !plan.run.light) continue;
      stateRows(i0, i1, weather, first, course, work.placed, mean, s, s[name]);
      fillStateRows(work.lit, work.placed, out, outputFirst, s[name]);
    }
  }
}
