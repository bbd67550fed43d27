/** The geometry and clear sky of each weather interval, from its sub-steps. */
import { mostDecomposed, mostInTwilight, mostMeasured, UPPER_LIMITS } from "../../data/weather/limits.js";
import { acos, cos, RAD, sin } from "../../foundation/math/index.js";
import { upperLimit } from "../../physics/models/quality/limits.js";
import { HOUR_ANGLE_RATE } from "../../physics/models/solar-position/analytical.js";
import type { SunSite } from "../../physics/models/solar-position/ephemeris.js";
import { SOLAR_CONSTANT } from "../../physics/models/solar-position/extraterrestrial.js";
import { TWILIGHT } from "../../physics/models/solar-position/refraction.js";
import { cellStart, type Lattice } from "../grid/lattice.js";
import type { Steps } from "../grid/sub-steps.js";
import { INTERVALS, type IntervalColumns, STEPS, type StepColumns } from "../memory/columns.js";

const steps = STEPS;
const intervals = INTERVALS;

/** Local copy: imported bindings are looked up at every use. */
const LOWEST = TWILIGHT;

/**
 * Clear-sky weights of each sub-step: `beamWeight` (clear-sky direct on the horizontal), `beamCap` (the highest measured
 * direct-horizontal that is accepted; `pressure` in standard atmospheres) and `diffuseWeight` (clear-sky diffuse, plus a little
 * irradiance down to −6° so that values measured in twilight are kept), all W/m².
 */
export function weightRows(i0: number, i1: number, pressure: number): void {
  const { up, elevation, extraterrestrialNormal, relativeAirmass } = steps;
  const { clearDni, clearDhi, beamWeight, beamCap, diffuseWeight } = steps;
  for (let i = i0; i < i1; i++) {
    const mu = up[i]! > 0 ? up[i]! : 0;
    const rise = elevation[i]! - LOWEST;
    beamWeight[i] = clearDni[i]! * mu;
    beamCap[i] = mostMeasured(extraterrestrialNormal[i]!, relativeAirmass[i]! * pressure) * mu;
    diffuseWeight[i] = clearDhi[i]! + (rise > -LOWEST ? 2 : rise < 0 ? 0 : (rise * rise) / 18);
  }
}

/** Whether the sub-steps of an interval are the two nodes of one panel, both by day. */
function isLitPair(begin: number, end: number, weight: Float64Array, diffuseWeight: Float64Array): boolean {
  const isPair = end - begin === 2 && weight[begin + 1]! === weight[begin]!;
  return isPair && diffuseWeight[begin]! > 0 && diffuseWeight[begin + 1]! > 0;
}

/**
 * References for the irradiance of each interval, rows [0, n): mean extraterrestrial irradiance, largest cos z of the
 * sub-steps, and the means of their clear-sky weights. An interval without sub-steps is night.
 */
