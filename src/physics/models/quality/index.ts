/** Published tests of measured irradiance, row by row: limits, closure, indices, trackers, stale values. */
export { checkIrradianceConsistencyQcrad, kTests, trackerOff } from "./components.js";
export { checkIrradianceLimitsQcrad } from "./limits.js";
export { clearskyLimits, dailyInsolationLimits, interpolationDiff, staleValuesDiff } from "./series.js";
