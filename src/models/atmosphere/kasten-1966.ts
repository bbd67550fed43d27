/**
 * Relative optical air mass after Kasten 1965/66, which DISC and DIRINT were fitted with.
 *
 * Source: F. Kasten (1965), A New Table and Approximation Formula for the Relative Optical Air Mass, CRREL Technical
 * Report 136, doi 11681/5671.
 */
import { cos, DEG, pow } from "../../math/index.js";

/** Relative air mass at a zenith of at most 90°. */
export function kasten1966(zenith: number): number {
  return 1 / (cos(zenith * DEG) + 0.15 * pow(93.885 - zenith, -1.253));
}

/** Row kernel: relative air mass for zeniths in degrees, NaN for NaN; beyond 90° the horizon's value. */
export function kasten1966Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) airmass[i] = kasten1966(Math.min(zenith[i]!, 90));
}
