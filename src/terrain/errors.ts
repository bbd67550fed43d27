/** `ERR_TERRAIN_NO_DATA`: the files are sound, but say nothing about the place; `ERR_TERRAIN`: everything else. */
export type TerrainErrorCode = "ERR_TERRAIN" | "ERR_TERRAIN_NO_DATA";

/** Elevation data that cannot be used, or that say nothing about a place: names the file (or folder) and what is wrong. */
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
