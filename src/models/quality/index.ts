/** Published tests of measured irradiance, row by row: limits, closure, indices, trackers, stale values. */
export { clearskyLimits, type DailyInsolationOptions, dailyInsolationLimits } from "./clearsky-limits.js";
export { checkIrradianceConsistencyQcrad } from "./irradiance-consistency.js";
export { checkIrradianceLimitsQcrad } from "./irradiance-limits.js";
export { type KTests, kTests } from "./k-tests.js";
export { interpolationDiff, type StaleValuesOptions, staleValuesDiff } from "./stale-values.js";
export { trackerOff } from "./tracker-off.js";
