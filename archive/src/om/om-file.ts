/** One version of an OM file: its variables, and values along one dimension of an array. */
import { inTurns, type ReadOptions } from "../budget.js";
import type { ByteFile, ByteStore } from "../bytes/byte-store.js";
import { unreadable } from "../bytes/location.js";
import { messageOf } from "../errors.js";
import { productOf } from "../lists.js";
import { readRun, WORDS } from "./codecs/blocks.js";
import { compressionOf, decodeChunk, TYPES } from "./codecs/chunk.js";
import {
  checkedArray,
  isTrailer,
  type OmArray,
  type OmVariable,
  readTrailer,
  readVariable,
  TRAILER,
} from "./variables.js";

// What a file of the OM format's versions 1 and 2 says of itself: a head of 40 bytes, the ends of its chunks as plain numbers, and
// the chunks of one two-dimensional array, [cell, time]. Open-Meteo's archive holds such files from before about January 2025.
// Established with files made by hand that omfiles 1.2.0 reads, value by value (archive/test/fixtures/make-om.py).

/** Bytes of the head. */
const HEADER = 40;
const FLOAT32 = 20;

function isOldHeader(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER && bytes[0] === 0x4f && bytes[1] === 0x4d && (bytes[2] === 1 || bytes[2] === 2);
}

/** @throws RangeError for what contradicts itself, or is not read */
function readHeader(bytes: Uint8Array, size: number): OmVariable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number) => Number(view.getBigUint64(at, true));
  // Version 1 knew one compression only, and its byte says nothing.
  const code = view.getUint8(2) === 1 ? 0 : view.getUint8(3);
  const compression = compressionOf(code);
  if (compression === undefined) throw new RangeError(`values in compression ${code} are not read`);
  const shape = [number(8), number(16)];
  const chunks = [number(24), number(32)];
  const count = productOf(shape.map((n, k) => Math.ceil(n / chunks[k]!)));
  const lookup = { offset: HEADER, length: 8 * count };
  const stored = { type: FLOAT32, compression, scale: view.getFloat32(4, true), offset: 0 } as const;
  return { name: "", children: [], array: checkedArray({ ...stored, shape, chunks, lookup, isPlain: true }, size) };
}

export interface OmFile {
  readonly location: string;
  /** Equal only for equal bytes. */
  readonly version: string;
  readonly root: OmVariable;
  /** The variables in another. */
  children(of: OmVariable, options: ReadOptions): Promise<readonly OmVariable[]>;
  /** One of them by its name. */
  child(of: OmVariable, name: string, options: ReadOptions): Promise<OmVariable | undefined>;
  /**
   * Values [from, to) along dimension `axis`, in float64; NaN where one is missing.
   *
   * @param at index in each dimension; that of `axis` is not looked at
   * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for damage, `ERR_ARCHIVE_CHANGED` if the file is another by now
   */
  line(
    array: OmArray,
    axis: number,
    from: number,
    to: number,
    at: readonly number[],
    options: ReadOptions,
  ): Promise<Float64Array>;
}

/** The end of a file that comes with the request that opens it: variables, and the positions of chunks of all but large files. */
export const END = { tail: 64 * 1024 };
/** Ranges that are read at once, for one line. */
const WIDTH = 8;

/**
 * @param maxAge ms for which a version of the file is taken for the newest
 * @returns undefined if there is no such file
 */
export async function openOm(
  bytes: ByteStore,
  location: string,
  maxAge: number,
  options: ReadOptions,
): Promise<OmFile | undefined> {
  const file = await bytes.open(location, { ...options, maxAge, first: END });
  if (file === undefined) return undefined;
  return within(file, async () => {
    if (file.size < TRAILER) throw new RangeError("it is too short to be an OM file");
    const root = await rootOf(file, options);
    return { ...file, root, children: childrenOf(file), child: childOf(file), line: lineOf(file) };
  });
}

/** By the end, which has come with the opening; only where it is not of version 3 the head is asked for. */
async function rootOf(file: ByteFile, options: ReadOptions): Promise<OmVariable> {
  const end = await file.read(file.size - TRAILER, TRAILER, options);
  if (!isTrailer(end) && file.size >= HEADER) {
    const head = await file.read(0, HEADER, options);
    if (isOldHeader(head)) return readHeader(head, file.size);
  }
  const { offset, length } = readTrailer(end, file.size);
  return readVariable(await file.read(offset, length, options), file.size);
}

/** What is wrong in a file, as an error of the archive that names it. */
async function within<T>(file: ByteFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError)
      throw unreadable(file.location, `it is damaged or not an OM file: ${messageOf(error)}`);
    throw error;
  }
}

function childrenOf(file: ByteFile): OmFile["children"] {
  return ({ children }, options) =>
    within(file, async () => {
      const all = await Promise.all(children.map(({ offset, length }) => file.read(offset, length, options)));
      return all.map((bytes) => readVariable(bytes, file.size));
    });
}

function childOf(file: ByteFile): OmFile["child"] {
  return ({ children }, name, options) =>
    within(file, async () => {
      const all = await Promise.all(children.map(({ offset, length }) => file.read(offset, length, options)));
      let problem: unknown;
      for (const bytes of all) {
        try {
          const variable = readVariable(bytes, file.size);
          if (variable.name === name) return variable;
        } catch (error) {
          problem ??= error;
        }
      }
      // The one that cannot be read may be the one that is wanted.
      if (problem !== undefined) throw problem;
      return undefined;
    });
}

