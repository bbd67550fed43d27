/** A surface of one-degree tiles, which is level sea where there is no tile. */

import { extname } from "node:path";
import { latestOf } from "../../../foundation/cache/lru.js";
import { cos, DEG } from "../../../foundation/math/index.js";
import { makeProjection } from "../crs/crs.js";
import { TerrainError } from "../errors.js";
import { openHgt } from "../file-surface.js";
import type { TerrainReader, Tile, TileFile, TileSource } from "../files.js";
import type { Affine, Raster } from "../surface/chunk.js";
import { type Layer, makeLayers, type Surface } from "../surface/layer.js";
import { openGeoTiff } from "../tiff/geotiff.js";

/** South-west corner of a whole degree: −90 … 89, −180 … 179. */
interface Degree {
  readonly south: number;
  readonly west: number;
}

/** Metres in a degree of latitude: at most 0.6 % less than anywhere on the ellipsoid, so that the reach is not too short. */
const METRES = 110_500;
/** Degrees by which tiles may miss the edge of theirs: two samples of 3 seconds. */
const DEGREE_EDGE = 6 / 3600;
/** Beyond it a circle around a place may contain the pole. */
const POLAR = 89.9;

/** The degree of a place. */
export function degreeOf(latitude: number, longitude: number): Degree {
  return { south: Math.min(Math.floor(latitude), 89), west: wrapped(Math.floor(longitude)) };
}

/**
 * All degrees within a distance of any place of one degree, from north to south and from west to east: the same ones for all
 * places of a degree, so that these see the same surface.
 *
 * @param range metres
 */
export function degreesAround({ south, west }: Degree, range: number): Degree[] {
  const reach = range / METRES + DEGREE_EDGE;
  const first = Math.min(Math.floor(south + 1 + reach), 89);
  const last = Math.max(Math.floor(south - reach), -90);
  const furthest = Math.max(Math.abs(south), Math.abs(south + 1)) + reach;
  // At its northern- and southernmost point a circle is narrower, in degrees, than at its widest: hence the hundredth.
  const aside = furthest >= POLAR ? 180 : Math.min((1.01 * reach) / cos(furthest * DEG), 180);
  const columns = Math.min(Math.floor(1 + aside) - Math.floor(-aside) + 1, 360);
  const left = west + Math.floor(-aside);
  const degrees: Degree[] = [];
  for (let row = first; row >= last; row--) {
    for (let k = 0; k < columns; k++) degrees.push({ south: row, west: wrapped(left + k) });
  }
  return degrees;
}

function wrapped(west: number): number {
  return ((((west + 180) % 360) + 360) % 360) - 180;
}

/** In place of a file's name. */
export const SEA = "the sea";
const UNIT = 256;
/** Samples per degree where there is no land: any number would do. */
const SAMPLES = 60;

/** Height 0 over a degree. @param like a tile whose samples these continue, and its degree; undefined: samples of a minute of arc */
function seaTile({ south, west }: Degree, like?: { raster: Raster; degree: Degree }): Raster {
  const raster = like?.raster;
  const [width, height] = [raster?.width ?? SAMPLES, raster?.height ?? SAMPLES];
  return {
    file: SEA,
    key: `sea ${width} ${height}`,
    width,
    height,
    grid: like ? moved(like.raster.grid, west - like.degree.west, south - like.degree.south) : ownGrid(west, south),
    projection: raster?.projection ?? makeProjection("EPSG:4326"),
    unitWidth: Math.min(UNIT, width),
    unitHeight: Math.min(UNIT, height),
    yields: true,
    readUnit: async (column, row) =>
      new Float32Array(Math.min(UNIT, width - column * UNIT) * Math.min(UNIT, height - row * UNIT)),
  };
}

function moved(grid: Affine, east: number, north: number): Affine {
  return { ...grid, x0: grid.x0 + east, y0: grid.y0 + north };
}

function ownGrid(west: number, south: number): Affine {
  return { x0: west, y0: south + 1, xColumn: 1 / SAMPLES, xRow: 0, yColumn: 0, yRow: -1 / SAMPLES };
}

/** Metres up to which the model is read at full resolution; coarser beyond. */
const NEAR = 50_000;
/** Beyond it, overviews of at most this factor: 120 m of a model of 30 m, 0.14° at 50 km. */
const FAR_REDUCTION = 4;
/** Chunks read ahead: tiles may be far away, and what is near together mostly lies in one block. */
const READ_AHEAD = 48;
/** Metres: where the next place may be. */
const MARGIN = 2000;
/** Tiles whose headers are kept, and surroundings whose summaries are. */
const TILES_KEPT = 2000;
const SURROUNDINGS_KEPT = 32;
/** Tiles of one search: all of a circle around a pole, more than 500 km anywhere else. */
const MOST_TILES = 1500;
/** A tile may miss the edge of its degree by this many samples. */
const EDGE = 2;

