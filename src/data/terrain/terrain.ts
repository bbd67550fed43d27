import { makeProjection, type Projection, projOfCode } from "./crs/crs.js";
import { TerrainError } from "./errors.js";
import { openFileSurface } from "./file-surface.js";
import { filesAt, isTiles, openTiles, type TileSource } from "./files.js";
import { readMargin, traceHorizon } from "./horizon/horizon.js";
import type { Cover } from "./horizon/rays.js";
import { ByteCache } from "./surface/chunk.js";
import { finestFirst, type Ground, groundAt, type Layer, type Surface } from "./surface/layer.js";
import { SEA, tileSurface } from "./tiles/tile-surface.js";

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

/** @experimental */
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
  /** Whom the line is owed to: of models in tiles those that have a tile within the range. */
  attributions: string[];
}

export interface TerrainGround {
  /** Metres above the data's datum, bilinear between samples. */
  altitude: number;
  /** Attributions of the tiles that were read: none on the open sea. */
  attributions: string[];
  /** Notices for the user, one sentence each. */
  notices: string[];
}

export interface Terrain {
  /** The files, in the order they were given; of a model in tiles its address. */
  readonly files: readonly string[];
  /** Whom the heights are owed to: one sentence for each model that states it. */
  readonly attributions?: readonly string[] | undefined;
  /**
   * The horizon line around a place: on each of 360 geodesics, the highest elevation angle of the terrain between half a
   * cell and `range`, over the curved Earth and with refraction. −90 if an azimuth has no data at all.
   *
   * @param latitude degrees north, −90 … 90
   * @param longitude degrees east, −180 … 360
   * @throws TerrainError if there are no data at the place, or a file cannot be used; RangeError for invalid numbers
   */
  horizon(latitude: number, longitude: number, options?: HorizonOptions): Promise<TerrainHorizon>;
  /** Height of the ground in metres above the data's datum, bilinear between samples. @throws as `horizon` */
  altitude(latitude: number, longitude: number): Promise<number>;
  /** The same, with attributions, and whether a tile covers the place or it is assumed to be sea. @throws as `horizon` */
  ground(latitude: number, longitude: number): Promise<TerrainGround>;
  /** Bytes of decoded elevations in memory: current, maximum so far, and limit. */
  memory(): { bytes: number; peak: number; limit: number };
  /** Closes the files and discards the data; pending work ends with a TerrainError. */
  close(): Promise<void>;
}

const DEFAULT_CACHE = 256 * 1024 * 1024;
const LEAST_CACHE = 4 * 1024 * 1024;
const DEFAULT_RANGE = 50_000;
/** Layers of the n-th surface are numbered from n times this on. */
const LAYERS = 1e9;

/** Elevation data: a path, an address of tiles, or a source of tiles. */
export type Elevation = string | TileSource;

/**
 * Opens elevation data: GeoTIFF (cloud-optimised or not; any of the usual encodings) and SRTM .hgt, one file, several,
 * or folders of tiles, as one surface. Only the headers of the files are read now. Models in one-degree tiles are read where
 * they are needed: a source of tiles, or an address or a path with `{name}` in it (docs/how-to/horizon.md), for which
 * irradiance-archive must be installed.
 *
 * Files on one lattice of samples join without a seam; otherwise the finest one with data at a place is used. Heights are
 * used as stored: above the data's datum, in metres (or the unit that the file states).
 *
 * @param files paths of files or folders (.tif, .tiff and .hgt in them), addresses and sources of tiles
 * @throws TerrainError naming the file: missing, not a TIFF, truncated, no georeferencing, unknown coordinate system,
 * a folder without tiles, or two files that contradict each other; MissingPackageError
 */
export async function openTerrain(
  files: Elevation | readonly Elevation[],
  options: TerrainOptions = {},
): Promise<Terrain> {
  const { cacheBytes = DEFAULT_CACHE, projection: definition } = options;
  if (!(cacheBytes >= LEAST_CACHE)) {
    throw new RangeError(`openTerrain: cacheBytes must be at least ${LEAST_CACHE}, got ${cacheBytes}`);
  }
  const given = [files].flat() as Elevation[];
  if (!given.every(isElevation)) throw new TypeError("openTerrain: files must be paths, addresses or sources of tiles");
  if (given.length === 0) throw new TerrainError("got no elevation files");
  const projection = definition === undefined ? undefined : givenProjection(definition);
  const paths = await filesAt(given.filter((one) => typeof one === "string" && !isTiles(one)) as string[]);
  const sources = given.filter((one) => typeof one !== "string" || isTiles(one));
  const cache = new ByteCache(cacheBytes);
  const surfaces: Surface[] = [];
  try {
    if (paths.length > 0) surfaces.push(await openFileSurface(paths, cache, projection));
    for (const source of sources) {
      const tiles = typeof source === "string" ? await openTiles(source) : source;
      surfaces.push(tileSurface(tiles, LAYERS * surfaces.length));
    }
  } catch (cause) {
    await closeAll(surfaces);
    throw cause;
  }
  return makeTerrain([...paths, ...surfaces.slice(paths.length > 0 ? 1 : 0).map(({ name }) => name)], surfaces, cache);
}

function isElevation(given: unknown): given is Elevation {
  return typeof given === "string" || typeof (given as Partial<TileSource> | null)?.find === "function";
}

