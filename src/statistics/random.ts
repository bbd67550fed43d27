/** Random numbers by address: a draw depends on the seed and on what it is for, never on what was drawn before. */
import { normalQuantile } from "./normal.js";
import { philox4x32 } from "./philox.js";

const words = /* @__PURE__ */ new Uint32Array(4);

/** The largest double below 1, in place of a 1 to which one draw in 2⁵³ would be rounded. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

/** The draws of one seed. @experimental */
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
