/** A file that holds the heights of one whole degree, as it was when it was found. @experimental */
export interface TileFile {
  /** Path or address, for messages; its ending tells .hgt from GeoTIFF. */
  readonly file: string;
  /** Another one for other bytes. */
  readonly version: string;
  /** Bytes. */
  readonly size: number;
  /**
   * Bytes [offset, offset + length) of that version, which the caller may overwrite.
   *
   * @throws TerrainError if they cannot be had, or the file is another by now
   */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * - a file
 * - `sea`: there is none because the degree is all water, at height 0
 * - `missing`: there is none although there is land
 * @experimental
 */
export type Tile = TileFile | "sea" | "missing";

/** A model of the Earth's surface in files of one degree, looked up where they are needed. @experimental */
export interface TileSource {
  /** For messages. */
  readonly name: string;
  /** Whom the heights are owed to, as their licence wants it said. */
  readonly attribution: string | undefined;
  /**
   * The tile of a degree.
   *
   * @param south, west whole degrees of its corner: −90 … 89, −180 … 179
   * @throws TerrainError if it is not known whether there is one
   */
  find(south: number, west: number): Promise<Tile>;
  close(): Promise<void>;
}
