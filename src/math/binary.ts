/** Exact powers of two and the exponent of a double. */

/** Index of 2^0 in POWERS. */
export const ZERO = 1024;
/** POWERS[ZERO + k] = 2^k, −1024 ≤ k ≤ 1023. */
export const POWERS = new Float64Array(2048);
for (let k = 0, up = 1, down = 1; k <= ZERO; k++, up *= 2, down *= 0.5) {
  POWERS[ZERO - k] = down;
  if (k < ZERO) POWERS[ZERO + k] = up;
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
double[0] = 1;
/** Which of the two words holds sign and exponent: depends on the machine's byte order. */
const HIGH = words[1] === 0x3ff00000 ? 1 : 0;

/**
 * k with √½ ≲ x / 2^k ≲ √2.
 *
 * @param x a positive normal number
 */
export function exponentOf(x: number): number {
  double[0] = x;
  // √½ = 0x3fe6a09e…: adding its distance to 1 carries into the exponent from √2 on.
  return ((words[HIGH]! + (0x3ff00000 - 0x3fe6a09e)) >>> 20) - 1023;
}

/** y · 2^k for 0.5 < y < 2, with one rounding at most: overflow gives Infinity, underflow a subnormal or 0. */
export function scaleFar(y: number, k: number): number {
  if (k > 1023) return y * 2 * POWERS[ZERO + k - 1]!;
  if (k < -1022) return y * POWERS[ZERO + k + 1000]! * POWERS[ZERO - 1000]!;
  return y * POWERS[ZERO + k]!;
}
