/** Runs of whole numbers: the first as it is, then what each differs by from the one before, in blocks. */
import { BLOCK, type Numbers, need, readBlock } from "./blocks.js";
import type { Words } from "./words.js";

/**
 * Fills `out`. With `zigzag` differences of both signs are small numbers; without it they count upwards, within the width.
 *
 * @returns where the run ends
 * @throws RangeError if it does not lie within the bytes
 */
export function readRun<T>(
  words: Words<T>,
  zigzag: boolean,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
): number {
  if (out.length === 0) return start;
  let end = readFirst(words, bytes, start, out);
  for (let at = 1; at < out.length; at += BLOCK) {
    const count = Math.min(BLOCK, out.length - at);
    end = readBlock(words, bytes, end, out, at, count);
    for (let k = at; k < at + count; k++) {
      const difference = zigzag ? words.unzigzag(out[k]!) : out[k]!;
      out[k] = words.sum(out[k - 1]!, difference);
    }
  }
  return end;
}

/** By the number of bytes after the first: groups of them from the high to the low, each of them from the low to the high. */
const GROUPS: readonly (readonly number[])[] = [
  [],
  [1],
  [2],
  [1, 1, 1],
  [4],
  [1, 4],
  [2, 4],
  [1, 1, 1, 1, 1, 1, 1],
  [8],
];

/** Leading ones of the first byte say how many follow; what is left of it are the highest bits. A byte is stored whole. */
function readFirst<T>(words: Words<T>, bytes: Uint8Array, start: number, out: Numbers<T>): number {
  need(bytes, start, 1);
  const { width } = words;
  const head = bytes[start]!;
  const more = width === 8 ? 0 : Math.clz32(~(head << 24));
  if (more > width / 8) throw new RangeError(`a first number of ${width} bits takes ${1 + more} bytes`);
  need(bytes, start + 1, more);
  let value = words.of(width === 8 ? head : head & (0x7f >> more));
  let at = start + 1;
  for (const length of GROUPS[more]!) {
    value = words.raised(words.bits(bytes, at, 0, length * 8), value, length * 8);
    at += length;
  }
  out[0] = value;
  return at;
}
