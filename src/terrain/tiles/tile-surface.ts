/** The surface of a model in one-degree tiles: around a place, from the tiles that a search from there may reach. */

import { extname } from "node:path";
import { latestOf } from "../../cache/latest.js";
import { TerrainError } from "../errors.js";
import type { TerrainReader } from "../files.js";
import { openHgt } from "../hgt.js";
import { type Layer, makeLayers } from "../surface/layer.js";
import type { Raster } from "../surface/raster.js";
import type { Surface } from "../surface/surface.js";
import { openGeoTiff } from "../tiff/geotiff.js";
import { type Degree, degreeOf, degreesAround } from "./degrees.js";
import { seaTile } from "./sea.js";
import type { Tile, TileFile, TileSource } from "./tile-source.js";

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
