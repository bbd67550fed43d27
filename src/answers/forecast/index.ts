/**
 * "irradiance-engine/forecast": the next hours from the newest run of a weather model and the last observations, and how good that is.
 * Pure, no packages.
 */

export { type Corrected, type CorrectionOptions, correctForecast } from "./correct.js";
export { sumQuantiles } from "./day-ahead/sums.js";
export type { ForecastPast } from "./known-past.js";
export { type Learned, type LearningOptions, learnFromPast } from "./learn.js";
export type { ForecastPlace } from "./quarter-hours.js";
export { cliper, referenceForecasts } from "./references.js";
export {
  type AccumulationOptions,
  deaccumulate,
  type ForecastRun,
  type RunSeriesOptions,
  runToSeries,
} from "./run-to-series.js";
export { type ForecastQuantiles, forecastQuantiles } from "./spread.js";
export { tuneToSite } from "./tune.js";
export { siteTuningText } from "./tuning.js";
export { parseSiteTuning } from "./tuning-file.js";
export { formatVerification, verificationSvg } from "./verification.js";
export { verifyForecast } from "./verify.js";
