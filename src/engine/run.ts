/** Runs a plan: block by block over the output grid, each block with the halo of weather that its models look at. */
import { REFRACTION_TEMPERATURE } from "../models/solar-position/refraction.js";
import { DAY } from "../time/calendar.js";
import { StepChain } from "./compute-grid/chain.js";
import { componentRows } from "./compute-grid/plane.js";
import { type Daylight, moveIntoLight, prepareDaylight } from "./compute-grid/sunrise.js";
import type { BlockConsumer, ComputedBlock } from "./grid/block.js";
import { findLightWindows, openLightWindows } from "./grid/daylight-windows.js";
import { cellStart, cellsOver } from "./grid/lattice.js";
import { findLitRows } from "./grid/lit-rows.js";
import { placeSteps, stepCapacity } from "./grid/sub-steps.js";
import { INTERVALS, STEPS } from "./memory/columns.js";
import { DEFAULT_BLOCK_SIZE, type Workspace } from "./memory/workspace.js";
import { allowsSingles, SingleRunner } from "./one-step/runner.js";
import type { Plan } from "./plan/plan.js";
import { type StateOutput, type StateOutputs, wantedStates } from "./plan/wanted-states.js";
import { fillStateRows, stateMeanRows, stateRows } from "./weather-grid/air-and-snow.js";
import { type Counts, noCounts } from "./weather-grid/counts.js";
import { fillLight } from "./weather-grid/gaps.js";
import { loadWeather } from "./weather-grid/inputs.js";
import { type IntervalRange, WeatherLight } from "./weather-grid/light.js";

const s = STEPS;
const w = INTERVALS;

/** Whether the columns of the block are in use. */
let running = false;

/**
 * Computes the whole plan.
 *
 * @throws Error when a model that runs in it computes an observation itself: there is one set of columns only
 */
export function runPlan(plan: Plan, work: Workspace, states: StateOutputs, consumer: BlockConsumer): Counts {
  if (running) throw new Error("a model cannot compute an observation in the middle of one");
  running = true;
  try {
    return runBlocks(plan, work, states, consumer);
  } finally {
    running = false;
  }
}

/**
 * What runs for every block is a method or a function of a module, never a function made per call: V8 drops the machine
 * code of those once none is alive.
 */
function runBlocks(plan: Plan, work: Workspace, states: StateOutputs, consumer: BlockConsumer): Counts {
  const counts = noCounts();
  const chain = new StepChain(plan, work);
  const wanted = wantedStates(plan, states);
  const runner = new BlockRunner(plan, work, counts, chain, wanted);
  const singles = allowsSingles(plan) ? new SingleRunner(plan, work, counts, chain, wanted) : null;
  work.running = { runner, singles, consumer };
  const outputs = outputsPerBlock(plan, work.blockSize);
  for (let first = 0; first < plan.count; first += outputs) {
    const last = Math.min(first + outputs, plan.count);
    consumer.take(singles?.run(first, last) ?? runner.run(first, last));
  }
  return counts;
}

/** Blocks of models that look far hold this many times what they look at on one side. */
const HALOS_PER_BLOCK = 12;

function outputsPerBlock(plan: Plan, blockSize: number): number {
  if (plan.reach === Number.POSITIVE_INFINITY) return plan.count;
  const perDay = stepCapacity(plan.weather, plan.output, DAY, plan.subSteps);
  const outputsPerDay = DAY / plan.output.step;
  // A halo of days would be computed anew for every block: then blocks hold several halos.
  const haloDays = (plan.reach * plan.weather.step) / DAY;
  const days = Math.max(
    blockSize / perDay,
    blockSize === DEFAULT_BLOCK_SIZE && plan.reach > 1 ? HALOS_PER_BLOCK * haloDays : 0,
  );
  return Math.max(1, Math.floor(days * outputsPerDay));
}

class BlockRunner {
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly counts: Counts;
  private readonly chain: StepChain;
  private readonly daylight: Daylight | null;
  private readonly smooth: boolean;
  private readonly light: WeatherLight;
  private readonly states: readonly StateOutput[];
  private readonly halo: number;

  constructor(plan: Plan, work: Workspace, counts: Counts, chain: StepChain, states: readonly StateOutput[]) {
    this.plan = plan;
    this.work = work;
    this.counts = counts;
    this.chain = chain;
    this.states = states;
    const moves = plan.run.sun && "panel" in plan.subSteps;
    this.daylight = moves ? prepareDaylight(chain.standardPressure / 100, REFRACTION_TEMPERATURE) : null;
    this.smooth = plan.settings.spread === "smooth";
    this.light = new WeatherLight(plan, work, counts, chain.sun);
    this.halo = plan.run.light ? this.light.halo : this.smooth ? 1 : 0;
  }

