/** Arrays of several dimensions, as far as this library looks at them. No package's types are needed to use these. */
import ndarray from "ndarray";

/**
 * Numbers in an array of several dimensions, as it may come in: an `ndarray` of any type, strides and offset (transposed,
 * sliced, reversed), or any object that says the same. The value at (i, j, …) is `data[offset + i·stride[0] + j·stride[1] + …]`.
 */
export interface NdArrayLike {
  /** Numbers by index, or a store with `get` ("generic" to `ndarray`); null and NaN are missing. */
  readonly data:
    | ArrayLike<number | null | undefined>
    | { readonly length: number; get(index: number): number | null | undefined };
  readonly shape: readonly number[];
  readonly stride: readonly number[];
  readonly offset: number;
}

/** Numbers in an array of several dimensions, as it goes out: what `ndarray` makes, as far as it is promised here. */
export interface NdArray<Data extends Float32Array | Float64Array = Float32Array | Float64Array> {
  readonly data: Data;
  readonly shape: number[];
  readonly stride: number[];
  readonly offset: number;
  get(...index: number[]): number;
  set(...indexAndValue: number[]): number;
  /** A view at fixed positions; null leaves a dimension whole. */
  pick(...index: (number | null)[]): NdArray<Data>;
  lo(...index: number[]): NdArray<Data>;
  hi(...index: number[]): NdArray<Data>;
  step(...step: number[]): NdArray<Data>;
  transpose(...axes: number[]): NdArray<Data>;
}

/** A view on an array in row-major order: the last index runs fastest. Nothing is copied. */
export function viewOf<Data extends Float32Array | Float64Array>(data: Data, shape: readonly number[]): NdArray<Data> {
  // The package's types leave the kind of data open; what it makes is what we promise (the tests look at it).
  return ndarray(data, [...shape]) as unknown as NdArray<Data>;
}
