/**
 * Ground albedo from snow depth: a little snow whitens most of the ground, and deep snow covers what sticks out of it.
 *
 * No source: the rule was fitted for this library to the modelled albedo of one place (NSRDB at Lake Placid, 8,513 daytime
 * hours of a year: RMSE 0.17; 0.21 with the snow cover fraction min(1, D/0.1 m) of ERA5 and snow of 0.6). It is not fitted to
 * measurements; its limit 0.7 stands between old (0.5) and fresh snow (0.85) of ISBA.
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

export const BARE_GROUND_ALBEDO = 0.2;
/** What deep snow adds. */
const SNOW_BRIGHTENING = 0.5;
/** Depth in mm that has 63 % of it. */
const SNOW_DEPTH_SCALE = 40;

/** Albedo 0.2…0.7 of ground under snow, mm; of bare ground where the depth is NaN or below 0. */
export function albedoUnderSnow(snowDepth: number): number {
  return snowDepth > 0
    ? BARE_GROUND_ALBEDO + SNOW_BRIGHTENING * (1 - exp(-snowDepth / SNOW_DEPTH_SCALE))
    : BARE_GROUND_ALBEDO;
}

/** snowDepth in mm → albedo 0.2…0.7. */
export function groundAlbedoRows(i0: number, i1: number, snowDepth: Float64Array, albedo: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const depth = snowDepth[i]!;
    albedo[i] = Number.isNaN(depth) ? depth : albedoUnderSnow(depth);
  }
}

/**
 * Ground albedo where none is known, from the depth of snow.
 *
 * 0.2 + 0.5·(1 − exp(−depth/40 mm)): 0.26 at 5 mm, 0.56 at 50, 0.69 at 150. Fitted to modelled albedo at one place, not to
 * measured albedo: where you know better, give an `albedo`.
 *
 * @param inputs snowDepth in mm (number or array); below 0 counts as 0
 * @returns albedo, 0.2 without snow to 0.7 under deep snow; NaN where the depth is NaN
 * @throws TypeError for an input that is not a column
 * @experimental
 */
export function groundAlbedo(inputs: { snowDepth: ColumnInput }): { albedo: Float64Array } {
  const c = toColumns("groundAlbedo", { snowDepth: inputs.snowDepth });
  const albedo = new Float64Array(c.n);
  groundAlbedoRows(0, c.n, c.snowDepth, albedo);
  return { albedo };
}
