import { cos, DEG } from "../../math/index.js";

/**
 * Row kernel: relative air mass after Young 1994 for the true (unrefracted) zenith in degrees, 0–90; NaN for NaN.
 *
 * Source: A. T. Young (1994), Air mass and refraction, Applied Optics 33, 1108–1110, doi 10.1364/AO.33.001108.
 */
export function young1994Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const mu = cos(zenith[i]! * DEG);
    const above = 0.0096467 + mu * (0.148386 + mu * 1.002432);
    airmass[i] = above / (0.000303978 + mu * (0.0102963 + mu * (0.149864 + mu)));
  }
}
