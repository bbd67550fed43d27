/** "irradiance-engine/climate": a year on the clock of its place, from a request and a year of weather. Pure, no packages. */
export { computeClimate } from "./compute.js";
export { climateCsvChunks, writeClimateCsv } from "./csv.js";
// A year from monthly values
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
export { globalWarming, type ScenarioName, warmerMonths } from "./generation/warming.js";
export { climateJsonChunks, writeClimateJson } from "./json.js";
export { normalProbability, normalQuantile } from "./random/normal.js";
export { philox4x32 } from "./random/philox.js";
export { Random } from "./random/random.js";
export { toClimateResponse } from "./response.js";
export type { ClimateColumns, ClimateDescriptor, ClimateMetadata, ClimateResponse, YearGrid } from "./types.js";
export { climatePeriod, TYPICAL_YEAR } from "./year.js";
