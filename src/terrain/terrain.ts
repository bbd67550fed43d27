import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { projOfCode } from "./crs/crs.js";
import { makeProjection, type Projection } from "./crs/projection.js";
import { TerrainError } from "./errors.js";
import { FileReader, unreadable } from "./files.js";
import { openHgt } from "./hgt.js";
import type { Cover } from "./horizon/coverage.js";
import { traceHorizon } from "./horizon/horizon.js";
import { groundAt } from "./surface/altitude.js";
import { ByteCache } from "./surface/cache.js";
import { makeLayers } from "./surface/layer.js";
import { checkOverlaps } from "./surface/overlaps.js";
import type { Raster } from "./surface/raster.js";
import { openGeoTiff } from "./tiff/geotiff.js";

export interface TerrainOptions {
  /**
   * Coordinate system of the files, overriding their own: a proj string with its shift to WGS 84
   * (`+proj=utm +zone=33 +ellps=WGS84`), WKT, or a code like `EPSG:32633`.
   */
  projection?: string | undefined;
  /** Limit of decoded elevations in memory, bytes; default 256 MiB, at least 4 MiB. */
  cacheBytes?: number | undefined;
}

export interface HorizonOptions {
  /** Height of the observer's eye above the ground in metres, 0 … 10 000; default 0. */
  observerHeight?: number | undefined;
  /** Range of the search in metres, up to 500 000; default 50 000. */
  range?: number | undefined;
  /** Coefficient of terrestrial refraction, −0.5 … 0.5; default 0.13. */
  refraction?: number | undefined;
}

export interface TerrainHorizon {
  /** 0, 1 … 359 degrees, clockwise from true north. */
  azimuth: number[];
  /** Elevation at each azimuth, whole degrees, 0 … 89: for the query parameter `horizon`. */
  elevation: number[];
  /** The same at full precision, in degrees, also below 0: for `ObservationContext.horizon`. */
  profile: Float64Array;
  /** The reach of the data. */
  covered: Cover;
  /** Notices for the user, one sentence each. */
  notices: string[];
}

export interface Terrain {
  /** The files, in the order they were given. */
  readonly files: readonly string[];
  /**
   * The horizon line around a place: on each of 360 geodesics, the highest elevation angle of the terrain between half a
   * cell and `range`, over the curved Earth and with refraction. −90 if an azimuth has no data at all.
   *
   * @param latitude degrees north, −90 … 90
   * @param longitude degrees east, −180 … 360
   * @throws TerrainError if there are no data at the place, or a file cannot be used; RangeError for invalid numbers
   */
  horizon(latitude: number, longitude: number, options?: HorizonOptions): Promise<TerrainHorizon>;
  /**
   * Height of the ground in metres above the data's datum, bilinear between samples.
   *
   * @throws as `horizon`
   */
  altitude(latitude: number, longitude: number): Promise<number>;
  /** Bytes of decoded elevations in memory: current, maximum so far, and limit. */
  memory(): { bytes: number; peak: number; limit: number };
  /** Closes the files and discards the data; pending work ends with a TerrainError. */
  close(): Promise<void>;
}

const DEFAULT_CACHE = 256 * 1024 * 1024;
const LEAST_CACHE = 4 * 1024 * 1024;
const EXTENSIONS = new Set([".tif", ".tiff", ".hgt"]);
const OPENED_AT_ONCE = 16;

/**
 * Opens elevation data: GeoTIFF (cloud-optimised or not; any of the usual encodings) and SRTM .hgt, one file, several,
 * or folders of tiles, as one surface. Only the headers of the files are read now.
 *
 * Files on one lattice of samples join without a seam; otherwise the finest one with data at a place is used. Heights are
 * used as stored: above the data's datum, in metres (or the unit that the file states).
 *
 * @param files paths of files or folders (.tif, .tiff and .hgt in them)
 * @throws TerrainError naming the file: missing, not a TIFF, truncated, no georeferencing, unknown coordinate system,
 * a folder without tiles, or two files that contradict each other
 */
export async function openTerrain(files: string | readonly string[], options: TerrainOptions = {}): Promise<Terrain> {
  const { cacheBytes = DEFAULT_CACHE, projection: definition } = options;
  if (!(cacheBytes >= LEAST_CACHE)) {
    throw new RangeError(`openTerrain: cacheBytes must be at least ${LEAST_CACHE}, got ${cacheBytes}`);
  }
  const paths = await expand(typeof files === "string" ? [files] : files);
  const reader = new FileReader();
  const cache = new ByteCache(cacheBytes);
  try {
    const projection = definition === undefined ? undefined : givenProjection(definition);
    const rasters = await openAll(paths, reader, projection);
    const layers = makeLayers(rasters);
    await checkOverlaps(layers, cache);
    return makeTerrain(paths, layers, reader, cache);
  } catch (cause) {
    await reader.close();
    throw cause;
  }
}

function givenProjection(definition: string): Projection {
  if (typeof definition !== "string") {
    throw new TypeError(`openTerrain: projection must be a string, got ${typeof definition}`);
  }
  const code = /^EPSG:(\d+)$/i.exec(definition)?.[1];
  return makeProjection((code === undefined ? undefined : projOfCode(Number(code))) ?? definition);
}

