/** Exact powers of two. */

/** Index of 2^0 in POWERS. */
export const ZERO = 1024;
/** POWERS[ZERO + k] = 2^k, −1024 ≤ k ≤ 1023. */
export const POWERS = new Float64Array(2048);
for (let k = 0, up = 1, down = 1; k <= ZERO; k++, up *= 2, down *= 0.5) {
  POWERS[ZERO - k] = down;
  if (k < ZERO) POWERS[ZERO + k] = up;
}

/** A double and its two 32-bit words in one memory; HIGH is the word with sign and exponent, whatever the byte order. */
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
double[0] = 1;
const HIGH = words[1] === 0x3ff00000 ? 1 : 0;
/** High word of √½. */
const ROOT_HALF = 0x3fe6a09e;

/**
 * k with √½ ≤ x / 2^k < √2, to 20 bits.
 *
 * @param x a positive normal number
 */
export function exponentOf(x: number): number {
  double[0] = x;
  return (words[HIGH]! - ROOT_HALF) >> 20;
}
