/**
 * The shortcut to the irradiance of a block in which weather and output share their intervals, each lit one has one sub-step
 * as long as itself, and only GHI is given: two loops and the decomposition over the lit rows without gaps between them,
 * instead of a dozen loops over both grids (measured: a seventh of the whole chain). A decomposition that looks at neighbours, or
 * at more than the clearness, gets a row for each interval. Same bits as the general path, which takes the blocks with a value
 * that needs a closer check.
 */
import { isThermalOffset, mostDecomposed, mostMeasured, UPPER_LIMITS } from "../../data/weather/limits.js";
import { STANDARD_PRESSURE } from "../../physics/models/atmosphere/airmass.js";
import { upperLimit } from "../../physics/models/quality/limits.js";
import type { SunSite } from "../../physics/models/solar-position/ephemeris.js";
import { SOLAR_CONSTANT } from "../../physics/models/solar-position/extraterrestrial.js";
import { TWILIGHT } from "../../physics/models/solar-position/refraction.js";
import type { ComputedBlock } from "../grid/lattice.js";
import type { LitRows } from "../grid/lit-rows.js";
import { INTERVALS, rowsOf, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { OneStepPlan, Plan } from "../plan/plan.js";
import { findDiffuseFraction } from "../weather-grid/diffuse-fraction.js";
import { copyRows } from "../weather-grid/inputs.js";
import { limitRows, skyMeans, surelyInTwilight } from "../weather-grid/interval-sky.js";
import type { LightCounts } from "../weather-grid/light.js";

const s = STEPS;
const w = INTERVALS;

/** Number of thermal offsets in rows [first, last); −1 if a value is missing or a code, which needs a closer check. */
export function countOffsets(given: Float64Array, first: number, last: number): number {
  let offsets = 0;
  for (let j = first; j < last; j++) {
    if (given[j]! >= 0) continue;
    if (!isThermalOffset(given[j]!)) return -1;
    offsets++;
  }
  return offsets;
}

/**
 * Finds direct and diffuse irradiance of the block's sub-steps, and with them DNI and GHI, from the GHI of n weather rows, from
 * number `first` of the series on: those of the block and its halo. None that the series has is missing or a code.
 *
 * @returns false if a value may be implausible; then nothing is counted, and the general path must be taken
 */
export function findSingleLight(
  plan: Plan,
  { inRows }: OneStepPlan,
  first: number,
  n: number,
  { from, to, weatherFrom, weatherTo }: ComputedBlock,
  work: Workspace,
  counts: LightCounts,
): boolean {
  const { stage, prepared } = plan.decomposition;
  let given = plan.series.columns.global_horizontal_irradiance!;
  if (inRows) {
    copyRows(plan.series, "global_horizontal_irradiance", first, n, w.ghi);
    given = w.ghi;
  }
  if (!findClearness(given, inRows ? 0 : first, n, plan.steps.sun, work)) return false;
  if (inRows) {
    spreadRows(n, work);
    for (const column of [w.ghi, w.kt]) leaveOutside(column, -first, plan.series.count - first, n);
    skyMeans(n, plan.weather.step / 1000, plan.light.asksApparent, work.placed);
    findDiffuseFraction(plan, first, weatherFrom, weatherTo, 0, n);
    packRows(w.diffuseFraction, work.litWeather);
  } else stage.run(rowsOf(w, plan, from, to), prepared);
  splitLitRows(from, to, plan.steps.standardPressure / STANDARD_PRESSURE, counts);
  return true;
}

/**
 * GHI and clearness of the lit rows by sub-step; `kt` and `extraterrestrialHorizontal` are packed here without gaps.
 *
 * @returns false for irradiance in the dark, and for irradiance above the limits of its row's sun
 */
function findClearness(given: Float64Array, first: number, n: number, sun: SunSite, work: Workspace): boolean {
  const { kt, extraterrestrialHorizontal } = w;
  const { up, extraterrestrialNormal, ghi } = s;
  const { runs, runCount } = work.litWeather;
  const { offset, extra } = UPPER_LIMITS.ghi;
  let i = 0;
  let j = first;
  for (let r = 0; r <= runCount; r++) {
    const begin = first + (r < runCount ? runs[2 * r]! : n);
    for (; j < begin; j++) if (given[j]! > 0) return false;
    if (r === runCount) break;
    const end = first + runs[2 * r + 1]!;
    for (; j < end; j++, i++) {
      const value = given[j]! > 0 ? given[j]! : 0;
      const e0 = extraterrestrialNormal[i]!;
      const mu = up[i]! > 0 ? up[i]! : 0;
      // μ² first, as in `qualityRows`. The sun at the row's edges may allow more: the general path checks that.
      if (!(value <= offset + extra * e0 * (mu * mu)) && !(value <= upperLimit(UPPER_LIMITS.ghi, e0, mu))) return false;
      if (mu === 0 && !isOfTwilight(value, i, sun)) return false;
      const horizontal = e0 * mu;
      extraterrestrialHorizontal[i] = horizontal;
      kt[i] = value * (horizontal > 0 ? 1 / horizontal : 0);
      ghi[i] = value;
    }
  }
  return true;
}

/** Gives the packed columns their places among n rows, with the values of the night in between. */
function spreadRows(n: number, { litWeather: { runs, runCount }, placed }: Workspace): void {
  const { kt, extraterrestrialHorizontal: horizontal, extraterrestrialNormal: normal, ghi } = w;
  const solarConstant = 1 * SOLAR_CONSTANT; // a number that V8 need not box
  let i = placed.count;
  let dark = n;
  // From the end, because rows are never before their sub-steps.
  for (let r = runCount - 1; r >= -1; r--) {
    const begin = r < 0 ? 0 : runs[2 * r]!;
    const end = r < 0 ? 0 : runs[2 * r + 1]!;
    const last = i;
    i -= end - begin;
    kt.copyWithin(begin, i, last).fill(0, end, dark);
    horizontal.copyWithin(begin, i, last).fill(0, end, dark);
    ghi.fill(0, end, dark).set(s.ghi.subarray(i, last), begin);
    normal.fill(solarConstant, end, dark);
    for (let k = i; k < last; k++) normal[begin + k - i] = isDark(k) ? solarConstant : s.extraterrestrialNormal[k]!;
    dark = begin;
  }
}

/** The reverse: the lit rows of a column without gaps. */
function packRows(column: Float64Array, { runs, runCount }: LitRows): void {
  let i = 0;
  for (let r = 0; r < runCount; r++) {
    const begin = runs[2 * r]!;
    const end = runs[2 * r + 1]!;
    column.copyWithin(i, begin, end);
    i += end - begin;
  }
}

/** Rows before `begin` and from `end` on are outside of the series. */
function leaveOutside(column: Float64Array, begin: number, end: number, n: number): void {
  if (begin > 0) column.fill(Number.NaN, 0, begin);
  if (end < n) column.fill(Number.NaN, end, n);
}

/** Whether a sub-step that was placed as twilight is night. */
function isDark(i: number): boolean {
  return !(s.up[i]! > 0) && s.elevation[i]! <= TWILIGHT && s.clearDhi[i] === 0;
}

/** Whether sub-step i, whose sun is down in its middle, can have this much. */
function isOfTwilight(value: number, i: number, sun: SunSite): boolean {
  if (surelyInTwilight(value, s.up[i]!)) return true;
  return value <= limitRows(s.time[i]! - s.lead[i]! * 1000, s.weight[i]!, i, i + 1, sun);
}

/** From GHI and the diffuse fraction to the four components of sub-steps [i0, i1); `pressure` in standard atmospheres. */
function splitLitRows(i0: number, i1: number, pressure: number, counts: LightCounts): void {
  const { diffuseFraction } = w;
  const { up, elevation, extraterrestrialNormal, relativeAirmass, clearDni } = s;
  const { ghi, directHorizontal, dhi, dni } = s;
  let decomposed = 0;
  for (let i = i0; i < i1; i++) {
    const global = ghi[i]!;
    const mu = up[i]! > 0 ? up[i]! : 0;
    const e0 = extraterrestrialNormal[i]!;
    const cap = decomposedDirect(e0, relativeAirmass[i]! * pressure, clearDni[i]!, elevation[i]!, mu);
    let diffuse = global * diffuseFraction[i]!;
    let direct = global - diffuse;
    if (global > 0) {
      decomposed++;
      if (direct > cap) {
        const excess = direct - cap;
        if (excess > 1e-9 * direct) counts.capped++;
        direct = cap;
        diffuse += excess;
      }
      if (isDark(i)) {
        counts.light_at_night++;
        direct = 0;
        diffuse = 0;
      }
    }
    const normal = mu > 0 ? direct / mu : direct;
    directHorizontal[i] = direct;
    dhi[i] = diffuse;
    dni[i] = mu > 0 && normal > e0 ? e0 : normal;
    ghi[i] = direct + diffuse;
  }
  counts.decomposed += decomposed;
}

/** The highest direct-horizontal irradiance (W/m²) that a decomposition may find: the lower of both caps. */
function decomposedDirect(e0: number, airmass: number, clearDni: number, elevation: number, mu: number): number {
  const measured = mostMeasured(e0, airmass) * mu;
  const decomposed = mostDecomposed(clearDni, elevation) * mu;
  return decomposed < measured ? decomposed : measured;
}
