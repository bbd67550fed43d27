/**
 * From interval means to sub-steps. Direct light follows the clear-sky beam, diffuse light the clear-sky diffuse; their
 * indices to the clear sky run smoothly from interval to interval (or stand still, `spread: "step"`), and the mean of the
 * interval is kept. Priority where rules conflict: finite and ≥ 0, then caps, then the interval's GHI, then its parts.
 */

import type { IntervalColumns } from "./block-columns.js";
import type { LitRows, Steps } from "./grids.js";
import type { Workspace } from "./workspace.js";

export interface SpreadCounts {
  /** Intervals whose beam was stronger than the clear-sky cap allows; the rest became diffuse. */
  capped: number;
  /** Intervals wholly in the night (sun ≤ −6°) that came with light; it was dropped. */
  light_at_night: number;
}

/**
 * Turns the means of rows [i0, i1) into indices to the clear sky, in place of what cannot be: beam above its cap becomes
 * diffuse, light in a wholly dark interval goes. The index is NaN where the clear sky has nothing to scale.
 *
 * @returns whether every row has its light
 */
export function indexRows(
  i0: number,
  i1: number,
  countFrom: number,
  countTo: number,
  w: IntervalColumns,
  counts: SpreadCounts,
): boolean {
  const { ghi, directHorizontal, dhi, beamWeight, beamCap, diffuseWeight, beamIndex, diffuseIndex } = w;
  let complete = true;
  for (let j = i0; j < i1; j++) {
    if (diffuseWeight[j] === 0 && ghi[j]! >= 0) {
      if (ghi[j]! > 0 && j >= countFrom && j < countTo) counts.light_at_night++;
      directHorizontal[j] = 0;
      dhi[j] = 0;
      beamIndex[j] = Number.NaN;
      diffuseIndex[j] = Number.NaN;
      continue;
    }
    const direct = directHorizontal[j]!;
    const excess = direct - beamCap[j]!;
    if (excess > 0) {
      if (excess > 1e-9 * direct && j >= countFrom && j < countTo) counts.capped++;
      directHorizontal[j] = beamCap[j]!;
      dhi[j] = dhi[j]! + excess;
    }
    beamIndex[j] = beamWeight[j]! > 0 ? directHorizontal[j]! / beamWeight[j]! : Number.NaN;
    diffuseIndex[j] = diffuseWeight[j]! > 0 ? dhi[j]! / diffuseWeight[j]! : Number.NaN;
    if (Number.isNaN(dhi[j]!)) complete = false;
  }
  return complete;
}

/**
 * `indexRows` and `spreadLight` in one for a block whose lit rows have one sub-step each, as long as they are: nothing is
 * to be spread, so no index is needed (measured: a sixth of the whole chain).
 *
 * @returns whether every lit row has its light
 */
export function takeSingles(
  lit: LitRows,
  countFrom: number,
  countTo: number,
  work: Workspace,
  counts: SpreadCounts,
): boolean {
  const { ghi, directHorizontal: directMean, dhi: diffuseMean } = work.intervals.columns;
  const { beamCap, diffuseWeight, directHorizontal, dhi } = work.steps.columns;
  let complete = true;
  let i = 0;
  for (let r = 0; r < lit.runCount; r++) {
    const end = lit.runs[2 * r + 1]!;
    for (let j = lit.runs[2 * r]!; j < end; j++, i++) {
      let direct = directMean[j]!;
      let diffuse = diffuseMean[j]!;
      if (diffuseWeight[i] === 0 && ghi[j]! >= 0) {
        if (ghi[j]! > 0 && j >= countFrom && j < countTo) counts.light_at_night++;
        direct = 0;
        diffuse = 0;
      } else if (direct > beamCap[i]!) {
        const excess = direct - beamCap[i]!;
        if (excess > 1e-9 * direct && j >= countFrom && j < countTo) counts.capped++;
        direct = beamCap[i]!;
        diffuse += excess;
      }
      directHorizontal[i] = direct;
      dhi[i] = diffuse;
      if (Number.isNaN(diffuse)) complete = false;
    }
  }
  return complete;
}

/** Counts the light of rows [i0, i1) that have no sub-steps at all. */
export function countDarkLight(i0: number, i1: number, steps: Steps, ghi: Float64Array, counts: SpreadCounts): void {
  const { weatherStart } = steps;
  for (let j = i0; j < i1; j++) {
    if (ghi[j]! > 0 && weatherStart[j] === weatherStart[j + 1]) counts.light_at_night++;
  }
}

/**
 * What mean direct normal light becomes on the horizontal, rows [i0, i1): its course over the sub-steps is found as that of
 * any other mean, along the clear-sky DNI, and weighted by their cos z. Where nothing is given the clear sky's ratio stays.
 */
