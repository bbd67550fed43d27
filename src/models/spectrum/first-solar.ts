/**
 * Spectral mismatch from air mass and water vapour, First Solar's model.
 *
 * Lee & Panchula 2016, Spectral Correction for Photovoltaic Module Performance Based on Air Mass and Precipitable Water,
 * 43rd IEEE PVSC; limits of the inputs by the same authors in pvlib-python, whose tables of version 0.15.0 these are.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";
import { moduleCoefficients, type SpectralModuleOptions } from "./module-coefficients.js";

const MONO_SI = [0.85914, -0.02088, -0.0058853, 0.12029, 0.026814, -0.001781];
const POLY_SI = [0.8409, -0.027539, -0.0079224, 0.1357, 0.038024, -0.0021218];

/** c1…c6 by module type; monosi = xsi, multisi = polysi. @experimental */
export const FIRST_SOLAR_COEFFICIENTS = {
  cdte: [0.86273, -0.038948, -0.012506, 0.098871, 0.084658, -0.0042948],
  monosi: MONO_SI,
  xsi: MONO_SI,
  multisi: POLY_SI,
  polysi: POLY_SI,
  cigs: [0.85252, -0.022314, -0.0047216, 0.13666, 0.013342, -0.0008945],
  asi: [1.12094, -0.04762, -0.0083627, -0.10443, 0.098382, -0.0033818],
} as const satisfies { readonly [type: string]: readonly number[] };

/** @experimental */
export interface FirstSolarOptions extends SpectralModuleOptions<keyof typeof FIRST_SOLAR_COEFFICIENTS> {
  /** Less water than this counts as this, cm. Default 0.1. */
  minPrecipitableWater?: number | undefined;
  /** More water than this gives NaN, cm. Default 8. */
  maxPrecipitableWater?: number | undefined;
  /** Default 0.58: the air mass of a zenith sun at 4340 m. */
  minAirmassAbsolute?: number | undefined;
  /** Default 10. */
  maxAirmassAbsolute?: number | undefined;
}

/** Of the inputs, by the authors in pvlib: cm, and absolute air mass. */
export const FIRST_SOLAR_LIMITS = {
  minPrecipitableWater: 0.1,
  maxPrecipitableWater: 8,
  minAirmassAbsolute: 0.58,
  maxAirmassAbsolute: 10,
} as const;
type Limits = { readonly [limit in keyof typeof FIRST_SOLAR_LIMITS]: number };

/**
 * precipitableWater in cm, airmassAbsolute → mismatch: c1 + c2·m + c3·w + c4·√m + c5·√w + c6·m/√w; more water than the most gives NaN,
 * all else beyond a limit counts as that limit.
 */
export function spectralFactorFirstsolarRows(
  i0: number,
  i1: number,
  precipitableWater: Float64Array,
  airmassAbsolute: Float64Array,
  coefficients: readonly number[],
  limits: Limits,
  mismatch: Float64Array,
): void {
  const [c1, c2, c3, c4, c5, c6] = coefficients as [number, number, number, number, number, number];
  for (let i = i0; i < i1; i++) {
    const given = precipitableWater[i]!;
    const w = given > limits.maxPrecipitableWater ? Number.NaN : Math.max(given, limits.minPrecipitableWater);
    const m = Math.max(Math.min(airmassAbsolute[i]!, limits.maxAirmassAbsolute), limits.minAirmassAbsolute);
    const rootW = Math.sqrt(w);
    mismatch[i] = c1 + c2 * m + c3 * w + c4 * Math.sqrt(m) + c5 * rootW + (c6 * m) / rootW;
  }
}

/**
 * Spectral mismatch factor from absolute air mass and precipitable water: what multiplies broadband irradiance.
 *
 * @param inputs precipitableWater (cm; raised to 0.1, NaN above 8), airmassAbsolute (limited to 0.58…10); numbers or arrays
 *   of one length
 * @param options moduleType or six coefficients; the four limits
 * @returns mismatch (no unit, about 1); NaN where an input is NaN and above maxPrecipitableWater
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function spectralFactorFirstsolar(
  inputs: { precipitableWater: ColumnInput; airmassAbsolute: ColumnInput },
  options: FirstSolarOptions,
): { mismatch: Float64Array } {
  const model = "spectralFactorFirstsolar";
  const coefficients = moduleCoefficients(model, FIRST_SOLAR_COEFFICIENTS, options);
  const limits = limitsOf(options);
  checkNumbers(model, limits);
  const { precipitableWater, airmassAbsolute } = inputs;
  const c = toColumns(model, { precipitableWater, airmassAbsolute });
  const mismatch = new Float64Array(c.n);
  spectralFactorFirstsolarRows(0, c.n, c.precipitableWater, c.airmassAbsolute, coefficients, limits, mismatch);
  return { mismatch };
}

function limitsOf(options: FirstSolarOptions): Limits {
  const names = Object.keys(FIRST_SOLAR_LIMITS) as (keyof Limits)[];
  return Object.fromEntries(names.map((name) => [name, options[name] ?? FIRST_SOLAR_LIMITS[name]])) as Limits;
}
