/** Decomposition of global horizontal irradiance into direct and diffuse. */
export { ABREU_COEFFICIENTS, type AbreuClimate, type AbreuOptions, abreu, abreuRows } from "./abreu.js";
export { BOLAND_COEFFICIENTS, type BolandCoefficients, boland, bolandRows } from "./boland.js";
export {
  BRL_COEFFICIENTS,
  type BrlCoefficients,
  type BrlInputs,
  type BrlOptions,
  type BrlResult,
  brl,
  brlDiffuseFraction,
  brlRows,
} from "./brl.js";
export { campbellNorman, campbellNormanRows } from "./campbell-norman.js";
export {
  type ClearnessIndexOptions,
  clearnessIndex,
  clearnessIndexRows,
  clearnessIndexZenithIndependent,
  ktPrimeRows,
} from "./clearness-index.js";
export { completeIrradiance } from "./complete-irradiance.js";
export type { DiffuseFractionOptions } from "./diffuse-fraction.js";
export { dirindex, dirindexRows } from "./dirindex.js";
export { type DirintOptions, dirint, dirintRows } from "./dirint.js";
export { DIRINT_COEFFICIENTS } from "./dirint-coefficients.js";
export { dirintSmooth, dirintSmoothRows } from "./dirint-smooth.js";
export { dirintStarke } from "./dirint-starke.js";
export { type DiscOptions, disc, discAirmassRows, discRows } from "./disc.js";
export { type DniOptions, dni, dniRows } from "./dni.js";
export {
  ENGERER2_COEFFICIENTS,
  type Engerer2Inputs,
  type Engerer2Options,
  type Engerer2Period,
  type Engerer2Result,
  engerer2,
  engerer2DiffuseFraction,
  engerer2Rows,
} from "./engerer2.js";
export { threlkeldJordan, threlkeldJordanRows } from "./engerer2-sun.js";
export { erbs, erbsRows } from "./erbs.js";
export { erbsDriesse, erbsDriesseRows } from "./erbs-driesse.js";
export { louche, loucheRows } from "./louche.js";
export { type MeanOfTwoOptions, type MeanPart, meanOfTwo } from "./mean-of-two.js";
export { orgillHollands, orgillHollandsRows } from "./orgill-hollands.js";
export { paulescu, paulescuRows } from "./paulescu.js";
export { apparentSolarTime, apparentSolarTimeRows } from "./predictors.js";
export { type StarkeInputs, starke, starkeRows } from "./starke.js";
export {
  STARKE_COEFFICIENTS,
  type StarkeCoefficients,
  type StarkeOptions,
  type StarkeSet,
} from "./starke-coefficients.js";
export { starkeRamped, starkeRampedRows } from "./starke-ramped.js";
export {
  YANG4_COEFFICIENTS,
  YANG5_COEFFICIENTS,
  type Yang4Inputs,
  type Yang4Result,
  type YangOptions,
  yang4,
  yang4DiffuseFraction,
  yangRows,
} from "./yang4.js";