interface Found {
  readonly degree: Degree;
  readonly tile: Tile;
  readonly raster: Raster | undefined;
}

/** @param firstId layers get numbers from here on, which distinguish them in the cache */
export function tileSurface(tiles: TileSource, firstId: number): Surface {
  const opened = latestOf<Found>(TILES_KEPT);
  const surroundings = latestOf<readonly Layer[]>(SURROUNDINGS_KEPT);
  let nextId = firstId;

  function found(degree: Degree, reduction: number): Promise<Found> {
    return opened.get(`${degree.south} ${degree.west} ${reduction}`, async () => {
      const tile = await tiles.find(degree.south, degree.west);
      if (typeof tile === "string") return { degree, tile, raster: undefined };
      return { degree, tile, raster: await rasterOf(tile, degree, reduction) };
    });
  }

  async function layersWithin(centre: Degree, range: number, reduction: number): Promise<Layer[]> {
    const degrees = degreesAround(centre, range);
    if (degrees.length > MOST_TILES) {
      const needs = `a range of ${range / 1000} km needs ${degrees.length} tiles here`;
      throw new TerrainError(`${needs}, more than ${MOST_TILES}: use a shorter one`, tiles.name);
    }
    const all = await Promise.all(degrees.map((degree) => found(degree, reduction)));
    const layers = makeLayers([...all.flatMap(({ raster }) => raster ?? []), ...seaOf(all)], nextId);
    nextId += layers.length;
    return layers;
  }

  return {
    name: tiles.name,
    attribution: tiles.attribution,
    layersAround(latitude, longitude, range) {
      const centre = degreeOf(latitude, longitude);
      const reach = Math.max(range, NEAR);
      return surroundings.get(`${centre.south} ${centre.west} ${reach}`, async () => {
        const near = await layersWithin(centre, NEAR, 1);
        const far = reach > NEAR ? await layersWithin(centre, reach, FAR_REDUCTION) : [];
        return [
          ...near.map((layer) => ({ ...layer, ahead: READ_AHEAD, margin: MARGIN, to: NEAR })),
          ...far.map((layer) => ({ ...layer, ahead: READ_AHEAD, from: NEAR })),
        ];
      });
    },
    forget() {
      opened.clear();
      surroundings.clear();
    },
    close: () => tiles.close(),
  };
}

/** The tiles of the sea, on the samples of a tile of the same latitude, else of any. */
function seaOf(all: readonly Found[]): Raster[] {
  const files = all.flatMap(({ degree, raster }) => (raster && isWhole(raster) ? [{ degree, raster }] : []));
  return all.flatMap(({ degree, tile }) => {
    if (tile !== "sea") return [];
    return [seaTile(degree, files.find((file) => file.degree.south === degree.south) ?? files[0])];
  });
}

/** Whether samples fill the degree. */
function isWhole({ width, height, grid }: Raster): boolean {
  return width * Math.abs(grid.xColumn) > 0.999 && height * Math.abs(grid.yRow) > 0.999;
}

async function rasterOf(tile: TileFile, degree: Degree, reduction: number): Promise<Raster> {
  const reader: TerrainReader = {
    read(_file, offset, length, short = false) {
      return tile.read(offset, short ? Math.min(length, tile.size - offset) : length);
    },
  };
  const isHgt = extname(new URL(tile.file, "file:///").pathname).toLowerCase() === ".hgt";
  const raster = isHgt
    ? await openHgt(reader, tile.file, tile.size)
    : await openGeoTiff(reader, tile.file, tile.size, undefined, reduction);
  checkPosition(raster, degree);
  return { ...raster, key: `${raster.key} ${tile.version}` };
}

/** @throws TerrainError for a tile that does not lie where its name says */
function checkPosition({ file, grid, projection, width, height }: Raster, { south, west }: Degree): void {
  const east = grid.x0 + grid.xColumn * (width - 1);
  const bottom = grid.y0 + grid.yRow * (height - 1);
  const [aside, down] = [EDGE * Math.abs(grid.xColumn), EDGE * Math.abs(grid.yRow)];
  const fits =
    projection.geographic &&
    grid.x0 >= west - aside &&
    east <= west + 1 + aside &&
    bottom >= south - down &&
    grid.y0 <= south + 1 + down;
  if (fits) return;
  const place = `longitude ${grid.x0} to ${east}, latitude ${bottom} to ${grid.y0}`;
  throw new TerrainError(
    `should lie at longitude ${west} to ${west + 1}, latitude ${south} to ${south + 1}, but lies at ${place}`,
    file,
  );
}
