/** Snow on modules: coverage from snowfall or snow depth, and the resulting loss. */
export { coverageFromDepth } from "./coverage-from-depth.js";
export { type CoverageNrelOptions, coverageNrel } from "./coverage-nrel.js";
export { dcLossNrel } from "./dc-loss-nrel.js";
export { type FullyCoveredNrelOptions, fullyCoveredNrel } from "./fully-covered-nrel.js";
export { type LossTownsendOptions, lossTownsend } from "./loss-townsend.js";
export { type ModuleSnow, moduleSnow, type SnowSeries } from "./module-snow.js";
export { snowfallFromDepth } from "./snowfall-from-depth.js";
