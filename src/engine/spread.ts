/**
 * From interval means to sub-steps. Direct light follows the clear-sky beam, diffuse light the clear-sky diffuse; their
 * indices to the clear sky run smoothly from interval to interval (or stand still, `spread: "step"`), and the mean of the
 * interval is kept. Priority where rules conflict: finite and ≥ 0, then caps, then the interval's GHI, then its parts.
 */
import { cellStart, type Lattice, type Steps } from "./grids.js";
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
 */
export function indexRows(
  i0: number,
  i1: number,
  countFrom: number,
  countTo: number,
  work: Workspace,
  counts: SpreadCounts,
): void {
  const w = work.intervals.columns;
  for (let j = i0; j < i1; j++) {
    const counted = j >= countFrom && j < countTo;
    if (w.diffuseWeight[j] === 0 && w.ghi[j]! >= 0) {
      if (counted && w.ghi[j]! > 0) counts.light_at_night++;
      w.directHorizontal[j] = 0;
      w.dhi[j] = 0;
    }
    const excess = w.directHorizontal[j]! - w.beamCap[j]!;
    if (excess > 0) {
      if (counted && excess > 1e-9 * w.directHorizontal[j]!) counts.capped++;
      w.directHorizontal[j] = w.beamCap[j]!;
      w.dhi[j] = w.dhi[j]! + excess;
    }
    w.beamIndex[j] = w.beamWeight[j]! > 0 ? w.directHorizontal[j]! / w.beamWeight[j]! : Number.NaN;
    w.diffuseIndex[j] = w.diffuseWeight[j]! > 0 ? w.dhi[j]! / w.diffuseWeight[j]! : Number.NaN;
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
  spreadMean(i0, i1, true, steps, work, w.dniIndex, w.clearDni, s.time, s.weight, s.clearDni, s.dni);
  for (let j = i0; j < i1; j++) {
    if (!(w.dniIndex[j]! > 0)) continue;
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    let horizontal = 0;
    for (let i = begin; i < end; i++) horizontal += s.dni[i]! * Math.max(s.up[i]!, 0) * s.weight[i]!;
    w.normalToHorizontal[j] = horizontal / length / w.dni[j]!;
  }
}

/** Spreads direct and diffuse of weather intervals [i0, i1) (rows of the block) over their sub-steps. */
export function spreadLight(i0: number, i1: number, smooth: boolean, steps: Steps, work: Workspace): void {
  const w = work.intervals.columns;
  const s = work.steps.columns;
  spreadMean(i0, i1, smooth, steps, work, w.beamIndex, w.beamWeight, s.time, s.weight, s.beamWeight, s.directHorizontal); // biome-ignore format: one call
  spreadMean(i0, i1, smooth, steps, work, w.diffuseIndex, w.diffuseWeight, s.time, s.weight, s.diffuseWeight, s.dhi); // biome-ignore format: one call
  for (let j = i0; j < i1; j++) {
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    if (Number.isNaN(w.dhi[j]!)) {
      s.directHorizontal.fill(Number.NaN, begin, end);
      s.dhi.fill(Number.NaN, begin, end);
    } else if (Number.isNaN(w.beamIndex[j]!)) {
      followCap(w.directHorizontal[j]!, w.beamCap[j]!, begin, end, s.beamCap, s.directHorizontal);
    } else holdBelowCap(begin, end, s.weight, s.beamCap, s.directHorizontal);
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
  steps: Steps,
  work: Workspace,
  index: Float64Array,
  energy: Float64Array,
  time: Float64Array,
  weight: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const w = work.intervals.columns;
  if (smooth) courseRows(i0 - 1, i1 + 1, steps, work, time, weight, shape);
  for (let j = i0; j < i1; j++) {
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    const mean = index[j]!;
    if (Number.isNaN(mean)) {
      out.fill(0, begin, end);
      continue;
    }
    const left = smooth ? edgeIndex(index, energy, w, j, j - 1) : mean;
    const right = smooth ? edgeIndex(index, energy, w, j, j + 1) : mean;
    if (left === mean && right === mean) {
      for (let i = begin; i < end; i++) out[i] = mean * shape[i]!;
      continue;
    }
    const hangsLeft = w.hangsLeft[j]!;
    const hangsRight = w.hangsRight[j]!;
    // Never below 0 but for rounding: edgeIndex sees to it.
    const middle = Math.max((mean - left * hangsLeft - right * hangsRight) / (1 - hangsLeft - hangsRight), 0);
    const centre = (w.courseFrom[j]! + w.courseTo[j]!) / 2;
    const half = (w.courseTo[j]! - w.courseFrom[j]!) / 2;
    for (let i = begin; i < end; i++) {
      const x = (time[i]! - centre) / half;
      const value = x < 0 ? middle + (left - middle) * -x : middle + (right - middle) * x;
      out[i] = value * shape[i]!;
    }
  }
}

/**
 * The part of each interval that has anything to scale (`courseFrom`…`courseTo`, ms) and the shares of its energy that
 * hang on the edge nodes of an index running linearly over it; the rest hangs on the middle node.
 */
function courseRows(
  j0: number,
  j1: number,
  steps: Steps,
  work: Workspace,
  time: Float64Array,
  weight: Float64Array,
  shape: Float64Array,
): void {
  const w = work.intervals.columns;
  const { lead } = work.steps.columns;
  for (let j = j0; j < j1; j++) {
    let first = steps.weatherStart[j]!;
    let last = steps.weatherStart[j + 1]! - 1;
    while (first < last && !(shape[first]! > 0)) first++;
    while (last > first && !(shape[last]! > 0)) last--;
    const from = time[first]! - lead[first]! * 1000;
    const to = time[last]! + (weight[last]! - lead[last]!) * 1000;
    const centre = (from + to) / 2;
    const half = (to - from) / 2;
    let total = 0;
    let left = 0;
    let right = 0;
    for (let i = first; i <= last; i++) {
      const energy = shape[i]! * weight[i]!;
      const x = (time[i]! - centre) / half;
      total += energy;
      if (x < 0) left -= x * energy;
      else right += x * energy;
    }
    w.courseFrom[j] = from;
    w.courseTo[j] = to;
    w.hangsLeft[j] = total > 0 ? left / total : 0;
    w.hangsRight[j] = total > 0 ? right / total : 0;
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
  w: Workspace["intervals"]["columns"],
  j: number,
  k: number,
): number {
  const own = index[j]!;
  const other = index[k]!;
  if (Number.isNaN(other) || other === own || energy[k]! < WEAK_NEIGHBOUR * energy[j]!) return own;
  const highest = highestEdge(own, w.hangsLeft[j]! + w.hangsRight[j]!);
  if (energy[j]! < WEAK_NEIGHBOUR * energy[k]!) return Math.min(other, highest);
  return Math.min((own + other) / 2, highest, highestEdge(other, w.hangsLeft[k]! + w.hangsRight[k]!));
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

/**
 * Spreads a state (temperature) over the sub-steps of intervals [i0, i1): like an index, but free of sign, so the mean is
 * kept by addition.
 */
export function spreadState(
  i0: number,
  i1: number,
  smooth: boolean,
  lattice: Lattice,
  first: number,
  steps: Steps,
  mean: Float64Array,
  time: Float64Array,
  weight: Float64Array,
  out: Float64Array,
): void {
  for (let j = i0; j < i1; j++) {
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    const value = mean[j]!;
    if (!smooth || end - begin === 1 || Number.isNaN(value)) {
      out.fill(value, begin, end);
      continue;
    }
    const start = cellStart(lattice, first + j);
    const left = !Number.isNaN(mean[j - 1]!) ? (mean[j - 1]! + value) / 2 : value;
    const right = !Number.isNaN(mean[j + 1]!) ? (mean[j + 1]! + value) / 2 : value;
    const middle = 2 * value - (left + right) / 2;
    let sum = 0;
    let total = 0;
    for (let i = begin; i < end; i++) {
      const x = (2 * (time[i]! - start)) / lattice.step - 1;
      out[i] = x < 0 ? middle + (left - middle) * -x : middle + (right - middle) * x;
      sum += out[i]! * weight[i]!;
      total += weight[i]!;
    }
    const correction = value - sum / total;
    for (let i = begin; i < end; i++) out[i] = out[i]! + correction;
  }
}
