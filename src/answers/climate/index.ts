/** "irradiance-engine/climate": a year in local standard time, from a request and a year of weather. Pure, no packages. */

export { exceedanceValues } from "../../foundation/statistics/exceedance.js";
export { computeClimate } from "./compute.js";
export { extremeMonths, warmerMonths } from "./generation/extremes.js";
// A year from monthly values
export { generateYear } from "./generation/generate.js";
export type { GeneratedYear, GenerationOptions, GenerationPlace, MonthlyMeans } from "./generation/types.js";
export { toClimateResponse, writeClimateCsv, writeClimateJson } from "./response.js";
export type { TypicalYear } from "./selection/assemble.js";
// Typical years by selection, and what many years have in common.
export { selectProbableYear, selectTypicalYear } from "./selection/select.js";
export { summariseYears, type YearsSummary } from "./summary/summarise.js";
// Weather of any place and hour, without state
export { SyntheticWeather } from "./synthetic/weather.js";
export { type WorldYear, worldYear } from "./world-year.js";
export type { ClimateColumns, ClimateResponse } from "./year.js";
