/** Elevation models in one-degree files, such as the Copernicus DEM, on a web server, an object store or a disk. */
import { DAY } from "irradiance-engine/shared";
import type { Tile, TileSource } from "irradiance-engine/terrain";
import type { ReadOptions } from "../budget.js";
import { type ByteFile, byteStore } from "../bytes/byte-store.js";
import { cacheFolder } from "../bytes/cache-folder.js";
import { type DiskCacheOptions, diskCache } from "../bytes/disk-cache.js";
import { ForbiddenError } from "../bytes/failures.js";
import { isRemote, withoutQuery } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";
import { hasLand } from "./land.js";
import { tilePattern } from "./pattern.js";

/** @experimental */
export interface ElevationTilesOptions {
  /**
   * Path or address of the tiles: with `{name}` for GLO-30's name of a tile, `{name90}` for GLO-90's, or `{latitude}` and
   * `{longitude}` (`N50`, `E010`); without any of them a folder or bucket laid out like GLO-30's.
   */
  readonly tiles: string;
  /** Where parts of remote tiles are kept on disk, or false. Default: the user's cache folder, at most 2 GiB. */
  readonly cache?: DiskCacheOptions | false | undefined;
  /** Sent with every request to the tiles' own server, which must be https, or of this machine. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Addresses beside the tiles' own folder to which redirects may lead. */
  readonly allow?: readonly string[] | undefined;
  /** Time limit of one attempt, ms. Default: 10,000. */
  readonly timeout?: number | undefined;
  /** Attempts of a request. Default: 3. */
  readonly attempts?: number | undefined;
}

const GIB = 1024 ** 3;
/** Compressed blocks in memory; decoded heights are kept by the terrain. */
const MEMORY = 32 * 1024 * 1024;
const UNLIMITED: ReadOptions = { signal: new AbortController().signal, budget: { take() {} } };

/**
 * The tiles of a model, for `openTerrain`. A degree without a tile is sea, unless the embedded altitudes have land there: then
 * it is missing. Nothing is read now.
 *
 * @throws TypeError, RangeError for an address that cannot be one. Its methods: TerrainError `ERR_TERRAIN_UNREADABLE` for a
 * server that cannot be reached or refuses, and a tile that was replaced while it was read
 * @experimental
 */
export function elevationTiles(options: ElevationTilesOptions): TileSource {
  const { allow = [], headers, timeout, attempts } = options;
  const pattern = tilePattern(options.tiles);
  const { cache = isRemote(pattern.folder) ? { folder: cacheFolder(), bytes: 2 * GIB } : false } = options;
  const store = byteStore({
    allow: [pattern.folder, ...allow],
    headers,
    timeout,
    attempts,
    maxAge: DAY,
    cacheBytes: MEMORY,
    disk: cache === false ? undefined : diskCache(cache),
  });
  return {
    name: withoutQuery(pattern.name),
    attribution: pattern.attribution,
    async find(south, west): Promise<Tile> {
      const location = pattern.at(south, west);
      // A bucket that may not be listed forbids what it does not have.
      const orSea = async (error: unknown) => {
        if (error instanceof ForbiddenError && !(await hasLand(south, west))) return undefined;
        throw error;
      };
      const file = await asTerrain(store.open(location, UNLIMITED).catch(orSea));
      if (file === undefined) return (await hasLand(south, west)) ? "missing" : "sea";
      return {
        file: withoutQuery(location),
        version: file.version,
        size: file.size,
        read: (offset, length) => readCopy(file, offset, length),
      };
    },
    close: async () => {},
  };
}

/** The store's bytes are shared, and the decoder writes to them. */
async function readCopy(file: ByteFile, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await asTerrain(file.read(offset, length, UNLIMITED)));
}

async function asTerrain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    // Loaded here: the code that reads elevation files is large, and whoever reads tiles has it already.
    const { TerrainError } = await import("irradiance-engine/terrain");
    throw new TerrainError(error.message, undefined, "ERR_TERRAIN_UNREADABLE");
  }
}
