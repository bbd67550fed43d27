/** Decomposition of global horizontal irradiance into direct and diffuse. */

export { brl, brlDiffuseFraction, paulescu } from "./brl.js";
export { abreu, BOLAND_COEFFICIENTS, boland, erbs, erbsDriesse, orgillHollands } from "./by-clearness.js";
export { campbellNorman } from "./campbell-norman.js";
export { clearnessIndex, clearnessIndexZenithIndependent } from "./clearness-index.js";
export { dirindex, dirint } from "./dirint.js";
export { dirintSmooth } from "./dirint-smooth.js";
export { disc, louche } from "./disc.js";
export { completeIrradiance, dni } from "./dni.js";
export { engerer2, engerer2DiffuseFraction, threlkeldJordan } from "./engerer2.js";
export { dirintStarke, meanOfTwo } from "./mean-of-two.js";
export { apparentSolarTime } from "./predictors.js";
export { starke } from "./starke.js";
export { starkeRamped } from "./starke-ramped.js";
export { yang4, yang4DiffuseFraction } from "./yang4.js";
