/** "irradiance-engine/terrain": elevation files to altitude and horizon lines (Node). */
export { TerrainError, type TerrainErrorCode } from "./errors.js";
export type { Cover } from "./horizon/coverage.js";
export {
  type Elevation,
  type HorizonOptions,
  openTerrain,
  type Terrain,
  type TerrainGround,
  type TerrainHorizon,
  type TerrainOptions,
} from "./terrain.js";
export type { Tile, TileFile, TileSource } from "./tiles/tile-source.js";
