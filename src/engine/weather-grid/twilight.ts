/**
 * The most light that an interval can have while the sun is below the horizon. Weather may have more: the offset of a
 * pyranometer, a shifted clock, or an hour whose mean belongs to the few minutes of it that are not night.
 */
import { upperLimit } from "../../models/quality/upper-limits.js";
import type { SunSite } from "../../models/solar-position/ephemeris.js";
import { UPPER_LIMITS } from "../../weather/limits.js";
import { mostInTwilight } from "../../weather/most-light.js";
import { STEPS } from "../memory/columns.js";
import { cosZenithAt } from "./interval-sky.js";

const s = STEPS;

/**
 * What a sub-step may have is at least this share of the limit at its node: the mean of a cube is above that of the middle, and
 * nodes of a panel are off the middle of their cell by 8 % of it, which makes 5 % at most.
 */
const SURELY = 0.9;

/** Sub-steps with less (W/m²) are left alone: responses do not show it, and at −6° everything is above the limit. */
const NEGLIGIBLE = 0.01;

/** Sub-steps nearer to each other (ms) touch: their edges are rounded. */
const MOMENT = 1;

/** Whether the sky surely may send `value` (W/m²) over a sub-step whose node has this cos z, at most 0. */
export function surelyInTwilight(value: number, mu: number): boolean {
  return value <= SURELY * mostInTwilight(mu, mu);
}

/** Within an hour the sun dips by 0.008 (cos z) at most between two times at which it is above this. */
const HIGH = 0.01;

/** Whether it is known without a look at every sub-step of [begin, end) that the sun is up in all: of most intervals. */
export function isSunlit(begin: number, end: number, length: number): boolean {
  return length <= 3600 && s.up[begin]! > HIGH && s.up[end - 1]! > HIGH;
}

/** Whether sub-steps [begin, end) have twilight, and may not hold this mean (W/m²) over `length` seconds. */
export function isDoubtful(mean: number, begin: number, end: number, length: number): boolean {
  let dusk = false;
  let surely = 0;
  for (let i = begin; i < end; i++) {
    if (s.up[i]! > 0) surely += UPPER_LIMITS.ghi.offset * s.weight[i]!;
    else {
      dusk = true;
      surely += SURELY * mostInTwilight(s.up[i]!, s.up[i]!) * s.weight[i]!;
    }
  }
  return dusk && mean * length > surely;
}

/** Whether sub-steps [begin, end) have twilight, and one of them may have more diffuse irradiance than is possible. */
export function mayExceed(begin: number, end: number, diffuse: Float64Array): boolean {
  let dusk = false;
  let above = false;
  for (let i = begin; i < end; i++) {
    if (s.up[i]! > 0) {
      if (diffuse[i]! > UPPER_LIMITS.ghi.offset) above = true;
    } else {
      dusk = true;
      if (diffuse[i]! > NEGLIGIBLE && !surelyInTwilight(diffuse[i]!, s.up[i]!)) above = true;
    }
  }
  return dusk && above;
}

/**
 * Writes the most diffuse irradiance (W/m²) that each of the sub-steps [begin, end) of the interval from `start` (ms) can have to
 * `diffuseCap`: its mean over the sub-step's time in twilight; with sun, the limit of Long & Dutton (2002) for the highest sun of
 * that time, and what the twilight beside it may have, whose light it holds if it has no sub-step of its own (`moveIntoLight`).
 *
 * @returns their mean over `length` seconds
 */
export function limitRows(start: number, length: number, begin: number, end: number, sun: SunSite): number {
  const { time, weight, lead, up, extraterrestrialNormal, diffuseCap } = s;
  let sum = 0;
  let before = start;
  for (let i = begin; i < end; i++) {
    const from = time[i]! - lead[i]! * 1000;
    const to = from + weight[i]! * 1000;
    const atStart = cosZenithAt(from, i, sun);
    const atEnd = cosZenithAt(to, i, sun);
    const high = Math.max(atStart, up[i]!, atEnd);
    let most = 0;
    if (high > 0) {
      const after = i + 1 < end ? time[i + 1]! - lead[i + 1]! * 1000 : start + length * 1000;
      const beside = energyUntil(before, from, atStart, i, sun) + energyUntil(after, to, atEnd, i, sun);
      most = upperLimit(UPPER_LIMITS.ghi, extraterrestrialNormal[i]!, high) + beside / weight[i]!;
    } else most = mostInTwilight(high, Math.min(atStart, up[i]!, atEnd));
    diffuseCap[i] = most;
    sum += most * weight[i]!;
    before = to;
  }
  return sum / length;
}

/** The most (J/m²) between `edge` of sub-step i, at which cos z is `atEdge`, and `time` (both ms), as far as the sun is down. */
function energyUntil(time: number, edge: number, atEdge: number, i: number, sun: SunSite): number {
  const length = Math.abs(time - edge);
  if (length < MOMENT) return 0;
  return (length / 1000) * mostInTwilight(Math.min(atEdge, 0), Math.min(cosZenithAt(time, i, sun), 0));
}
