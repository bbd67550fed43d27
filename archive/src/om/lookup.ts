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
  const wanted = positions.slice(first - from * BLOCK, last + 2 - from * BLOCK);
  wanted.forEach((position, k) => {
    if (position > file.size || (k > 0 && position <= wanted[k - 1]!)) {
      throw new RangeError(`a chunk lies from ${wanted[k - 1] ?? 0} to ${position}, of ${file.size} bytes`);
    }
  });
  return wanted;
}
