/** Elevation models in one-degree files, such as the Copernicus DEM, on a web server, an object store or a disk. */

import { openClimatology } from "irradiance-engine/climatology";
import { DAY } from "irradiance-engine/internal/shared";
import type { Tile, TileSource } from "irradiance-engine/terrain";
import type { ReadOptions } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { cacheFolder, type DiskCacheOptions, diskCache } from "../bytes/disk-cache.js";
import { ForbiddenError, folderOf, isRemote, locationOf, withoutQuery } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";

// Whether a degree without a tile has land, so that it is missing, or is all sea, so that there is none.

/** Middles of half degrees within a degree: what the grid holds means over. */
const MIDDLES = [0.25, 0.75];
/** Metres: two steps of the grid. Means of the sea are 0; a degree that has so much land has a tile. */
const LAND = 56;

async function hasLand(south: number, west: number): Promise<boolean> {
  const { ground } = await openClimatology();
  return MIDDLES.some((north) => MIDDLES.some((east) => ground(south + north, west + east).around > LAND));
}

// Addresses of elevation tiles: a path or URL with blanks for the degree.

interface TilePattern {
  /** As given, for messages. */
  readonly name: string;
  /** What lies above all tiles. */
  readonly folder: string;
  readonly attribution: string | undefined;
  /** The tile whose south-west corner this is, in whole degrees. */
  at(south: number, west: number): string;
}

/** As the licence of the Copernicus DEM wants it. */
const COPERNICUS =
  "elevation: produced using Copernicus WorldDEM-30 © DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018 " +
  "provided under COPERNICUS by the European Union and ESA; all rights reserved";

const BLANKS: { readonly [name: string]: (latitude: string, longitude: string) => string } = {
  name: (latitude, longitude) => `Copernicus_DSM_COG_10_${latitude}_00_${longitude}_00_DEM`,
  name90: (latitude, longitude) => `Copernicus_DSM_COG_30_${latitude}_00_${longitude}_00_DEM`,
  latitude: (latitude) => latitude,
  longitude: (_, longitude) => longitude,
};
/** Whether a text is an address of tiles, not a file or folder: as `openTerrain` tells them apart. */
export function isTileAddress(text: string): boolean {
  return /^https?:\/\/|\{\w+\}/i.test(text);
}

const BLANK = /\{(\w+)\}/g;
/** The layout of the public buckets of the Copernicus DEM. */
const BUCKET = "/{name}/{name}.tif";

/**
 * @param given `{name}`: GLO-30's name of a tile (`Copernicus_DSM_COG_10_N50_00_E010_00_DEM`), `{name90}`: GLO-90's,
 *   `{latitude}` and `{longitude}`: `N50` and `E010`; without any of them the address of a bucket laid out like GLO-30's
 * @throws TypeError, RangeError for what cannot be one
 */
function tilePattern(given: string): TilePattern {
  if (typeof given !== "string" || given === "")
    throw new TypeError(`tiles must be an address or a path, got ${given}`);
  const blanks = [...given.matchAll(BLANK)].map(([, name]) => name!);
  const unknown = blanks.find((name) => !Object.hasOwn(BLANKS, name));
  if (unknown !== undefined) {
    const known = Object.keys(BLANKS).map((name) => `{${name}}`);
    throw new RangeError(`tiles may contain ${known.join(", ")}, got {${unknown}} in ${given}`);
  }
  const has = (name: string) => blanks.includes(name);
  if (blanks.length > 0 && !(has("name") || has("name90") || (has("latitude") && has("longitude")))) {
    throw new RangeError(`tiles must contain both {latitude} and {longitude}, or {name}, got ${given}`);
  }
  const pattern = blanks.length > 0 ? given : given.replace(/^(.*[^/])?\/*$/s, "$1") + BUCKET;
  const filled = (latitude: string, longitude: string) =>
    pattern.replace(BLANK, (_, name: string) => BLANKS[name]!(latitude, longitude));
  const isCopernicus = blanks.length === 0 || has("name") || has("name90");
  return {
    name: given,
    folder: folderOf(locationOf(pattern.slice(0, pattern.indexOf("{")).concat("tile"), "tiles")),
    attribution: isCopernicus ? COPERNICUS : undefined,
    at: (south, west) => locationOf(filled(cornerOf(south, "N", "S", 2), cornerOf(west, "E", "W", 3)), "tiles"),
  };
}

function cornerOf(degrees: number, positive: string, negative: string, digits: number): string {
  return (degrees < 0 ? negative : positive) + String(Math.abs(degrees)).padStart(digits, "0");
}

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
        // The store's bytes are shared, and the decoder writes to them.
        read: async (offset, length) => Uint8Array.from(await asTerrain(file.read(offset, length, UNLIMITED))),
      };
    },
    close: async () => {},
  };
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
