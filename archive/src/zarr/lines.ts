/** Values of an array along one of its dimensions, at a place in the others: as few chunks as possible, side by side. */

import type { OneReading } from "../cf/array.js";
import { inTurns } from "../deadline.js";
import type { Arrays } from "./arrays.js";
import type { ArrayMetadata } from "./metadata.js";

/** Chunks in memory at once, for one line. */
const WIDTH = 8;

/**
 * Values as they are stored, [from, to) along dimension `axis`.
 *
 * @param at index in each dimension; that of `axis` is not looked at
 */
export async function readLine(
  arrays: Arrays,
  array: ArrayMetadata,
  axis: number,
  from: number,
  to: number,
  at: readonly number[],
  options: OneReading,
): Promise<Float64Array> {
  const line = new Float64Array(to - from);
  const length = array.chunks[axis]!;
  const before = Math.floor(from / length);
  const count = to > from ? Math.floor((to - 1) / length) - before + 1 : 0;
  await inTurns([...Array(count).keys()], WIDTH, async (k) => {
    options.signal.throwIfAborted();
    const number = before + k;
    const position = at.map((index, d) => (d === axis ? number : Math.floor(index / array.chunks[d]!)));
    const chunk = await arrays.chunk(array, position, options);
    const start = Math.max(from, number * length);
    const end = Math.min(to, (number + 1) * length);
    if (chunk === undefined) {
      line.fill(array.fill, start - from, end - from);
      return;
    }
    const { stride } = chunk;
    const step = stride[axis]!;
    let first = (start - number * length) * step;
    at.forEach((index, d) => {
      if (d !== axis) first += (index % array.chunks[d]!) * stride[d]!;
    });
    await chunk.copy(first, step, line, start - from, end - from, options);
  });
  return line;
}
