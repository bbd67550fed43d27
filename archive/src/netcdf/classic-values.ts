/** All values of a variable of the classic format, out of a file that is in memory. */
import { NUMBERS, type Numbers } from "../codecs/numbers.js";
import { type ClassicVariable, numberAt } from "./classic-header.js";

const STORES = { ...NUMBERS, text: Uint8Array, int64: Float64Array, uint64: Float64Array };

/** As they are stored, in this machine's byte order; whole numbers of eight bytes as float64. */
export function classicValues(bytes: Uint8Array, { type, itemBytes, shape, begin, record }: ClassicVariable): Numbers {
  const count = shape.reduce((product, n) => product * n, 1);
  const values = new STORES[type](count);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Of a record variable each record is a piece.
  const piece = record === undefined ? count : shape.slice(1).reduce((product, n) => product * n, 1);
  for (let k = 0, at = begin; k < count; k += piece, at += record ?? 0) {
    for (let n = 0; n < piece; n++) values[k + n] = numberAt(view, at + n * itemBytes, type);
  }
  return values;
}
