/**
 * Containers of Blosc 1 (c-blosc, README_CHUNK_FORMAT.rst), read here because the compiled readers report no error: they
 * give back whatever lay in memory. Every length is checked; what is inside is BloscLZ, LZ4, zlib or Zstandard.
 */
import { inflateSync } from "node:zlib";
import { ZSTDDecoder } from "zstddec";
import { decodeBloscLz, decodeLz4 } from "./lz.js";
import { unshuffle, unshuffleBits } from "./shuffle.js";

// Zstandard frames (RFC 8878), by the reference decoder compiled to WebAssembly.

const MAGIC = 0xfd2fb528;
const SINGLE_SEGMENT = 0x20;
const SIZE_BYTES = [0, 2, 4, 8];
const DICTIONARY_BYTES = [0, 1, 2, 4];

const decoder = new ZSTDDecoder();

/** To be awaited once before `decodeZstd`. */
export function zstdReady(): Promise<void> {
  return decoder.init();
}

/**
 * @param expected bytes, where the frame does not say how many
 * @throws Error for damaged frames, and for more than `most` bytes: before anything is allocated for them
 */
export function decodeZstd(frame: Uint8Array, expected: number, most: number): Uint8Array {
  const size = contentSize(frame) ?? expected;
  if (size > most) throw new Error(`Zstandard frame of ${size} bytes, more than the ${most} expected`);
  if (size === 0) return new Uint8Array(0);
  // The size is given: without it the decoder trusts the frame's, and errors are then written where memory is its own.
  const bytes = decoder.decode(frame, size);
  // It gives nothing back for what it cannot decode, and throws nothing.
  if (bytes.length !== size) throw new Error("damaged Zstandard frame");
  return bytes;
}

/**
 * A frame, and nothing behind it, that need not say how many bytes it has.
 *
 * @throws Error for damaged frames, and for what may be more than `most` bytes: before anything is allocated for it
 */
export function decodeZstdWithin(frame: Uint8Array, most: number): Uint8Array {
  const said = contentSize(frame);
  if (said !== undefined) return decodeZstd(frame, said, most);
  const room = roomFor(frame);
  if (room > most + BLOCK) throw new Error(`Zstandard frame of more than the ${most} bytes expected`);
  const bytes = decoder.decode(frame, room);
  if (bytes.length === 0) throw new Error("damaged Zstandard frame");
  return bytes;
}

/** Most bytes of a block, where it is compressed; else it says how many (RFC 8878, 3.1.1.2). */
const BLOCK = 128 * 1024;
const [CHECKSUM, REPEATED, PACKED, RESERVED] = [0x4, 1, 2, 3];

/** The most that the blocks of a frame can hold, as their heads say. */
function roomFor(frame: Uint8Array): number {
  let [room, at, isLast] = [0, 6 + DICTIONARY_BYTES[frame[4]! & 3]!, false];
  while (!isLast) {
    if (at + 3 > frame.length) throw new Error("Zstandard frame is cut off");
    const head = frame[at]! | (frame[at + 1]! << 8) | (frame[at + 2]! << 16);
    const [type, size] = [(head >> 1) & 3, head >> 3];
    if (type === RESERVED || size > BLOCK) throw new Error("damaged Zstandard frame");
    isLast = (head & 1) !== 0;
    room += type === PACKED ? BLOCK : size;
    at += 3 + (type === REPEATED ? 1 : size);
  }
  const end = at + ((frame[4]! & CHECKSUM) === 0 ? 0 : 4);
  if (end !== frame.length) throw new Error("Zstandard frame is cut off, or something stands behind it");
  return room;
}

/** What the head of a frame says of its content; undefined if it does not. */
function contentSize(frame: Uint8Array): number | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 6 || view.getUint32(0, true) !== MAGIC) throw new Error("not a Zstandard frame");
  const flags = frame[4]!;
  const isSingle = (flags & SINGLE_SEGMENT) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + DICTIONARY_BYTES[flags & 3]!;
  const bytes = SIZE_BYTES[flags >> 6]! || (isSingle ? 1 : 0);
  if (at + bytes > frame.length) throw new Error("Zstandard frame is cut off");
  if (bytes === 0) return undefined;
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

/** Bytes at the start of a container, before those that say where its blocks are. */
export const BLOSC_HEAD = 16;
const SHUFFLED = 0x1;
const COPIED = 0x2;
const BITS_SHUFFLED = 0x4;
const NOT_SPLIT = 0x10;
/** By the upper three bits of the flags; LZ4HC is LZ4 to a reader. */
const FORMATS = ["BloscLZ", "LZ4", "Snappy", "zlib", "Zstandard"];
/** A block is split into its bytes of equal rank if its values have at most so many bytes, and it has at least so many values. */
const MOST_SPLITS = 16;
const LEAST_SPLIT = 128;

/** A container whose blocks are read and decoded as they are asked for. */
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
  /** Where in the container a block is, [start, end). */
  extentOf(k: number): readonly [number, number];
  /**
   * Bytes of a block from those of its extent; shuffled ones are still so.
   *
   * @param take gives memory for them, with anything in it
   * @throws Error for damage, and for Snappy
   */
  decode(k: number, packed: Uint8Array, take?: (size: number) => Uint8Array): Uint8Array;
}

