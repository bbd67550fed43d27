/** Typed arrays as the `ndarray` package shows them. */
import ndarray from "ndarray";
import type { NdArray } from "./types.js";

/** A view on an array in row-major order: the last index runs fastest. Nothing is copied. */
export function viewOf<Data extends Float32Array | Float64Array>(data: Data, shape: readonly number[]): NdArray<Data> {
  // The package's types leave the kind of data open; what it makes is what we promise (the tests look at it).
  return ndarray(data, [...shape]) as unknown as NdArray<Data>;
}
