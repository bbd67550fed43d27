/**
 * - `ERR_TERRAIN_NO_DATA`: the files are valid, but have no data for the place
 * - `ERR_TERRAIN_UNREADABLE`: tiles cannot be reached at the moment, or were replaced while they were read
 * - `ERR_TERRAIN`: everything else
 */
export type TerrainErrorCode = "ERR_TERRAIN" | "ERR_TERRAIN_NO_DATA" | "ERR_TERRAIN_UNREADABLE";

/** Elevation data that cannot be used, or have no data for a place: names the file (or folder) and the problem. */
export class TerrainError extends Error {
  override readonly name = "TerrainError";
  readonly code: TerrainErrorCode;
  readonly file: string | undefined;

  constructor(message: string, file?: string, code: TerrainErrorCode = "ERR_TERRAIN") {
    super(file === undefined ? message : `${file}: ${message}`);
    this.code = code;
    this.file = file;
  }
}
