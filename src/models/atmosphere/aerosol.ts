import { log, pow } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Ångström exponent of a typical continental aerosol, pvlib's default. @experimental */
export const TYPICAL_ANGSTROM_ALPHA = 1.14;

/**
 * Aerosol optical depth at another wavelength by Ångström's law.
 *
 * @param inputs `aod0`: depth at `lambda0` (nm); `alpha`: Ångström exponent, default 1.14; `lambda1`: wanted wavelength
 *   in nm, default 700
 * @returns `aod1` = aod0·(lambda1/lambda0)^−alpha; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: A. Ångström (1929), On the atmospheric transmission of sun radiation and on dust in the air, Geografiska
 * Annaler 11, 156–166; (1961), Tellus 13, 214–223, doi 10.3402/tellusa.v13i2.9493.
 * @experimental
 */
export function angstromAodAtLambda(inputs: {
  aod0: ColumnInput;
  lambda0: ColumnInput;
  alpha?: ColumnInput | undefined;
  lambda1?: ColumnInput | undefined;
}): { aod1: Float64Array } {
  const { aod0, lambda0, alpha, lambda1 } = toColumns("angstromAodAtLambda", {
    aod0: inputs.aod0,
    lambda0: inputs.lambda0,
    alpha: inputs.alpha === undefined ? TYPICAL_ANGSTROM_ALPHA : inputs.alpha,
    lambda1: inputs.lambda1 === undefined ? 700 : inputs.lambda1,
  });
  return { aod1: aod0.map((aod, i) => aod * pow(lambda1[i]! / lambda0[i]!, -alpha[i]!)) };
}

/**
 * Ångström exponent from the aerosol optical depths at two wavelengths.
 *
 * @param inputs `aod1` at `lambda1`, `aod2` at `lambda2` (nm)
 * @returns `alpha` = −ln(aod1/aod2)/ln(lambda1/lambda2); NaN for NaN and for equal wavelengths with equal depths
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: as `angstromAodAtLambda`.
 * @experimental
 */
export function angstromAlpha(inputs: {
  aod1: ColumnInput;
  lambda1: ColumnInput;
  aod2: ColumnInput;
  lambda2: ColumnInput;
}): { alpha: Float64Array } {
  const { aod1, lambda1, aod2, lambda2 } = toColumns("angstromAlpha", {
    aod1: inputs.aod1,
    lambda1: inputs.lambda1,
    aod2: inputs.aod2,
    lambda2: inputs.lambda2,
  });
  return { alpha: aod1.map((aod, i) => -log(aod / aod2[i]!) / log(lambda1[i]! / lambda2[i]!)) };
}

/**
 * Broadband aerosol optical depth from the depths at 380 and 500 nm.
 *
 * @param inputs `aod380`, `aod500`: aerosol optical depth at 380 and at 500 nm
 * @returns `aodBb` = 0.27583·aod380 + 0.35·aod500; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: R. E. Bird, R. L. Hulstrom (1980), Direct Insolation Models, SERI/TR-335-344; (1981) J. Solar Energy
 * Engineering 103, 182–192, doi 10.1115/1.3266239.
 * @experimental
 */
export function birdHulstrom80AodBb(inputs: { aod380: ColumnInput; aod500: ColumnInput }): { aodBb: Float64Array } {
  const { aod380, aod500 } = toColumns("birdHulstrom80AodBb", { aod380: inputs.aod380, aod500: inputs.aod500 });
  return { aodBb: aod380.map((aod, i) => 0.27583 * aod + 0.35 * aod500[i]!) };
}