  run(outputFirst: number, outputLast: number): ComputedBlock {
    const { plan, work } = this;
    const begin = cellStart(plan.output, outputFirst);
    const end = cellStart(plan.output, outputLast);
    const inner = cellsOver(plan.weather, begin, end);
    const whole = this.halo === Number.POSITIVE_INFINITY;
    const first = whole ? Math.min(inner.first - 1, 0) : inner.first - this.halo;
    const last = whole ? Math.max(inner.last + 1, plan.series.count) : inner.last + this.halo;
    const n = last - first;
    const outputs = outputLast - outputFirst;
    this.place(first, last, outputFirst, outputLast);
    // Each weather interval is counted once: in the block where it starts, or the first one.
    const countFrom =
      (outputFirst === 0 ? inner.first : Math.ceil((begin - plan.weather.origin) / plan.weather.step)) - first;
    const range = { i0: inner.first - first, i1: inner.last - first, countFrom };
    loadWeather(plan, this.chain.load, first, n, countFrom, range.i1, this.chain.standardPressure, this.counts);
    const steps = work.placed;
    const from = steps.outputStart[0]!;
    const to = steps.outputStart[outputs]!;
    work.lit.runCount = 0;
    if (plan.run.sun) this.findSun(steps.count, n, outputs);
    if (plan.run.light) this.findLight(first, n, range, outputFirst, outputs);
    this.findStates(range.i0, range.i1, first, outputFirst, outputs);
    if (plan.run.tracker) this.chain.track(from, to);
    if (plan.run.light) this.onPlane(from, to);
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
    const { windows, placed } = work;
    if (!plan.run.sun) windows.count = 0;
    else if (plan.everyStep) openLightWindows(windows);
    else findLightWindows(this.chain.sun, begin, end, windows);
    const { time, weight, lead } = s;
    placeSteps(weather, first, last, output, outputFirst, outputLast, subSteps, windows, time, weight, lead, placed);
  }

  /** The refracted sun and the clear sky for the sub-steps, and which intervals have any. */
  private findSun(n: number, intervals: number, outputs: number): void {
    const { plan, work } = this;
    this.chain.trueSun(n);
    if (this.daylight) moveIntoLight(0, n, this.daylight, this.chain.sun);
    findLitRows(outputs, work.placed.outputStart, s.weight, plan.output.step / 1000, work.lit);
    findLitRows(intervals, work.placed.weatherStart, s.weight, plan.weather.step / 1000, work.litWeather);
    if (this.light.asksSky) copyRows(0, n, s.up, s.trueUp);
    this.chain.sky(n);
  }

  /** Direct-horizontal and diffuse on the sub-steps. */
  private findLight(first: number, n: number, range: IntervalRange, outputFirst: number, outputs: number): void {
    const { plan, work, counts } = this;
    const { series, weather } = plan;
    this.light.complete(first, n, range);
    const complete = this.light.spread(range);
    work.uncovered.count = 0;
    const inside = first + range.i0 >= 0 && first + range.i1 <= series.count;
    if (complete && inside) return;
    const seriesEnd = weather.origin + series.count * weather.step;
    fillLight(
      outputs,
      plan.output,
      outputFirst,
      work.placed,
      work,
      plan.settings.minimumCoverage,
      weather.origin,
      seriesEnd,
      counts,
    );
  }

  /** Temperature and snow depth of the outputs, and of the sub-steps where a PV model asks for them. */
  private findStates(i0: number, i1: number, first: number, outputFirst: number, outputs: number): void {
    const { plan, work } = this;
    const { output, weather } = plan;
    for (const { name, positive, out } of this.states) {
      const course = { smooth: this.smooth, positive };
      const mean = w[name];
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

  /** From direct and diffuse on the horizontal to the light on the plane, for sub-steps [from, to). */
  private onPlane(from: number, to: number): void {
    componentRows(from, to, s.up, s.extraterrestrialNormal, s.directHorizontal, s.dhi, s.dni, s.ghi);
    this.chain.plane(from, to);
  }
}

function copyRows(i0: number, i1: number, from: Float64Array, to: Float64Array): void {
  for (let i = i0; i < i1; i++) to[i] = from[i]!;
}
