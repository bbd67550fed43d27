/** Packed grids of the world: whole ones, fields of several layers, and details at places where a coarse grid is far off. */
import { inflated } from "../../foundation/arrays/inflated.js";

/** As written by scripts/make-climatology.py: layers of rows from north to south, columns from 180° W eastwards. */
interface PackedGrid {
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
function bilinear(
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

/** As research/world-climatology/make.py writes it. */
export interface PackedField extends PackedGrid {
  /** What a byte counts, and the value of byte 0. */
  readonly unit: number;
  readonly zero: number;
  /** Whether each layer is stored as the change from the layer before. */
  readonly changes: boolean;
}

export interface Field {
  readonly rows: number;
  readonly columns: number;
  readonly layers: number;
  readonly unit: number;
  readonly zero: number;
  readonly values: Uint8Array;
}

export async function unpackField(packed: PackedField): Promise<Field> {
  const grid = await unpackGrid(packed);
  if (packed.changes) accumulate(grid);
  const { layers, unit, zero } = packed;
  return { rows: grid.rows, columns: grid.columns, layers, unit, zero, values: grid.values };
}

/** Values of all layers at a place, any longitude, into a new array. */
export function sample({ rows, columns, layers, unit, zero, values }: Field, latitude: number, longitude: number) {
  const y = ((90 - latitude) / 180) * (rows - 1);
  const x = ((longitude + 180) / 360) * columns;
  const row = Math.min(Math.floor(y), rows - 2);
  const west = Math.floor(x);
  const down = y - row;
  const right = x - west;
  const left = ((west % columns) + columns) % columns;
  const next = (left + 1) % columns;
  const upperLeft = row * columns + left;
  const upperRight = row * columns + next;
  const out = new Float64Array(layers);
  for (let layer = 0, at = 0; layer < layers; layer++, at += rows * columns) {
    const upper = values[at + upperLeft]! * (1 - right) + values[at + upperRight]! * right;
    const lower = values[at + columns + upperLeft]! * (1 - right) + values[at + columns + upperRight]! * right;
    out[layer] = zero + unit * (upper * (1 - down) + lower * down);
  }
  return out;
}

/** As written by scripts/make-climatology.py. */
interface PackedDetail {
  /** How many cells have corrections. */
  readonly cells: number;
  /** A cell has `parts` × `parts` of them. */
  readonly parts: number;
  /** zlib, base64: a bit per cell of the grid, then by layer, cell, row and column of the part the change from the layer before. */
  readonly data: string;
}

/** Corrections by layer (month), cell, row and column of the part; a value applies to the centre of its part. */
export interface Detail {
  /** Number of each cell of the grid among those with corrections, −1 for the others. */
  readonly numbers: Int16Array;
  /** Parts of the world from north to south and from west to east. */
  readonly rows: number;
  readonly columns: number;
  readonly parts: number;
  readonly cells: number;
  readonly values: Int8Array;
}

/** @param rows, columns of the grid that it corrects */
export async function unpackDetail(
  { cells, parts, data }: PackedDetail,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Promise<Detail> {
  const bytes = await inflated(data);
  const count = rows * columns;
  const numbers = new Int16Array(count).fill(-1);
  let number = 0;
  for (let cell = 0; cell < count; cell++) {
    if ((bytes[cell >> 3]! >> (7 - (cell & 7))) & 1) numbers[cell] = number++;
  }
  const values = new Int8Array(bytes.buffer, Math.ceil(count / 8));
  const layer = cells * parts * parts;
  for (let i = layer; i < values.length; i++) values[i] = values[i]! + values[i - layer]!; // modulo 256, as bytes are
  return { numbers, rows: rows * parts, columns: columns * parts, parts, cells, values };
}

/** The correction of a layer at a place: continuous, and 0 from a part's width outside the cells that have some. */
export function correction(detail: Detail, layer: number, latitude: number, longitude: number): number {
  const { numbers, rows, columns, parts, cells, values } = detail;
  const perRow = columns / parts;
  const partOf = (row: number, column: number) => {
    const number = numbers[Math.floor(row / parts) * perRow + Math.floor(column / parts)]!;
    if (number < 0) return 0;
    return values[((layer * cells + number) * parts + (row % parts)) * parts + (column % parts)]!;
  };
  return bilinear(rows, columns, partOf, latitude, longitude);
}
