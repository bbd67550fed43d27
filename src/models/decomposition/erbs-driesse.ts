import type { ColumnInput } from "../columns.js";
import { withStage } from "../stage.js";
import { type DiffuseFractionOptions, diffuseFractionStage, splitByDiffuseFraction } from "./diffuse-fraction.js";

/** Clearness indices between which the polynomial holds. */
export const CENTRAL_FROM = 0.216;
export const CENTRAL_TO = 0.792;
/** Its coefficients, from the constant on, as their author gives them in pvlib. */
export const CENTRAL = [
  0.946296633571001, -0.11390583806313881, 4.246926715218317, -16.470508424697307, 12.26911439571261,
] as const;
/** Below, the diffuse fraction is 1 less this times the index. */
export const CLOUDY_SLOPE = 0.09;
/** The diffuse fraction above. */
export const CLEAR_FRACTION = 0.165;

/**
 * Row kernel: diffuse fraction of the hourly clearness index; the function and its slope are continuous.
 * `diffuseFraction` may be the same column as `kt`.
 */
export function erbsDriesseRows(i0: number, i1: number, kt: Float64Array, diffuseFraction: Float64Array): void {
  const [c0, c1, c2, c3, c4] = CENTRAL;
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    if (k > CENTRAL_TO) diffuseFraction[i] = CLEAR_FRACTION;
    else if (k > CENTRAL_FROM) diffuseFraction[i] = c0 + k * (c1 + k * (c2 + k * (c3 + k * c4)));
    else diffuseFraction[i] = 1 - CLOUDY_SLOPE * k;
  }
}

function erbsDriesseModel(
  inputs: {
    ghi: ColumnInput;
    zenith: ColumnInput;
    dayOfYear?: ColumnInput | undefined;
    dniExtra?: ColumnInput | undefined;
  },
  options: DiffuseFractionOptions = {},
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  if (inputs.dayOfYear === undefined && inputs.dniExtra === undefined) {
    throw new TypeError("erbsDriesse: dayOfYear or dniExtra must be given, got neither");
  }
  return splitByDiffuseFraction("erbsDriesse", erbsDriesseRows, inputs, options);
}

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const erbsDriesseStage = /* @__PURE__ */ diffuseFractionStage("erbsDriesse", erbsDriesseRows);

/**
 * DNI and DHI from GHI by the continuous form of the Erbs model (within 0.0005 of it).
 *
 * @param inputs `ghi` in W/m² (negative counts as 0); `zenith`: true zenith in degrees; `dniExtra`: extraterrestrial
 *   normal irradiance in W/m², or `dayOfYear` (1 January = 1) to get it from
 * @param options `minCosZenith` (0.065), `maxZenith` (87°)
 * @returns `dni`, `dhi` in W/m², `kt` limited to [0, 1]; beyond maxZenith dni = 0 and dhi = ghi. NaN for NaN. As in
 *   pvlib DNI is not limited to the extraterrestrial irradiance; unlike there a missing value gives NaN at night, too
 * @throws TypeError when neither dayOfYear nor dniExtra is given, or a column or option is of wrong kind; RangeError for
 *   columns of unequal length and for an option below 0
 *
 * Its `stage` takes the interval's clearness index unchanged: without the floor on cos(zenith) and without maxZenith.
 *
 * Source: A. Driesse, A. Jensen, R. Perez (2024), A continuous form of the Perez diffuse sky model for forward and
 * reverse transposition, Solar Energy 267, doi 10.1016/j.solener.2023.112093; coefficients read in pvlib-python 0.15.0,
 * written by the first author.
 * @experimental
 */
export const erbsDriesse = /* @__PURE__ */ withStage(erbsDriesseModel, erbsDriesseStage);
