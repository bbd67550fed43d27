/** The most light that is believed: the beam that air lets through, the beam that a split of GHI may find, and what twilight sends. */
import { DEG, sin } from "../math/index.js";
import { TWILIGHT } from "../models/solar-position/refraction.js";

/**
 * Share of the extraterrestrial beam that no air takes away, 1/(1 + 0.06·m): above the clean dry atmosphere of Kasten (1996)
 * at every air mass with the sun above 2°, whatever the altitude, because turbidity says nothing about what was measured.
 */
export const CLEANEST = 0.06;
/** How far a decomposed beam may be above the clear sky's: a factor, and W/m² that fade out at low sun. */
export const CLEAR_EXCESS = 1.1;
export const CLEAR_OFFSET = 100;
/** Elevation (deg) below which the offset fades. */
export const OFFSET_FADES = 3;

/** The highest measured direct normal irradiance (W/m²) that is accepted, from E0 and the absolute air mass. */
export function mostMeasured(extraterrestrialNormal: number, airmass: number): number {
  return extraterrestrialNormal / (1 + CLEANEST * airmass);
}

/** The highest direct normal irradiance (W/m²) that a decomposition may find, from that of the clear sky and the elevation. */
export function mostDecomposed(clearDni: number, elevation: number): number {
  const fade = elevation < OFFSET_FADES ? (elevation > 0 ? elevation / OFFSET_FADES : 0) : 1;
  return CLEAR_EXCESS * clearDni + CLEAR_OFFSET * fade;
}

/**
 * The limit (W/m²) with the sun at the horizon; below, it falls with the cube of the height above −6°: 17 at −1°, 8.9 at −2°, 1.1
 * at −4°. Half of the measured minutes have less than a fifth of it, one in a thousand reaches it (research/interval-course.md).
 */
export const MOST_AT_HORIZON = 30;

/** Depth of the end of twilight as a sine: heights are counted by sines, whose cube departs from that of degrees by 1 % at most. */
export const DEPTH = /* @__PURE__ */ sin(-TWILIGHT * DEG);

/** Mean limit (W/m²) over a time in which cos z goes evenly from `high`, at most 0, to `low`. */
export function mostInTwilight(high: number, low: number): number {
  const a = 1 + high / DEPTH;
  const b = 1 + low / DEPTH;
  if (!(a > 0)) return 0;
  const mean = b >= 0 ? ((a + b) * (a * a + b * b)) / 4 : (a * a * a * a) / (4 * (a - b));
  return MOST_AT_HORIZON * mean;
}
