/**
 * "irradiance-engine/yield": what a PV system yields in a year: months, performance ratio, losses stage by stage, the best plane. Pure,
 * no packages.
 */
export * from "./measured/index.js";
export { type Optimum, optimumOf } from "./optimum.js";
export * from "./plane-light/index.js";
export { lossesSvg, monthsSvg } from "./plot-svg.js";
export {
  YIELD_COLUMNS,
  type YieldColumn,
  type YieldColumns,
  type YieldSeries,
  type YieldSeriesOptions,
  yieldSeries,
} from "./series.js";
export { formatYield, trackerName } from "./table.js";
export type {
  CalendarYearYield,
  LossName,
  LossStage,
  MonthYield,
  PlaneYield,
  Yield,
  YieldOptions,
  YieldPlane,
  YieldReading,
  YieldSum,
  YieldSystem,
} from "./types.js";
export { yieldOf } from "./yield-of.js";
