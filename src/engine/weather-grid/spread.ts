/**
 * From interval means to sub-steps. Direct irradiance follows the clear-sky beam, diffuse the clear-sky diffuse; their
 * clear-sky indices vary smoothly from interval to interval (or are constant within each, `spread: "step"`), and the mean of the
 * interval is kept. Priority if rules conflict: finite and ≥ 0, then caps, then the interval's GHI, then its components.
 */
import type { SunSite } from "../../physics/models/solar-position/ephemeris.js";
import { MOST_OF_COURSE } from "../../physics/sky/index-course.js";
import { cellStart, type Lattice } from "../grid/lattice.js";
import type { Steps } from "../grid/sub-steps.js";
import { INTERVALS, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import { type LightPlan, NEIGHBOURS } from "../plan/light.js";
import { tiltBeam } from "./diffuse-fraction.js";
import { isDoubtful, isSunlit, limitRows, mayExceed } from "./interval-sky.js";
import { spreadMean } from "./mean-preserving.js";

const s = STEPS;
const w = INTERVALS;

export interface SpreadCounts {
  /** Intervals whose beam exceeded the clear-sky cap; the excess became diffuse. */
  capped: number;
  /** Intervals entirely at night (sun ≤ −6°) that came with irradiance; it was dropped. */
  light_at_night: number;
  /** Intervals with twilight that came with more irradiance than that can have; the excess was dropped. */
  twilight_excess: number;
}

/**
 * Turns the means of rows [i0, i1) into clear-sky indices; row 0 is interval `first` of the lattice. Impossible values are
 * corrected first: beam above its cap becomes diffuse, irradiance in an entirely dark interval is dropped, and that which exceeds
 * the twilight's limit. The index is NaN if the clear sky has nothing to scale.
 *
 * @returns whether every row has its irradiance
 */
export function indexRows(
  i0: number,
  i1: number,
  first: number,
  weather: Lattice,
  { weatherStart }: Steps,
  sun: SunSite,
  countFrom: number,
  countTo: number,
  counts: SpreadCounts,
): boolean {
  const { ghi, directHorizontal, dhi, beamWeight, beamCap, diffuseWeight, beamIndex, diffuseIndex } = w;
  const length = weather.step / 1000;
  let complete = true;
  for (let j = i0; j < i1; j++) {
    const sky = diffuseWeight[j]!;
    if (sky === 0 && ghi[j]! >= 0) {
      if (ghi[j]! > 0 && j >= countFrom && j < countTo) counts.light_at_night++;
      directHorizontal[j] = 0;
      dhi[j] = 0;
      beamIndex[j] = Number.NaN;
      diffuseIndex[j] = Number.NaN;
      continue;
    }
    const beam = beamWeight[j]!;
    const cap = beamCap[j]!;
    let direct = directHorizontal[j]!;
    let diffuse = dhi[j]!;
    if (direct > cap) {
      const excess = direct - cap;
      if (excess > 1e-9 * direct && j >= countFrom && j < countTo) counts.capped++;
      direct = cap;
      diffuse += excess;
      directHorizontal[j] = direct;
      dhi[j] = diffuse;
    }
    const begin = weatherStart[j]!;
    const end = weatherStart[j + 1]!;
    if (diffuse > 0 && !isSunlit(begin, end, length) && isDoubtful(diffuse, begin, end, length)) {
      const most = limitRows(cellStart(weather, first + j), length, begin, end, sun);
      const excess = diffuse - most;
      if (excess > 0) {
        if (excess > 1e-9 * diffuse && j >= countFrom && j < countTo) counts.twilight_excess++;
        diffuse = most;
        dhi[j] = diffuse;
      }
    }
    beamIndex[j] = beam > 0 ? direct / beam : Number.NaN;
    diffuseIndex[j] = sky > 0 ? diffuse / sky : Number.NaN;
    if (Number.isNaN(diffuse)) complete = false;
  }
  return complete;
}

/**
 * Mean direct normal irradiance on the horizontal, rows [i0, i1): its course over the sub-steps is found like that of any
 * other mean, along the clear-sky DNI, and weighted by their cos z. If none is given, the clear sky's ratio remains.
 */
export function normalToHorizontalRows(i0: number, i1: number, step: number, steps: Steps, work: Workspace): void {
  const length = step / 1000;
  for (let j = i0 - NEIGHBOURS; j < i1 + NEIGHBOURS; j++)
    w.dniIndex[j] = w.clearDni[j]! > 0 ? w.dni[j]! / w.clearDni[j]! : Number.NaN;
  const { beam: most } = MOST_OF_COURSE;
  spreadMean(i0, i1, most, step, steps, work, w.dniIndex, w.clearDni, s.clearDni, s.dni);
  for (let j = i0; j < i1; j++) {
    if (!(w.dniIndex[j]! > 0)) continue;
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    let horizontal = 0;
    for (let i = begin; i < end; i++) horizontal += s.dni[i]! * Math.max(s.up[i]!, 0) * s.weight[i]!;
    w.normalToHorizontal[j] = horizontal / length / w.dni[j]!;
  }
}

/**
 * Distributes direct and diffuse of rows [i0, i1) over their sub-steps; row 0 is interval `first` of the lattice.
 *
 * @param splits whether rows may have been split from GHI alone (those with a `diffuseFraction`): a smooth course of these is that of GHI
 */
export function spreadLight(
  i0: number,
  i1: number,
  { smooth, bothBeams, closes }: Pick<LightPlan, "smooth" | "bothBeams" | "closes">,
  splits: boolean,
  first: number,
  weather: Lattice,
  steps: Steps,
  sun: SunSite,
  work: Workspace,
): void {
  const { step } = weather;
  const length = step / 1000;
  const { weatherStart } = steps;
  const { weight, beamCap, diffuseCap, directHorizontal: direct, dhi: diffuse } = s;
  const { directHorizontal, dhi, beamIndex } = w;
  const followsGlobal = smooth && splits;
  const most = smooth ? MOST_OF_COURSE : undefined;
  const mostDiffuse = followsGlobal && !closes ? undefined : most?.diffuse;
  const { diffuseIndex, diffuseWeight } = w;
  spreadMean(i0, i1, most?.direct, step, steps, work, beamIndex, w.beamWeight, s.beamWeight, direct);
  spreadMean(i0, i1, mostDiffuse, step, steps, work, diffuseIndex, diffuseWeight, s.diffuseWeight, diffuse);
  if (followsGlobal) globalCourse(i0, i1, step, steps, work);
  let end = weatherStart[i0]!;
  for (let j = i0; j < i1; j++) {
    const begin = end;
    end = weatherStart[j + 1]!;
    if (begin === end) continue;
    if (end - begin === 1 && weight[begin] === length) {
      direct[begin] = directHorizontal[j]!;
      diffuse[begin] = dhi[j]!;
      continue;
    }
    if (followsGlobal && w.diffuseFraction[j]! >= 0) followGlobal(j, begin, end, length);
    if (dhi[j]! > 0 && !isSunlit(begin, end, length) && mayExceed(begin, end, diffuse)) {
      limitRows(cellStart(weather, first + j), length, begin, end, sun);
      if (isAbove(begin, end, diffuse, diffuseCap)) holdBelowCap(begin, end, weight, diffuseCap, diffuse);
    }
    if (beamIndex[j]! >= 0) {
      if (isAbove(begin, end, direct, beamCap)) holdBelowCap(begin, end, weight, beamCap, direct);
      if (bothBeams && w.normalPerHorizontal[j]! > 0) tiltBeam(begin, end, w.normalPerHorizontal[j]!);
    } else if (dhi[j]! >= 0) {
      followCap(directHorizontal[j]!, w.beamCap[j]!, begin, end, beamCap, direct);
    } else {
      direct.fill(Number.NaN, begin, end);
      diffuse.fill(Number.NaN, begin, end);
    }
  }
}

/** GHI of rows [i0, i1) over their sub-steps, along the clear sky's. */
function globalCourse(i0: number, i1: number, step: number, steps: Steps, work: Workspace): void {
  const { beamWeight, diffuseWeight, globalWeight } = s;
  const { globalIndex: index, globalWeight: clear } = w;
  for (let i = steps.weatherStart[i0]!; i < steps.weatherStart[i1]!; i++) {
    globalWeight[i] = beamWeight[i]! + diffuseWeight[i]!;
  }
  for (let j = i0 - NEIGHBOURS; j < i1 + NEIGHBOURS; j++) {
    clear[j] = w.beamWeight[j]! + w.diffuseWeight[j]!;
    index[j] = clear[j]! > 0 ? (w.directHorizontal[j]! + w.dhi[j]!) / clear[j]! : Number.NaN;
  }
  spreadMean(i0, i1, MOST_OF_COURSE.global, step, steps, work, index, clear, globalWeight, s.ghi);
}

/**
 * Gives direct and diffuse of sub-steps [begin, end), interval j, one factor, so that their sum is the course of GHI. Before that, the beam
 * has its course, and diffuse the index of the interval. What the factor changes in the mean of the beam goes back, in proportion to
 * direct · diffuse, which leaves neither below 0: the split of the interval is kept.
 */
function followGlobal(j: number, begin: number, end: number, length: number): void {
  const { weight, ghi, diffuseWeight, directHorizontal: direct, dhi: diffuse } = s;
  const beam = w.directHorizontal[j]!;
  if (!(w.beamIndex[j]! >= 0)) {
    const share = w.dhi[j]! > 0 ? w.dhi[j]! / (beam + w.dhi[j]!) : 0;
    for (let i = begin; i < end; i++) diffuse[i] = ghi[i]! * share;
    return;
  }
  const index = w.diffuseIndex[j]!;
  let found = 0;
  let room = 0;
  for (let i = begin; i < end; i++) {
    const sum = direct[i]! + index * diffuseWeight[i]!;
    const share = sum > 0 ? direct[i]! / sum : 0;
    const part = ghi[i]! * share * weight[i]!;
    found += part;
    room += part * (1 - share);
    direct[i] = share;
  }
  const lack = beam * length - found;
  const back = room > 0 ? Math.min(Math.max(lack / room, -1), 1) : 0;
  for (let i = begin; i < end; i++) {
    const share = direct[i]!;
    direct[i] = ghi[i]! * (share + back * share * (1 - share));
    diffuse[i] = ghi[i]! - direct[i]!;
  }
}

function isAbove(begin: number, end: number, values: Float64Array, limits: Float64Array): boolean {
  for (let i = begin; i < end; i++) if (values[i]! > limits[i]!) return true;
  return false;
}

/**
 * Cuts what exceeds a sub-step's cap and raises the other sub-steps of the interval by a common factor until the mean is
 * restored. If there are none to raise, the rest goes to sub-steps with room below their cap.
 */
function holdBelowCap(begin: number, end: number, weight: Float64Array, cap: Float64Array, values: Float64Array): void {
  for (;;) {
    let excess = 0;
    let room = 0;
    let below = 0;
    for (let i = begin; i < end; i++) {
      const over = values[i]! - cap[i]!;
      if (over > 0) {
        excess += over * weight[i]!;
        values[i] = cap[i]!;
      } else if (over < 0) {
        room -= over * weight[i]!;
        below += values[i]! * weight[i]!;
      }
    }
    if (excess === 0 || room === 0) return;
    // Without this, a remainder from rounding would be redistributed forever.
    const rest = excess >= room || below === 0 || excess < 1e-12 * below;
    const share = rest ? Math.min(excess / room, 1) : 1 + excess / below;
    for (let i = begin; i < end; i++) {
      if (rest) values[i] = values[i]! + share * (cap[i]! - values[i]!);
      else if (values[i]! < cap[i]!) values[i] = values[i]! * share;
    }
    if (rest) return;
  }
}

/** If the clear sky has no beam at all, a measured beam follows the cap. */
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
