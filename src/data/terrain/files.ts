/** What the arguments of `openTerrain` stand for: files, folders of them, models in tiles. */
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { loadPackage } from "../../foundation/packages.js";
import { TerrainError } from "./errors.js";

/** A file that holds the heights of one whole degree, as it was when it was found. */
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

/** Where the bytes of elevation files come from. */
export interface TerrainReader {
  /**
   * Bytes starting at `offset`.
   *
   * @param short whether fewer are right where the file ends
   * @throws TerrainError if the file cannot be read or ends earlier
   */
  read(file: string, offset: number, length: number, short?: boolean): Promise<Uint8Array<ArrayBuffer>>;
}

/** Handles kept open: enough for the tiles around a place, far below the limits of operating systems. */
const MOST_OPEN = 32;

/** Reads parts of files; the least recently used handles are closed. */
export class FileReader implements TerrainReader {
  readonly #handles = new Map<string, Promise<FileHandle>>();
  readonly #readers = new Map<string, number>();
  #closed = false;

  /**
   * Bytes starting at `offset`.
   *
   * @throws TerrainError if the file cannot be read, or ends earlier (unless `short` allows it), and after `close`
   */
  async read(file: string, offset: number, length: number, short = false): Promise<Uint8Array<ArrayBuffer>> {
    this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1);
    try {
      const handle = await this.#open(file);
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      if (bytesRead < length && !short) {
        throw new TerrainError(`is truncated (needs ${length} bytes at ${offset}, has ${bytesRead})`, file);
      }
      return bytesRead < length ? bytes.slice(0, bytesRead) : bytes;
    } catch (cause) {
      throw cause instanceof TerrainError ? cause : unreadable(file, cause);
    } finally {
      this.#readers.set(file, this.#readers.get(file)! - 1);
      await this.#closeOldest();
    }
  }

  /** @throws TerrainError if there is no such file */
  async size(file: string): Promise<number> {
    const { size } = await stat(file).catch((cause) => {
      throw unreadable(file, cause);
    });
    return size;
  }

  /** Closes for good: later reads fail, so that they do not open files that would never be closed. */
  async close(): Promise<void> {
    this.#closed = true;
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    await Promise.all(handles.map(async (handle) => (await handle).close().catch(() => {})));
  }

  #open(file: string): Promise<FileHandle> {
    if (this.#closed) throw new TerrainError("was closed", file);
    const kept = this.#handles.get(file);
    this.#handles.delete(file);
    const handle = kept ?? open(file, "r");
    this.#handles.set(file, handle);
    handle.catch(() => this.#handles.delete(file));
    return handle;
  }

  async #closeOldest(): Promise<void> {
    if (this.#handles.size <= MOST_OPEN) return;
    for (const [file, handle] of this.#handles) {
      if (this.#readers.get(file)) continue;
      this.#handles.delete(file);
      this.#readers.delete(file);
      await (await handle).close();
      return;
    }
  }
}

function unreadable(file: string, cause: unknown): TerrainError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new TerrainError(code === "ENOENT" ? "does not exist" : `cannot be read (${code ?? message})`, file);
}

const EXTENSIONS = new Set([".tif", ".tiff", ".hgt"]);
/** An address, or a path with a blank for the name of a tile. */
const TILES = /^https?:\/\/|\{\w+\}/i;
/** Named here only: the archive is built on this package. */
const ARCHIVE: string = "irradiance-archive";

/** Whether a path of `openTerrain` is an address of tiles. */
export function isTiles(path: string): boolean {
  return TILES.test(path);
}

/** @throws MissingPackageError without irradiance-archive; TypeError, RangeError for an address that cannot be one */
export async function openTiles(address: string): Promise<TileSource> {
  const load = () => import(ARCHIVE) as Promise<{ elevationTiles(options: { tiles: string }): TileSource }>;
  const { elevationTiles } = await loadPackage(ARCHIVE, "elevation tiles by address", load);
  return elevationTiles({ tiles: address });
}

/** Files as given, folders as their tiles. @throws TerrainError for what is not there, and a folder without tiles */
export async function filesAt(given: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const path of given) {
    const status = await stat(path).catch((cause) => {
      throw unreadable(path, cause);
    });
    if (!status.isDirectory()) {
      paths.push(path);
      continue;
    }
    const tiles = (await readdir(path)).filter((name) => EXTENSIONS.has(extname(name).toLowerCase())).sort();
    if (tiles.length === 0) throw new TerrainError("is a folder without .tif, .tiff or .hgt files", path);
    paths.push(...tiles.map((name) => join(path, name)));
  }
  return [...new Set(paths)];
}
