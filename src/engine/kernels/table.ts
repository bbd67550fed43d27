/** Cubic tables: a smooth function of one variable as 512 cubics of equal width, for kernels that ask it for every row. */
import { cos } from "../../math/index.js";

export const INTERVALS = 512;

/**
 * Coefficients of `f` on [from, to]: interval k holds c0, c1, c2, c3 at 4·k, in the variable t = 0…1 across it. Each cubic
 * runs through f at the four Chebyshev points of its interval, so f is never asked beyond its domain.
 */
export function cubicTable(from: number, to: number, f: (x: number) => number): Float64Array {
  const table = new Float64Array(4 * INTERVALS);
  const width = (to - from) / INTERVALS;
  const points = [7, 5, 3, 1].map((odd) => (1 + cos((odd * Math.PI) / 8)) / 2);
  for (let k = 0; k < INTERVALS; k++) {
    const values = points.map((t) => f(from + (k + t) * width));
    table.set(throughPoints(points, values), 4 * k);
  }
  return table;
}

/** The cubic through four points, by powers of t (Newton's divided differences, multiplied out). */
function throughPoints(t: readonly number[], values: readonly number[]): number[] {
  const d = [...values];
  for (let order = 1; order < 4; order++) {
    for (let i = 3; i >= order; i--) d[i] = (d[i]! - d[i - 1]!) / (t[i]! - t[i - order]!);
  }
  let cubic = [d[3]!];
  for (let i = 2; i >= 0; i--) {
    const shifted = [0, ...cubic];
    cubic = shifted.map((c, power) => c - t[i]! * (cubic[power] ?? 0));
    cubic[0] = cubic[0]! + d[i]!;
  }
  return cubic;
}
