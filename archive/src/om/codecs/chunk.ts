/** A chunk of an array as values: its numbers, each row by what it differs from the row before, scaled. */
import { BLOCK, need, readBlock, readRun, WORDS } from "./blocks.js";

// Floats of 32 bits without loss: each xor the one before, in blocks; the leading zeros that all of a block share are cut off, and the
// bits turned round, so that the zeros that round numbers end with become leading ones.

/** Fills `out` with the bits of floats. @returns where they end @throws RangeError if they do not lie within the bytes */
function readXor(bytes: Uint8Array, start: number, out: Uint32Array): number {
  let end = start;
  let before = 0;
  for (let at = 0; at < out.length; at += BLOCK) {
    need(bytes, end, 1);
    const zeros = bytes[end]!;
    if (zeros > 32) throw new RangeError(`floats have ${zeros} leading zeros`);
    const count = Math.min(BLOCK, out.length - at);
    end = readBlock(WORDS[32], bytes, end + 1, out, at, count);
    for (let k = at; k < at + count; k++) {
      before ^= zeros === 32 ? 0 : reversed(out[k]!) >>> zeros;
      out[k] = before;
    }
  }
  return end;
}

/** Bits in the other order. */
function reversed(value: number): number {
  let v = ((value >>> 1) & 0x55555555) | ((value & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return ((v >>> 16) | (v << 16)) >>> 0;
}

/** Numbers of the format's arrays, by their code in the file. */
export const TYPES = {
  12: { name: "int8", width: 8, isSigned: true, isFloat: false },
  13: { name: "uint8", width: 8, isSigned: false, isFloat: false },
  14: { name: "int16", width: 16, isSigned: true, isFloat: false },
  15: { name: "uint16", width: 16, isSigned: false, isFloat: false },
  16: { name: "int32", width: 32, isSigned: true, isFloat: false },
  17: { name: "uint32", width: 32, isSigned: false, isFloat: false },
  18: { name: "int64", width: 64, isSigned: true, isFloat: false },
  19: { name: "uint64", width: 64, isSigned: false, isFloat: false },
  20: { name: "float32", width: 32, isSigned: true, isFloat: true },
  21: { name: "float64", width: 64, isSigned: true, isFloat: true },
} as const;

export type TypeCode = keyof typeof TYPES;

/** How values became whole numbers, by code: as they are or scaled; in 16 bits, linear or of the logarithm; as bits of floats. */
const COMPRESSIONS = {
  0: "pfor_delta_2d_int16",
  1: "fpx_xor_2d",
  2: "pfor_delta_2d",
  3: "pfor_delta_2d_int16_logarithmic",
} as const;

export type Compression = (typeof COMPRESSIONS)[keyof typeof COMPRESSIONS];

export function compressionOf(code: number): Compression | undefined {
  return Object.hasOwn(COMPRESSIONS, code) ? COMPRESSIONS[code as keyof typeof COMPRESSIONS] : undefined;
}

interface Coding {
  readonly type: TypeCode;
  readonly compression: Compression;
  /** A float is (whole number / scale) − offset, in its own precision. */
  readonly scale: number;
  readonly offset: number;
}

/** Some of the values of a chunk: `count` from `first` on, each `step` after the one before. */
interface Pick {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/**
 * @param count values of the chunk
 * @param row values in a row: the length of the last dimension, at the edge of an array less than elsewhere
 * @throws RangeError if the bytes are not exactly those of a chunk
 */
export function decodeChunk(bytes: Uint8Array, coding: Coding, count: number, row: number, pick: Pick): Float64Array {
  const { width, isFloat } = TYPES[coding.type];
  if (coding.compression === "fpx_xor_2d") return floats(bytes, count, row, pick);
  if (!isFloat) return integers(bytes, coding.type, count, row, pick);
  return width === 64 ? scaled64(bytes, coding, count, row, pick) : scaled32(bytes, coding, count, row, pick);
}

/** Whether a type is read that is compressed so. Of float64 as bits there is no writer that keeps the signs. */
export function isCoding(type: TypeCode, compression: Compression): boolean {
  return compression === "pfor_delta_2d" || TYPES[type].name === "float32";
}

/** What stands for a missing value is the largest number. */
function scaled32(bytes: Uint8Array, coding: Coding, count: number, row: number, pick: Pick): Float64Array {
  const { compression, scale, offset } = coding;
  const isShort = compression !== "pfor_delta_2d";
  const numbers = isShort
    ? new Int16Array(wholeNumbers(bytes, 16, true, count, row).buffer)
    : new Int32Array(wholeNumbers(bytes, 32, true, count, row).buffer);
  const missing = isShort ? 32_767 : 2_147_483_647;
  const isLogarithm = compression === "pfor_delta_2d_int16_logarithmic";
  const values = new Float64Array(pick.count);
  const { fround } = Math;
  for (let k = 0, at = pick.first; k < pick.count; k++, at += pick.step) {
    const number = numbers[at]!;
    const scaled = fround(fround(number) / scale);
    const value = isLogarithm ? fround(fround(10 ** scaled) - 1) : fround(scaled - offset);
    values[k] = number === missing ? Number.NaN : value;
  }
  return values;
}

function scaled64(bytes: Uint8Array, coding: Coding, count: number, row: number, pick: Pick): Float64Array {
  const { scale, offset } = coding;
  const numbers = new BigInt64Array(wholeNumbers64(bytes, true, count, row).buffer);
  const missing = 2n ** 63n - 1n;
  return picked(pick, (at) => (numbers[at] === missing ? Number.NaN : Number(numbers[at]) / scale - offset));
}

function integers(bytes: Uint8Array, type: TypeCode, count: number, row: number, pick: Pick): Float64Array {
  const { width, isSigned } = TYPES[type];
  if (width === 64) {
    const unsigned = wholeNumbers64(bytes, isSigned, count, row);
    const numbers = isSigned ? new BigInt64Array(unsigned.buffer) : unsigned;
    return picked(pick, (at) => Number(numbers[at]));
  }
  const unsigned = wholeNumbers(bytes, width, isSigned, count, row);
  const signed = { 8: Int8Array, 16: Int16Array, 32: Int32Array };
  const numbers = isSigned ? new signed[width](unsigned.buffer) : unsigned;
  return picked(pick, (at) => numbers[at]!);
}

function picked({ first, step, count }: Pick, valueAt: (at: number) => number): Float64Array {
  const values = new Float64Array(count);
  for (let k = 0; k < count; k++) values[k] = valueAt(first + k * step);
  return values;
}

/** Unsigned, as what they differ by is stored. Typed arrays keep sums within their width. */
function wholeNumbers(bytes: Uint8Array, width: 8 | 16 | 32, zigzag: boolean, count: number, row: number) {
  const unsigned = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array };
  const numbers = new unsigned[width](count);
  checkEnd(bytes, readRun(WORDS[width], zigzag, bytes, 0, numbers));
  for (let k = row; k < count; k++) numbers[k] = numbers[k]! + numbers[k - row]!;
  return numbers;
}

function wholeNumbers64(bytes: Uint8Array, zigzag: boolean, count: number, row: number): BigUint64Array<ArrayBuffer> {
  const numbers = new BigUint64Array(count);
  checkEnd(bytes, readRun(WORDS[64], zigzag, bytes, 0, numbers));
  for (let k = row; k < count; k++) numbers[k] = numbers[k]! + numbers[k - row]!;
  return numbers;
}

function floats(bytes: Uint8Array, count: number, row: number, pick: Pick): Float64Array {
  const bits = new Uint32Array(count);
  checkEnd(bytes, readXor(bytes, 0, bits));
  for (let k = row; k < count; k++) bits[k] = bits[k]! ^ bits[k - row]!;
  const values = new Float32Array(bits.buffer);
  return picked(pick, (at) => values[at]!);
}

/** There is no checksum: that the bytes end where the numbers do shows much of what a damage does. */
function checkEnd(bytes: Uint8Array, end: number): void {
  if (end !== bytes.length) throw new RangeError(`its numbers end after ${end} of ${bytes.length} bytes`);
}
