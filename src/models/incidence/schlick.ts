/**
 * Incidence angle modifier from Schlick's approximation to Fresnel's equations.
 *
 * Schlick 1994, An inexpensive BRDF model for physically-based rendering, Computer Graphics Forum 13, 233–246, as a
 * modifier: Xie, Sengupta, Habte & Andreas 2022, Renewable and Sustainable Energy Reviews 161, 112362.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { incidenceCosineRows } from "./cosine.js";

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
 */
export function schlick(inputs: { aoi: ColumnInput }): { iam: Float64Array } {
  const { aoi, n } = toColumns("schlick", { aoi: inputs.aoi });
  const iam = new Float64Array(n);
  incidenceCosineRows(0, n, aoi, iam);
  schlickRows(0, n, iam, iam);
  return { iam };
}
