/** What a coarse grid misses where it is steep: corrections of its steep cells, in parts of them. */
import { inflated } from "../arrays/inflated.js";
import { bilinear } from "./grid.js";

/** As written by scripts/make-climatology.py. */
export interface PackedDetail {
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
