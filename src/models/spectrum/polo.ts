/**
 * Spectral mismatch of modules in vertical façades.
 *
 * Polo & Sanz-Saiz 2025, Development of spectral mismatch models for BIPV applications in building façades, Renewable
 * Energy 245, 122820, doi 10.1016/j.renene.2025.122820; coefficients read in pvlib-python 0.15.0.
 */
import { pow } from "../../math/index.js";
import { kastenYoungRows, STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { moduleCoefficients, type SpectralModuleOptions } from "./module-coefficients.js";

/** By module type: p1, p2, p3, p4, b, c of the mismatch, then c1, c2, c3 of the ground's albedo. @experimental */
export const POLO_COEFFICIENTS = {
  cdte: [-0.0009, 46.8, 49.2, -0.87, 0.00041, 0.053, 0.0021, -0.01, 1.01],
  monosi: [0.0027, 10.34, 9.48, 0.31, 0.00077, 0.006, 0, -0.003, 1],
  cigs: [0.0017, 2.33, 1.3, 0.11, 0.00098, -0.018, -0.0009, -0.0003, 1],
  asi: [0.0024, 7.32, 7.09, -0.72, -0.0013, 0.089, 0.0056, -0.02, 1.014],
} as const satisfies { readonly [type: string]: readonly number[] };

/** @experimental */
export type PoloOptions = SpectralModuleOptions<keyof typeof POLO_COEFFICIENTS>;

/** Albedo to which the ground's coefficients refer. */
const REFERENCE_ALBEDO = 0.2;

type Three = readonly [number, number, number];
type Nine = readonly [...Three, ...Three, ...Three];

/**
 * precipitableWater in cm, airmassAbsolute, aod500, incidenceAirmass (that of a zenith equal to aoi, at sea level), pressure
 * in Pa, albedo → mismatch.
 */
export function spectralFactorPoloRows(
  i0: number,
  i1: number,
  precipitableWater: Float64Array,
  airmassAbsolute: Float64Array,
  aod500: Float64Array,
  incidenceAirmass: Float64Array,
  pressure: Float64Array,
  albedo: Float64Array,
  coefficients: readonly number[],
  mismatch: Float64Array,
): void {
  const [p1, p2, p3, p4, b, c, g1, g2, g3] = coefficients as Nine;
  for (let i = i0; i < i1; i++) {
    const ratio = (incidenceAirmass[i]! * pressure[i]!) / STANDARD_PRESSURE / airmassAbsolute[i]!;
    const ground = albedo[i]! / REFERENCE_ALBEDO;
    mismatch[i] =
      (g1 * ground * ground + g2 * ground + g3) *
      (p1 * ratio + p2 / (p3 + pow(ratio, p4)) + b / aod500[i]! + c * Math.sqrt(precipitableWater[i]!));
  }
}

/**
 * Spectral mismatch factor of a vertical plane: what multiplies broadband irradiance.
 *
 * @param inputs precipitableWater (cm), airmassAbsolute, aod500 (aerosol optical depth at 500 nm; not finite at 0), aoi (deg,
 *   above 90 counts as 90), pressure (Pa), albedo (0…1, default 0.2); numbers or arrays of one length
 * @param options moduleType or nine coefficients
 * @returns mismatch (no unit, about 1); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function spectralFactorPolo(
  inputs: {
    precipitableWater: ColumnInput;
    airmassAbsolute: ColumnInput;
    aod500: ColumnInput;
    aoi: ColumnInput;
    pressure: ColumnInput;
    albedo?: ColumnInput | undefined;
  },
  options: PoloOptions,
): { mismatch: Float64Array } {
  const coefficients = moduleCoefficients("spectralFactorPolo", POLO_COEFFICIENTS, options);
  const { precipitableWater, airmassAbsolute, aod500, aoi, pressure, albedo = REFERENCE_ALBEDO } = inputs;
  const c = toColumns("spectralFactorPolo", { precipitableWater, airmassAbsolute, aod500, aoi, pressure, albedo });
  const incidenceAirmass = new Float64Array(c.n);
  kastenYoungRows(0, c.n, c.aoi, incidenceAirmass);
  const mismatch = new Float64Array(c.n);
  spectralFactorPoloRows(
    0,
    c.n,
    c.precipitableWater,
    c.airmassAbsolute,
    c.aod500,
    incidenceAirmass,
    c.pressure,
    c.albedo,
    coefficients,
    mismatch,
  );
  return { mismatch };
}
