/**
 * Spectral mismatch from air mass and clear-sky index, cloud included: PVSPEC.
 *
 * Pelland, Beswick, Thevenard, Côté, Pai & Poissant 2020, Development and testing of the PVSPEC model of photovoltaic
 * spectral mismatch factor, 47th IEEE PVSC, 1258–1264, doi 10.1109/PVSC45281.2020.9300932; coefficients read in
 * pvlib-python 0.15.0. There the air mass is that of Kasten & Young and the clear sky ESRA's.
 */
import { pow } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { moduleCoefficients, type SpectralModuleOptions } from "./module-coefficients.js";

/** a1, a2, a3 by module type; fs4-1 and fs4-2: First Solar up to series 4-1, and from 4-2 on. @experimental */
export const PVSPEC_COEFFICIENTS = {
  multisi: [0.9847, -0.05237, 0.03034],
  monosi: [0.9845, -0.05169, 0.03034],
  "fs4-2": [1.002, -0.07108, 0.02465],
  "fs4-1": [0.9981, -0.05776, 0.02336],
  cigs: [0.9791, -0.03904, 0.03096],
  asi: [1.051, -0.1033, 0.009838],
} as const satisfies { readonly [type: string]: readonly number[] };

/** @experimental */
export type PvspecOptions = SpectralModuleOptions<keyof typeof PVSPEC_COEFFICIENTS>;

/** airmassAbsolute, clearskyIndex → mismatch = a1·kc^a2·m^a3. */
export function spectralFactorPvspecRows(
  i0: number,
  i1: number,
  airmassAbsolute: Float64Array,
  clearskyIndex: Float64Array,
  coefficients: readonly number[],
  mismatch: Float64Array,
): void {
  const [a1, a2, a3] = coefficients as [number, number, number];
  for (let i = i0; i < i1; i++) mismatch[i] = a1 * pow(clearskyIndex[i]!, a2) * pow(airmassAbsolute[i]!, a3);
}

/**
 * Spectral mismatch factor: what multiplies broadband irradiance.
 *
 * @param inputs airmassAbsolute, clearskyIndex (GHI / clear-sky GHI); numbers or arrays of one length
 * @param options moduleType or three coefficients
 * @returns mismatch (no unit, about 1); ∞ at a clear-sky index of 0; NaN for negative inputs and where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function spectralFactorPvspec(
  inputs: { airmassAbsolute: ColumnInput; clearskyIndex: ColumnInput },
  options: PvspecOptions,
): { mismatch: Float64Array } {
  const coefficients = moduleCoefficients("spectralFactorPvspec", PVSPEC_COEFFICIENTS, options);
  const { airmassAbsolute, clearskyIndex } = inputs;
  const c = toColumns("spectralFactorPvspec", { airmassAbsolute, clearskyIndex });
  const mismatch = new Float64Array(c.n);
  spectralFactorPvspecRows(0, c.n, c.airmassAbsolute, c.clearskyIndex, coefficients, mismatch);
  return { mismatch };
}
