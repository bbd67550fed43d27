import { DEG, pow, sin } from "../../math/index.js";

/**
 * Row kernel: relative air mass after Pickering 2002 for the apparent zenith in degrees, 0–90; NaN for NaN and above 90°.
 *
 * Source: K. A. Pickering (2002), The southern limits of the ancient star catalog, DIO 12, 3–27.
 */
export function pickering2002Rows(i0: number, i1: number, zenith: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const h = 90 - zenith[i]!;
    airmass[i] = 1 / sin((h + 244 / (165 + 47 * pow(h, 1.1))) * DEG);
  }
}