export function normalToHorizontalRows(i0: number, i1: number, length: number, steps: Steps, work: Workspace): void {
  const w = work.intervals.columns;
  const s = work.steps.columns;
  for (let j = i0 - 1; j < i1 + 1; j++) w.dniIndex[j] = w.clearDni[j]! > 0 ? w.dni[j]! / w.clearDni[j]! : Number.NaN;
  spreadMean(i0, i1, true, length, steps, work, w.dniIndex, w.dni, w.clearDni, s.clearDni, s.dni);
  for (let j = i0; j < i1; j++) {
    if (!(w.dniIndex[j]! > 0)) continue;
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    let horizontal = 0;
    for (let i = begin; i < end; i++) horizontal += s.dni[i]! * Math.max(s.up[i]!, 0) * s.weight[i]!;
    w.normalToHorizontal[j] = horizontal / length / w.dni[j]!;
  }
}

/** Spreads direct and diffuse of weather intervals [i0, i1) (rows of the block, `length` seconds) over their sub-steps. */
export function spreadLight(
  i0: number,
  i1: number,
  smooth: boolean,
  length: number,
  steps: Steps,
  work: Workspace,
): void {
  const w = work.intervals.columns;
  const s = work.steps.columns;
  const { weatherStart } = steps;
  spreadMean(
    i0,
    i1,
    smooth,
    length,
    steps,
    work,
    w.beamIndex,
    w.directHorizontal,
    w.beamWeight,
    s.beamWeight,
    s.directHorizontal,
  );
  spreadMean(i0, i1, smooth, length, steps, work, w.diffuseIndex, w.dhi, w.diffuseWeight, s.diffuseWeight, s.dhi);
  const { weight, beamCap, directHorizontal } = s;
  const { dhi, beamIndex } = w;
  for (let j = i0; j < i1; j++) {
    const begin = weatherStart[j]!;
    const end = weatherStart[j + 1]!;
    if (begin === end) continue;
    if (end - begin === 1 && weight[begin] === length) {
      directHorizontal[begin] = w.directHorizontal[j]!;
      s.dhi[begin] = dhi[j]!;
    } else if (Number.isNaN(dhi[j]!)) {
      directHorizontal.fill(Number.NaN, begin, end);
      s.dhi.fill(Number.NaN, begin, end);
    } else if (Number.isNaN(beamIndex[j]!)) {
      followCap(w.directHorizontal[j]!, w.beamCap[j]!, begin, end, beamCap, directHorizontal);
    } else holdBelowCap(begin, end, weight, beamCap, directHorizontal);
  }
}

/**
 * Writes index × shape to the sub-steps of intervals [i0, i1), keeping each interval's mean. Smooth: the index runs
 * linearly from the edge with the interval before over a middle node to the edge with the one after; edges are shared, so
 * there are no stairs, and the middle node is what keeps the mean. Where the index is NaN there is nothing to scale: 0.
 */
export function spreadMean(
  i0: number,
  i1: number,
  smooth: boolean,
  length: number,
  steps: Steps,
  work: Workspace,
  index: Float64Array,
  means: Float64Array,
  energy: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const { time, weight } = work.steps.columns;
  const { courseFrom, courseTo, hangsLeft, hangsRight } = work.intervals.columns;
  const { weatherStart } = steps;
  if (smooth) courseRows(i0 - 1, i1 + 1, steps, work, shape);
  for (let j = i0; j < i1; j++) {
    const begin = weatherStart[j]!;
    const end = weatherStart[j + 1]!;
    if (begin === end) continue;
    const mean = index[j]!;
    if (Number.isNaN(mean)) {
      for (let i = begin; i < end; i++) out[i] = 0;
      continue;
    }
    if (end - begin === 1) {
      // In the middle of the course, whatever the neighbours are; where it lasts as long it is the interval itself.
      out[begin] = weight[begin] === length ? means[j]! : mean * shape[begin]!;
      continue;
    }
    const left = smooth ? edgeIndex(index, energy, hangsLeft, hangsRight, j, j - 1) : mean;
    const right = smooth ? edgeIndex(index, energy, hangsLeft, hangsRight, j, j + 1) : mean;
    if (left === mean && right === mean) {
      for (let i = begin; i < end; i++) out[i] = mean * shape[i]!;
      continue;
    }
    const onLeft = hangsLeft[j]!;
    const onRight = hangsRight[j]!;
    // Never below 0 but for rounding: edgeIndex sees to it.
    const middle = Math.max((mean - left * onLeft - right * onRight) / (1 - onLeft - onRight), 0);
    const centre = (courseFrom[j]! + courseTo[j]!) / 2;
    const perHalf = 2 / (courseTo[j]! - courseFrom[j]!);
    for (let i = begin; i < end; i++) {
      const x = (time[i]! - centre) * perHalf;
      const value = x < 0 ? middle + (left - middle) * -x : middle + (right - middle) * x;
      // Outside its course, where the shape is 0, the line may run below 0: no -0, and no rounding below 0.
      out[i] = value > 0 ? value * shape[i]! : 0;
    }
  }
}