/** Bytes of a container's head with the places of its blocks, as its first 16 bytes say. */
export function bloscHeadSize(head: Uint8Array): number {
  if (head.length < BLOSC_HEAD) throw damaged("cut off");
  const view = new DataView(head.buffer, head.byteOffset, BLOSC_HEAD);
  const [size, blockSize] = [view.getUint32(4, true), view.getUint32(8, true)];
  if ((head[2]! & COPIED) !== 0) return BLOSC_HEAD;
  if (blockSize === 0 || blockSize > Math.max(size, 1)) throw damaged(`blocks of ${blockSize} bytes`);
  return BLOSC_HEAD + 4 * Math.ceil(size / blockSize);
}

/**
 * @param head the container's first bytes: as many as `bloscHeadSize` says
 * @param given bytes of the container
 * @param most bytes that the content may have
 * @throws Error for anything that is not whole and consistent
 */
export function openBlosc(head: Uint8Array, given: number, most: number): BloscContainer {
  if (head.length < BLOSC_HEAD) throw damaged("cut off");
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const flags = head[2]!;
  const typeSize = head[3]!;
  const [size, blockSize, length] = [4, 8, 12].map((at) => view.getUint32(at, true)) as [number, number, number];
  if (head[0] !== 2 || typeSize === 0) throw damaged("not of version 2");
  if (length !== given) throw damaged(`${given} bytes instead of ${length}`);
  if (size > most) throw damaged(`${size} bytes of content, more than the ${most} expected`);
  if ((flags & COPIED) !== 0) {
    if (length !== BLOSC_HEAD + size) throw damaged("of the wrong length");
    const extentOf = () => [BLOSC_HEAD, length] as const;
    return { size, typeSize, blockSize: size, count: 1, isShuffled: false, extentOf, decode: (_, packed) => packed };
  }
  const from = bloscHeadSize(head);
  if (from > length || from > head.length) throw damaged("cut off");
  const count = Math.ceil(size / blockSize);
  const starts = Array.from({ length: count }, (_, k) => view.getInt32(BLOSC_HEAD + 4 * k, true));
  const canSplit = (flags & NOT_SPLIT) === 0 && typeSize <= MOST_SPLITS && blockSize / typeSize >= LEAST_SPLIT;
  const isShuffled = (flags & SHUFFLED) !== 0 && typeSize > 1;
  const decode: BloscContainer["decode"] = (k, packed, take = blank) => {
    const length = Math.min(blockSize, size - k * blockSize);
    const splits = canSplit && length === blockSize ? typeSize : 1;
    const isInBits = !isShuffled && (flags & BITS_SHUFFLED) !== 0 && length >= typeSize;
    // Splits of unequal length, which no writer makes, leave bytes between them as they were.
    const into = (isInBits || length % splits !== 0 ? blank : take)(length);
    readSplits(packed, into, splits, flags >> 5);
    return isInBits ? unshuffleBits(into, typeSize) : into;
  };
  return { size, typeSize, blockSize, count, isShuffled, extentOf: extentsOf(starts, from, length), decode };
}

function blank(size: number): Uint8Array {
  return new Uint8Array(size);
}

/** Several threads write blocks in any order: one ends where the next begins, whichever that is. */
function extentsOf(starts: readonly number[], from: number, length: number): BloscContainer["extentOf"] {
  if (starts.some((start) => start < from || start > length)) throw damaged("cut off");
  const ends = Int32Array.from([...starts, length]).sort();
  return (k) => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! > starts[k]!) high = middle;
      else low = middle + 1;
    }
    return [starts[k]!, ends[low]!];
  };
}

/** All of it. */
export function decodeBlosc(bytes: Uint8Array, most: number): Uint8Array {
  const container = openBlosc(bytes, bytes.length, most);
  const { size, typeSize, blockSize, count, isShuffled } = container;
  const into = new Uint8Array(size);
  for (let k = 0; k < count; k++) {
    const block = container.decode(k, bytes.subarray(...container.extentOf(k)));
    into.set(isShuffled ? unshuffle(block, typeSize) : block, k * blockSize);
  }
  return into;
}

/** A split is its length in compressed form, then this; as it is, where that is shorter. */
function readSplits(packed: Uint8Array, block: Uint8Array, splits: number, format: number): void {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const bytes = block.length / splits;
  let at = 0;
  for (let k = 0; k < splits; k++) {
    if (at + 4 > packed.length) throw damaged("cut off");
    const length = view.getInt32(at, true);
    at += 4;
    if (!(length > 0 && length <= bytes && at + length <= packed.length)) throw damaged("of wrong lengths");
    const split = packed.subarray(at, at + length);
    if (length === bytes) block.set(split, k * bytes);
    else decodeSplit(split, format, block, k * bytes, (k + 1) * bytes);
    at += length;
  }
}

function decodeSplit(split: Uint8Array, format: number, into: Uint8Array, start: number, end: number): void {
  const size = end - start;
  const name = FORMATS[format];
  if (name === "BloscLZ") decodeBloscLz(split, into, start, end);
  else if (name === "LZ4") decodeLz4(split, into, start, end);
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
