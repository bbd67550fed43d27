/** "irradiance-engine/climatology": embedded grids of turbidity, altitude and climate, and the standard time of a place. */

export { openClimatology } from "./climatology.js";
export { skyAt } from "./sky.js";
export type { Climatology, EmbeddedClimatology } from "./types.js";
export { describeExpectedError } from "./world/error-clause.js";
export { loadWorldClimate } from "./world/load.js";
export type { WorldClimate } from "./world/types.js";
