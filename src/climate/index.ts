/** "irradiance-engine/climate": a year on the clock of its place, from a request and a year of weather. Pure, no packages. */
export { computeClimate } from "./compute.js";
export { climateCsvChunks, writeClimateCsv } from "./csv.js";
export { climateJsonChunks, writeClimateJson } from "./json.js";
export { toClimateResponse } from "./response.js";
// Typical years by selection.
export type {
  Candidate,
  DroppedMonth,
  Join,
  MonthAudit,
  Runs,
  SelectionMethod,
  TypicalYearAudit,
  YearStatistics,
} from "./selection/audit.js";
export { SELECTION_ALGORITHM, SELECTION_METHODS } from "./selection/audit.js";
export { DAILY_INDEX_NAMES, type DailyIndex } from "./selection/daily-indices.js";
export type { Plotting } from "./selection/finkelstein-schafer.js";
export type { SelectionOptions } from "./selection/options.js";
export type { PersistenceRule } from "./selection/persistence.js";
export { selectTypicalYear, type TypicalYear } from "./selection/select.js";
export { type IndexWeights, PUBLISHED_WEIGHTS } from "./selection/weights.js";
export type { ClimateColumns, ClimateDescriptor, ClimateMetadata, ClimateResponse, YearGrid } from "./types.js";
export { climatePeriod, TYPICAL_YEAR } from "./year.js";
