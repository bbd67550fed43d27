/** The surface of the sea: tiles that nobody has to store. */
import { makeProjection } from "../crs/projection.js";
import type { Affine, Raster } from "../surface/raster.js";
import type { Degree } from "./degrees.js";

/** In place of a file's name. */
export const SEA = "the sea";
const UNIT = 256;
/** Samples per degree where there is no land: any number would do. */
const SAMPLES = 60;

/**
 * Height 0 over a degree.
 *
 * @param like a tile whose samples these continue, and its degree; undefined: samples of a minute of arc
 */
export function seaTile({ south, west }: Degree, like?: { raster: Raster; degree: Degree }): Raster {
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
