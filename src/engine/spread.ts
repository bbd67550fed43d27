/**
 * From interval means to sub-steps. Direct light follows the clear-sky beam, diffuse light the clear-sky diffuse; their
 * indices to the clear sky run smoothly from interval to interval (or stand still, `spread: "step"`), and the mean of the
 * interval is kept. Priority where rules conflict: finite and ≥ 0, then caps, then the interval's GHI, then its parts.
 */
import type { Lattice, Steps } from "./grids.js";
import { cellStart } from "./grids.js";
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

/** Spreads direct and diffuse of weather intervals [i0, i1) (rows of the block) over their sub-steps. */
export function spreadLight(
  i0: number,
  i1: number,
  smooth: boolean,
  lattice: Lattice,
  first: number,
  steps: Steps,
  work: Workspace,
): void {
  const w = work.intervals.columns;
  const s = work.steps.columns;
  for (let j = i0; j < i1; j++) {
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    if (Number.isNaN(w.dhi[j]!)) {
      s.directHorizontal.fill(Number.NaN, begin, end);
      s.dhi.fill(Number.NaN, begin, end);
      continue;
    }
    const time = cellStart(lattice, first + j);
    spreadMean(j, w.beamIndex, w.beamWeight, smooth, time, lattice.step, begin, end, s.time, s.weight, s.beamWeight, s.directHorizontal); // biome-ignore format: one row
    if (Number.isNaN(w.beamIndex[j]!))
      followCap(w.directHorizontal[j]!, w.beamCap[j]!, begin, end, s.beamCap, s.directHorizontal); // biome-ignore format: one row
    else holdBelowCap(begin, end, s.weight, s.beamCap, s.directHorizontal);
    spreadMean(j, w.diffuseIndex, w.diffuseWeight, smooth, time, lattice.step, begin, end, s.time, s.weight, s.diffuseWeight, s.dhi); // biome-ignore format: one row
  }
}

/**
 * Writes index × weight to the sub-steps [begin, end) of interval j, keeping the interval's mean. Smooth: the index runs
 * linearly from the edge with the interval before over a middle node to the edge with the one after; edges are shared,
 * so there are no stairs, and the middle node is what keeps the mean.
 */
export function spreadMean(
  j: number,
  index: Float64Array,
  energy: Float64Array,
  smooth: boolean,
  intervalStart: number,
  intervalLength: number,
  begin: number,
  end: number,
  time: Float64Array,
  weight: Float64Array,
  shape: Float64Array,
  out: Float64Array,
): void {
  const mean = index[j]!;
  if (Number.isNaN(mean)) {
    out.fill(0, begin, end); // nothing to scale
    return;
  }
  const left = edgeIndex(index, energy, j, j - 1);
  const right = edgeIndex(index, energy, j, j + 1);
  if (!smooth || end - begin === 1 || (left === mean && right === mean)) {
    for (let i = begin; i < end; i++) out[i] = mean * shape[i]!;
    return;
  }
  let total = 0;
  let fromLeft = 0;
  let fromRight = 0;
  for (let i = begin; i < end; i++) {
    const w = shape[i]! * weight[i]!;
    const x = (2 * (time[i]! - intervalStart)) / intervalLength - 1; // −1 … 1
    total += w;
    if (x < 0) fromLeft -= x * w;
    else fromRight += x * w;
  }
  const fromMiddle = total - fromLeft - fromRight;
  // A sunlit part at one edge only says next to nothing about the middle: bounded to what index values can be.
  const middle = Math.min(Math.max((mean * total - left * fromLeft - right * fromRight) / fromMiddle, 0), 3 * mean);
  const sum = left * fromLeft + middle * fromMiddle + right * fromRight;
  const scale = sum > 0 ? (mean * total) / sum : 0;
  for (let i = begin; i < end; i++) {
    const x = (2 * (time[i]! - intervalStart)) / intervalLength - 1;
    const value = x < 0 ? middle + (left - middle) * -x : middle + (right - middle) * x;
    out[i] = (scale > 0 ? scale * value : mean) * shape[i]!;
  }
}

/** Below this ratio of clear-sky energy the weaker of two neighbours (a sliver of day) has no say at their edge. */
const WEAK_NEIGHBOUR = 0.1;

/**
 * Index at the edge between intervals j and k: their mean by energy, and never so far from the lower of the two that its
 * middle would have to go below zero to keep the mean. A missing or dark neighbour leaves the index flat.
 */
function edgeIndex(index: Float64Array, energy: Float64Array, j: number, k: number): number {
  const own = index[j]!;
  const other = index[k]!;
  if (Number.isNaN(other) || other === own) return own;
  const ownEnergy = energy[j]!;
  const otherEnergy = energy[k]!;
  if (otherEnergy < WEAK_NEIGHBOUR * ownEnergy) return own;
  if (ownEnergy < WEAK_NEIGHBOUR * otherEnergy) return other;
  const mean = (own * ownEnergy + other * otherEnergy) / (ownEnergy + otherEnergy);
  return Math.min(mean, 2 * own, 2 * other);
}

/** Moves what exceeds a sub-step's cap to the others of its interval, in proportion to the room they have. */
function holdBelowCap(begin: number, end: number, weight: Float64Array, cap: Float64Array, direct: Float64Array): void {
  let excess = 0;
  let room = 0;
  for (let i = begin; i < end; i++) {
    const over = direct[i]! - cap[i]!;
    if (over > 0) {
      excess += over * weight[i]!;
      direct[i] = cap[i]!;
    } else room -= over * weight[i]!;
  }
  if (excess === 0 || room === 0) return;
  const share = Math.min(excess / room, 1);
  for (let i = begin; i < end; i++) direct[i] = direct[i]! + share * (cap[i]! - direct[i]!);
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
