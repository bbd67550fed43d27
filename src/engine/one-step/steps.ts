/** Sub-steps if every interval has one in its middle, as long as the interval. */
import { cellStart, type Lattice } from "../grid/lattice.js";
import { reserveRuns } from "../grid/lit-rows.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";

const s = STEPS;

/**
 * `placeSteps` and `findLitRows` for cells [first, first + n) of the lattice that weather and output share: the same sub-steps
 * in the same rows, found window by window. Their numbering is left to `numberSingleSteps`, which few need (measured: half of the time).
 */
export function placeSingleSteps(lattice: Lattice, first: number, n: number, work: Workspace): void {
  const { windows, placed, lit } = work;
  reserveRuns(lit, n);
  const { runs } = lit;
  let ends = 0;
  let i = 0;
  let row = 0;
  for (let k = 0; k < windows.count && row < n; k++) {
    const begin = Math.max(rowAt(lattice, first, windows.begin[k]!), row);
    const last = rowAt(lattice, first, windows.end[k]!);
    const end = Math.min(cellStart(lattice, first + last) < windows.end[k]! ? last + 1 : last, n);
    if (begin >= end) continue;
    // Windows that touch form one run.
    if (begin > row || ends === 0) runs[ends++] = begin;
    else ends--;
    runs[ends++] = end;
    let middle = cellStart(lattice, first + begin) + lattice.step / 2;
    for (row = begin; row < end; row++) {
      s.time[i++] = middle;
      middle += lattice.step;
    }
  }
  s.weight.fill(lattice.step / 1000, 0, i);
  s.lead.fill(lattice.step / 2000, 0, i);
  placed.count = i;
  lit.runCount = ends / 2;
  lit.single = true;
  lit.pairs = false;
}

/** Assigns the sub-steps to n rows: each row of a run has the next one, all others have none. */
export function numberSingleSteps(n: number, { placed, lit }: Workspace): void {
  const { weatherStart, outputStart } = placed;
  const { runs, runCount } = lit;
  let row = 0;
  let i = 0;
  for (let k = 0; k <= 2 * runCount; k++) {
    const end = k < 2 * runCount ? runs[k]! : n + 1;
    for (; row < end; row++) {
      weatherStart[row] = outputStart[row] = i;
      i += k & 1;
    }
  }
}

/** The row whose cell contains a time, counted from `first`; exact, even if the quotient is rounded across an edge. */
function rowAt(lattice: Lattice, first: number, time: number): number {
  const cell = Math.floor((time - lattice.origin) / lattice.step);
  const exact = cellStart(lattice, cell) > time ? cell - 1 : cellStart(lattice, cell + 1) <= time ? cell + 1 : cell;
  return exact - first;
}
