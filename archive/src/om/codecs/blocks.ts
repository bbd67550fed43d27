/**
 * Blocks of up to 128 whole numbers, packed to the bits that most of them need, with the few larger ones apart: four forms, told by
 * the first byte. The layout is that of the OM format, version 3; docs/reference/archives.md says how it was established.
 */
import type { Words } from "./words.js";

/** Numbers in a block; only the last of a run is shorter. */
export const BLOCK = 128;

/** Numbers that are written to, whatever their type. */
export interface Numbers<T> {
  readonly length: number;
  [index: number]: T;
}

/**
 * Reads `count` numbers into `out`, from position `at` on.
 *
 * @returns where the block ends
 * @throws RangeError if it does not lie within the bytes, or contradicts itself
 */
export function readBlock<T>(
  words: Words<T>,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
  at: number,
  count: number,
): number {
  need(bytes, start, 1);
  const head = bytes[start]!;
  const isApart = (head & 0xc0) === 0x80;
  const isListed = (head & 0xc0) === 0x40;
  const bits = bitsOf(head & 0x3f, words);
  if (head >= 0xc0) return readEqual(words, bytes, start + 1, out, at, count, bits);
  if (isApart) return readWithBitmap(words, bytes, start + 1, out, at, count, bits);
  if (isListed) return readWithList(words, bytes, start + 1, out, at, count, bits);
  return readPlain(words, bytes, start + 1, out, at, count, bits);
}

/** Six bits cannot say 64: 63 does, as no number of 64 bits needs 63. */
function bitsOf(declared: number, { width }: Words<unknown>): number {
  const bits = width === 64 && declared === 63 ? 64 : declared;
  if (bits > width) throw new RangeError(`a number of ${width} bits has ${bits}`);
  return bits;
}

export function need(bytes: Uint8Array, start: number, length: number): void {
  if (start + length > bytes.length) throw new RangeError("it ends within a block");
}

function readEqual<T>(
  words: Words<T>,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
  at: number,
  count: number,
  bits: number,
): number {
  const length = Math.ceil(bits / 8);
  need(bytes, start, length);
  const value = words.bits(bytes, start, 0, bits);
  for (let k = 0; k < count; k++) out[at + k] = value;
  return start + length;
}

/** In whole blocks of 16 and 32 bits the numbers lie in lanes, as a vector unit of 128 bits unpacks them; elsewhere in a row. */
function readPlain<T>(
  words: Words<T>,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
  at: number,
  count: number,
  bits: number,
): number {
  const { width } = words;
  const length = Math.ceil((count * bits) / 8);
  need(bytes, start, length);
  if (count === BLOCK && (width === 16 || width === 32)) {
    readLanes(words, bytes, start, out, at, bits);
  } else {
    for (let k = 0; k < count; k++) out[at + k] = words.bits(bytes, start, k * bits, bits);
  }
  return start + length;
}

/** Number i is in lane i mod (128 / width); word k of lane l follows word k of lane l − 1. */
function readLanes<T>(
  words: Words<T>,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
  at: number,
  bits: number,
): void {
  const { width } = words;
  const lanes = 128 / width;
  for (let k = 0; k < BLOCK / lanes; k++) {
    // The same in each lane: the number's first bit in its word, and how many more are in the next.
    const within = (k * bits) % width;
    const word = (k * bits - within) * lanes;
    const here = Math.min(bits, width - within);
    for (let lane = 0; lane < lanes; lane++) {
      const first = word + lane * width;
      const low = words.bits(bytes, start, first + within, here);
      out[at + k * lanes + lane] =
        here === bits ? low : words.raised(low, words.bits(bytes, start, first + 128, bits - here), here);
    }
  }
}

/** A bit for each number says whether it is larger; the upper parts of those, then the lower parts of all. */
function readWithBitmap<T>(
  words: Words<T>,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
  at: number,
  count: number,
  bits: number,
): number {
  need(bytes, start, 1 + Math.ceil(count / 8));
  const more = bytes[start]!;
  if (more > words.width) throw new RangeError(`an upper part of ${words.width} bits has ${more}`);
  const map = start + 1;
  const uppers = map + Math.ceil(count / 8);
  const isLarger = (k: number) => (bytes[map + (k >> 3)]! >> (k & 7)) & 1;
  let larger = 0;
  for (let k = 0; k < count; k++) larger += isLarger(k);
  const length = Math.ceil((larger * more) / 8);
  need(bytes, uppers, length);
  const end = readPlain(words, bytes, uppers + length, out, at, count, bits);
  for (let k = 0, n = 0; k < count; k++) {
    if (isLarger(k) === 0) continue;
    const upper = words.bits(bytes, uppers, n * more, more);
    out[at + k] = words.raised(out[at + k]!, upper, bits);
    n++;
  }
  return end;
}

/** The lower parts of all, then upper parts and positions of those that are larger. */
function readWithList<T>(
  words: Words<T>,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
  at: number,
  count: number,
  bits: number,
): number {
  need(bytes, start, 1);
  const larger = bytes[start]!;
  const after = readPlain(words, bytes, start + 1, out, at, count, bits);
  const uppers: T[] = [];
  const positions = readShort(words, bytes, after, larger, uppers);
  need(bytes, positions, larger);
  uppers.forEach((upper, n) => {
    const k = bytes[positions + n]!;
    if (k >= count) throw new RangeError(`number ${k} of ${count} is larger than the others`);
    out[at + k] = words.raised(out[at + k]!, upper, bits);
  });
  return positions + larger;
}

/** First bytes from which on a number takes two, three and more bytes; the last says that all are stored whole. */
const [TWO, THREE, MORE, WHOLE] = [177, 241, 249, 255] as const;
/** The least numbers of two and three bytes. */
const LEAST_OF_TWO = TWO;
const LEAST_OF_THREE = TWO + (THREE - TWO) * 256;

/** Numbers in as few bytes as they need. */
function readShort<T>(words: Words<T>, bytes: Uint8Array, start: number, count: number, out: T[]): number {
  const { width } = words;
  if (count > 0 && bytes[start] === WHOLE) {
    const length = width / 8;
    need(bytes, start + 1, count * length);
    for (let n = 0; n < count; n++) out.push(words.bits(bytes, start + 1, n * width, width));
    return start + 1 + count * length;
  }
  let at = start;
  for (let n = 0; n < count; n++) {
    need(bytes, at, 1);
    const first = bytes[at]!;
    const length = first < TWO ? 0 : first < THREE ? 1 : first < MORE ? 2 : first - MORE + 3;
    need(bytes, at + 1, length);
    if (first < TWO) out.push(words.of(first));
    else if (first < THREE) out.push(words.of(((first - TWO) << 8) + bytes[at + 1]! + LEAST_OF_TWO));
    else if (first < MORE)
      out.push(words.of(((first - THREE) << 16) + bytes[at + 1]! + (bytes[at + 2]! << 8) + LEAST_OF_THREE));
    else {
      if (length * 8 > width) throw new RangeError(`a number of ${width} bits takes ${length} bytes`);
      out.push(words.bits(bytes, at + 1, 0, length * 8));
    }
    at += 1 + length;
  }
  return at;
}
