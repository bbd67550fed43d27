/** "irradiance-engine/climate": a year in local standard time, from a request and a year of weather. Pure, no packages. */

export {
  EXCEEDANCE_FORMS,
  type Exceedance,
  type ExceedanceForm,
  type ExceedanceOptions,
  type ExceedanceSummary,
  exceedanceValues,
} from "../statistics/exceedance.js";
export { normalProbability, normalQuantile } from "../statistics/normal.js";
export { philox4x32 } from "../statistics/philox.js";
export { Random } from "../statistics/random.js";
export type { Trend } from "../statistics/trend.js";
export { computeClimate } from "./compute.js";
export { climateCsvChunks, writeClimateCsv } from "./csv.js";
// A year from monthly values
export { generatedYearComments } from "./generation/comments.js";
export { type ExtremeName, type ExtremeOptions, extremeMonths } from "./generation/extremes.js";
export { generateYear } from "./generation/generate.js";
export {
  type ClearSkyName,
  type DailyLawName,
  DEFAULT_SEED,
  GENERATION_ALGORITHM,
  type GeneratedMonth,
  type GeneratedWeather,
  type GeneratedYear,
  type GenerationOptions,
  type GenerationPlace,
  type GenerationReport,
  type HourlyLawName,
  type MonthlyMeans,
} from "./generation/types.js";
export { globalWarming, type ScenarioName, warmerMonths, warmingNotice } from "./generation/warming.js";
export { climateJsonChunks, writeClimateJson } from "./json.js";
export { toClimateResponse } from "./response.js";
// Typical years by selection, and what many years have in common.
export type {
  DroppedMonth,
  Join,
  MonthAudit,
  ProbableYearAudit,
  SelectionMethod,
  TypicalYearAudit,
  YearStatistics,
} from "./selection/audit.js";
export { SELECTION_ALGORITHM, SELECTION_METHODS } from "./selection/audit.js";
export { typicalYearComments } from "./selection/comments.js";
export { DAILY_INDEX_NAMES, type DailyIndex } from "./selection/daily-indices.js";
export type { TypicalYear } from "./selection/finish.js";
export type { Plotting } from "./selection/finkelstein-schafer.js";
export type { SelectionOptions } from "./selection/options.js";
export type { Candidate, Runs } from "./selection/persistence.js";
export { PERSISTENCE_RULES, type PersistenceRule } from "./selection/persistence.js";
export { type ProbableYearOptions, selectProbableYear } from "./selection/probable-year.js";
export { selectTypicalYear } from "./selection/select.js";
export { type IndexWeights, PUBLISHED_WEIGHTS } from "./selection/weights.js";
export {
  type ColumnSummary,
  type Distribution,
  HISTORIES,
  type SummaryOptions,
  type SummaryQuantile,
  summariseYears,
  type YearsSummary,
} from "./summary/summarise.js";
// Weather of any place and hour, without state
export { cellOf, type SyntheticCell } from "./synthetic/cell.js";
export type { SyntheticClimate, SyntheticHours, SyntheticMinutes, SyntheticPlace } from "./synthetic/types.js";
export { SYNTHETIC_ALGORITHM, SyntheticWeather } from "./synthetic/weather.js";
export type { ClimateColumns, ClimateDescriptor, ClimateMetadata, ClimateResponse, YearGrid } from "./types.js";
export { climatePeriod, TYPICAL_YEAR } from "./year.js";