export function lightMeans(n: number, length: number, { weatherStart, whole }: Steps): void {
  const { weight, up, extraterrestrialNormal: normal, beamWeight, beamCap, diffuseWeight } = steps;
  const { extraterrestrialNormal, extraterrestrialHorizontal, largestCosZenith } = intervals;
  const { beamWeight: beamMean, beamCap: capMean, diffuseWeight: diffuseMean } = intervals;
  const perLength = 1 / length;
  // V8 knows that a product is a number; the constant alone would box every row (measured).
  const solarConstant = 1 * SOLAR_CONSTANT;
  let end = weatherStart[0]!;
  for (let j = 0; j < n; j++) {
    const begin = end;
    end = weatherStart[j + 1]!;
    if (begin === end) {
      largestCosZenith[j] = -1;
      extraterrestrialNormal[j] = solarConstant;
      extraterrestrialHorizontal[j] = 0;
      beamMean[j] = 0;
      capMean[j] = 0;
      diffuseMean[j] = 0;
      continue;
    }
    if (end - begin === 1 && weight[begin] === length) {
      const mu = up[begin]!;
      const e0 = diffuseWeight[begin]! <= 0 ? solarConstant : normal[begin]!;
      largestCosZenith[j] = mu;
      extraterrestrialNormal[j] = e0;
      extraterrestrialHorizontal[j] = mu > 0 ? e0 * mu : 0;
      beamMean[j] = beamWeight[begin]!;
      capMean[j] = beamCap[begin]!;
      diffuseMean[j] = diffuseWeight[begin]!;
      continue;
    }
    if (whole && isLitPair(begin, end, weight, diffuseWeight)) {
      // Without a loop (measured: half of the time).
      const share = weight[begin]! * perLength;
      const mu = up[begin]!;
      const nextMu = up[begin + 1]!;
      const e0 = normal[begin]!;
      const nextE0 = normal[begin + 1]!;
      largestCosZenith[j] = mu > nextMu ? mu : nextMu;
      extraterrestrialNormal[j] = (e0 + nextE0) / 2;
      extraterrestrialHorizontal[j] = ((mu > 0 ? e0 * mu : 0) + (nextMu > 0 ? nextE0 * nextMu : 0)) * share;
      beamMean[j] = (beamWeight[begin]! + beamWeight[begin + 1]!) * share;
      capMean[j] = (beamCap[begin]! + beamCap[begin + 1]!) * share;
      diffuseMean[j] = (diffuseWeight[begin]! + diffuseWeight[begin + 1]!) * share;
      continue;
    }
    let time = 0; // the sunlit time, at most the length
    let extraterrestrial = 0;
    let horizontal = 0;
    let beam = 0;
    let cap = 0;
    let diffuse = 0;
    let largest = -1;
    for (let i = begin; i < end; i++) {
      const dt = weight[i]!;
      const mu = up[i]!;
      if (mu > largest) largest = mu;
      if (diffuseWeight[i]! <= 0) continue;
      const e0 = normal[i]! * dt;
      time += dt;
      extraterrestrial += e0;
      if (mu > 0) horizontal += e0 * mu;
      beam += beamWeight[i]! * dt;
      cap += beamCap[i]! * dt;
      diffuse += diffuseWeight[i]! * dt;
    }
    largestCosZenith[j] = largest;
    extraterrestrialNormal[j] = time === 0 ? solarConstant : extraterrestrial / time;
    extraterrestrialHorizontal[j] = horizontal * perLength;
    beamMean[j] = beam * perLength;
    capMean[j] = cap * perLength;
    diffuseMean[j] = diffuse * perLength;
  }
}

/** The highest mean direct-horizontal irradiance (W/m²) of rows [from, to) that a decomposition may find. */
export function decomposedCaps(from: number, to: number, length: number, { weatherStart }: Steps): void {
  const { weight, up, elevation, clearDni, beamCap } = steps;
  const { decomposedCap } = intervals;
  for (let j = from; j < to; j++) {
    const begin = weatherStart[j]!;
    const end = weatherStart[j + 1]!;
    const single = end - begin === 1 && weight[begin] === length;
    let sum = 0;
    for (let i = begin; i < end; i++) {
      const mu = up[i]! > 0 ? up[i]! : 0;
      const most = mostDecomposed(clearDni[i]!, elevation[i]!) * mu;
      const cap = most < beamCap[i]! ? most : beamCap[i]!;
      sum = single ? cap : sum + cap * weight[i]!;
    }
    decomposedCap[j] = single ? sum : sum / length;
  }
}

/** Factor from mean direct normal to horizontal irradiance if nothing better is known, rows [0, n). */
export function normalMeans(n: number, length: number, steps: Steps, s: StepColumns, w: IntervalColumns): void {
  const { weatherStart } = steps;
  const { weight, up, clearDni } = s;
  for (let j = 0; j < n; j++) {
    let clear = 0;
    let cosZenith = 0;
    for (let i = weatherStart[j]!; i < weatherStart[j + 1]!; i++) {
      clear += clearDni[i]! * weight[i]!;
      if (up[i]! > 0) cosZenith += up[i]! * weight[i]!;
    }
    w.clearDni[j] = clear / length;
    // Without any clear-sky beam (the sun just above the horizon) the mean cosine is used.
    w.normalToHorizontal[j] = clear > 0 ? (w.beamWeight[j]! * length) / clear : cosZenith / length;
  }
}

