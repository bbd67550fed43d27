import type { Projection } from "../crs/projection.js";

/** From sample (column, row) to the system's coordinates: x = x0 + xColumn·c + xRow·r, y likewise. */
export interface Affine {
  readonly x0: number;
  readonly y0: number;
  readonly xColumn: number;
  readonly xRow: number;
  readonly yColumn: number;
  readonly yRow: number;
}

/** One file of elevations. Sample (0, 0) is a point: the centre of its pixel, whatever the file's convention. */
export interface Raster {
  readonly file: string;
  /** Distinguishes its samples in the cache: the file, its version, its overview. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly grid: Affine;
  readonly projection: Projection;
  /** Samples are read in units of this size (truncated at the right and at the bottom), which suits the file's layout. */
  readonly unitWidth: number;
  readonly unitHeight: number;
  /** Whether any other file's samples take precedence. Default: false. */
  readonly yields?: boolean | undefined;
  /** Elevations in metres of one unit, row by row, NaN = no data. */
  readUnit(column: number, row: number): Promise<Float32Array>;
}

/** Limits of heights on Earth, including the sea floor: beyond them are undeclared fill values. */
const LOWEST = -12_000;
const HIGHEST = 9_500;
const FILL = -9999;
const SMALLEST_INT16 = -32768;

/** Writes NaN for missing elevations; `scale` and `offset` convert stored values to metres. */
export function clean(heights: Float32Array, noData: number | undefined, scale = 1, offset = 0): Float32Array {
  const fill = noData === undefined ? Number.NaN : Math.fround(noData);
  for (let i = 0; i < heights.length; i++) {
    const stored = heights[i]!;
    const height = stored * scale + offset;
    const isFill = stored === fill || stored === FILL || stored === SMALLEST_INT16;
    const missing = isFill || !(height > LOWEST && height < HIGHEST);
    heights[i] = missing ? Number.NaN : height;
  }
  return heights;
}
