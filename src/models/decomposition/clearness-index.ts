import { cos, DEG, exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLimits } from "../options.js";

/** Floor on cos(zenith) that pvlib's models share: 86.273°, W/m² per W/m². */
export const MIN_COS_ZENITH = 0.065;

/** @experimental */
export interface ClearnessIndexOptions {
  /** Least cos(zenith) to divide by; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number | undefined;
  /** Upper limit of the result; default 2, which leaves over-irradiance in. */
  readonly maxClearnessIndex?: number | undefined;
}

/** Row kernel: GHI over extraterrestrial irradiance on the horizontal, within [0, maxClearnessIndex]. */
export function clearnessIndexRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  solarZenith: Float64Array,
  extraRadiation: Float64Array,
  minCosZenith: number,
  maxClearnessIndex: number,
  kt: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const horizontal = extraRadiation[i]! * Math.max(cos(solarZenith[i]! * DEG), minCosZenith);
    kt[i] = Math.min(Math.max(ghi[i]! / horizontal, 0), maxClearnessIndex);
  }
}

/**
 * Row kernel: zenith-independent clearness index kt' (Perez et al. 1992, eq. 1), within [0, maxClearnessIndex], from
 * the clearness index and the pressure-corrected air mass. `ktPrime` may be the same column as `airmass`.
 */
export function ktPrimeRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  airmass: Float64Array,
  maxClearnessIndex: number,
  ktPrime: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const factor = 1.031 * exp(-1.4 / (0.9 + 9.4 / airmass[i]!)) + 0.1;
    ktPrime[i] = Math.min(Math.max(kt[i]! / factor, 0), maxClearnessIndex);
  }
}

/**
 * Clearness index: global over extraterrestrial irradiance on a horizontal plane.
 *
 * @param inputs `ghi` in W/m²; `solarZenith`: true zenith in degrees; `extraRadiation`: extraterrestrial normal
 *   irradiance in W/m²
 * @returns `kt` within [0, maxClearnessIndex]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Source: E. L. Maxwell (1987), SERI/TR-215-3087.
 * @experimental
 */
export function clearnessIndex(
  inputs: { ghi: ColumnInput; solarZenith: ColumnInput; extraRadiation: ColumnInput },
  options: ClearnessIndexOptions = {},
): { kt: Float64Array } {
  const { minCosZenith = MIN_COS_ZENITH, maxClearnessIndex = 2 } = options;
  checkLimits("clearnessIndex", { minCosZenith, maxClearnessIndex });
  const { ghi, solarZenith, extraRadiation, n } = toColumns("clearnessIndex", {
    ghi: inputs.ghi,
    solarZenith: inputs.solarZenith,
    extraRadiation: inputs.extraRadiation,
  });
  const kt = new Float64Array(n);
  clearnessIndexRows(0, n, ghi, solarZenith, extraRadiation, minCosZenith, maxClearnessIndex, kt);
  return { kt };
}

/**
 * Clearness index freed of its dependence on the zenith.
 *
 * @param inputs `clearnessIndex`; `airmass`: pressure-corrected air mass
 * @param options `maxClearnessIndex`: upper limit, default 2
 * @returns `ktPrime` within [0, maxClearnessIndex]; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Source: Perez et al. (1992), ASHRAE Transactions Research Series, 354–369, eq. 1.
 * @experimental
 */
export function clearnessIndexZenithIndependent(
  inputs: { clearnessIndex: ColumnInput; airmass: ColumnInput },
  options: { maxClearnessIndex?: number | undefined } = {},
): { ktPrime: Float64Array } {
  const { maxClearnessIndex = 2 } = options;
  checkLimits("clearnessIndexZenithIndependent", { maxClearnessIndex });
  const {
    clearnessIndex: kt,
    airmass,
    n,
  } = toColumns("clearnessIndexZenithIndependent", { clearnessIndex: inputs.clearnessIndex, airmass: inputs.airmass });
  const ktPrime = new Float64Array(n);
  ktPrimeRows(0, n, kt, airmass, maxClearnessIndex, ktPrime);
  return { ktPrime };
}
