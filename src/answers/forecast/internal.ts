/** "irradiance-engine/internal/forecast": for the packages of this repository alone; it may change with any commit. */
export type { Correction, CorrectionWeight } from "./correct.js";
export type { JudgedAhead } from "./day-ahead/held-out-ahead.js";
export type { DayAheadTable } from "./day-ahead/predictors.js";
export { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
export type { PastRun } from "./known-past.js";
export { HALF_HOURS, PROBABILITIES } from "./spread.js";
export type { CorrectionTable, SpreadTable } from "./table.js";
export type { TuningOptions } from "./tune.js";
export type { JudgedDays, SiteTuning } from "./tuning.js";
