/**
 * "irradiance-engine/yield": what a PV system yields in a year: months, performance ratio, losses stage by stage, the best plane. Pure,
 * no packages.
 */
export { type YieldAnswerParts, yieldAnswer, yieldCsv, yieldHoursCsv } from "./answer.js";
export * from "./forecast/index.js";
export { formatMonthlyLosses } from "./loss-table.js";
export { lossesSvg } from "./losses-svg.js";
export * from "./measured/index.js";
export { type Optimum, optimumOf } from "./optimum.js";
export * from "./plane-light/index.js";
export { monthsSvg } from "./plot-svg.js";
export {
  parseYieldRequest,
  YIELD_OUTPUTS,
  YIELD_WEATHER,
  type YieldOutput,
  type YieldParseOptions,
  type YieldRequest,
  type YieldWeatherName,
} from "./request.js";
export {
  YIELD_COLUMNS,
  type YieldColumn,
  type YieldColumns,
  type YieldSeries,
  type YieldSeriesOptions,
  yieldSeries,
} from "./series.js";
export { type SeriesColumn, seriesTable } from "./series-table.js";
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
export { uncertaintyText } from "./uncertainty/text.js";
export {
  type ExceededEnergy,
  LIGHT_SOURCES,
  type Life,
  type LifeYear,
  type LightSource,
  type PlaceError,
  UNCERTAINTY_KEYS,
  type Uncertainty,
  type UncertaintyHorizon,
  type UncertaintyKey,
  type UncertaintyOverrides,
  type UncertaintyShare,
} from "./uncertainty/types.js";
export { yieldOf } from "./yield-of.js";
