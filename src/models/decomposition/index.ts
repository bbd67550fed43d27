/** Decomposition of global horizontal irradiance into direct and diffuse. */
export {
  type ClearnessIndexOptions,
  clearnessIndex,
  clearnessIndexRows,
  clearnessIndexZenithIndependent,
  ktPrimeRows,
} from "./clearness-index.js";
export type { DiffuseFractionOptions } from "./diffuse-fraction.js";
export { type DirintOptions, dirint, dirintRows } from "./dirint.js";
export { DIRINT_COEFFICIENTS } from "./dirint-coefficients.js";
export { type DiscOptions, disc, discAirmassRows, discRows } from "./disc.js";
export { erbs, erbsRows } from "./erbs.js";
export { erbsDriesse, erbsDriesseRows } from "./erbs-driesse.js";
