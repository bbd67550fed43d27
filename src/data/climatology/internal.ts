/** "irradiance-engine/internal/climatology": for the packages of this repository alone; it may change with any commit. */

export { openPlaceZones, type PlaceZones, standardTimeOffset } from "./climatology.js";
export { monthlySkyIndex } from "./sky.js";
export type { ExpectedError, PlaceClimate } from "./world/types.js";
