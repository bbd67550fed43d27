/**
 * Incidence angle modifier by refraction and absorption in the cover, with or without an anti-reflective coating.
 *
 * De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88, section 3, whose eq. 14 prints the angle of refraction as
 * arcsin(n·sin aoi); it is arcsin(sin aoi/n), Snell's law. Coating: the same for two interfaces, with the reflections
 * between them summed, as in pvlib-python 0.15.0.
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";
import { incidenceCosineRows } from "./angles.js";

/** @experimental */
export interface PhysicalOptions {
  /** Refractive index of the cover. Default 1.526 (glass). */
  n?: number | undefined;
  /** Extinction coefficient, 1/m. Default 4. */
  K?: number | undefined;
  /** Thickness, m. Default 0.002. */
  L?: number | undefined;
  /** Refractive index of an anti-reflective coating, typically 1.29. Default none. */
  nAr?: number | undefined;
}

/** Share of light that passes an interface, of one polarisation, by index × cosine on each side. */
function passing(a: number, b: number): number {
  return (4 * a * b) / ((a + b) * (a + b));
}

/** Share that passes two interfaces in a row, with all reflections between them. */
function passingBoth(first: number, second: number): number {
  return (first * second) / (1 - (1 - first) * (1 - second));
}

/**
 * cosIncidence, not clipped → iam; `iam` may be the same column. `nAr` = n without coating; K in 1/m, L in m. 0 behind the
 * plane, and where light is reflected in total (an index below 1).
 */
export function physicalRows(
  i0: number,
  i1: number,
  cosIncidence: Float64Array,
  n: number,
  K: number,
  L: number,
  nAr: number,
  iam: Float64Array,
): void {
  const normal = passingBoth(passing(1, nAr), passing(nAr, n)) * exp(-K * L);
  for (let i = i0; i < i1; i++) {
    const cos1 = cosIncidence[i]!;
    // n² − sin² as n² − 1 + cos², which keeps small cosines.
    const cos2Squared = nAr * nAr - 1 + cos1 * cos1;
    const cos3Squared = n * n - 1 + cos1 * cos1;
    if (cos1 <= 0 || cos2Squared <= 0 || cos3Squared <= 0) {
      iam[i] = 0;
      continue;
    }
    const cos2 = Math.sqrt(cos2Squared) / nAr;
    const cos3 = Math.sqrt(cos3Squared) / n;
    const s = passingBoth(passing(cos1, nAr * cos2), passing(nAr * cos2, n * cos3));
    const p = passingBoth(passing(cos2, nAr * cos1), passing(nAr * cos3, n * cos2));
    iam[i] = ((s + p) * 0.5 * exp((-K * L) / cos3)) / normal;
  }
}

/**
 * Incidence angle modifier: the share of the beam transmitted by the cover, relative to light at right
 * angles, from Fresnel's equations (mean of both polarisations) and absorption.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options n (1.526), K (4 1/m), L (0.002 m), nAr (none); indices above 0
 * @returns iam (no unit); 0 from 90° on and in total reflection, which an index below 1 has (pvlib: NaN); NaN where aoi
 *   is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function physical(inputs: { aoi: ColumnInput }, options: PhysicalOptions = {}): { iam: Float64Array } {
  const { n = 1.526, K = 4, L = 0.002, nAr = n } = options;
  checkPositive("physical", { n, nAr });
  checkNumbers("physical", { K, L }, 0);
  const c = toColumns("physical", { aoi: inputs.aoi });
  const iam = new Float64Array(c.n);
  incidenceCosineRows(0, c.n, c.aoi, iam);
  physicalRows(0, c.n, iam, n, K, L, nAr, iam);
  return { iam };
}
