/** What the arguments of `openTerrain` stand for: files, folders of them, models in tiles. */
import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { loadPackage } from "../packages.js";
import { TerrainError } from "./errors.js";
import { unreadable } from "./files.js";
import type { TileSource } from "./tiles/tile-source.js";

const EXTENSIONS = new Set([".tif", ".tiff", ".hgt"]);
/** An address, or a path with a blank for the name of a tile. */
const TILES = /^https?:\/\/|\{\w+\}/i;
/** Named here only: the archive is built on this package. */
const ARCHIVE: string = "irradiance-archive";

interface ArchiveModule {
  elevationTiles(options: { tiles: string }): TileSource;
}

/** Whether a path of `openTerrain` is an address of tiles. */
export function isTiles(path: string): boolean {
  return TILES.test(path);
}

/** @throws MissingPackageError without irradiance-archive; TypeError, RangeError for an address that cannot be one */
export async function openTiles(address: string): Promise<TileSource> {
  const load = () => import(ARCHIVE) as Promise<ArchiveModule>;
  const { elevationTiles } = await loadPackage(ARCHIVE, "elevation tiles by address", load);
  return elevationTiles({ tiles: address });
}

/**
 * Files as given, folders as their tiles.
 *
 * @throws TerrainError for what is not there, and a folder without tiles
 */
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
