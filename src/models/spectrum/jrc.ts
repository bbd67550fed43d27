/**
 * Spectral mismatch from air mass and clear-sky index, measured at Ispra.
 *
 * Huld, Sample & Dunlop 2009, A simple model for estimating the influence of spectrum variations on PV performance, 24th
 * EU PVSEC, 3385–3389; coefficients read in pvlib-python 0.15.0: the paper's divided by the short-circuit current under
 * standard test conditions.
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { moduleCoefficients, type SpectralModuleOptions } from "./module-coefficients.js";

/** a1, a2, a3 by module type. @experimental */
export const JRC_COEFFICIENTS = {
  multisi: [0.00172 / 0.00348, 0.000508 / 0.00348, 0.00000357 / 0.00348],
  cdte: [0.000643 / 0.00115, 0.00013 / 0.00115, 0.0000108 / 0.00115],
} as const satisfies { readonly [type: string]: readonly number[] };

/** @experimental */
export type JrcOptions = SpectralModuleOptions<keyof typeof JRC_COEFFICIENTS>;

/** airmass (relative), clearskyIndex → mismatch = 1 + a1·(exp(−kc) − 1/e) + a2·(kc − 1) + a3·(m − 1.5). */
export function spectralFactorJrcRows(
  i0: number,
  i1: number,
  airmass: Float64Array,
  clearskyIndex: Float64Array,
  coefficients: readonly number[],
  mismatch: Float64Array,
): void {
  const [a1, a2, a3] = coefficients as [number, number, number];
  const clear = exp(-1);
  for (let i = i0; i < i1; i++) {
    const kc = clearskyIndex[i]!;
    mismatch[i] = 1 + a1 * (exp(-kc) - clear) + a2 * (kc - 1) + a3 * (airmass[i]! - 1.5);
  }
}

/**
 * Spectral mismatch factor: what multiplies broadband irradiance.
 *
 * @param inputs airmass (relative), clearskyIndex (GHI / clear-sky GHI); numbers or arrays of one length
 * @param options moduleType or three coefficients
 * @returns mismatch (no unit, about 1); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function spectralFactorJrc(
  inputs: { airmass: ColumnInput; clearskyIndex: ColumnInput },
  options: JrcOptions,
): { mismatch: Float64Array } {
  const coefficients = moduleCoefficients("spectralFactorJrc", JRC_COEFFICIENTS, options);
  const { airmass, clearskyIndex } = inputs;
  const c = toColumns("spectralFactorJrc", { airmass, clearskyIndex });
  const mismatch = new Float64Array(c.n);
  spectralFactorJrcRows(0, c.n, c.airmass, c.clearskyIndex, coefficients, mismatch);
  return { mismatch };
}
