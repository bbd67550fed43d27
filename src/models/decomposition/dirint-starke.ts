/** The default decomposition: smooth DIRINT and ramped Starke 3C, together. */
import { dirintSmoothStage } from "./dirint-smooth.js";
import { meanOfTwo } from "./mean-of-two.js";
import { starkeRampedStage } from "./starke-ramped.js";

/**
 * Weight of DIRINT by the length of the interval in seconds: from measured months at five stations, the same within
 * 0.1 whichever of them is left out (docs/decomposition.md).
 */
export const DIRINT_WEIGHTS = [
  [60, 0.5],
  [900, 0.5],
  [3600, 0.6],
] as const;

/**
 * The decomposition of the pipeline where only GHI is given: the mean of the diffuse fractions of `dirintSmooth` and
 * `starkeRamped`, weighted by the length of the interval. It is continuous in GHI, and a value depends on the three hours
 * before its interval and the one interval after it.
 *
 * A stage without a function of columns: as `context.models.decomposition` it needs the engine's sun and clear sky.
 *
 * Source: those of the two models; docs/decomposition.md has the evidence.
 */
export const dirintStarke = /* @__PURE__ */ meanOfTwo(
  { stage: dirintSmoothStage },
  { stage: starkeRampedStage },
  { name: "dirintStarke", weight: DIRINT_WEIGHTS },
);
