/** Where the sub-steps stand when every interval has one in its middle, as long as it is. */
import { STEPS } from "./block-columns.js";
import { cellStart, type Lattice, type LitRows } from "./grids.js";
import type { LightWindows } from "./light-windows.js";
import type { Workspace } from "./workspace.js";

const s = STEPS;

/**
 * `placeSteps` and `findLitRows` for cells [first, first + n) of the lattice that weather and output share: the same sub-steps
 * in the same rows, found window by window.
 */
export function placeSingleSteps(lattice: Lattice, first: number, n: number, work: Workspace): void {
  const { windows, placed, lit } = work;
  findRuns(lattice, first, n, windows, lit);
  placed.count = placeRuns(lattice, first, n, work);
}

/** Rows that a window touches, in runs. */
function findRuns(lattice: Lattice, first: number, n: number, windows: LightWindows, lit: LitRows): void {
  if (lit.rows.length < n) {
    lit.rows = new Int32Array(n);
    lit.runs = new Int32Array(n + 1);
  }
  const { rows, runs } = lit;
  let runCount = 0;
  let count = 0;
  let next = 0;
  for (let k = 0; k < windows.count && next < n; k++) {
    const begin = Math.max(rowAt(lattice, first, windows.begin[k]!), next);
    const last = rowAt(lattice, first, windows.end[k]!);
    const end = Math.min(cellStart(lattice, first + last) < windows.end[k]! ? last + 1 : last, n);
    if (begin >= end) continue;
    for (let j = begin; j < end; j++) rows[count++] = j;
    if (runCount > 0 && begin === next) runCount--;
    else runs[2 * runCount] = begin;
    runs[2 * runCount++ + 1] = end;
    next = end;
  }
  lit.count = count;
  lit.runCount = runCount;
  lit.single = true;
  lit.pairs = false;
}

/** The row whose cell holds a time, counted from `first`; exact, though the quotient may be rounded over an edge. */
function rowAt(lattice: Lattice, first: number, time: number): number {
  const cell = Math.floor((time - lattice.origin) / lattice.step);
  const exact = cellStart(lattice, cell) > time ? cell - 1 : cellStart(lattice, cell + 1) <= time ? cell + 1 : cell;
  return exact - first;
}

/** Writes the nodes of the lit rows, and where each row's sub-step lies; returns how many there are. */
function placeRuns(lattice: Lattice, first: number, n: number, { placed, lit }: Workspace): number {
  const { weatherStart, outputStart } = placed;
  const { runs, runCount } = lit;
  const { time, weight, lead } = s;
  const { step } = lattice;
  let i = 0;
  let row = 0;
  for (let r = 0; r < runCount; r++) {
    const begin = runs[2 * r]!;
    const end = runs[2 * r + 1]!;
    for (; row < begin; row++) weatherStart[row] = outputStart[row] = i;
    let middle = cellStart(lattice, first + begin) + step / 2;
    for (; row < end; row++, i++) {
      weatherStart[row] = outputStart[row] = i;
      time[i] = middle;
      middle += step;
    }
  }
  for (; row <= n; row++) weatherStart[row] = outputStart[row] = i;
  weight.fill(step / 1000, 0, i);
  lead.fill(step / 2000, 0, i);
  return i;
}
