/**
 * The three grids in time. The weather grid is what came in, the output grid what was asked for, each an endless lattice
 * of equal cells; the compute grid cuts time at the edges of both and puts sub-steps in between, so that a sub-step
 * belongs to exactly one weather interval and one output interval.
 */

/** Cell k covers [origin + k·step, origin + (k + 1)·step), all in ms. */
export interface Lattice {
  readonly origin: number;
  readonly step: number;
}

/** Sub-steps per stretch between two edges: a fixed number, or as many as keep each at or below this length. */
export type SubSteps = { readonly count: number } | { readonly longest: number };

/** Sub-steps of a run of weather intervals, in order of time. */
export interface Steps {
  /** How many sub-steps there are. */
  count: number;
  /** Sub-steps of weather interval `first + k` are [weatherStart[k], weatherStart[k + 1]). */
  weatherStart: Int32Array;
  /** Sub-steps of the o-th output interval of the block are [outputStart[o], outputStart[o + 1]). */
  outputStart: Int32Array;
}

export function cellAt(lattice: Lattice, time: number): number {
  return Math.floor((time - lattice.origin) / lattice.step);
}

export function cellStart(lattice: Lattice, cell: number): number {
  return lattice.origin + cell * lattice.step;
}

/** Cells of the lattice that overlap [from, to). */
export function cellsOver(lattice: Lattice, from: number, to: number): { first: number; last: number } {
  return { first: cellAt(lattice, from), last: Math.ceil((to - lattice.origin) / lattice.step) };
}

/** No fewer than the sub-steps that `placeSteps` makes of this stretch of time. */
export function stepCapacity(weather: Lattice, output: Lattice, milliseconds: number, subSteps: SubSteps): number {
  const stretches = Math.ceil(milliseconds / weather.step) + Math.ceil(milliseconds / output.step) + 2;
  return "count" in subSteps
    ? stretches * subSteps.count
    : stretches + Math.ceil(milliseconds / (subSteps.longest * 1000));
}

/**
 * Places the sub-steps of weather intervals [first, last): equal cells between neighbouring edges, each with its centre
 * (`time`, ms) and length (`weight`, s). The cells of an interval do not depend on which other intervals are placed.
 */
export function placeSteps(
  weather: Lattice,
  first: number,
  last: number,
  output: Lattice,
  outputFirst: number,
  outputLast: number,
  subSteps: SubSteps,
  time: Float64Array,
  weight: Float64Array,
  steps: Steps,
): void {
  const outputBegin = cellStart(output, outputFirst);
  const outputEnd = cellStart(output, outputLast);
  let n = 0;
  let cursor = cellStart(weather, first);
  for (let j = first; j < last; j++) {
    steps.weatherStart[j - first] = n;
    const end = cellStart(weather, j + 1);
    while (cursor < end) {
      const cell = cellAt(output, cursor);
      if (cursor >= outputBegin && cursor < outputEnd && cursor === cellStart(output, cell)) {
        steps.outputStart[cell - outputFirst] = n;
      }
      const stop = Math.min(end, cellStart(output, cell + 1));
      const length = stop - cursor;
      const count = "count" in subSteps ? subSteps.count : Math.ceil(length / (subSteps.longest * 1000));
      for (let s = 0; s < count; s++) {
        time[n] = cursor + ((s + 0.5) * length) / count;
        weight[n] = length / count / 1000;
        n++;
      }
      cursor = stop;
      if (cursor === outputEnd) steps.outputStart[outputLast - outputFirst] = n;
    }
  }
  steps.weatherStart[last - first] = n;
  steps.count = n;
}
