/** Numbers as files store them: arrays of a type, by the name that NumPy, Zarr and HDF5 give it. */

export type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
/** Whole numbers of eight bytes, too. */
export type StoredNumbers = Numbers | BigInt64Array | BigUint64Array;

export const NUMBERS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
};
export const STORED_NUMBERS = { ...NUMBERS, int64: BigInt64Array, uint64: BigUint64Array };
export type NumberType = keyof typeof NUMBERS;