/**
 * Sun and clear sky of rows [0, n) for decomposition models. Zeniths are those of the mean cosine over the sunlit part;
 * 90° if there is none.
 *
 * @param apparent whether the apparent zenith is asked for, too
 */
export function skyMeans(n: number, length: number, apparent: boolean, { weatherStart }: Steps): void {
  const { weight, up, trueUp, clearGhi, clearDhi } = steps;
  const { sunlitFraction, apparentZenith, zenith, beamWeight, clearDirectHorizontal } = intervals;
  const { clearGhi: globalMean, clearDhi: diffuseMean } = intervals;
  let end = weatherStart[0]!;
  for (let j = 0; j < n; j++) {
    const begin = end;
    end = weatherStart[j + 1]!;
    // A single sub-step as long as the interval needs no mean: a product and a quotient would cost the last digit.
    const isWhole = end - begin === 1 && weight[begin] === length;
    const total = isWhole ? 1 : length;
    let sunlit = 0;
    let cosZenith = 0;
    let trueCosZenith = 0;
    let global = 0;
    let diffuse = 0;
    for (let i = begin; i < end; i++) {
      const dt = isWhole ? 1 : weight[i]!;
      global += clearGhi[i]! * dt;
      diffuse += clearDhi[i]! * dt;
      if (!(up[i]! > 0)) continue;
      sunlit += dt;
      cosZenith += up[i]! * dt;
      trueCosZenith += trueUp[i]! * dt;
    }
    sunlitFraction[j] = sunlit / total;
    zenith[j] = sunlit > 0 ? degreesFrom(trueCosZenith / sunlit) : 90;
    if (apparent) apparentZenith[j] = sunlit > 0 ? degreesFrom(cosZenith / sunlit) : 90;
    globalMean[j] = global / total;
    diffuseMean[j] = diffuse / total;
    clearDirectHorizontal[j] = beamWeight[j]!;
  }
}

/** The zenith of a mean cosine, which may exceed 1 by rounding. */
function degreesFrom(cosine: number): number {
  return acos(cosine < 1 ? cosine : 1) * RAD;
}

/**
 * Raises the largest cos z of the `count` listed interval rows to the maximum over the interval including its edges. Row 0 is
 * interval number `first` of the lattice.
 */
export function raiseToEdges(
  rows: Float64Array,
  count: number,
  lattice: Lattice,
  first: number,
  { weatherStart }: Steps,
  sun: SunSite,
): void {
  const { largestCosZenith } = intervals;
  for (let k = 0; k < count; k++) {
    const j = rows[k]!;
    const begin = weatherStart[j]!;
    const end = weatherStart[j + 1]!;
    if (begin === end) continue;
    const start = cellStart(lattice, first + j);
    const atStart = cosZenithAt(start, begin, sun);
    const atEnd = cosZenithAt(start + lattice.step, end - 1, sun);
    largestCosZenith[j] = Math.max(largestCosZenith[j]!, atStart, atEnd);
  }
}

/** cos z at a time (ms) near sub-step i: its own sun rotated to that time (declination and refraction hardly change). */
function cosZenithAt(time: number, i: number, { sinLatitude, cosLatitude }: SunSite): number {
  const s = steps;
  const angle = HOUR_ANGLE_RATE * ((time - s.time[i]!) / 1000);
  const towardsPole = s.up[i]! * sinLatitude + s.north[i]! * cosLatitude;
  const alongEquator = s.up[i]! * cosLatitude - s.north[i]! * sinLatitude;
  return towardsPole * sinLatitude + (alongEquator * cos(angle) + s.east[i]! * sin(angle)) * cosLatitude;
}

// The most light that an interval can have while the sun is below the horizon. Weather may have more: the offset of a pyranometer, a
// shifted clock, or an hour whose mean belongs to the few minutes of it that are not night.

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
