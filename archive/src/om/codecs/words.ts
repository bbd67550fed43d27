/** Whole numbers of a width as bits in a row: plain numbers up to 32 bits, which are fast, and bigints of 64. */

/** What decoders need of numbers, of one width. */
export interface Words<T> {
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
