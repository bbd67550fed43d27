/** Cubic tables: a smooth function of one variable as 512 cubics of equal width, for kernels that evaluate it in every row. */
import { cos } from "../../math/index.js";

export const INTERVALS = 512;

/**
 * Through rounding a sine may slightly exceed 1. Tables over a sine end here, so that no value falls outside and no row has
 * to check; the function itself is not evaluated beyond 1.
 */
export const ABOVE_ONE = 1 + 1e-9;

const ORDERS = [0, 1, 2, 3];

/**
 * Coefficients of `f` on [from, to]: four columns c0, c1, c2, c3 with an entry per interval, in the variable t = 0…1
 * across it. Each cubic passes through f at the four Chebyshev points of its interval, so f is not evaluated at the ends.
 *
 * The form of the lookup determines its time (measured, air mass: from 5.5 to 3 ns): one column per power, so that one index
 * serves all; the index masked to nine bits, which needs no bounds check; no minimum or maximum; two lines instead of a chain.
 */
export function cubicTable(
  from: number,
  to: number,
  f: (x: number) => number,
): readonly [Float64Array, Float64Array, Float64Array, Float64Array] {
  const angles = ORDERS.map((i) => ((2 * i + 1) * Math.PI) / 8);
  const weights = ORDERS.map((order) => angles.map((angle) => cos(order * angle) / 2));
  const column = () => new Float64Array(INTERVALS);
  const [c0, c1, c2, c3] = [column(), column(), column(), column()] as const;
  for (let k = 0; k < INTERVALS; k++) {
    const values = weights[1]!.map((half) => f(from + ((k + half + 0.5) * (to - from)) / INTERVALS));
    // The sum of Chebyshev polynomials, by powers of t.
    const sums = weights.map((of) => of.reduce((sum, weight, i) => sum + weight * values[i]!, 0));
    const [p, q, r, s] = sums as [number, number, number, number];
    c0[k] = p / 2 - q + r - s;
    c1[k] = 2 * q - 8 * r + 18 * s;
    c2[k] = 8 * r - 48 * s;
    c3[k] = 32 * s;
  }
  return [c0, c1, c2, c3];
}
