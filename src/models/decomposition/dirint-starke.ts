/** The default decomposition: smooth DIRINT and ramped Starke 3C, together. */
import type { Stage } from "../stage.js";
import { dirintSmoothStage } from "./dirint-smooth.js";
import { meanStage } from "./mean-of-two.js";
import { STARKE_3C } from "./starke-coefficients.js";
import { starkeRampedStage } from "./starke-ramped.js";

/**
 * Weight of DIRINT by the length of the interval in seconds: from measured months at five stations, the same within
 * 0.1 whichever of them is left out (research/decomposition.md).
 */
export const DIRINT_WEIGHTS = [
  [180, 0.5],
  [900, 0.6],
  [3600, 0.7],
] as const;

/**
 * The decomposition of the pipeline where only GHI is given: the mean of the diffuse fractions of `dirintSmooth` and
 * `starkeRamped`, weighted by the length of the interval. It is continuous in GHI, and a value depends on the three hours
 * before its interval and the one interval after it.
 *
 * Where the weather has an `albedo` or a `snow_depth`, the engine gives it, as any decomposition, the GHI of bare ground: snow brightens
 * the sky without any more beam (research/decomposition.md).
 *
 * A stage without a function of columns: as `context.models.decomposition` it needs the engine's sun and clear sky.
 *
 * Source: those of the two models (Perez et al. 1992; Yang et al. 2024); research/decomposition.md has the evidence.
 * @experimental
 */
export const dirintStarke: { readonly stage: Stage } = {
  stage: /* @__PURE__ */ meanStage(
    "dirintStarke",
    { stage: dirintSmoothStage as Stage, options: {} },
    { stage: /* @__PURE__ */ starkeRampedStage(() => STARKE_3C) as Stage, options: {} },
    DIRINT_WEIGHTS,
  ),
};