function lineOf(file: ByteFile): OmFile["line"] {
  return (array, axis, from, to, at, options) =>
    within(file, async () => {
      const { shape, chunks } = array;
      if (at.some((index, d) => d !== axis && !(index >= 0 && index < shape[d]!)) || from < 0 || to > shape[axis]!) {
        throw new RangeError(`it has no values at ${at.join(", ")}; it has ${shape.join(" × ")}`);
      }
      const into = new Float64Array(to - from);
      if (to <= from) return into;
      const [before, last] = [Math.floor(from / chunks[axis]!), Math.floor((to - 1) / chunks[axis]!)];
      // Along the last dimension chunks lie one after the other: one request for all of them.
      const isTogether = axis === shape.length - 1;
      const runs = isTogether
        ? [[before, last]]
        : Array.from({ length: last - before + 1 }, (_, k) => [before + k, before + k]);
      const line = { array, axis, at, from, into };
      await inTurns(runs as [number, number][], WIDTH, (run) => readRange(file, line, run, options));
      return into;
    });
}

/** Values that are wanted of an array along an axis, from an index on. */
interface Line {
  readonly array: OmArray;
  readonly axis: number;
  readonly at: readonly number[];
  readonly from: number;
  readonly into: Float64Array;
}

/** Chunks [first, last] along an axis, which lie side by side in the file. */
async function readRange(file: ByteFile, line: Line, [first, last]: readonly [number, number], options: ReadOptions) {
  const { array, axis, at } = line;
  const { shape, chunks } = array;
  const numberOf = (n: number) =>
    shape.reduce(
      (number, size, d) => number * Math.ceil(size / chunks[d]!) + (d === axis ? n : Math.floor(at[d]! / chunks[d]!)),
      0,
    );
  const positions = await positionsOf(array, file, numberOf(first), numberOf(last), options);
  for (let k = 0; k <= last - first; k++) checkLength(array, positions[k + 1]! - positions[k]!);
  const start = positions[0]!;
  const bytes = await file.read(start, positions.at(-1)! - start, options);
  for (let k = 0; k <= last - first; k++) {
    options.signal.throwIfAborted();
    const own = bytes.subarray(positions[k]! - start, positions[k + 1]! - start);
    copyLine(line, own, first + k);
  }
}

/** A chunk is never much longer than its numbers, unpacked: two parts of each, and the heads of blocks. */
function checkLength({ chunks, type }: OmArray, length: number): void {
  const count = productOf(chunks);
  const most = 64 + (count * TYPES[type].width) / 4 + count / 4;
  if (length > most) throw new RangeError(`a chunk of ${count} numbers has ${length} bytes`);
}

function copyLine({ array, axis, at, from, into }: Line, bytes: Uint8Array, number: number): void {
  const { shape, chunks } = array;
  const origin = chunks.map((length, d) => length * (d === axis ? number : Math.floor(at[d]! / length)));
  const sizes = chunks.map((length, d) => Math.min(length, shape[d]! - origin[d]!));
  const count = productOf(sizes);
  const step = productOf(sizes.slice(axis + 1));
  const start = sizes.reduce((index, n, d) => index * n + (d === axis ? 0 : at[d]! - origin[d]!), 0);
  const begin = Math.max(from, origin[axis]!);
  const end = Math.min(from + into.length, origin[axis]! + sizes[axis]!);
  const pick = { first: start + (begin - origin[axis]!) * step, step, count: end - begin };
  into.set(decodeChunk(bytes, array, count, sizes.at(-1)!, pick), begin - from);
}

// Where the chunks of an array lie: positions in the file, packed 64 to a block, so that a few of millions can be read.

/** Positions in a block. */
const BLOCK = 64;

/**
 * Positions of chunks [first, last], and the end of the last one.
 *
 * @throws RangeError if they do not ascend, or lie outside of the file
 */
async function positionsOf(array: OmArray, file: ByteFile, first: number, last: number, options: ReadOptions) {
  const wanted = await (array.isPlain ? plainPositions : packedPositions)(array, file, first, last, options);
  wanted.forEach((position, k) => {
    if (position > file.size || (k > 0 && position <= wanted[k - 1]!)) {
      throw new RangeError(`a chunk lies from ${wanted[k - 1] ?? 0} to ${position}, of ${file.size} bytes`);
    }
  });
  return wanted;
}

/** Before version 3: the end of each chunk, counted from the start of the first; only those that are needed are read. */
async function plainPositions({ lookup }: OmArray, file: ByteFile, first: number, last: number, options: ReadOptions) {
  const from = Math.max(0, first - 1);
  const bytes = await file.read(lookup.offset + 8 * from, 8 * (last + 1 - from), options);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = lookup.offset + lookup.length;
  const ends = Array.from({ length: last + 1 - from }, (_, k) => start + Number(view.getBigUint64(8 * k, true)));
  return first === 0 ? [start, ...ends] : ends;
}

async function packedPositions(array: OmArray, file: ByteFile, first: number, last: number, options: ReadOptions) {
  const { shape, chunks, lookup } = array;
  const count = 1 + productOf(shape.map((n, k) => Math.ceil(n / chunks[k]!)));
  const blocks = Math.ceil(count / BLOCK);
  const length = lookup.length / blocks;
  if (!Number.isInteger(length) || length === 0 || length > 9 * BLOCK + 32) {
    throw new RangeError(`positions of ${count} chunks take ${lookup.length} bytes`);
  }
  const [from, to] = [Math.floor(first / BLOCK), Math.floor((last + 1) / BLOCK)];
  const bytes = await file.read(lookup.offset + from * length, (to - from + 1) * length, options);
  const positions: number[] = [];
  for (let block = from; block <= to; block++) {
    const values = new BigUint64Array(Math.min(BLOCK, count - block * BLOCK));
    readRun(WORDS[64], false, bytes.subarray((block - from) * length, (block - from + 1) * length), 0, values);
    for (const value of values) positions.push(Number(value));
  }
  return positions.slice(first - from * BLOCK, last + 2 - from * BLOCK);
}
