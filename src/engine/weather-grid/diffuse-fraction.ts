/** The diffuse fraction of intervals that have GHI alone, by the plan's decomposition; over snow, with GHI as over bare ground. */

import { COMPUTED, type ValueRange } from "../../data/weather/limits.js";
import type { CheckedWeather } from "../../data/weather/series.js";
import { exp } from "../../foundation/math/index.js";
import { overBareGroundRows, SNOW_FROM } from "../../physics/models/decomposition/over-snow.js";
import { albedoUnderSnow } from "../../physics/models/transposition/plane.js";
import type { Steps } from "../grid/sub-steps.js";
import { INTERVALS, rowsOf, STEPS } from "../memory/columns.js";
import type { Plan } from "../plan/plan.js";

const w = INTERVALS;

/** Clearness index of each interval; 0 if there is no extraterrestrial irradiance. */
export function clearnessRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  extraterrestrial: Float64Array,
  kt: Float64Array,
): void {
  for (let j = i0; j < i1; j++) kt[j] = ghi[j]! * (extraterrestrial[j]! > 0 ? 1 / extraterrestrial[j]! : 0);
}

/**
 * Writes `diffuseFraction` of rows [from, to), from the GHI and clearness of rows [first, last); row 0 is interval
 * `latticeFirst` of the weather's lattice.
 *
 * Over snow the model sees the GHI of bare ground, and so do its neighbours; the beam that it finds is the beam, and all the rest of
 * the true GHI is diffuse. Rows without snow are split by what was measured, whatever is on the ground around them in time.
 */
export function findDiffuseFraction(
  plan: Plan,
  latticeFirst: number,
  from: number,
  to: number,
  first: number,
  last: number,
): void {
  const { stage, prepared } = plan.decomposition;
  const rows = rowsOf(w, plan, from, to, first, last);
  stage.run(rows, prepared);
  if (!plan.light.seesSnow || !surroundingRows(plan.series, latticeFirst, first, last)) return;
  const { ghi, ghiOverBareGround: bare, diffuseFraction, scratch, extraterrestrialHorizontal: extra, kt } = w;
  if (!overBareGroundRows(first, last, ghi, w.clearGhi, w.surroundings, bare)) return;
  scratch.set(diffuseFraction.subarray(from, to), from);
  swapRows(first, last, ghi, bare);
  clearnessRows(first, last, ghi, extra, kt);
  stage.run(rows, prepared);
  swapRows(first, last, ghi, bare);
  clearnessRows(first, last, ghi, extra, kt);
  for (let j = from; j < to; j++) {
    if (bare[j]! < ghi[j]!) diffuseFraction[j] = 1 - ((1 - diffuseFraction[j]!) * bare[j]!) / ghi[j]!;
    else {
      diffuseFraction[j] = scratch[j]!;
      bare[j] = Number.NaN;
    }
  }
}

/**
 * Albedo of the ground around, from the weather: given, else that under its snow; NaN where neither is known. A context's albedo is
 * that of the ground in front of the plane, which may be gravel on a roof.
 *
 * @returns whether any of rows [first, last) is as bright as snow
 */
function surroundingRows(
  { columns, count }: CheckedWeather,
  latticeFirst: number,
  first: number,
  last: number,
): boolean {
  const { surroundings } = w;
  const { albedo, snow_depth: snowDepth } = columns;
  surroundings.fill(Number.NaN, first, last);
  const begin = Math.max(first, -latticeFirst);
  const end = Math.min(last, count - latticeFirst);
  let some = false;
  for (let j = begin; j < end; j++) {
    const given = albedo === undefined ? Number.NaN : albedo[latticeFirst + j]!;
    const depth = snowDepth === undefined ? Number.NaN : snowDepth[latticeFirst + j]!;
    if (isWithin(given, COMPUTED.albedo)) surroundings[j] = given;
    else if (isWithin(depth, COMPUTED.snow_depth)) surroundings[j] = albedoUnderSnow(depth);
    some ||= surroundings[j]! > SNOW_FROM;
  }
  return some;
}

function isWithin(value: number, [least, most]: ValueRange): boolean {
  return value >= least && value <= most;
}

function swapRows(i0: number, i1: number, a: Float64Array, b: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const kept = a[i]!;
    a[i] = b[i]!;
    b[i] = kept;
  }
}

// Both means of the beam: mean direct-horizontal and mean direct normal of one source say not only how much, but also when in an
// interval: the beam of a higher sun has more on the horizontal.

const s = STEPS;
export interface BeamCounts {
  /** Intervals whose mean DNI is impossible with direct-horizontal. */
  beam_ratio_ignored: number;
}

