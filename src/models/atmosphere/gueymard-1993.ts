import { cos, DEG, pow } from "../../math/index.js";

/**
 * Row kernel: relative air mass after Gueymard 1993 for the apparent zenith in degrees, 0–90; NaN for NaN and from 94.4° on.
 *
 * Source: C. Gueymard (1993), Critical analysis and performance assessment of clear sky solar irradiance models, Solar
 * Energy 51, 121–138, eq. 22, doi 10.1016/0038-092X(93)90074-X.
 */
export function gueymard1993Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const z = zenith[i]!;
    airmass[i] = 1 / (cos(z * DEG) + 0.00176759 * z * pow(94.37515 - z, -1.21563));
  }
}
