/**
 * Relative optical air mass after Kasten & Young.
 *
 * Source: F. Kasten, A. T. Young (1989), Revised optical air mass tables and approximation formula, Applied Optics 28,
 * 4735–4738, doi 10.1364/AO.28.004735, eq. 3 and Table II (a, b, c). Fitted to the apparent (refracted) zenith 0–90°.
 */
import { cos, DEG, pow } from "../../math/index.js";

/** Table II. */
const A = 0.50572;
const B = 6.07995;
const C = -1.6364;

/** Relative air mass at an apparent zenith of at most 90°. */
export function kastenYoung(apparentZenith: number): number {
  return 1 / (cos(apparentZenith * DEG) + A * pow(B + (90 - apparentZenith), C));
}

/**
 * Row kernel: relative air mass for apparent zeniths in degrees, NaN for NaN. The fit ends at the horizon, so a sun
 * below it gets the horizon's value (about 37.9): the pipeline needs a finite air mass in twilight.
 */
export function kastenYoungRows(i0: number, i1: number, apparentZenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) airmass[i] = kastenYoung(Math.min(apparentZenith[i]!, 90));
}
