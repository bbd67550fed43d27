/**
 * The three grids in time. The weather grid is what came in, the output grid what was asked for, each an endless lattice
 * of equal cells; the compute grid cuts time at the edges of both and puts sub-steps in between, so that a sub-step
 * belongs to exactly one weather interval and one output interval.
 */
import type { LightWindows } from "./light-windows.js";

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

/** Sub-steps of a run of weather intervals, in order of time; none where there is no light. */
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

/** Whether the cells of one lattice are those of the other. */
export function sameCells(a: Lattice, b: Lattice): boolean {
  return a.step === b.step && (a.origin - b.origin) % a.step === 0;
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
 * (`time`, ms), the cell's length (`weight`, s) and how long after the cell's start the node comes (`lead`, s). Only
 * panels that a window of light touches are placed. The cells of an interval do not depend on which other intervals are
 * placed.
 */
export function placeSteps(
  weather: Lattice,
  first: number,
  last: number,
  output: Lattice,
  outputFirst: number,
  outputLast: number,
  subSteps: SubSteps,
  windows: LightWindows,
  time: Float64Array,
  weight: Float64Array,
  lead: Float64Array,
  steps: Steps,
): void {
  const { weatherStart, outputStart } = steps;
  const longestPanel = "panel" in subSteps ? subSteps.panel * 1000 : 0;
  const count = "count" in subSteps ? subSteps.count : 0;
  const seriesEnd = cellStart(weather, last);
  let n = 0;
  let cursor = cellStart(weather, first);
  let interval = first;
  let intervalBegin = cursor;
  let intervalEnd = cellStart(weather, first + 1);
  let cell = cellAt(output, cursor);
  let cellBegin = cellStart(output, cell);
  let cellEnd = cellStart(output, cell + 1);
  let window = -1;
  let windowBegin = Number.NEGATIVE_INFINITY;
  let windowEnd = Number.NEGATIVE_INFINITY;
  while (cursor < seriesEnd) {
    if (cursor === intervalBegin) weatherStart[interval - first] = n;
    if (cursor === cellBegin && cell >= outputFirst && cell <= outputLast) outputStart[cell - outputFirst] = n;
    while (windowEnd <= cursor) {
      window++;
      windowBegin = window < windows.count ? windows.begin[window]! : Number.POSITIVE_INFINITY;
      windowEnd = window < windows.count ? windows.end[window]! : Number.POSITIVE_INFINITY;
    }
    if (windowBegin >= intervalEnd) {
      // Dark up to the next window: one step over all of the night, to the interval that the window begins in.
      const next = windowBegin < seriesEnd ? cellAt(weather, windowBegin) : last;
      weatherStart.fill(n, interval + 1 - first, next - first);
      cursor = cellStart(weather, next);
      const following = cell + 1;
      cell = cellAt(output, cursor);
      cellBegin = cellStart(output, cell);
      cellEnd = cellStart(output, cell + 1);
      const from = Math.max(following, outputFirst) - outputFirst;
      const to = Math.min(cell, outputLast) - outputFirst;
      if (to >= from) outputStart.fill(n, from, to + 1);
      interval = next;
      intervalBegin = cursor;
      intervalEnd = cellStart(weather, next + 1);
      continue;
    }
    const stop = Math.min(intervalEnd, cellEnd);
    if (windowBegin < stop) {
      const length = stop - cursor;
      const panels = longestPanel > 0 ? Math.ceil(length / longestPanel) : count;
      const paired = longestPanel > 0 && length > LONGEST_ALONE;
      if (panels === 1 && !paired) {
        time[n] = cursor + length / 2;
        lead[n] = length / 2000;
        weight[n++] = length / 1000;
      } else {
        n = placePanels(cursor, length, panels, paired, windows, window, time, weight, lead, n);
      }
    }
    cursor = stop;
    if (cursor === intervalEnd) {
      interval++;
      intervalBegin = intervalEnd;
      intervalEnd = cellStart(weather, interval + 1);
    }
    if (cursor === cellEnd) {
      cell++;
      cellBegin = cellEnd;
      cellEnd = cellStart(output, cell + 1);
    }
  }
  if (cursor === cellBegin && cell <= outputLast && cell >= outputFirst) outputStart[cell - outputFirst] = n;
  weatherStart[last - first] = n;
  steps.count = n;
}

/** Places the panels of one stretch that the windows from number `window` on touch; returns the number of steps then. */
function placePanels(
  begin: number,
  length: number,
  panels: number,
  paired: boolean,
  windows: LightWindows,
  window: number,
  time: Float64Array,
  weight: Float64Array,
  lead: Float64Array,
  from: number,
): number {
  const panel = length / panels;
  const before = paired ? GAUSS_NODE * panel : panel / 2;
  let n = from;
  for (let p = 0; p < panels; p++) {
    const start = begin + p * panel;
    if (!isLit(windows, window, start, begin + (p + 1) * panel)) continue;
    time[n] = start + before;
    lead[n] = before / 1000;
    weight[n++] = panel / 1000 / (paired ? 2 : 1);
    if (!paired) continue;
    time[n] = begin + (p + 1) * panel - before;
    lead[n] = (panel / 2 - before) / 1000;
    weight[n++] = panel / 2000;
  }
  return n;
}

/** Whether a window, from number `first` on, touches [begin, end). */
function isLit(windows: LightWindows, first: number, begin: number, end: number): boolean {
  let k = first;
  while (k < windows.count && windows.end[k]! <= begin) k++;
  return k < windows.count && windows.begin[k]! < end;
}

/** The rows of a grid that have sub-steps. */
export interface LitRows {
  count: number;
  rows: Int32Array;
  /** Runs of neighbouring lit rows: run r covers rows [runs[2r], runs[2r + 1]). */
  runCount: number;
  runs: Int32Array;
  /** Each of them has one sub-step only, which lasts as long as the row. */
  single: boolean;
  /** Each of them has two. */
  pairs: boolean;
}

export function noLitRows(): LitRows {
  return { count: 0, rows: new Int32Array(0), runCount: 0, runs: new Int32Array(0), single: false, pairs: false };
}

/** Finds which of n rows, whose sub-steps are [start[r], start[r + 1]), have any. */
export function findLitRows(n: number, start: Int32Array, weight: Float64Array, length: number, lit: LitRows): void {
  if (lit.rows.length < n) {
    lit.rows = new Int32Array(n);
    lit.runs = new Int32Array(n + 1);
  }
  const { rows, runs } = lit;
  let count = 0;
  let ends = 0;
  let single = true;
  let pairs = true;
  let begin = start[0]!;
  for (let r = 0; r < n; r++) {
    const end = start[r + 1]!;
    if (end > begin) {
      if (end > begin + 1 || weight[begin]! !== length) single = false;
      if (end !== begin + 2) pairs = false;
      if (count === 0 || rows[count - 1]! !== r - 1) {
        if (count > 0) runs[ends++] = rows[count - 1]! + 1;
        runs[ends++] = r;
      }
      rows[count++] = r;
    }
    begin = end;
  }
  if (count > 0) runs[ends++] = rows[count - 1]! + 1;
  lit.count = count;
  lit.runCount = ends / 2;
  lit.single = single;
  lit.pairs = pairs;
}
