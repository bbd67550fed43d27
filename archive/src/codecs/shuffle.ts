/** Bytes and bits of the values of an array in transposed order, so that they compress better: put back. */

/** Byte b of value i stands at b·n + i. What is not a whole value is copied. */
export function unshuffle(bytes: Uint8Array, size: number): Uint8Array {
  const n = Math.floor(bytes.length / size);
  // However large a value is said to be.
  if (n === 0) return bytes.slice();
  const into = new Uint8Array(bytes.length);
  for (let b = 0; b < size; b++) {
    for (let i = 0, from = b * n, to = b; i < n; i++, to += size) into[to] = bytes[from + i]!;
  }
  into.set(bytes.subarray(n * size), n * size);
  return into;
}

/** Bit k of byte b of value i is bit i mod 8 of byte (8·b + k)·n/8 + i/8; n is a multiple of 8, what is beyond is copied. */
export function unshuffleBits(bytes: Uint8Array, size: number): Uint8Array {
  const n = Math.floor(bytes.length / size);
  if (n % 8 !== 0) return bytes.slice();
  const into = new Uint8Array(bytes.length);
  const row = n / 8;
  for (let b = 0; b < size; b++) {
    for (let k = 0; k < 8; k++) {
      for (let group = 0, from = (8 * b + k) * row; group < row; group++) {
        const bits = bytes[from + group]!;
        for (let i = 0, to = group * 8 * size + b; i < 8; i++, to += size) into[to]! |= ((bits >> i) & 1) << k;
      }
    }
  }
  into.set(bytes.subarray(n * size), n * size);
  return into;
}

/** Takes values first, first + step, … , `count` of them, to bytes [to, to + count · size) of `into`. */
type PickValues = (
  bytes: Uint8Array,
  size: number,
  first: number,
  step: number,
  count: number,
  into: Uint8Array,
  to: number,
) => void;

/** Of shuffled values: the others stay where they are, which is most of the work where one cell of many is wanted. */
export const pickShuffled: PickValues = (bytes, size, first, step, count, into, to) => {
  const n = Math.floor(bytes.length / size);
  for (let b = 0; b < size; b++) {
    for (let k = 0, from = b * n + first, at = to + b; k < count; k++, from += step, at += size)
      into[at] = bytes[from]!;
  }
};

/** Of values whose bytes lie together. */
export const pickPlain: PickValues = (bytes, size, first, step, count, into, to) => {
  for (let k = 0, from = first * size, at = to; k < count; k++, from += step * size) {
    for (let b = 0; b < size; b++) into[at++] = bytes[from + b]!;
  }
};

// Numbers as files store them: arrays of a type, by the name that NumPy, Zarr and HDF5 give it.

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
type NumberType = keyof typeof NUMBERS;

// The checksum of Zarr's `crc32c` codec: CRC-32C (Castagnoli), RFC 3720, appendix B.4.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 255]!;
  return (crc ^ 0xffffffff) >>> 0;
}

/** The bytes without the checksum behind them. @throws Error if it is not theirs */
export function withoutChecksum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) throw new Error("cut off before its checksum");
  const content = bytes.subarray(0, bytes.length - 4);
  const stated = new DataView(bytes.buffer, bytes.byteOffset + content.length, 4).getUint32(0, true);
  if (crc32c(content) !== stated) throw new Error("damaged: its checksum is another");
  return content;
}

// numcodecs' `fixedscaleoffset`: values stored as (value − offset) · scale in a smaller type; `quantize` is that without either.

export interface ScaledConfig {
  readonly scale?: number;
  readonly offset?: number;
  /** As numpy writes them, such as "<f4". */
  readonly dtype?: string;
  readonly astype?: string;
}

const NUMPY: { readonly [code: string]: NumberType } = {
  i1: "int8",
  u1: "uint8",
  i2: "int16",
  u2: "uint16",
  i4: "int32",
  u4: "uint32",
  f4: "float32",
  f8: "float64",
};

/** The type that a numpy code names; undefined for one that is not read. */
export function numpyType(code: string): string | undefined {
  return NUMPY[code.replace(/^[<>|]/, "")];
}

interface Step<V> {
  readonly data: V;
  readonly shape: number[];
  readonly stride: number[];
}

export class ScaledCodec {
  readonly kind = "array_to_array";
  readonly #scale: number;
  readonly #offset: number;
  readonly #type: string;
  readonly #stored: string;

  /** @param type of the values, where the filter does not say */
  constructor({ scale = 1, offset = 0, dtype, astype = dtype }: ScaledConfig, type: string) {
    if (!(Number.isFinite(scale) && scale !== 0 && Number.isFinite(offset))) {
      throw new Error(`a scale of ${scale} and an offset of ${offset}`);
    }
    this.#scale = scale;
    this.#offset = offset;
    this.#type = dtype === undefined ? type : (numpyType(dtype) ?? "");
    this.#stored = astype === undefined ? type : (numpyType(astype) ?? "");
    if (!Object.hasOwn(NUMBERS, this.#type) || !Object.hasOwn(NUMBERS, this.#stored)) {
      throw new Error(`values of ${dtype ?? type} stored as ${astype ?? type}`);
    }
  }

  /** What comes after this filter sees the stored type. */
  getEncodedMeta<M extends object>(chunk: M): M {
    return { ...chunk, dataType: this.#stored };
  }

  encode(): never {
    throw new Error("archives are read, not written");
  }

  /** As numpy: stored float32 is computed with as such, whole numbers as float64. */
  decode({ data, shape, stride }: Step<Numbers>): Step<Numbers> {
    const into = new NUMBERS[this.#type as NumberType](data.length);
    const round = this.#stored === "float32" ? Math.fround : (value: number) => value;
    const [scale, offset] = [round(this.#scale), round(this.#offset)];
    for (let k = 0; k < data.length; k++) into[k] = round(round(data[k]! / scale) + offset);
    return { data: into, shape, stride };
  }
}
