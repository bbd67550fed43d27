/** One version of an OM file: its variables, and values along one dimension of an array. */

import type { ReadOptions } from "../budget.js";
import type { ByteFile, ByteStore } from "../bytes/byte-store.js";
import { unreadable } from "../bytes/failures.js";
import { inTurns } from "../deadline.js";
import { messageOf } from "../errors.js";
import { decodeChunk, TYPES } from "./codecs/chunk.js";
import { HEADER, isOldHeader, readHeader } from "./header.js";
import { positionsOf } from "./lookup.js";
import { isTrailer, type OmArray, type OmVariable, readTrailer, readVariable, TRAILER } from "./variables.js";

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
      const line = new Float64Array(to - from);
      if (to <= from) return line;
      const [before, last] = [Math.floor(from / chunks[axis]!), Math.floor((to - 1) / chunks[axis]!)];
      // Along the last dimension chunks lie one after the other: one request for all of them.
      const isTogether = axis === shape.length - 1;
      const runs = isTogether
        ? [[before, last]]
        : Array.from({ length: last - before + 1 }, (_, k) => [before + k, before + k]);
      await inTurns(runs as [number, number][], WIDTH, (run) =>
        readRange(file, array, axis, run, at, from, line, options),
      );
      return line;
    });
}

/** Chunks [first, last] along an axis, which lie side by side in the file. */
async function readRange(
  file: ByteFile,
  array: OmArray,
  axis: number,
  [first, last]: readonly [number, number],
  at: readonly number[],
  from: number,
  line: Float64Array,
  options: ReadOptions,
): Promise<void> {
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
    copyLine(array, own, axis, first + k, at, from, line);
  }
}

/** A chunk is never much longer than its numbers, unpacked: two parts of each, and the heads of blocks. */
function checkLength({ chunks, type }: OmArray, length: number): void {
  const count = chunks.reduce((product, n) => product * n, 1);
  const most = 64 + (count * TYPES[type].width) / 4 + count / 4;
  if (length > most) throw new RangeError(`a chunk of ${count} numbers has ${length} bytes`);
}

function copyLine(
  array: OmArray,
  bytes: Uint8Array,
  axis: number,
  number: number,
  at: readonly number[],
  from: number,
  line: Float64Array,
): void {
  const { shape, chunks } = array;
  const origin = chunks.map((length, d) => length * (d === axis ? number : Math.floor(at[d]! / length)));
  const sizes = chunks.map((length, d) => Math.min(length, shape[d]! - origin[d]!));
  const count = sizes.reduce((product, n) => product * n, 1);
  const step = sizes.slice(axis + 1).reduce((product, n) => product * n, 1);
  const start = sizes.reduce((index, n, d) => index * n + (d === axis ? 0 : at[d]! - origin[d]!), 0);
  const begin = Math.max(from, origin[axis]!);
  const end = Math.min(from + line.length, origin[axis]! + sizes[axis]!);
  const pick = { first: start + (begin - origin[axis]!) * step, step, count: end - begin };
  line.set(decodeChunk(bytes, array, count, sizes.at(-1)!, pick), begin - from);
}
