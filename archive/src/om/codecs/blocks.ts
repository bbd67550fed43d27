/**
 * Blocks of up to 128 whole numbers, packed to the bits that most of them need, with the few larger ones apart: four forms, told by
 * the first byte. The layout is that of the OM format, version 3; docs/reference/archives.md says how it was established.
 */

// Whole numbers of a width as bits in a row: plain numbers up to 32 bits, which are fast, and bigints of 64.

/** What decoders need of numbers, of one width. */
interface Words<T> {
  /** Bits: 8, 16, 32 or 64. */
  readonly width: number;
  /** `count` bits from bit `at` of the bytes after `start`, the lowest first. What is read must be there. */
  bits(bytes: Uint8Array, start: number, at: number, count: number): T;
  of(value: number): T;
  /** low + high · 2^by, within the width. */
  raised(low: T, high: T, by: number): T;
  /** Sum within the width. */
  sum(a: T, b: T): T;
  /** (v >> 1) xor −(v & 1): 0, −1, 1, −2, … of 0, 1, 2, 3, … */
  unzigzag(value: T): T;
}

/** The low bits of a number up to 32 bits, unsigned. */
function masked(value: number, count: number): number {
  return count >= 32 ? value >>> 0 : value & ((1 << count) - 1);
}

function bits32(bytes: Uint8Array, start: number, at: number, count: number): number {
  if (count === 0) return 0;
  const byte = start + (at >>> 3);
  const shift = at & 7;
  const end = shift + count;
  // Of most numbers: without a loop.
  if (end <= 24) {
    let value = bytes[byte]!;
    if (end > 8) value |= bytes[byte + 1]! << 8;
    if (end > 16) value |= bytes[byte + 2]! << 16;
    return (value >>> shift) & ((1 << count) - 1);
  }
  let value = bytes[byte]! >>> shift;
  for (let have = 8 - shift, k = 1; have < count; have += 8, k++) value |= bytes[byte + k]! << have;
  return masked(value, count);
}

function words32(width: 8 | 16 | 32): Words<number> {
  return {
    width,
    bits: bits32,
    of: (value) => value,
    raised: (low, high, by) => (by >= 32 ? low : masked(low | (high << by), width)),
    sum: (a, b) => masked(a + b, width),
    unzigzag: (value) => masked((value >>> 1) ^ -(value & 1), width),
  };
}

const WORDS_64: Words<bigint> = {
  width: 64,
  bits: (bytes, start, at, count) => {
    const low = bits32(bytes, start, at, Math.min(32, count));
    if (count <= 32) return BigInt(low);
    return BigInt(low) | (BigInt(bits32(bytes, start, at + 32, count - 32)) << 32n);
  },
  of: BigInt,
  raised: (low, high, by) => BigInt.asUintN(64, low | (high << BigInt(by))),
  sum: (a, b) => BigInt.asUintN(64, a + b),
  unzigzag: (value) => BigInt.asUintN(64, (value >> 1n) ^ -(value & 1n)),
};

export const WORDS = { 8: words32(8), 16: words32(16), 32: words32(32), 64: WORDS_64 } as const;

/** Numbers in a block; only the last of a run is shorter. */
export const BLOCK = 128;

/** Numbers that are written to, whatever their type. */
interface Numbers<T> {
  readonly length: number;
  [index: number]: T;
}

/** Reads `count` numbers of so many bits into `out`, from position `at` on. @returns where they end */
type Unpack = <T>(
  words: Words<T>,
  bytes: Uint8Array,
  start: number,
  out: Numbers<T>,
  at: number,
  count: number,
  bits: number,
) => number;

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

const readEqual: Unpack = (words, bytes, start, out, at, count, bits) => {
  const length = Math.ceil(bits / 8);
  need(bytes, start, length);
  const value = words.bits(bytes, start, 0, bits);
  for (let k = 0; k < count; k++) out[at + k] = value;
  return start + length;
};

/** In whole blocks of 16 and 32 bits the numbers lie in lanes, as a vector unit of 128 bits unpacks them; elsewhere in a row. */
const readPlain: Unpack = (words, bytes, start, out, at, count, bits) => {
  const { width } = words;
  const length = Math.ceil((count * bits) / 8);
  need(bytes, start, length);
  if (count === BLOCK && (width === 16 || width === 32)) return readLanes(words, bytes, start, out, at, count, bits);
  for (let k = 0; k < count; k++) out[at + k] = words.bits(bytes, start, k * bits, bits);
  return start + length;
};

/** Number i is in lane i mod (128 / width); word k of lane l follows word k of lane l − 1. */
const readLanes: Unpack = (words, bytes, start, out, at, count, bits) => {
  const { width } = words;
  const lanes = 128 / width;
  for (let k = 0; k < count / lanes; k++) {
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
  return start + (count * bits) / 8;
};

/** A bit for each number says whether it is larger; the upper parts of those, then the lower parts of all. */
const readWithBitmap: Unpack = (words, bytes, start, out, at, count, bits) => {
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
};

/** The lower parts of all, then upper parts and positions of those that are larger. */
const readWithList: Unpack = (words, bytes, start, out, at, count, bits) => {
  need(bytes, start, 1);
  const larger = bytes[start]!;
  const after = readPlain(words, bytes, start + 1, out, at, count, bits);
  const uppers: (typeof out)[number][] = [];
  const positions = readShort(words, bytes, after, larger, uppers);
  need(bytes, positions, larger);
  uppers.forEach((upper, n) => {
    const k = bytes[positions + n]!;
    if (k >= count) throw new RangeError(`number ${k} of ${count} is larger than the others`);
    out[at + k] = words.raised(out[at + k]!, upper, bits);
  });
  return positions + larger;
};

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

// Runs of whole numbers: the first as it is, then what each differs by from the one before, in blocks.

/**
 * Fills `out`. With `zigzag` differences of both signs are small numbers; without it they count upwards, within the width.
 *
 * @returns where the run ends
 * @throws RangeError if it does not lie within the bytes
 */
export function readRun<T>(words: Words<T>, zigzag: boolean, bytes: Uint8Array, start: number, out: Numbers<T>) {
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
const ONES = [1, 1, 1, 1, 1, 1, 1];
const GROUPS: readonly (readonly number[])[] = [[], [1], [2], ONES.slice(4), [4], [1, 4], [2, 4], ONES, [8]];

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
