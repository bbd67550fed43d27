/** Means of steps of any length brought to finer intervals, on whose edges theirs are. */

import type { RowRange, TimeGrid } from "../sky/time-grid.js";
import { lightShares } from "./course.js";

/**
 * Irradiance along its course (./course.ts): each step keeps its mean.
 *
 * @param values means of the steps, NaN = missing
 * @param edges of the steps, on the grid's own
 * @param clear of the grid's rows, W/m²
 * @returns means of the grid's rows; NaN outside of the steps and where they are missing
 */
export function irradianceCourse(
  values: ArrayLike<number>,
  edges: ArrayLike<number>,
  clear: Float64Array,
  grid: TimeGrid,
): Float64Array {
  const course = new Float64Array(grid.count).fill(Number.NaN);
  const steps = stepsOf(edges, grid);
  if (steps.length === 0) return course;
  const [first, end] = [steps[0]!.from, steps.at(-1)!.to];
  const shares = lightShares(momentsOf(steps), clear.subarray(first, end), values);
  steps.forEach(({ from, to }, k) => {
    let sum = 0;
    for (let row = from; row < to; row++) sum += shares[row - first]!;
    for (let row = from; row < to; row++) course[row] = (values[k]! * shares[row - first]! * (to - from)) / sum;
  });
  return course;
}

/** As `irradianceCourse`, of what does not follow the sun: straight between the middles of the steps. */
export function stateCourse(values: ArrayLike<number>, edges: ArrayLike<number>, grid: TimeGrid): Float64Array {
  const steps = stepsOf(edges, grid);
  const middles = steps.map(({ from, to }) => (from + to) / 2);
  const course = new Float64Array(grid.count).fill(Number.NaN);
  steps.forEach(({ from, to }, k) => {
    if (Number.isNaN(values[k]!)) return;
    const at = lineThrough(values, middles, k);
    for (let row = from; row < to; row++) course[row] = at(row + 0.5);
  });
  return course;
}

/** The rows of each step. */
function stepsOf(edges: ArrayLike<number>, { start, step }: TimeGrid): RowRange[] {
  const row = (k: number) => Math.round((edges[k]! - start) / step);
  return Array.from({ length: edges.length - 1 }, (_, k) => ({ from: row(k), to: row(k + 1) }));
}

/** Each row is a moment. */
function momentsOf(steps: readonly RowRange[]) {
  const first = steps[0]!.from;
  const begins = [...steps.map(({ from }) => from - first), steps.at(-1)!.to - first];
  const lengths = steps.map(({ from, to }) => to - from);
  const rows = steps.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => ({ k, of: to - from })));
  return {
    begins,
    lengths,
    at: Float64Array.from(rows, ({ k, of }) => (k + 0.5) / of),
    share: Float64Array.from(rows, ({ of }) => 1 / of),
  };
}

/** Through the middle of step k and those of its neighbours; level towards one without a value. */
function lineThrough(values: ArrayLike<number>, middles: ArrayLike<number>, k: number): (at: number) => number {
  const [own, middle] = [values[k]!, middles[k]!];
  const slope = (other: number) => {
    const value = values[other] ?? Number.NaN;
    return Number.isNaN(value) ? 0 : (value - own) / (middles[other]! - middle);
  };
  const [before, after] = [slope(k - 1), slope(k + 1)];
  return (at) => own + (at - middle) * (at < middle ? before : after);
}
