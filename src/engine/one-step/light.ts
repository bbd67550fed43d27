/**
 * The shortcut to the irradiance of a block in which weather and output share their intervals, each lit one has one sub-step
 * as long as itself, and only GHI is given: two loops and the decomposition over the lit rows without gaps between them,
 * instead of a dozen loops over both grids (measured: a seventh of the whole chain). Same bits as the general path, which
 * takes the blocks with a value that needs a closer check.
 */
import { STANDARD_PRESSURE } from "../../models/atmosphere/absolute-airmass.js";
import type { SunSite } from "../../models/solar-position/ephemeris.js";
import { TWILIGHT } from "../../models/solar-position/refraction.js";
import { isThermalOffset, UPPER_LIMITS, upperLimit } from "../../weather/quality.js";
import { INTERVALS, rowsOf, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { Plan } from "../plan/plan.js";
import { mostDecomposed, mostMeasured } from "../weather-grid/interval-sky.js";
import type { LightCounts } from "../weather-grid/light.js";
import { limitRows, surelyInTwilight } from "../weather-grid/twilight.js";

const s = STEPS;
const w = INTERVALS;

/** Number of thermal offsets in rows [first, first + n); −1 if a value is missing or a code, which needs a closer check. */
export function countOffsets(given: Float64Array, first: number, n: number): number {
  let offsets = 0;
  for (let j = first; j < first + n; j++) {
    if (given[j]! >= 0) continue;
    if (!isThermalOffset(given[j]!)) return -1;
    offsets++;
  }
  return offsets;
}

/**
 * Finds direct and diffuse irradiance of all sub-steps, and with them DNI and GHI, from the GHI of n weather rows, from
 * number `first` of the series on, none of which is missing or a code.
 *
 * @returns false if a value may be implausible; then nothing is counted, and the general path must be taken
 */
export function findSingleLight(
  plan: Plan,
  given: Float64Array,
  first: number,
  n: number,
  work: Workspace,
  counts: LightCounts,
): boolean {
  if (!findClearness(given, first, n, plan.steps.sun, work)) return false;
  const { stage, prepared } = plan.decomposition;
  const { count } = work.placed;
  stage.run(rowsOf(w, plan, 0, count), prepared);
  splitLitRows(count, plan.steps.standardPressure / STANDARD_PRESSURE, counts);
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
  const { runs, runCount } = work.lit;
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

/** Whether sub-step i, whose sun is down in its middle, can have this much. */
function isOfTwilight(value: number, i: number, sun: SunSite): boolean {
  if (surelyInTwilight(value, s.up[i]!)) return true;
  return value <= limitRows(s.time[i]! - s.lead[i]! * 1000, s.weight[i]!, i, i + 1, sun);
}

/** From GHI and the diffuse fraction to the four components of n sub-steps; `pressure` in standard atmospheres. */
function splitLitRows(n: number, pressure: number, counts: LightCounts): void {
  const { diffuseFraction } = w;
  const { up, elevation, extraterrestrialNormal, relativeAirmass, clearDni, clearDhi } = s;
  const { ghi, directHorizontal, dhi, dni } = s;
  let decomposed = 0;
  for (let i = 0; i < n; i++) {
    const global = ghi[i]!;
    const mu = up[i]! > 0 ? up[i]! : 0;
    const e0 = extraterrestrialNormal[i]!;
    const cap = decomposedDirect(e0, relativeAirmass[i]! * pressure, clearDni[i]!, elevation[i]!, mu);
    let diffuse = global * diffuseFraction[i]!;
    let direct = global - diffuse;
    if (global > 0) {
      decomposed++;
      if (mu === 0 && elevation[i]! <= TWILIGHT && clearDhi[i] === 0) {
        counts.light_at_night++;
        direct = 0;
        diffuse = 0;
      } else if (direct > cap) {
        const excess = direct - cap;
        if (excess > 1e-9 * direct) counts.capped++;
        direct = cap;
        diffuse += excess;
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
