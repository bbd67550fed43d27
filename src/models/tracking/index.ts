export { dualAxis } from "./dual-axis.js";
export { type SingleaxisOptions, singleaxis } from "./singleaxis.js";
export { calcAxisTilt, calcCrossAxisTilt } from "./slope.js";
export { calcSurfaceOrientation } from "./surface-orientation.js";
export { type Tracker, type TrackerOptions, tracker } from "./tracker.js";
export type { DualAxisTracker, SingleAxisTracker } from "./tracker-rows.js";
