/**
 * "irradiance-engine/forecast": the next hours from the newest run of a weather model and the last observations, and how good that is.
 * Pure, no packages.
 */
export type { IndexClimatology } from "./climatology.js";
export { type Cliper, cliper } from "./cliper.js";
export {
  type Corrected,
  type Correction,
  type CorrectionOptions,
  type CorrectionWeight,
  correctForecast,
} from "./correct.js";
export type { AheadBands, HourCorrelation } from "./day-ahead/bands.js";
export type { JudgedAhead } from "./day-ahead/held-out-ahead.js";
export { type RowQuantiles, type SumOptions, sumQuantiles } from "./day-ahead/sums.js";
export type { DayAheadFit, DayAheadPredictor, DayAheadTable } from "./day-ahead/table.js";
export { type Accumulation, type AccumulationOptions, deaccumulate } from "./deaccumulate.js";
export { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
export type { ForecastPast, PastRun } from "./known-past.js";
export { type Learned, type LearningOptions, learnFromPast } from "./learn.js";
export type { ForecastPlace } from "./place.js";
export { type ForecastTimes, type References, referenceForecasts } from "./references.js";
export { type ForecastRun, type RunPart, type RunSeries, type RunSeriesOptions, runToSeries } from "./run-to-series.js";
export { withLights } from "./split.js";
export { type ForecastQuantiles, forecastQuantiles, PROBABILITIES, type QuantileOptions } from "./spread.js";
export type { CorrectionTable, Fit, ObservationStep, Sky, SpreadTable } from "./table.js";
export { examineTeacher } from "./teachers/trusted-past.js";
export type { LeftOutLight, Teacher, TeacherFault } from "./teachers/types.js";
export { type TuningOptions, tuneToSite } from "./tune.js";
export {
  type JudgedDays,
  type JudgedLead,
  parseSiteTuning,
  type SiteTuning,
  siteTuningText,
  type TeacherKind,
  type TuningEvidence,
  type UnusedPart,
} from "./tuning.js";
export { verificationSvg } from "./verification-svg.js";
export { formatVerification } from "./verification-table.js";
export {
  type ForecastErrors,
  type ForecastPairs,
  type SkyClass,
  type SpreadScore,
  type Verification,
  type VerificationOptions,
  type VerifiedGroup,
  verifyForecast,
} from "./verify.js";
