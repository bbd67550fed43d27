/**
 * "irradiance-engine/internal/series": columns over time: grids, the clear sky on them, series joined and resampled. Pure, no packages. What is
 * here serves the other packages of this repository and may change in any release.
 */

export {
  type ClearSky,
  clearSkyAt,
  clearSkyOn,
  NIGHT,
  type Place,
  sunAt,
  sunHeightsAt,
} from "../../physics/sky/clear-sky.js";
export { gridOver, type Period, type RowRange, type TimeGrid } from "../../physics/sky/time-grid.js";
export { checkDailyLight, type DailyLightFlag } from "../weather/believe/daily-light.js";
export { type ColumnLimits, limitsOf, type OtherUnit, type ValueRange } from "../weather/limits.js";
export { IRRADIANCE, type IrradianceColumn, isIrradiance, type JoinedSeries, joinSeries } from "./joined.js";
export { type Cell, instantsToMeans, lightAt, movesOf, NEAR, resample, toSite } from "./resample.js";
export { type DatedSeries, relabelYear, repeatYear, withDaysAround } from "./typical-year.js";
