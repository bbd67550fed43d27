/** "irradiance-engine/terrain": elevation files to altitude and horizon lines (Node). */
export type { Cover } from "./coverage.js";
export { TerrainError, type TerrainErrorCode } from "./errors.js";
export {
  type HorizonOptions,
  openTerrain,
  type Terrain,
  type TerrainHorizon,
  type TerrainOptions,
} from "./terrain.js";
