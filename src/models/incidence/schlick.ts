/**
 * Incidence angle modifiers from Schlick's approximation to Fresnel's equations: for the beam, and integrated over isotropic
 * sky and ground.
 *
 * Schlick 1994, An inexpensive BRDF model for physically-based rendering, Computer Graphics Forum 13, 233–246, as a
 * modifier: Xie, Sengupta, Habte & Andreas 2022, The "Fresnel Equations" for Diffuse radiation on Inclined photovoltaic
 * Surfaces (FEDIS), Renewable and Sustainable Energy Reviews 161, 112362, eq. 4 and 6, with the weight of a pyranometer's dome
 * left out as in pvlib-python 0.15.0.
 */
import { DEG, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { angleMinusSine, incidenceCosineRows } from "./angles.js";

/** cosIncidence, not clipped → iam, 0…1; `iam` may be the same column. */
export function schlickRows(i0: number, i1: number, cosIncidence: Float64Array, iam: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const rest = 1 - cosIncidence[i]!;
    iam[i] = rest >= 1 ? 0 : 1 - rest * rest * rest * rest * rest;
  }
}

/**
 * Incidence angle modifier 1 − (1 − cos(aoi))⁵.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @returns iam, 0…1 (no unit); 0 from 90° on; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column
 * @experimental
 */
export function schlick(inputs: { aoi: ColumnInput }): { iam: Float64Array } {
  const { aoi, n } = toColumns("schlick", { aoi: inputs.aoi });
  const iam = new Float64Array(n);
  incidenceCosineRows(0, n, aoi, iam);
  schlickRows(0, n, iam, iam);
  return { iam };
}

/**
 * Modifier for isotropic light from the wedge between the plane and the horizon, of angle b in radians.
 *
 * Eq. 4 for the sky with b = π − tilt. Eq. 6 for the ground, the rest of the hemisphere, is the same with b = tilt. The terms
 * are put together so that none cancels to nothing at small b: u = 1 − cos b, and b − sin b·cos b is half of 2b − sin 2b.
 */
function wedgeModifier(b: number): number {
  if (b === 0) return 0;
  const half = sin(b * 0.5);
  const u = 2 * half * half;
  const s = sin(b);
  const even = Math.PI * u * u * ((5 / 3) * (u - 3) + (5 / 16) * (1 - u) * (2 - u) * (2 - u));
  const odd = (1 - u) * s * s * s * (20 / 7 + (16 / 105) * s * s);
  return ((2 / Math.PI) * ((80 / 21) * angleMinusSine(2 * b) + even - odd)) / u;
}

/** surfaceTilt in degrees, 0…180 (NaN outside) → iamSky, iamGround, 0…1. */
export function schlickDiffuseRows(
  i0: number,
  i1: number,
  surfaceTilt: Float64Array,
  iamSky: Float64Array,
  iamGround: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const tilt = surfaceTilt[i]!;
    const within = tilt >= 0 && tilt <= 180;
    iamSky[i] = within ? wedgeModifier((180 - tilt) * DEG) : Number.NaN;
    iamGround[i] = within ? wedgeModifier(tilt * DEG) : Number.NaN;
  }
}

/**
 * Incidence angle modifiers of isotropic light from the sky and from the ground on a tilted plane.
 *
 * @param inputs surfaceTilt in degrees, 0…180; a number or an array
 * @returns iamSky, iamGround, 0…1 (no unit); 0 where the plane does not see it; NaN for a tilt outside 0…180 or NaN
 * @throws TypeError, RangeError for a bad column
 * @experimental
 */
export function schlickDiffuse(inputs: { surfaceTilt: ColumnInput }): {
  iamSky: Float64Array;
  iamGround: Float64Array;
} {
  const { surfaceTilt, n } = toColumns("schlickDiffuse", { surfaceTilt: inputs.surfaceTilt });
  const iamSky = new Float64Array(n);
  const iamGround = new Float64Array(n);
  schlickDiffuseRows(0, n, surfaceTilt, iamSky, iamGround);
  return { iamSky, iamGround };
}
