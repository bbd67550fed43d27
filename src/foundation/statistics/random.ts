/** Random numbers by address: a draw depends on the seed and on what it is for, never on what was drawn before. */
import { normalQuantile } from "./normal.js";

// Philox4x32-10: 128 random bits from a counter and a key, without any state.
//
// Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw (2011), Parallel random numbers: as easy as 1, 2, 3, Proceedings
// of SC11, doi 10.1145/2063384.2063405; constants of its table 2 and section 3.3, test vectors of its Random123 library.

/** Multipliers, as halves of 16 bits, and whole for the low word. */
const M0 = 0xd2511f53;
const M0_HIGH = M0 >>> 16;
const M0_LOW = M0 & 0xffff;
const M1 = 0xcd9e8d57;
const M1_HIGH = M1 >>> 16;
const M1_LOW = M1 & 0xffff;
/** What the key grows by from round to round: the golden ratio and √3 − 1. */
const WEYL_0 = 0x9e3779b9;
const WEYL_1 = 0xbb67ae85;
const ROUNDS = 10;

/**
 * Upper 32 bits of a product of 32 × 32. No sum passes 2³²: (2¹⁶ − 1)² + 2·(2¹⁶ − 1) = 2³² − 1.
 */
function highWord(a: number, bHigh: number, bLow: number): number {
  const aHigh = a >>> 16;
  const aLow = a & 0xffff;
  const low = Math.imul(aLow, bLow);
  const middle = Math.imul(aHigh, bLow) + (low >>> 16);
  const cross = Math.imul(aLow, bHigh) + (middle & 0xffff);
  return (Math.imul(aHigh, bHigh) + (middle >>> 16) + (cross >>> 16)) | 0;
}

/**
 * Four words of 32 bits from a counter of four and a key of two.
 *
 * @param words where they go; as unsigned numbers in a `Uint32Array`
 */
export function philox4x32(
  counter0: number,
  counter1: number,
  counter2: number,
  counter3: number,
  key0: number,
  key1: number,
  words: Uint32Array,
): void {
  let c0 = counter0 | 0;
  let c1 = counter1 | 0;
  let c2 = counter2 | 0;
  let c3 = counter3 | 0;
  let k0 = key0 | 0;
  let k1 = key1 | 0;
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = highWord(c0, M0_HIGH, M0_LOW);
    const high1 = highWord(c2, M1_HIGH, M1_LOW);
    const low0 = Math.imul(c0, M0);
    const low1 = Math.imul(c2, M1);
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 = (k0 + WEYL_0) | 0;
    k1 = (k1 + WEYL_1) | 0;
  }
  words[0] = c0;
  words[1] = c1;
  words[2] = c2;
  words[3] = c3;
}

const words = /* @__PURE__ */ new Uint32Array(4);

/** The largest double below 1, in place of a 1 to which one draw in 2⁵³ would be rounded. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

/** The draws of one seed. */
export class Random {
  readonly seed: number;
  private readonly low: number;
  private readonly high: number;

  /**
   * @param seed a whole number, 0 ≤ seed ≤ 2⁵³ − 1
   * @throws TypeError for what is no number, RangeError for another one
   */
  constructor(seed: number) {
    if (typeof seed !== "number") throw new TypeError(`Random: seed must be a whole number, got ${String(seed)}`);
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError(`Random: seed must be a whole number from 0 to 2^53 - 1, got ${seed}`);
    }
    this.seed = seed;
    this.low = seed >>> 0;
    this.high = Math.floor(seed / 0x1_0000_0000);
  }

  /** Uniform within (0, 1), of 53 bits. All four arguments are whole numbers, 0 ≤ value < 2³². */
  uniform(purpose: number, i: number, j: number, attempt: number): number {
    philox4x32(i, j, purpose, attempt, this.low, this.high, words);
    const value = ((words[0]! >>> 5) * 0x400_0000 + (words[1]! >>> 6) + 0.5) / 0x20_0000_0000_0000;
    return value < 1 ? value : BELOW_ONE;
  }

  /** Standard normal. */
  normal(purpose: number, i: number, j: number, attempt: number): number {
    return normalQuantile(this.uniform(purpose, i, j, attempt));
  }
}
