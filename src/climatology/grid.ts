/** Embedded global grids, unpacked once and interpolated bilinearly. */
import { inflated } from "../arrays/inflated.js";

/** As written by scripts/make-climatology.py: layers of rows from north to south, columns from 180° W eastwards. */
export interface PackedGrid {
  readonly rows: number;
  readonly columns: number;
  readonly layers: number;
  /** zlib, base64; each value as the difference from a prediction by its western, northern and north-western neighbours. */
  readonly data: string;
}

/** Bytes by layer, row and column; a value applies to the centre of its cell. */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly values: Uint8Array;
}

/** Undoes packing and prediction. */
export async function unpackGrid({ rows, columns, layers, data }: PackedGrid): Promise<Grid> {
  const values = await inflated(data);
  for (let layer = 0; layer < layers; layer++) {
    const start = layer * rows * columns;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const at = start + row * columns + column;
        const west = column > 0 ? values[at - 1]! : 0;
        const north = row > 0 ? values[at - columns]! : 0;
        const northWest = column > 0 && row > 0 ? values[at - columns - 1]! : 0;
        values[at] = values[at]! + west + north - northWest; // modulo 256, as bytes are
      }
    }
  }
  return { rows, columns, values };
}

/** For grids of which each layer is stored as the change from the layer before, modulo 256: makes them values. */
export function accumulate({ rows, columns, values }: Grid): void {
  const layer = rows * columns;
  for (let i = layer; i < values.length; i++) values[i] = values[i]! + values[i - layer]!;
}

/** Value of a layer at a place, as {@link bilinear} has it. */
export function interpolate(grid: Grid, layer: number, latitude: number, longitude: number): number {
  const { rows, columns, values } = grid;
  return bilinear(
    rows,
    columns,
    (row, column) => values[(layer * rows + row) * columns + column]!,
    latitude,
    longitude,
  );
}

/**
 * Value at a place of a grid over the world, bilinear between cell centres, across the date line; beyond the outermost
 * rows' centres (half a cell from the poles) it is constant.
 */
export function bilinear(
  rows: number,
  columns: number,
  valueAt: (row: number, column: number) => number,
  latitude: number,
  longitude: number,
): number {
  const y = Math.min(Math.max(((90 - latitude) / 180) * rows - 0.5, 0), rows - 1);
  const x = ((longitude + 180) / 360) * columns - 0.5;
  const row = Math.min(Math.floor(y), rows - 2);
  const left = Math.floor(x);
  const down = y - row;
  const right = x - left;
  const at = (r: number, c: number) => valueAt(r, ((c % columns) + columns) % columns);
  const upper = at(row, left) * (1 - right) + at(row, left + 1) * right;
  const lower = at(row + 1, left) * (1 - right) + at(row + 1, left + 1) * right;
  return upper * (1 - down) + lower * down;
}
