/**
 * Containers of Blosc 1 (c-blosc, README_CHUNK_FORMAT.rst), read here because the compiled readers report no error: they
 * give back whatever lay in memory. Every length is checked; what is inside is LZ4, zlib or Zstandard.
 */
import { inflateSync } from "node:zlib";
import { decodeLz4 } from "./lz4.js";
import { unshuffle, unshuffleBits } from "./shuffle.js";
import { decodeZstd } from "./zstd.js";

const HEAD = 16;
const SHUFFLED = 0x1;
const COPIED = 0x2;
const BITS_SHUFFLED = 0x4;
const NOT_SPLIT = 0x10;
/** By the upper three bits of the flags; LZ4HC is LZ4 to a reader. */
const FORMATS = ["BloscLZ", "LZ4", "Snappy", "zlib", "Zstandard"];
/** A block is split into its bytes of equal rank if its values have at most so many bytes, and it has at least so many values. */
const MOST_SPLITS = 16;
const LEAST_SPLIT = 128;

/** A container whose blocks are decoded one by one, as they are asked for. */
export interface BloscContainer {
  /** Bytes of the content. */
  readonly size: number;
  /** Bytes of a value, for the shuffle. */
  readonly typeSize: number;
  /** Bytes of all blocks but the last, which may have fewer. */
  readonly blockSize: number;
  readonly count: number;
  /** Whether the bytes of equal rank lie together in a block. */
  readonly isShuffled: boolean;
  /** Bytes of a block; shuffled ones are still so. */
  block(k: number): Uint8Array;
}

/**
 * @param most bytes that the content may have
 * @throws Error for anything that is not whole and consistent; so does `block`, and for what is compressed with BloscLZ or Snappy
 */
export function openBlosc(container: Uint8Array, most: number): BloscContainer {
  const view = new DataView(container.buffer, container.byteOffset, container.byteLength);
  if (container.length < HEAD) throw damaged("cut off");
  const flags = container[2]!;
  const typeSize = container[3]!;
  const [size, blockSize, length] = [4, 8, 12].map((at) => view.getUint32(at, true)) as [number, number, number];
  if (container[0] !== 2 || typeSize === 0) throw damaged("not of version 2");
  if (length !== container.length) throw damaged(`${container.length} bytes instead of ${length}`);
  if (size > most) throw damaged(`${size} bytes of content, more than the ${most} expected`);
  if ((flags & COPIED) !== 0) {
    if (length !== HEAD + size) throw damaged("of the wrong length");
    const content = container.subarray(HEAD);
    return { size, typeSize, blockSize: size, count: 1, isShuffled: false, block: () => content };
  }
  if (blockSize === 0 || blockSize > Math.max(size, 1)) throw damaged(`blocks of ${blockSize} bytes`);
  const count = Math.ceil(size / blockSize);
  if (HEAD + 4 * count > length) throw damaged("cut off");
  const canSplit = (flags & NOT_SPLIT) === 0 && typeSize <= MOST_SPLITS && blockSize / typeSize >= LEAST_SPLIT;
  const isShuffled = (flags & SHUFFLED) !== 0 && typeSize > 1;
  const block = (k: number) => {
    const into = new Uint8Array(Math.min(blockSize, size - k * blockSize));
    const splits = canSplit && into.length === blockSize ? typeSize : 1;
    readSplits(container, view, view.getInt32(HEAD + 4 * k, true), into, splits, flags >> 5);
    const isInBits = !isShuffled && (flags & BITS_SHUFFLED) !== 0 && into.length >= typeSize;
    return isInBits ? unshuffleBits(into, typeSize) : into;
  };
  return { size, typeSize, blockSize, count, isShuffled, block };
}

/** All of it. */
export function decodeBlosc(container: Uint8Array, most: number): Uint8Array {
  const { size, typeSize, blockSize, count, isShuffled, block } = openBlosc(container, most);
  const into = new Uint8Array(size);
  for (let k = 0; k < count; k++) {
    const bytes = block(k);
    into.set(isShuffled ? unshuffle(bytes, typeSize) : bytes, k * blockSize);
  }
  return into;
}

/** A split is its length in compressed form, then this; as it is, where that is shorter. */
function readSplits(
  container: Uint8Array,
  view: DataView,
  first: number,
  block: Uint8Array,
  splits: number,
  format: number,
): void {
  const bytes = block.length / splits;
  let at = first;
  for (let k = 0; k < splits; k++) {
    if (!(at >= HEAD && at + 4 <= container.length)) throw damaged("cut off");
    const length = view.getInt32(at, true);
    at += 4;
    if (!(length > 0 && length <= bytes && at + length <= container.length)) throw damaged("of wrong lengths");
    const split = container.subarray(at, at + length);
    if (length === bytes) block.set(split, k * bytes);
    else decodeSplit(split, format, block, k * bytes, (k + 1) * bytes);
    at += length;
  }
}

function decodeSplit(split: Uint8Array, format: number, into: Uint8Array, start: number, end: number): void {
  const size = end - start;
  const name = FORMATS[format];
  if (name === "LZ4") decodeLz4(split, into, start, end);
  else if (name === "zlib") place(inflateSync(split, { maxOutputLength: size }), into, start, size);
  else if (name === "Zstandard") place(decodeZstd(split, size, size), into, start, size);
  else throw new Error(`Blosc with ${name ?? "an unknown compressor"} is not read: use zstd or lz4`);
}

function place(bytes: Uint8Array, into: Uint8Array, start: number, size: number): void {
  if (bytes.length !== size) throw damaged("of wrong lengths");
  into.set(bytes, start);
}

function damaged(why: string): Error {
  return new Error(`damaged Blosc container: ${why}`);
}
