import { cos, DEG } from "../../math/index.js";

/**
 * Row kernel: relative air mass of a plane-parallel atmosphere without refraction, sec z, for the zenith in degrees.
 * Infinite from 90° on, NaN for NaN. 10 % too large at 82°.
 *
 * Source: see M. Reno, C. Hansen, J. Stein (2012), SAND2012-2389, section 2.3.
 */
export function simpleAirmassRows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    // cos(90°) is 6e-17 in doubles.
    airmass[i] = zenith[i]! >= 90 ? Number.POSITIVE_INFINITY : 1 / cos(zenith[i]! * DEG);
  }
}
