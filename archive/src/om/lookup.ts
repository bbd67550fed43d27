/** Where the chunks of an array lie: positions in the file, packed 64 to a block, so that a few of millions can be read. */

import type { ReadOptions } from "../budget.js";
import type { ByteFile } from "../bytes/byte-store.js";
import { readRun } from "./codecs/runs.js";
import { WORDS } from "./codecs/words.js";
import type { OmArray } from "./variables.js";

/** Positions in a block. */
const BLOCK = 64;

/**
 * Positions of chunks [first, last], and the end of the last one.
 *
 * @throws RangeError if they do not ascend, or lie outside of the file
 */
export async function positionsOf(
  array: OmArray,
  file: ByteFile,
  first: number,
  last: number,
  options: ReadOptions,
): Promise<readonly number[]> {
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

async function packedPositions(
  { shape, chunks, lookup }: OmArray,
  file: ByteFile,
  first: number,
  last: number,
  options: ReadOptions,
): Promise<readonly number[]> {
  const count = 1 + shape.reduce((product, n, k) => product * Math.ceil(n / chunks[k]!), 1);
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