/**
 * The part of each interval that has anything to scale (`courseFrom`…`courseTo`, ms) and the shares of its energy that
 * hang on the edge nodes of an index running linearly over it; the rest hangs on the middle node.
 */
function courseRows(j0: number, j1: number, steps: Steps, work: Workspace, shape: Float64Array): void {
  const { courseFrom, courseTo, hangsLeft, hangsRight } = work.intervals.columns;
  const { time, weight, lead } = work.steps.columns;
  const { weatherStart } = steps;
  for (let j = j0; j < j1; j++) {
    let first = weatherStart[j]!;
    let last = weatherStart[j + 1]! - 1;
    if (last <= first) {
      // One sub-step stands in the middle, none has no course.
      hangsLeft[j] = 0;
      hangsRight[j] = 0;
      continue;
    }
    while (first < last && !(shape[first]! > 0)) first++;
    while (last > first && !(shape[last]! > 0)) last--;
    const from = time[first]! - lead[first]! * 1000;
    const to = time[last]! + (weight[last]! - lead[last]!) * 1000;
    const centre = (from + to) / 2;
    const perHalf = 2 / (to - from);
    let total = 0;
    let left = 0;
    let right = 0;
    for (let i = first; i <= last; i++) {
      const energy = shape[i]! * weight[i]!;
      const x = (time[i]! - centre) * perHalf;
      total += energy;
      if (x < 0) left -= x * energy;
      else right += x * energy;
    }
    courseFrom[j] = from;
    courseTo[j] = to;
    hangsLeft[j] = total > 0 ? left / total : 0;
    hangsRight[j] = total > 0 ? right / total : 0;
  }
}

/** Below this ratio of clear-sky energy the weaker of two neighbours (a sliver of day) has no say at their edge. */
const WEAK_NEIGHBOUR = 0.01;

/**
 * Index at the edge between intervals j and k: halfway between them, and never so high that the middle of one of them
 * would have to go below zero to keep the mean. A missing or dark neighbour leaves the index flat.
 */
function edgeIndex(
  index: Float64Array,
  energy: Float64Array,
  hangsLeft: Float64Array,
  hangsRight: Float64Array,
  j: number,
  k: number,
): number {
  const own = index[j]!;
  const other = index[k]!;
  if (Number.isNaN(other) || other === own || energy[k]! < WEAK_NEIGHBOUR * energy[j]!) return own;
  const highest = highestEdge(own, hangsLeft[j]! + hangsRight[j]!);
  if (energy[j]! < WEAK_NEIGHBOUR * energy[k]!) return Math.min(other, highest);
  return Math.min((own + other) / 2, highest, highestEdge(other, hangsLeft[k]! + hangsRight[k]!));
}

/** The edge value at which both edges would take all of the mean from the middle. */
function highestEdge(mean: number, hangs: number): number {
  return hangs > 0 ? mean / hangs : Number.POSITIVE_INFINITY;
}

/**
 * Cuts what exceeds a sub-step's cap and raises the others of the interval by a common factor until the mean is back. When
 * there are none to raise, the rest goes where there is room.
 */
function holdBelowCap(begin: number, end: number, weight: Float64Array, cap: Float64Array, direct: Float64Array): void {
  for (;;) {
    let excess = 0;
    let room = 0;
    let below = 0;
    for (let i = begin; i < end; i++) {
      const over = direct[i]! - cap[i]!;
      if (over > 0) {
        excess += over * weight[i]!;
        direct[i] = cap[i]!;
      } else if (over < 0) {
        room -= over * weight[i]!;
        below += direct[i]! * weight[i]!;
      }
    }
    if (excess === 0 || room === 0) return;
    // A rest that rounding leaves would be cut again and again.
    const rest = excess >= room || below === 0 || excess < 1e-12 * below;
    const share = rest ? Math.min(excess / room, 1) : 1 + excess / below;
    for (let i = begin; i < end; i++) {
      if (rest) direct[i] = direct[i]! + share * (cap[i]! - direct[i]!);
      else if (direct[i]! < cap[i]!) direct[i] = direct[i]! * share;
    }
    if (rest) return;
  }
}

/** Where the clear sky has no beam at all, a measured one follows the cap. */
function followCap(
  mean: number,
  capMean: number,
  begin: number,
  end: number,
  cap: Float64Array,
  direct: Float64Array,
): void {
  const share = capMean > 0 ? mean / capMean : 0;
  for (let i = begin; i < end; i++) direct[i] = share * cap[i]!;
}
