/** The rows of an array of several dimensions: its last axis, at each place of the axes before it, in row-major order. */
import type { NdArrayLike } from "./types.js";

type NumberStore = NdArrayLike["data"];

/** Whether it means to be one; `layoutFault` says whether it is. */
export function isNdArray(value: unknown): value is NdArrayLike {
  return typeof value === "object" && value !== null && "data" in value && "shape" in value && "stride" in value;
}

/** What is wrong with an array's layout, as the end of a sentence "must …"; null when every index leads to a number. */
export function layoutFault({ data, shape, stride, offset }: NdArrayLike): string | null {
  if (!isStore(data)) return "have numbers in its data";
  if (!isWholeNumbers(shape, 0) || shape.length === 0) return `have a shape of whole numbers, got ${listed(shape)}`;
  if (!isWholeNumbers(stride) || stride.length !== shape.length) {
    return `have a stride for each axis of its shape ${listed(shape)}, got ${listed(stride)}`;
  }
  if (!Number.isInteger(offset)) return `have a whole number as offset, got ${String(offset)}`;
  if (shape.includes(0)) return null;
  const steps = shape.map((length, axis) => (length - 1) * stride[axis]!);
  const least = steps.reduce((sum, step) => sum + Math.min(step, 0), offset);
  const most = steps.reduce((sum, step) => sum + Math.max(step, 0), offset);
  if (least >= 0 && most < data.length) return null;
  return `lie within its data of ${data.length} numbers, got indices ${least} to ${most}`;
}

function isStore(data: unknown): data is NumberStore {
  if (typeof data !== "object" || data === null || !("length" in data)) return false;
  return !(data instanceof BigInt64Array || data instanceof BigUint64Array);
}

function isWholeNumbers(list: unknown, least = Number.NEGATIVE_INFINITY): list is readonly number[] {
  return Array.isArray(list) && list.every((item) => Number.isInteger(item) && item >= least);
}

/** A shape as error texts show it. */
export function listed(shape: unknown): string {
  return Array.isArray(shape) ? `[${shape.join(", ")}]` : String(shape);
}

/** Number of rows. */
export function rowsOf({ shape }: NdArrayLike): number {
  return shape.slice(0, -1).reduce((product, length) => product * length, 1);
}

/** Length of a row. */
export function rowLength({ shape }: NdArrayLike): number {
  return shape.at(-1)!;
}

/**
 * A row: a view where a Float64Array holds it in one piece, else a copy. Values are handed on as they are, so that whoever
 * knows what they are can say what is wrong with one.
 */
export function rowOf(array: NdArrayLike, row: number): ArrayLike<number | null | undefined> {
  const { data, stride } = array;
  const count = rowLength(array);
  const step = stride.at(-1)!;
  const first = rowStart(array, row);
  if (data instanceof Float64Array && step === 1) return data.subarray(first, first + count);
  if (ArrayBuffer.isView(data)) return typedRow(data as Float64Array, first, step, count);
  return Array.from({ length: count }, (_, k) => valueAt(data, first + k * step));
}

/** Index of a row's first value in the data. */
function rowStart({ shape, stride, offset }: NdArrayLike, row: number): number {
  let [first, rest] = [offset, row];
  for (let axis = shape.length - 2; axis >= 0; axis--) {
    const length = shape[axis]!;
    first += (rest % length) * stride[axis]!;
    rest = Math.floor(rest / length);
  }
  return first;
}

function typedRow(data: ArrayLike<number>, first: number, step: number, count: number): Float64Array {
  const out = new Float64Array(count);
  for (let k = 0, at = first; k < count; k++, at += step) out[k] = data[at]!;
  return out;
}

function valueAt(data: NumberStore, at: number): number | null | undefined {
  return "get" in data ? data.get(at) : data[at];
}
