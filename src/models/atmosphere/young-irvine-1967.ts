import { cos, DEG } from "../../math/index.js";

/**
 * Row kernel: relative air mass after Young & Irvine for the true (unrefracted) zenith in degrees; NaN for NaN. The formula
 * has its largest value, 11.1, at 86.56° and falls to 0 at 88.02°, −∞ at 90°: use it up to 80°.
 *
 * Source: A. T. Young, W. M. Irvine (1967), Multicolor photoelectric photometry of the brighter planets, The Astronomical
 * Journal 72, 945–950, doi 10.1086/110366.
 */
export function youngIrvine1967Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    // cos(90°) is 6e-17 in doubles.
    const secant = zenith[i]! >= 90 ? Number.POSITIVE_INFINITY : 1 / cos(zenith[i]! * DEG);
    airmass[i] = secant * (1 - 0.0012 * (secant * secant - 1));
  }
}
