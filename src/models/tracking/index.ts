export { dualAxis } from "./dual-axis.js";
export { horizontalTrackerRows } from "./horizontal-tracker.js";
export { backtrackRows, type SingleaxisOptions, singleaxis } from "./singleaxis.js";
export { calcAxisTilt, calcCrossAxisTilt } from "./slope.js";
export { calcSurfaceOrientation, surfaceOrientationRows } from "./surface-orientation.js";
export { type Tracker, type TrackerOptions, tracker } from "./tracker.js";
export {
  type DualAxisTracker,
  dualAxisTrackerRows,
  type SingleAxisTracker,
  singleAxisTrackerRows,
} from "./tracker-rows.js";
