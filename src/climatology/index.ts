/** "irradiance-engine/climatology": embedded grids of turbidity and altitude, and the standard time of a place. */
export { type Climatology, openClimatology } from "./climatology.js";
export { standardTimeOffset } from "./time-zone.js";
