/**
 * Spectral mismatch of the Sandia Array Performance Model.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, there f1(AMa).
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** The module's coefficients of the powers of absolute air mass, as in its data sheet and in SAM's library. @experimental */
export interface SapmSpectralOptions {
  A0: number;
  A1: number;
  A2: number;
  A3: number;
  A4: number;
}

/**
 * A0…A4 of polycrystalline silicon: De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88, table A1; also those of PVWatts version 8
 * (NREL's ssc, BSD-3-Clause, cmod_pvwattsv8.cpp).
 * @experimental
 */
export const DESOTO_POLYCRYSTALLINE = [0.918093, 0.086257, -0.024459, 0.002816, -0.000126] as const;

/** airmassAbsolute → mismatch, at least 0. */
export function spectralFactorSapmRows(
  i0: number,
  i1: number,
  airmassAbsolute: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  a3: number,
  a4: number,
  mismatch: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const m = airmassAbsolute[i]!;
    mismatch[i] = Math.max(a0 + m * (a1 + m * (a2 + m * (a3 + m * a4))), 0);
  }
}

/**
 * Spectral mismatch factor A0 + A1·m + … + A4·m⁴, at least 0.
 *
 * @param inputs airmassAbsolute m; a number or an array
 * @param options A0…A4 of the module
 * @returns mismatch (no unit, about 1); NaN where the air mass is NaN (pvlib: 0)
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function spectralFactorSapm(
  inputs: { airmassAbsolute: ColumnInput },
  options: SapmSpectralOptions,
): { mismatch: Float64Array } {
  const { A0, A1, A2, A3, A4 } = options ?? {};
  checkNumbers("spectralFactorSapm", { A0, A1, A2, A3, A4 });
  const { airmassAbsolute, n } = toColumns("spectralFactorSapm", { airmassAbsolute: inputs.airmassAbsolute });
  const mismatch = new Float64Array(n);
  spectralFactorSapmRows(0, n, airmassAbsolute, A0, A1, A2, A3, A4, mismatch);
  return { mismatch };
}
