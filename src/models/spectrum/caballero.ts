/**
 * Spectral mismatch from air mass, aerosol and water vapour.
 *
 * Caballero, Fernández, Theristis, Almonacid & Nofuentes 2018, Spectral Corrections Based on Air Mass, Aerosol Optical
 * Depth and Precipitable Water for PV Performance Modeling, IEEE Journal of Photovoltaics 8, 552–558, doi
 * 10.1109/JPHOTOV.2017.2787019, eq. 5–7 and table 1; coefficients read in pvlib-python 0.15.0. Fitted to spectra of Jaén.
 */
import { log } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { moduleCoefficients, type SpectralModuleOptions } from "./module-coefficients.js";

/**
 * By module type: five of air mass, three of aerosol, two of water, and two switches: whether the second aerosol term goes
 * with air mass, and whether with its logarithm.
 * @experimental
 */
export const CABALLERO_COEFFICIENTS = {
  cdte: [1.0044, 0.0095, -0.0037, 0.0002, 0, -0.0046, -0.0182, 0, 0.0095, 0.0068, 0, 1],
  monosi: [0.9706, 0.0377, -0.0123, 0.0025, -0.0002, 0.0159, -0.0165, 0, -0.0016, -0.0027, 1, 0],
  multisi: [0.9836, 0.0254, -0.0085, 0.0016, -0.0001, 0.0094, -0.0132, 0, -0.0002, -0.0011, 1, 0],
  cigs: [0.9801, 0.0283, -0.0092, 0.0019, -0.0001, 0.0117, -0.0126, 0, -0.0011, -0.0019, 1, 0],
  asi: [1.106, -0.0848, 0.0302, -0.0076, 0.0006, -0.1283, 0.0986, -0.0254, 0.0156, 0.0146, 1, 0],
  perovskite: [1.0637, -0.0491, 0.018, -0.0047, 0.0004, -0.0773, 0.0583, -0.0159, 0.01251, 0.0109, 1, 0],
} as const satisfies { readonly [type: string]: readonly number[] };

/** @experimental */
export type CaballeroOptions = SpectralModuleOptions<keyof typeof CABALLERO_COEFFICIENTS>;

/** Aerosol optical depth and water (cm) of the reference spectrum. */
const REFERENCE_AOD = 0.084;
const REFERENCE_WATER = 1.4164;

type Four = readonly [number, number, number, number];
type Twelve = readonly [...Four, ...Four, ...Four];

/** precipitableWater in cm, airmassAbsolute, aod500 → mismatch. */
export function spectralFactorCaballeroRows(
  i0: number,
  i1: number,
  precipitableWater: Float64Array,
  airmassAbsolute: Float64Array,
  aod500: Float64Array,
  coefficients: readonly number[],
  mismatch: Float64Array,
): void {
  const [a0, a1, a2, a3, a4, b0, b1, b2, c0, c1, plain, logarithmic] = coefficients as Twelve;
  for (let i = i0; i < i1; i++) {
    const m = airmassAbsolute[i]!;
    const logM = log(m);
    const ofAirmass = a0 + m * (a1 + m * (a2 + m * (a3 + m * a4)));
    const ofAerosol = b0 + b1 * (plain * m + logarithmic * logM) + b2 * m * m;
    const ofWater = c0 + c1 * logM;
    const water = precipitableWater[i]! - REFERENCE_WATER;
    mismatch[i] = ofAirmass + (aod500[i]! - REFERENCE_AOD) * ofAerosol + water * ofWater;
  }
}

/**
 * Spectral mismatch factor: what multiplies broadband irradiance.
 *
 * @param inputs precipitableWater (cm), airmassAbsolute, aod500 (aerosol optical depth at 500 nm); numbers or arrays of one
 *   length
 * @param options moduleType or twelve coefficients
 * @returns mismatch (no unit, about 1); NaN where an input is NaN; −∞ or ∞ at an air mass of 0
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function spectralFactorCaballero(
  inputs: { precipitableWater: ColumnInput; airmassAbsolute: ColumnInput; aod500: ColumnInput },
  options: CaballeroOptions,
): { mismatch: Float64Array } {
  const coefficients = moduleCoefficients("spectralFactorCaballero", CABALLERO_COEFFICIENTS, options);
  const { precipitableWater, airmassAbsolute, aod500 } = inputs;
  const c = toColumns("spectralFactorCaballero", { precipitableWater, airmassAbsolute, aod500 });
  const mismatch = new Float64Array(c.n);
  spectralFactorCaballeroRows(0, c.n, c.precipitableWater, c.airmassAbsolute, c.aod500, coefficients, mismatch);
  return { mismatch };
}
