/**
 * Relative optical air mass after Kasten 1965/66, which DISC and DIRINT were fitted with.
 *
 * Source: F. Kasten (1965), A New Table and Approximation Formula for the Relative Optical Air Mass, CRREL Technical
 * Report 136, doi 11681/5671.
 */
import { cos, DEG, exp, log } from "../../math/index.js";

/**
 * Row kernel: relative air mass for zeniths in degrees (another column), NaN for NaN; beyond 90° the horizon's value.
 *
 * The power as exp(log), in two loops of two functions: nearly half the time (measured).
 */
export function kasten1966Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  powerTermRows(i0, i1, zenith, airmass);
  airmassRows(i0, i1, zenith, airmass);
}

function powerTermRows(i0: number, i1: number, zenith: Float64Array, term: Float64Array): void {
  for (let i = i0; i < i1; i++) term[i] = 0.15 * exp(-1.253 * log(93.885 - Math.min(zenith[i]!, 90)));
}

/** `airmass` holds the power term before. */
function airmassRows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) airmass[i] = 1 / (cos(Math.min(zenith[i]!, 90) * DEG) + airmass[i]!);
}
