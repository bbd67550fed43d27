/** Fields on nodes: from 90° N to 90° S with both poles, from 180° W eastwards; asked by bilinear interpolation. */
import { accumulate, type PackedGrid, unpackGrid } from "./grid.js";

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
