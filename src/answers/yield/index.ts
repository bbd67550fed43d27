/**
 * "irradiance-engine/yield": what a PV system yields in a year: months, performance ratio, losses stage by stage, the best plane; and what it
 * will give in the days to come. Pure, no packages.
 */
export { yieldAnswer } from "./answer.js";
export { forecastPower } from "./forecast/forecast-power.js";
export type { PowerForecast } from "./forecast/types.js";
export { compareMeasured } from "./measured/compare.js";
export { readPower } from "./measured/read-power.js";
export { type Optimum, optimumOf } from "./optimum.js";
export { lossesSvg, monthsSvg } from "./pictures.js";
export { readPlaneLight, yieldOfPlaneLight } from "./plane-light.js";
export { seriesTable, type YieldSeries, type YieldSeriesOptions, yieldSeries } from "./series.js";
export { formatYield } from "./text.js";
export type { Yield, YieldOptions, YieldSystem } from "./types.js";
export { yieldOf } from "./yield-of.js";
