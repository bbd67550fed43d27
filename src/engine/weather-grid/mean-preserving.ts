/**
 * Mean-preserving course of a clear-sky index over the sub-steps of its intervals, either smooth or in steps
 * (mean-preserving interpolation: Rymes & Myers 2001, Solar Energy 71, 225–231; the method here is a closed form of its own).
 */
import type { Steps } from "../grid/sub-steps.js";
import { INTERVALS, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";

const s = STEPS;
const w = INTERVALS;

/**
 * Writes index × shape to the sub-steps of intervals [i0, i1), keeping each interval's mean. Smooth: the index varies
 * linearly from the edge with the previous interval through a middle node to the edge with the next one. Edges are shared, so
 * the course has no steps, and the middle node keeps the mean. If the index is NaN there is nothing to scale: 0.
 */
export function spreadMean(
  i0: number,
  i1: number,
  smooth: boolean,
  steps: Steps,
  work: Workspace,
  index: Float64Array,
  energy: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const { runs, runCount, pairs } = work.litWeather;
  const { weatherStart } = steps;
  for (let r = 0; r < runCount; r++) {
    const first = runs[2 * r]!;
    const to = Math.min(runs[2 * r + 1]!, i1);
    if (smooth) bendRows(Math.max(first, i0 - 1), to, pairs && steps.paired, steps, index, energy, shape, out);
    else {
      for (let j = Math.max(first, i0); j < to; j++) {
        scale(weatherStart[j]!, weatherStart[j + 1]!, index[j]!, shape, out);
      }
    }
  }
}

function scale(begin: number, end: number, mean: number, shape: Float64Array, out: Float64Array): void {
  for (let i = begin; i < end; i++) out[i] = mean > 0 ? mean * shape[i]! : 0;
}

/** Below this ratio of clear-sky energy, the weaker of two neighbours (a sliver of day) does not influence their edge. */
const WEAK_NEIGHBOUR = 0.01;

/** Distance of a panel's two nodes from its middle, in halves of it. */
const NODE = Math.sqrt(1 / 3);
/** Ratio of a panel's energy to the part weighted by its edge values: for panels with two nodes, and with one, whose cell then is the whole course. */
const PER_NODE = 1 / NODE;
const PER_LONE_NODE = 1 / (2 * NODE - 1);

/** Distance of the outer of three nodes from the middle, in halves of a panel. */
const RADAU = 2 / 3;

/** Whether the sub-steps [begin, end) of an interval are the three nodes of one panel: that in the middle has a shorter cell. */
function hasThreeNodes(begin: number, end: number): boolean {
  const { weight } = s;
  return end - begin === 3 && weight[begin + 2] === weight[begin] && weight[begin + 1]! < weight[begin]!;
}

/**
 * How far the edges of an interval that is brighter or darker than both its neighbours move towards its own mean, so that its
 * middle swings less: half of the way, a quarter of the difference. Less where it hardly exceeds one of them, which keeps the
 * course continuous. 0 next to a missing or dark neighbour, which tells nothing (research/interval-course.md has the study).
 */
function pullOf(before: number, mean: number, after: number): number {
  const a = mean - before;
  const b = mean - after;
  return a * b > 0 ? Math.min(0.25, a / (a + b), b / (a + b)) : 0;
}

/** The course of an interval at the three nodes of its panel, of shape a, b and c. */
function bendThree(
  begin: number,
  mean: number,
  left: number,
  right: number,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): void {
  const half = (left + right) / 2;
  const tilt = (right - left) / 2;
  const outer = a + c;
  const rest = mean * (1.5 * outer + b) - half * outer - tilt * (c - a);
  const middle = rest > 0 ? rest / (0.5 * outer + b) : 0;
  const bend = half - middle;
  const first = (middle + RADAU * (bend - tilt)) * a;
  const last = (middle + RADAU * (bend + tilt)) * c;
  out[begin] = first > 0 ? first : 0;
  out[begin + 1] = middle * b;
  out[begin + 2] = last > 0 ? last : 0;
}

/**
 * Neighbouring lit rows [j0, j1), the first treated as if it had no predecessor; row j1 is the last one's neighbour. The edge
 * value is halfway between two intervals or nearer to a local extreme, but never so high that it takes the whole mean from the
 * middle of either (`highest`); next to a missing or dark neighbour the index is flat. Reads the index of rows j0 − 1 to j1 + 1.
 *
 * At the two nodes of a panel the course is the mean plus and minus the same difference, which needs no middle node (measured:
 * a quarter of the time). The three nodes of a panel are at −2/3, the middle and 2/3, with 3/8, 1/4 and 3/8 of its time.
 *
 * @param paired whether each row is a panel of two nodes
 */
function bendRows(
  j0: number,
  j1: number,
  paired: boolean,
  { weatherStart, whole }: Steps,
  index: Float64Array,
  energy: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const { weight, lead } = s;
  // Known of row j since it was the next one; a and b are the shape at the nodes of a pair.
  let begin = weatherStart[j0]!;
  let end = begin;
  let mean = Number.NaN;
  let weighs = 0;
  let highest = 0;
  let left = mean;
  let pull = 0;
  let a = -1;
  let b = 0;
  let c = -1; // of three nodes
  for (let j = j0 - 1; j < j1; j++) {
    const next = index[j + 1]!;
    const nextWeighs = energy[j + 1]!;
    const nextEnd = weatherStart[j + 2]!;
    let nextA = -1;
    let nextB = 0;
    let nextC = -1;
    let nextHighest: number;
    if (
      whole &&
      (paired || (nextEnd - end === 2 && weight[end]! === weight[end + 1]! && lead[end]! < 0.45 * weight[end]!))
    ) {
      nextA = shape[end]!;
      nextB = shape[end + 1]!;
      nextHighest = next * (nextA > 0 && nextB > 0 ? PER_NODE : PER_LONE_NODE);
    } else if (hasThreeNodes(end, nextEnd) && shape[end]! > 0 && shape[end + 1]! > 0 && shape[end + 2]! > 0) {
      nextA = shape[end]!;
      nextB = shape[end + 1]!;
      nextC = shape[end + 2]!;
      nextHighest = next * (1.5 + nextB / (nextA + nextC));
    } else nextHighest = courseRow(j + 1, end, nextEnd, next, shape);
    let right = mean;
    let nextLeft = next;
    const nextPull = pullOf(j < j0 ? index[j]! : mean, next, index[j + 2]!);
    const half = (mean + next) / 2 + (pull - nextPull) * (mean - next);
    if (!Number.isNaN(half)) {
      if (nextWeighs < WEAK_NEIGHBOUR * weighs) nextLeft = mean < nextHighest ? mean : nextHighest;
      else if (weighs < WEAK_NEIGHBOUR * nextWeighs) right = next < highest ? next : highest;
      else {
        right = half < highest ? half : highest;
        if (nextHighest < right) right = nextHighest;
        nextLeft = right;
      }
    }
    if (c >= 0) bendThree(begin, mean, left, right, a, b, c, out);
    else if (a >= 0) {
      const lean = ((left - right) * NODE) / (a + b);
      const first = (mean + lean * b) * a;
      const second = (mean - lean * a) * b;
      out[begin] = first > 0 ? first : 0;
      out[begin + 1] = second > 0 ? second : 0;
    } else if (begin < end) bendRow(j, begin, end, mean, left, right, shape, out);
    begin = end;
    end = nextEnd;
    mean = next;
    weighs = nextWeighs;
    highest = nextHighest;
    left = nextLeft;
    pull = nextPull;
    a = nextA;
    b = nextB;
    c = nextC;
  }
}

/**
 * The part of an interval with clear-sky energy (its centre, ms, and 2 over its length) and the share of that energy weighted
 * by the edge nodes of a linearly varying index (`lean`: by how much the right one exceeds the left); the middle node has the
 * rest.
 *
 * @returns the index at which the two edges would take the whole mean from the middle
 */
function courseRow(j: number, begin: number, end: number, mean: number, shape: Float64Array): number {
  const { time, weight, lead } = s;
  let first = begin;
  let last = end - 1;
  // A single sub-step is in the middle.
  if (last <= first) return Number.POSITIVE_INFINITY;
  while (first < last && !(shape[first]! > 0)) first++;
  while (last > first && !(shape[last]! > 0)) last--;
  const from = time[first]! - lead[first]! * 1000;
  const to = time[last]! + (weight[last]! - lead[last]!) * 1000;
  const centre = (from + to) / 2;
  const perHalf = 2 / (to - from);
  let total = 0;
  let lean = 0;
  let hangs = 0;
  for (let i = first; i <= last; i++) {
    const energy = shape[i]! * weight[i]!;
    const x = (time[i]! - centre) * perHalf;
    total += energy;
    lean += x * energy;
    hangs += Math.abs(x) * energy;
  }
  const perTotal = total > 0 ? 1 / total : 0;
  w.courseCentre[j] = centre;
  w.coursePerHalf[j] = perHalf;
  w.hangs[j] = hangs * perTotal;
  w.lean[j] = lean * perTotal;
  return hangs > 0 ? (mean * total) / hangs : Number.POSITIVE_INFINITY;
}

/** The index over one interval from its `left` edge to the `right` one, times the shape. */
function bendRow(
  j: number,
  begin: number,
  end: number,
  mean: number,
  left: number,
  right: number,
  shape: Float64Array,
  out: Float64Array,
): void {
  // A single sub-step is in the middle of the course, whatever its neighbours.
  if (end - begin === 1 || Number.isNaN(mean)) {
    scale(begin, end, mean, shape, out);
    return;
  }
  const { time } = s;
  const centre = w.courseCentre[j]!;
  const perHalf = w.coursePerHalf[j]!;
  const half = (left + right) / 2;
  const tilt = (right - left) / 2;
  const hangs = w.hangs[j]!;
  // Never below 0 except for rounding: the limit on the edges ensures it.
  const middle = Math.max((mean - half * hangs - tilt * w.lean[j]!) / (1 - hangs), 0);
  const bend = half - middle;
  for (let i = begin; i < end; i++) {
    const x = (time[i]! - centre) * perHalf;
    const value = middle + tilt * x + bend * Math.abs(x);
    // Outside its course, where the shape is 0, the line may fall below 0: prevent −0 and rounding below 0.
    out[i] = value > 0 ? value * shape[i]! : 0;
  }
}
