/** Decomposition of global horizontal irradiance into direct and diffuse. */
export { ABREU_COEFFICIENTS, type AbreuClimate, type AbreuOptions, abreu } from "./abreu.js";
export { BOLAND_COEFFICIENTS, type BolandCoefficients, boland } from "./boland.js";
export {
  BRL_COEFFICIENTS,
  type BrlCoefficients,
  type BrlInputs,
  type BrlOptions,
  type BrlResult,
  brl,
  brlDiffuseFraction,
} from "./brl.js";
export { campbellNorman } from "./campbell-norman.js";
export { type ClearnessIndexOptions, clearnessIndex, clearnessIndexZenithIndependent } from "./clearness-index.js";
export { completeIrradiance } from "./complete-irradiance.js";
export type { DiffuseFractionOptions } from "./diffuse-fraction.js";
export { dirindex } from "./dirindex.js";
export { type DirintOptions, dirint } from "./dirint.js";
export { DIRINT_COEFFICIENTS } from "./dirint-coefficients.js";
export { dirintSmooth } from "./dirint-smooth.js";
export { dirintStarke } from "./dirint-starke.js";
export { type DiscOptions, disc } from "./disc.js";
export { type DniOptions, dni } from "./dni.js";
export {
  ENGERER2_COEFFICIENTS,
  type Engerer2Inputs,
  type Engerer2Options,
  type Engerer2Period,
  type Engerer2Result,
  engerer2,
  engerer2DiffuseFraction,
} from "./engerer2.js";
export { threlkeldJordan } from "./engerer2-sun.js";
export { erbs } from "./erbs.js";
export { erbsDriesse } from "./erbs-driesse.js";
export { louche } from "./louche.js";
export { type MeanOfTwoOptions, type MeanPart, meanOfTwo } from "./mean-of-two.js";
export { orgillHollands } from "./orgill-hollands.js";
export { paulescu } from "./paulescu.js";
export { apparentSolarTime } from "./predictors.js";
export { type StarkeInputs, starke } from "./starke.js";
export {
  STARKE_COEFFICIENTS,
  type StarkeCoefficients,
  type StarkeOptions,
  type StarkeSet,
} from "./starke-coefficients.js";
export { starkeRamped } from "./starke-ramped.js";
export {
  YANG4_COEFFICIENTS,
  YANG5_COEFFICIENTS,
  type Yang4Inputs,
  type Yang4Result,
  type YangOptions,
  yang4,
  yang4DiffuseFraction,
} from "./yang4.js";
