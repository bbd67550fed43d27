/** Elevation data that cannot be used, or that say nothing about a place: names the file (or folder) and what is wrong. */
export class TerrainError extends Error {
  override readonly name = "TerrainError";
  readonly code = "ERR_TERRAIN";
  readonly file: string | undefined;

  constructor(message: string, file?: string) {
    super(file === undefined ? message : `${file}: ${message}`);
    this.file = file;
  }
}
