/** Snow on modules: coverage from snowfall or snow depth, and the resulting loss. */

export { lossTownsend } from "./loss-townsend.js";
export {
  coverageFromDepth,
  coverageNrel,
  dcLossNrel,
  fullyCoveredNrel,
  moduleSnow,
  snowfallFromDepth,
} from "./nrel.js";
