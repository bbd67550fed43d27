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

/**
 * Sub-steps per stretch between two edges. `count`: so many equal cells, each with its middle. `panel`: panels of at most
 * so many seconds with the two nodes of Gauss–Legendre quadrature each; a stretch of up to five minutes has one node.
 */
export type SubSteps = { readonly count: number } | { readonly panel: number };

/** Longest stretch (ms) that one node serves. */
const LONGEST_ALONE = 300_000;
/** Distance of the Gauss–Legendre nodes from the ends of a panel, as a share of it: (1 − 1/√3)/2. */
const GAUSS_NODE = (1 - Math.sqrt(1 / 3)) / 2;

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
    : 2 * (stretches + Math.ceil(milliseconds / (subSteps.panel * 1000)));
}

/**
 * Places the sub-steps of weather intervals [first, last) between neighbouring edges: equal cells, each with a node
 * (`time`, ms), the cell's length (`weight`, s) and how long after the cell's start the node comes (`lead`, s). The cells
 * of an interval do not depend on which other intervals are placed, nor on the sun.
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
  lead: Float64Array,
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
      const panels = "count" in subSteps ? subSteps.count : Math.ceil(length / (subSteps.panel * 1000));
      const panel = length / panels;
      const paired = "panel" in subSteps && length > LONGEST_ALONE;
      for (let p = 0; p < panels; p++) {
        const before = paired ? GAUSS_NODE * panel : panel / 2;
        time[n] = cursor + p * panel + before;
        lead[n] = before / 1000;
        weight[n++] = panel / 1000 / (paired ? 2 : 1);
        if (!paired) continue;
        time[n] = cursor + (p + 1) * panel - before;
        lead[n] = (panel / 2 - before) / 1000;
        weight[n++] = panel / 2000;
      }
      cursor = stop;
      if (cursor === outputEnd) steps.outputStart[outputLast - outputFirst] = n;
    }
  }
  steps.weatherStart[last - first] = n;
  steps.count = n;
}