/** Files as given, folders as their tiles. */
async function expand(given: readonly string[]): Promise<string[]> {
  if (!Array.isArray(given) || !given.every((file) => typeof file === "string")) {
    throw new TypeError("openTerrain: files must be a path or an array of paths");
  }
  if (given.length === 0) throw new TerrainError("got no elevation files");
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

async function openAll(paths: readonly string[], reader: FileReader, projection?: Projection): Promise<Raster[]> {
  const rasters: Raster[] = new Array(paths.length);
  const failures: unknown[] = [];
  let next = 0;
  async function work() {
    for (let i = next++; i < paths.length && failures.length === 0; i = next++) {
      rasters[i] = await openOne(paths[i]!, reader, projection);
    }
  }
  // All must end before the files are closed.
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => work().catch((cause) => failures.push(cause))));
  if (failures.length > 0) throw failures[0];
  return rasters;
}

async function openOne(file: string, reader: FileReader, projection?: Projection): Promise<Raster> {
  const { size } = await stat(file).catch((cause) => {
    throw unreadable(file, cause);
  });
  if (size === 0) throw new TerrainError("is empty", file);
  const open = extname(file).toLowerCase() === ".hgt" ? openHgt : openGeoTiff;
  return open(reader, file, size, projection);
}

function noData(message: string, file: string): TerrainError {
  return new TerrainError(message, file, "ERR_TERRAIN_NO_DATA");
}

function makeTerrain(
  files: readonly string[],
  layers: ReturnType<typeof makeLayers>,
  reader: FileReader,
  cache: ByteCache,
): Terrain {
  const whole = files.length === 1 ? files[0]! : `${files[0]} and ${files.length - 1} more`;
  let closed = false;

  /** The result, unless `close` came before it. */
  async function unlessClosed<T>(work: Promise<T>): Promise<T> {
    const result = await work.catch((cause) => {
      throw closed ? new TerrainError("was closed", whole) : cause;
    });
    if (closed) throw new TerrainError("was closed", whole);
    return result;
  }

  async function ground(caller: string, latitude: number, longitude: number): Promise<number> {
    if (closed) throw new TerrainError("was closed", whole);
    requireNumber(`${caller}: latitude`, latitude, -90, 90);
    requireNumber(`${caller}: longitude`, longitude, -180, 360);
    const { height, files: around } = await unlessClosed(groundAt(layers, latitude, longitude, cache));
    if (!Number.isNaN(height)) return height;
    const place = `latitude ${latitude}, longitude ${longitude}`;
    if (around.length > 0) throw noData(`has no data (nodata) at ${place}`, around[0]!);
    throw noData(`does not reach ${place}`, whole);
  }

  return {
    files,
    altitude: (latitude, longitude) => ground("altitude", latitude, wrapped(longitude)),
    async horizon(latitude, longitude, options = {}) {
      const { observerHeight = 0, range = 50_000, refraction = 0.13 } = options;
      requireNumber("horizon: observerHeight", observerHeight, 0, 10_000);
      requireNumber("horizon: range", range, 1, 500_000);
      requireNumber("horizon: refraction", refraction, -0.5, 0.5);
      requireNumber("horizon: longitude", longitude, -180, 360);
      const east = wrapped(longitude);
      const height = await ground("horizon", latitude, east);
      const sight = { observerHeight, range, refraction };
      const traced = await unlessClosed(traceHorizon(layers, latitude, east, height, sight, cache));
      const { elevation: profile, cover } = traced;
      return {
        azimuth: Array.from(profile, (_, azimuth) => azimuth),
        elevation: Array.from(profile, (elevation) => Math.min(Math.max(Math.round(elevation), 0), 89)),
        profile,
        covered: cover,
        notices: noticesOf(cover, range),
      };
    },
    memory: () => ({ bytes: cache.bytes, peak: cache.peak, limit: cache.limit }),
    async close() {
      closed = true;
      cache.close();
      await reader.close();
    },
  };
}

/** −180 … 180, so that a place has one representation. */
function wrapped(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}

function requireNumber(name: string, value: unknown, least: number, most: number): void {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${String(value)}`);
  if (!(value >= least && value <= most)) {
    throw new RangeError(`${name} must be between ${least} and ${most}, got ${value}`);
  }
}

function noticesOf({ complete, distance, share }: Cover, range: number): string[] {
  if (complete) return [];
  const short = distance.reduce((count, metres) => count + (metres < range ? 1 : 0), 0);
  const nearest = distance.indexOf(distance.reduce((a, b) => Math.min(a, b)));
  const kilometres = (metres: number) => (metres / 1000).toFixed(1);
  return [
    `the elevation data do not reach ${kilometres(range)} km at ${short} of 360 azimuths ` +
      `(${kilometres(distance[nearest]!)} km at azimuth ${nearest}°; ${(100 * share).toFixed(1)} % of the view is covered): ` +
      "the horizon ignores terrain beyond the data",
  ];
}
