/**
 * Both means of the beam: mean direct-horizontal and mean direct normal of one source say not only how much, but also when in an
 * interval: the beam of a higher sun has more on the horizontal.
 */
import { exp } from "../../math/index.js";
import type { Steps } from "../grid/sub-steps.js";
import { INTERVALS, STEPS } from "../memory/columns.js";

const s = STEPS;
const w = INTERVALS;

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
