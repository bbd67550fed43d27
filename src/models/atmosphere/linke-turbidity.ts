import { positivePow } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/**
 * Linke turbidity from clean air's optical depth, water and aerosol; the formula of `kasten96Lt`, which names its source
 * (Kasten 1996; Ineichen 2008), for one set of numbers.
 *
 * @param airmassAbsolute pressure-corrected air mass
 * @param precipitableWater in cm
 * @param aodBb broadband aerosol optical depth
 * @returns turbidity, no unit; NaN for NaN
 * @throws nothing; `kasten96Lt` validates the arguments
 * @experimental
 */
export function linkeTurbidity(airmassAbsolute: number, precipitableWater: number, aodBb: number): number {
  // Molineaux et al. 1998: clean and dry atmosphere
  const cleanDry = -0.101 + 0.235 * positivePow(airmassAbsolute, -0.16);
  // Ineichen 2008: water vapour; within 1 % of Modtran for air mass 1–5 and 0–5 cm
  const water = 0.112 * positivePow(airmassAbsolute, -0.55) * positivePow(precipitableWater, 0.34);
  // Kasten's pyrheliometric formula: T = −(9.4 + 0.9 m)·ln(DNI/E0)/m with DNI/E0 = exp(−m·(sum of the depths))
  return (9.4 + 0.9 * airmassAbsolute) * (cleanDry + water + aodBb);
}

/** Row kernel of `kasten96Lt`. */
export function kasten96LtRows(
  i0: number,
  i1: number,
  airmassAbsolute: Float64Array,
  precipitableWater: Float64Array,
  aodBb: Float64Array,
  turbidity: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    turbidity[i] = linkeTurbidity(airmassAbsolute[i]!, precipitableWater[i]!, aodBb[i]!);
  }
}

/**
 * Linke turbidity from aerosol and water vapour by Kasten's pyrheliometric formula.
 *
 * `kasten96Lt` is pvlib's name, also in error texts; `kastenLinkeTurbidity` is the same function under a name that says
 * what it gives. The Ineichen clear sky wants the turbidity at air mass 2: give `airmassAbsolute: 2` for it.
 *
 * @param inputs `airmassAbsolute`: pressure-corrected air mass, fitted for 1–5; `precipitableWater` in cm, fitted for
 *   0–5; `aodBb`: broadband aerosol optical depth, for which the depth at 700 nm is a good stand-in (Molineaux 1998)
 * @returns `linkeTurbidity`; extrapolated outside the fitted range, NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: F. Kasten (1996), The Linke turbidity factor based on improved values of the integral Rayleigh optical
 * thickness, Solar Energy 56, 239–244; P. Ineichen (2008), Conversion function between the Linke turbidity and the
 * atmospheric water vapor and aerosol content, Solar Energy 82, 1095–1097, doi 10.1016/j.solener.2008.04.010.
 * @experimental
 */
export function kasten96Lt(inputs: {
  airmassAbsolute: ColumnInput;
  precipitableWater: ColumnInput;
  aodBb: ColumnInput;
}): {
  linkeTurbidity: Float64Array;
} {
  const { airmassAbsolute, precipitableWater, aodBb, n } = toColumns("kasten96Lt", {
    airmassAbsolute: inputs.airmassAbsolute,
    precipitableWater: inputs.precipitableWater,
    aodBb: inputs.aodBb,
  });
  const turbidity = new Float64Array(n);
  kasten96LtRows(0, n, airmassAbsolute, precipitableWater, aodBb, turbidity);
  return { linkeTurbidity: turbidity };
}