/**
 * Ratio of the given mean DNI to the given mean direct-horizontal, rows [0, n); NaN where one is missing or 0, and where no course has
 * that ratio.
 */
export function beamRatioRows(
  n: number,
  { weatherStart }: Steps,
  countFrom: number,
  countTo: number,
  counts: BeamCounts,
): void {
  const { up } = s;
  for (let j = 0; j < n; j++) {
    const ratio = w.directHorizontal[j]! / w.dni[j]!;
    w.normalPerHorizontal[j] = Number.NaN;
    if (!(ratio > 0 && ratio < Number.POSITIVE_INFINITY)) continue;
    let least = 1;
    let most = 0;
    for (let i = weatherStart[j]!; i < weatherStart[j + 1]!; i++) {
      const mu = up[i]!;
      if (mu <= 0) continue;
      if (mu < least) least = mu;
      if (mu > most) most = mu;
    }
    if (ratio >= least && ratio <= most) w.normalPerHorizontal[j] = 1 / ratio;
    else if (j >= countFrom && j < countTo) counts.beam_ratio_ignored++;
  }
}

/** Newton's method is done when the mean DNI is right to this share of it, or after so many steps. */
const EXACT = 1e-13;
const MOST_STEPS = 50;
/** Longest step, as a change of the logarithm of a sub-step's beam. */
const LONGEST_STEP = 2;
/** By which rounding may lift a sub-step above its cap. */
const ROUNDING = 1e-12;
/** Halvings of a tilt that would lift a sub-step above its cap. */
const HALVINGS = 40;

/**
 * Tilts the course of the beam over sub-steps [begin, end), none of which is above its cap, until its mean DNI is `ratio` times its
 * mean on the horizontal, which stays; or as far as the caps allow. Each sub-step is multiplied by exp(tilt·(1/cos z − ratio)), the
 * same for all: of all courses with both means that is the nearest to the given one (by relative entropy), and none falls below 0.
 */
export function tiltBeam(begin: number, end: number, ratio: number): void {
  const { up, directHorizontal: direct } = s;
  let most = tiltFor(begin, end, ratio);
  let least = 0;
  let share = shareAt(most, begin, end, ratio);
  for (let k = 0; k < HALVINGS && !(share > 0); k++) {
    const middle = (least + most) / 2;
    if (shareAt(middle, begin, end, ratio) > 0) least = middle;
    else most = middle;
  }
  if (!(share > 0)) {
    most = least;
    share = shareAt(most, begin, end, ratio);
  }
  if (!(share > 0)) return;
  for (let i = begin; i < end; i++) {
    if (direct[i]! > 0) direct[i] = direct[i]! * exp(most * (1 / up[i]! - ratio)) * share;
  }
}

/** The tilt with both means, by Newton's method: the excess of mean DNI grows with the tilt. */
function tiltFor(begin: number, end: number, ratio: number): number {
  const { weight, up, directHorizontal: direct } = s;
  let farthest = 0;
  for (let i = begin; i < end; i++) {
    if (direct[i]! > 0) farthest = Math.max(farthest, Math.abs(1 / up[i]! - ratio));
  }
  const longest = LONGEST_STEP / farthest;
  let tilt = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    let horizontal = 0;
    let excess = 0;
    let growth = 0;
    for (let i = begin; i < end; i++) {
      if (!(direct[i]! > 0)) continue;
      const away = 1 / up[i]! - ratio;
      const energy = direct[i]! * exp(tilt * away) * weight[i]!;
      horizontal += energy;
      excess += energy * away;
      growth += energy * away * away;
    }
    if (!(Math.abs(excess) > EXACT * ratio * horizontal)) break;
    tilt -= Math.min(Math.max(excess / growth, -longest), longest);
  }
  return tilt;
}

/** The factor that keeps the mean on the horizontal at a tilt; 0 where a sub-step would be above its cap. */
function shareAt(tilt: number, begin: number, end: number, ratio: number): number {
  const { weight, up, beamCap, directHorizontal: direct } = s;
  let before = 0;
  let after = 0;
  for (let i = begin; i < end; i++) {
    if (!(direct[i]! > 0)) continue;
    before += direct[i]! * weight[i]!;
    after += direct[i]! * exp(tilt * (1 / up[i]! - ratio)) * weight[i]!;
  }
  const share = before / after;
  for (let i = begin; i < end; i++) {
    const value = direct[i]! > 0 ? direct[i]! * exp(tilt * (1 / up[i]! - ratio)) * share : 0;
    if (!(value <= beamCap[i]! * (1 + ROUNDING))) return 0;
  }
  return share;
}
