/**
 * "irradiance-engine/series": columns over time: grids, the clear sky on them, series joined and resampled. Pure, no packages. What is
 * here serves the other packages of this repository and may change in any release.
 *
 * @experimental
 */

export { type ClearSky, clearSkyAt, clearSkyOn, NIGHT, type Place, sunAt, sunHeightsAt } from "../sky/clear-sky.js";
export { gridOver, type Period, type RowRange, type TimeGrid } from "../sky/time-grid.js";
export { type DayOfLight, daysOfLight, growsByDay } from "../weather/examine/days-of-light.js";
export { type ColumnLimits, limitsOf, type OtherUnit, type ValueRange } from "../weather/limits.js";
export { IRRADIANCE, type IrradianceColumn, isIrradiance } from "./columns.js";
export { instantsToMeans, NEAR } from "./instants.js";
export { type JoinedSeries, joinSeries } from "./joined.js";
export { resample } from "./resample.js";
export { type Cell, lightAt, movesOf, toSite } from "./to-site.js";
export { type DatedSeries, relabelYear, repeatYear, withDaysAround } from "./typical-year.js";
