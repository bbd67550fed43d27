/**
 * "irradiance-engine/climatology": embedded grids of turbidity, altitude and climate, and the standard time of a place.
 */
export { openClimatology } from "./climatology.js";
export { skyAt } from "./sky-at.js";
export { monthlySkyIndex, type SkyPlace } from "./sky-index.js";
export { openPlaceZones, type PlaceZones, standardTimeOffset } from "./time-zone.js";
export type { AtAltitude, Climatology, EmbeddedClimatology, Ground } from "./types.js";
export { describeExpectedError } from "./world/error-clause.js";
export { loadWorldClimate } from "./world/load.js";
export type {
  ClimateSource,
  DailyDistribution,
  ExpectedError,
  IrradianceOrigin,
  KnownMiss,
  LandOrSea,
  PlaceClass,
  PlaceClimate,
  TemperatureOrigin,
  WorldClimate,
  WorldClimateOptions,
} from "./world/types.js";
export { type WorldMonths, type WorldYear, type WorldYearOptions, worldMonths, worldYear } from "./world-year.js";
