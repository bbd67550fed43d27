/**
 * "irradiance-engine/forecast": the next hours from the newest run of a weather model and the last observations, and how good that is.
 * Pure, no packages.
 */

export { type ClearSky, clearSkyOf } from "./clear-sky.js";
export { type Accumulation, type AccumulationOptions, deaccumulate } from "./deaccumulate.js";
export type { ForecastPlace, Grid } from "./grid.js";
export { type ForecastRun, type RunPart, type RunSeries, type RunSeriesOptions, runToSeries } from "./run-to-series.js";
