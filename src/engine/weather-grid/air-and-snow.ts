/**
 * Temperature and snow depth, which do not follow the sun. Within a weather interval a state varies linearly from the edge
 * with the previous interval through the interval's centre to the edge with the next one. Edges are shared, so the course
 * has no steps, and the value at the centre keeps the mean. Output intervals get the exact mean of that course.
 */
import { cellAt, cellStart, type Lattice, sameCells } from "../grid/lattice.js";
import { endOf, type LitRows } from "../grid/lit-rows.js";
import type { Steps } from "../grid/sub-steps.js";
import type { StepColumns } from "../memory/columns.js";

/** How a state varies in time. */
export interface StateCourse {
  /** Whether it varies linearly, or is constant over each weather interval. */
  readonly smooth: boolean;
  /** Whether it is never below 0, like snow. */
  readonly positive: boolean;
}

/**
 * Means over n output intervals from number `outputFirst`, written to out[offset…]. `mean` holds the weather intervals from
 * number `first`; NaN = missing. An output interval that is covered for less than `minimumCoverage` of its time is NaN;
 * elsewhere gaps take the mean of the rest.
 */
export function stateMeanRows(
  n: number,
  output: Lattice,
  outputFirst: number,
  weather: Lattice,
  first: number,
  course: StateCourse,
  minimumCoverage: number,
  mean: Float64Array,
  out: Float64Array,
  offset: number,
): void {
  if (sameCells(output, weather)) {
    const shift = cellAt(weather, cellStart(output, outputFirst)) - first;
    for (let o = 0; o < n; o++) out[offset + o] = mean[shift + o]!;
    return;
  }
  for (let o = 0; o < n; o++) {
    const begin = cellStart(output, outputFirst + o);
    const end = cellStart(output, outputFirst + o + 1);
    let covered = 0;
    let sum = 0;
    for (let j = cellAt(weather, begin); cellStart(weather, j) < end; j++) {
      if (Number.isNaN(mean[j - first]!)) continue;
      const start = cellStart(weather, j);
      const from = Math.max(begin, start);
      const to = Math.min(end, cellStart(weather, j + 1));
      covered += to - from;
      sum += meanBetween(mean, j - first, start, weather.step, from, to, course) * (to - from);
    }
    const enough = covered > 0 && covered >= minimumCoverage * output.step;
    out[offset + o] = enough ? sum / covered : Number.NaN;
  }
}

/** Mean of interval row j, which starts at `start` (ms), over its part [from, to). */
function meanBetween(
  mean: Float64Array,
  j: number,
  start: number,
  step: number,
  from: number,
  to: number,
  course: StateCourse,
): number {
  if (!course.smooth || to - from === step || Number.isNaN(mean[j]!)) return mean[j]!;
  const left = edge(mean, j, j - 1, course);
  const right = edge(mean, j, j + 1, course);
  const centre = 2 * mean[j]! - (left + right) / 2;
  const x0 = (2 * (from - start)) / step - 1;
  const x1 = (2 * (to - start)) / step - 1;
  return (integral(left, centre, right, x1) - integral(left, centre, right, x0)) / (x1 - x0);
}

/** Integral of the course over x = −1…1 across the interval, with x = 0 at its centre. */
function integral(left: number, centre: number, right: number, x: number): number {
  return centre * x + (x < 0 ? centre - left : right - centre) * x * x * 0.5;
}

/** Value at the edge with a neighbour; the interval's own value if the neighbour is missing. */
function edge(mean: Float64Array, j: number, neighbour: number, { positive }: StateCourse): number {
  const own = mean[j]!;
  const other = mean[neighbour]!;
  if (Number.isNaN(other)) return own;
  // The centre, 2·own − (left + right)/2, must not be negative.
  return positive ? Math.min((own + other) / 2, 2 * own, 2 * other) : (own + other) / 2;
}

/** Means over the cells of the sub-steps of weather rows [i0, i1), the first of which is interval `first`. */
export function stateRows(
  i0: number,
  i1: number,
  weather: Lattice,
  first: number,
  course: StateCourse,
  steps: Steps,
  mean: Float64Array,
  { time, weight, lead }: StepColumns,
  out: Float64Array,
): void {
  const { weatherStart } = steps;
  for (let j = i0; j < i1; j++) {
    const begin = weatherStart[j]!;
    const end = weatherStart[j + 1]!;
    const start = cellStart(weather, first + j);
    for (let i = begin; i < end; i++) {
      const from = time[i]! - lead[i]! * 1000;
      out[i] = meanBetween(mean, j, start, weather.step, from, from + weight[i]! * 1000, course);
    }
  }
}

/** Fills the sub-steps of lit outputs without a value with their output's mean, means[offset + row]; all of them if that is missing. */
export function fillStateRows(
  lit: LitRows,
  steps: Steps,
  means: Float64Array,
  offset: number,
  out: Float64Array,
): void {
  const last = endOf(lit);
  for (let o = 0; o < last; o++) {
    const mean = means[offset + o]!;
    for (let i = steps.outputStart[o]!; i < steps.outputStart[o + 1]!; i++) {
      if (Number.isNaN(out[i]!) || Number.isNaN(mean)) out[i] = mean;
    }
  }
}
