/**
 * Ground albedo from snow depth: bare ground and snow blended by the share of the ground that snow covers.
 *
 * Snow cover fraction min(1, D / 0.1 m): the scheme of ERA5 (ECMWF, "Snow cover in ERA data":
 * min(1, (1000 SD / RSN) / 0.1)). ECMWF's present many-layer scheme needs more snow for full cover (IFS documentation
 * cycle 49r1, eq. 8.2). Snow 0.6 stands between old (0.5) and fresh snow (0.85) of ISBA; bare ground 0.2.
 */
import { type ColumnInput, toColumns } from "../columns.js";

export const BARE_GROUND_ALBEDO = 0.2;
export const SNOW_ALBEDO = 0.6;
/** Depth in mm from which the ground counts as wholly covered. */
export const FULL_COVER_DEPTH = 100;

/** snowDepth in mm → albedo 0.2…0.6. */
export function groundAlbedoRows(i0: number, i1: number, snowDepth: Float64Array, albedo: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const cover = Math.min(Math.max(snowDepth[i]! / FULL_COVER_DEPTH, 0), 1);
    albedo[i] = BARE_GROUND_ALBEDO + (SNOW_ALBEDO - BARE_GROUND_ALBEDO) * cover;
  }
}

/**
 * Ground albedo where none is known, from the depth of snow.
 *
 * @param inputs snowDepth in mm (number or array); below 0 counts as 0
 * @returns albedo, 0.2 without snow to 0.6 from 100 mm; NaN where the depth is NaN
 * @throws TypeError for an input that is not a column
 */
export function groundAlbedo(inputs: { snowDepth: ColumnInput }): { albedo: Float64Array } {
  const c = toColumns("groundAlbedo", { snowDepth: inputs.snowDepth });
  const albedo = new Float64Array(c.n);
  groundAlbedoRows(0, c.n, c.snowDepth, albedo);
  return { albedo };
}
