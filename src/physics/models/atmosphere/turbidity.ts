/**
 * Aerosol optical depths, and the Linke turbidity that they and water vapour make.
 */
import { log, positivePow, pow } from "../../../foundation/math/index.js";
import { columnsOf, type Inputs, model, type Outputs } from "../model.js";

/** Ångström exponent of a typical continental aerosol, pvlib's default. */
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
export function angstromAodAtLambda(inputs: Inputs<"aod0" | "lambda0", "alpha" | "lambda1">): Outputs<"aod1"> {
  const { aod0, lambda0, alpha, lambda1 } = columnsOf("angstromAodAtLambda", inputs, ["aod0", "lambda0"], {
    alpha: TYPICAL_ANGSTROM_ALPHA,
    lambda1: 700,
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
export function angstromAlpha(inputs: Inputs<"aod1" | "lambda1" | "aod2" | "lambda2">): Outputs<"alpha"> {
  const { aod1, lambda1, aod2, lambda2 } = columnsOf("angstromAlpha", inputs, ["aod1", "lambda1", "aod2", "lambda2"]);
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
export function birdHulstrom80AodBb(inputs: Inputs<"aod380" | "aod500">): Outputs<"aodBb"> {
  const { aod380, aod500 } = columnsOf("birdHulstrom80AodBb", inputs, ["aod380", "aod500"]);
  return { aodBb: aod380.map((aod, i) => 0.27583 * aod + 0.35 * aod500[i]!) };
}

/** The depth at 700 nm stands for the broadband one (Molineaux et al. 1998); given is that at 550 nm. */
export const BROADBAND_PER_AOD550 = /* @__PURE__ */ positivePow(550 / 700, TYPICAL_ANGSTROM_ALPHA);

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
export const kasten96Lt = /* @__PURE__ */ model("kasten96Lt", {
  inputs: ["airmassAbsolute", "precipitableWater", "aodBb"],
  outputs: ["linkeTurbidity"],
  rows(from, to, { airmassAbsolute, precipitableWater, aodBb, linkeTurbidity: turbidity }) {
    for (let i = from; i < to; i++) {
      turbidity[i] = linkeTurbidity(airmassAbsolute[i]!, precipitableWater[i]!, aodBb[i]!);
    }
  },
});

/** Water vapour where nothing is known of it (cm): the default of the clear-sky models. */
export const USUAL_WATER = 1;
const AIRMASS = 2;

/**
 * Aerosol optical depth at 550 nm that a Linke turbidity stands for. The turbidity is linear in the broadband depth, for
 * which that at 700 nm stands (Molineaux et al. 1998): two values of the formula give its inverse.
 *
 * @param water precipitable water, cm
 */
export function aerosolOfTurbidity(turbidity: number, water: number): number {
  const clean = linkeTurbidity(AIRMASS, water, 0);
  const slope = linkeTurbidity(AIRMASS, water, 1) - clean;
  return Math.max((turbidity - clean) / slope, 0) / BROADBAND_PER_AOD550;
}