function givenProjection(definition: string): Projection {
  if (typeof definition !== "string") {
    throw new TypeError(`openTerrain: projection must be a string, got ${typeof definition}`);
  }
  const code = /^EPSG:(\d+)$/i.exec(definition)?.[1];
  return makeProjection((code === undefined ? undefined : projOfCode(Number(code))) ?? definition);
}

function noData(message: string, file: string): TerrainError {
  return new TerrainError(message, file, "ERR_TERRAIN_NO_DATA");
}

/** Surfaces that are open, and what is found on them together. */
class OpenSurfaces {
  isClosed = false;
  readonly #all: readonly Surface[];
  readonly #cache: ByteCache;
  readonly #name: string;

  constructor(all: readonly Surface[], cache: ByteCache) {
    this.#all = all;
    this.#cache = cache;
    this.#name = all.map(({ name }) => name).join(", ");
  }

  /** The result, unless `close` came before it. */
  async unlessClosed<T>(work: Promise<T>): Promise<T> {
    const result = await work.catch((cause) => {
      for (const surface of this.#all) surface.forget();
      throw this.isClosed ? new TerrainError("was closed", this.#name) : cause;
    });
    if (this.isClosed) throw new TerrainError("was closed", this.#name);
    return result;
  }

  /** The layers of each surface. */
  async layersOf(caller: string, latitude: number, longitude: number, range: number): Promise<(readonly Layer[])[]> {
    if (this.isClosed) throw new TerrainError("was closed", this.#name);
    requireNumber(`${caller}: latitude`, latitude, -90, 90);
    requireNumber(`${caller}: longitude`, longitude, -180, 360);
    const east = wrapped(longitude);
    return this.unlessClosed(Promise.all(this.#all.map((surface) => surface.layersAround(latitude, east, range))));
  }

  /** Attributions of the surfaces that have a file among those; of all their files by default. */
  owed(layers: readonly (readonly Layer[])[], isUsed: (file: string) => boolean = () => true): string[] {
    return this.#all.flatMap(({ attribution }, k) =>
      attribution !== undefined && filesIn(layers[k]!).some(isUsed) ? [attribution] : [],
    );
  }

  async groundIn(layers: readonly Layer[], latitude: number, longitude: number): Promise<Ground> {
    const ground = await this.unlessClosed(groundAt(layers, latitude, wrapped(longitude), this.#cache));
    const { height, files: around } = ground;
    if (!Number.isNaN(height)) return ground;
    const place = `latitude ${latitude}, longitude ${longitude}`;
    if (around.length > 0) throw noData(`has no data (nodata) at ${place}`, around[0]!);
    throw noData(`does not reach ${place}`, this.#name);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#cache.close();
    await closeAll(this.#all);
  }
}

function makeTerrain(files: readonly string[], surfaces: readonly Surface[], cache: ByteCache): Terrain {
  const open = new OpenSurfaces(surfaces, cache);
  return {
    files,
    attributions: surfaces.flatMap(({ attribution }) => attribution ?? []),
    async altitude(latitude, longitude) {
      const layers = await open.layersOf("altitude", latitude, longitude, DEFAULT_RANGE);
      return (await open.groundIn(finestFirst(layers.flat()), latitude, longitude)).height;
    },
    async ground(latitude, longitude) {
      const layers = await open.layersOf("ground", latitude, longitude, DEFAULT_RANGE);
      const { height, files: around } = await open.groundIn(finestFirst(layers.flat()), latitude, longitude);
      const isSea = around.every((file) => file === SEA);
      return {
        altitude: height,
        attributions: open.owed(layers, (file) => around.includes(file)),
        notices: isSea ? ["no elevation tile covers the place: it is assumed to be sea, at height 0"] : [],
      };
    },
    async horizon(latitude, longitude, options = {}) {
      const { observerHeight = 0, range = DEFAULT_RANGE, refraction = 0.13 } = options;
      requireNumber("horizon: observerHeight", observerHeight, 0, 10_000);
      requireNumber("horizon: range", range, 1, 500_000);
      requireNumber("horizon: refraction", refraction, -0.5, 0.5);
      const found = await open.layersOf("horizon", latitude, longitude, range);
      const layers = finestFirst(found.flat());
      const { height } = await open.groundIn(layers, latitude, longitude);
      const sight = { observerHeight, range, refraction };
      const traced = traceHorizon(layers, latitude, wrapped(longitude), height, sight, cache);
      const { elevation: profile, cover } = await open.unlessClosed(traced);
      // What fails here is reported when it is needed.
      readMargin(layers, latitude, wrapped(longitude), range, cache, () => !open.isClosed).catch(() => {});
      return {
        azimuth: Array.from(profile, (_, azimuth) => azimuth),
        elevation: Array.from(profile, (elevation) => Math.min(Math.max(Math.round(elevation), 0), 89)),
        profile,
        covered: cover,
        notices: [...noticesOf(cover, range), ...noticesOfSea(found)],
        attributions: open.owed(found),
      };
    },
    memory: () => ({ bytes: cache.bytes, peak: cache.peak, limit: cache.limit }),
    close: () => open.close(),
  };
}

/** Files that were read, not made up for the sea. */
function filesIn(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ placed }) => placed.map(({ raster }) => raster.file)).filter((file) => file !== SEA);
}

function noticesOfSea(layers: readonly (readonly Layer[])[]): string[] {
  if (layers.some((own) => filesIn(own).length > 0)) return [];
  return ["no elevation tile lies around the place: it is assumed to be open sea"];
}

async function closeAll(surfaces: readonly Surface[]): Promise<void> {
  await Promise.all(surfaces.map((surface) => surface.close()));
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
