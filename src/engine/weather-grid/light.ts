/** The weather side of a block: from the given columns to mean direct and diffuse irradiance, and from there to the sub-steps. */
import { completeRows, needsSplit, splitRows } from "../../data/weather/completion.js";
import {
  completedQualityRows,
  judgeRows,
  type QualityCounts,
  qualityRows,
  UPPER_LIMITS,
} from "../../data/weather/limits.js";
import { kastenYoungRows, STANDARD_PRESSURE } from "../../physics/models/atmosphere/airmass.js";
import { INTERVALS, STEPS, STRETCH } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import { type Irradiance, NEIGHBOURS } from "../plan/light.js";
import type { Plan } from "../plan/plan.js";
import { tallyClosure } from "./closure.js";
import { type BeamCounts, beamRatioRows, clearnessRows, findDiffuseFraction } from "./diffuse-fraction.js";
import { decomposedCaps, lightMeans, normalMeans, raiseToEdges, skyMeans, weightRows } from "./interval-sky.js";
import { indexRows, normalToHorizontalRows, type SpreadCounts, spreadLight } from "./spread.js";

const s = STEPS;
const w = INTERVALS;

/**
 * Rows of the block's weather, the first of which is interval `first` of the lattice: those under its outputs, [i0, i1), and
 * those of them that enter the counts, [countFrom, i1).
 */
export interface IntervalRange {
  readonly first: number;
  readonly i0: number;
  readonly i1: number;
  readonly countFrom: number;
}

export interface LightCounts extends QualityCounts, SpreadCounts, BeamCounts {
  /** Intervals with only GHI, split by the decomposition. */
  decomposed: number;
}

/**
 * From the given weather to the mean direct-horizontal and diffuse of the block's n intervals.
 *
 * @returns whether some had GHI alone, and were split
 */
export function completeLight(
  plan: Plan,
  work: Workspace,
  n: number,
  range: IntervalRange,
  counts: LightCounts,
): boolean {
  const { given, closes, followsDni, bothBeams } = plan.light;
  const { placed } = work;
  const length = plan.weather.step / 1000;
  const pressure = plan.steps.standardPressure / STANDARD_PRESSURE;
  for (let i = 0; i < placed.count; i += STRETCH) weightRows(i, Math.min(i + STRETCH, placed.count), pressure);
  lightMeans(n, length, placed);
  for (const name of given) check(name, plan, work, n, range, counts);
  if (closes) {
    if (given.includes("dni")) normalMeans(n, length, placed, s, w);
    else w.normalToHorizontal.fill(0, 0, n);
    if (bothBeams) beamRatioRows(n, placed, range.countFrom, range.i1, counts);
    if (followsDni) normalToHorizontalRows(NEIGHBOURS, n - NEIGHBOURS, plan.weather.step, placed, work);
    if (work.closure) tallyClosure(range.countFrom, range.i1, work.closure);
    completeRows(0, n, plan.settings.closure, w);
    check("ghi", plan, work, n, range, counts);
    completedQualityRows(0, n, w.ghi, w.directHorizontal, w.dhi);
  }
  if (plan.everyStep) {
    skyMeans(n, length, true, placed);
    clearnessRows(0, n, w.ghi, w.extraterrestrialHorizontal, w.kt);
    w.diffuseFraction.fill(Number.NaN, 0, n);
    w.ghiOverBareGround.fill(Number.NaN, 0, n);
  }
  if (!needsSplit(0, n, w.ghi, w.directHorizontal)) return false;
  split(plan, work, n, range, counts);
  return true;
}

/** Distributes the irradiance of the intervals over their sub-steps; false if some is missing. */
export function spreadIntervals(
  plan: Plan,
  work: Workspace,
  { first, i0, i1, countFrom }: IntervalRange,
  splits: boolean,
  counts: LightCounts,
): boolean {
  const { weather } = plan;
  const { sun } = plan.steps;
  const neighbours = plan.light.smooth ? NEIGHBOURS : 0;
  const [from, to] = [i0 - neighbours, i1 + neighbours];
  const complete = indexRows(from, to, first, weather, work.placed, sun, countFrom, i1, counts);
  spreadLight(i0, i1, plan.light, splits, first, weather, work.placed, sun, work);
  return complete;
}

/** Cleans the given columns; if the sun of the sub-steps is inconclusive, the sun at the interval's edges decides. */
function check(
  name: Irradiance,
  plan: Plan,
  work: Workspace,
  n: number,
  { first, countFrom, i1 }: IntervalRange,
  counts: LightCounts,
): void {
  const { extraterrestrialNormal: normal, largestCosZenith: highest, scratch } = w;
  const limit = UPPER_LIMITS[name];
  const doubts = qualityRows(0, n, countFrom, i1, limit, normal, highest, w[name], scratch, counts);
  if (doubts === 0) return;
  raiseToEdges(scratch, doubts, plan.weather, first, work.placed, plan.steps.sun);
  judgeRows(scratch, doubts, countFrom, i1, limit, normal, highest, w[name], counts);
}

/** Splits GHI where it is the only given irradiance; with a model that needs no neighbours, only in daylight. */
function split(plan: Plan, work: Workspace, n: number, range: IntervalRange, counts: LightCounts): void {
  const { litWeather, placed } = work;
  const { countFrom, i1 } = range;
  for (let j = countFrom; j < i1; j++) {
    if (w.ghi[j]! > 0 && Number.isNaN(w.directHorizontal[j]!)) counts.decomposed++;
  }
  const { asksSky, asksApparent } = plan.light;
  if (asksSky && !plan.everyStep) skyMeans(n, plan.weather.step / 1000, asksApparent, placed);
  const { before, after } = plan.reach;
  if (before + after > 0) {
    const whole = before === Number.POSITIVE_INFINITY;
    splitBetween(plan, work, whole ? 0 : before, whole ? n : n - after, 0, n, range, counts);
    return;
  }
  const { runs, runCount } = litWeather;
  for (let r = 0; r < runCount; r++) {
    const from = runs[2 * r]!;
    const to = runs[2 * r + 1]!;
    splitBetween(plan, work, from, to, from, to, range, counts);
  }
}

/** Splits rows [from, to) with a model that reads rows [first, last). */
function splitBetween(
  plan: Plan,
  work: Workspace,
  from: number,
  to: number,
  first: number,
  last: number,
  { first: latticeFirst, countFrom, i1 }: IntervalRange,
  counts: LightCounts,
): void {
  clearnessRows(first, last, w.ghi, w.extraterrestrialHorizontal, w.kt);
  const { stage } = plan.decomposition;
  if (stage.reads.includes("relativeAirmass")) kastenYoungRows(first, last, w.apparentZenith, w.relativeAirmass);
  findDiffuseFraction(plan, latticeFirst, from, to, first, last);
  decomposedCaps(from, to, plan.weather.step / 1000, work.placed);
  counts.capped += splitRows(from, to, countFrom, i1, { ...w, cap: w.decomposedCap });
}
