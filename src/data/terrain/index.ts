/** "irradiance-engine/terrain": elevation files to altitude and horizon lines (Node). */
export { TerrainError } from "./errors.js";
export type { Tile, TileSource } from "./files.js";
export { openTerrain, type Terrain, type TerrainHorizon, type TerrainOptions } from "./terrain.js";
