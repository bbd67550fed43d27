import { cos, DEG, pow } from "../../math/index.js";

/**
 * Row kernel: relative air mass after Gueymard 2003 (the Rayleigh mass of REST2) for the apparent zenith in degrees, 0–90;
 * NaN for NaN and from 96.7° on.
 *
 * Source: C. Gueymard (2003), Direct solar transmittance and irradiance predictions with broadband models, Solar Energy 74,
 * 355–379, doi 10.1016/S0038-092X(03)00195-6.
 */
export function gueymard2003Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const z = zenith[i]!;
    airmass[i] = 1 / (cos(z * DEG) + 0.48353 * pow(z, 0.095846) * pow(96.741 - z, -1.754));
  }
}
