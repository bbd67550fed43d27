/** Sub-steps if every interval has one in its middle, as long as the interval. */
import { cellStart, type Lattice } from "../grid/lattice.js";
import { reserveRuns } from "../grid/lit-rows.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";

const s = STEPS;

/**
 * `placeSteps`, and `findLitRows` of the weather, for cells [first, first + n) of the lattice that weather and output share: the
 * same sub-steps in the same rows, found window by window. Their numbering is left to `numberSingleSteps` (measured: half of the
 * time), which plain requests do not need.
 */
export function placeSingleSteps(lattice: Lattice, first: number, n: number, work: Workspace): void {
  const { windows, placed, litWeather: lit } = work;
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

/**
 * The lit rows among the n outputs, the first of which is weather row `before`.
 *
 * @returns the number of sub-steps before them, and after that of the last
 */
export function findLitOutputs(
  before: number,
  n: number,
  { litWeather, lit }: Workspace,
): { from: number; to: number } {
  reserveRuns(lit, n);
  const { runs, runCount } = litWeather;
  let ends = 0;
  let from = 0;
  let to = 0;
  for (let k = 0; k < 2 * runCount; k += 2) {
    const begin = runs[k]!;
    const first = Math.max(begin, before);
    const last = Math.min(runs[k + 1]!, before + n);
    from += Math.max(Math.min(runs[k + 1]!, before) - begin, 0);
    if (first >= last) continue;
    lit.runs[ends++] = first - before;
    lit.runs[ends++] = last - before;
    to += last - first;
  }
  lit.runCount = ends / 2;
  lit.single = true;
  lit.pairs = false;
  return { from, to: from + to };
}

/** Assigns the sub-steps to n weather rows, the outputs among them: each row of a run has the next one, all others have none. */
export function numberSingleSteps(n: number, before: number, outputs: number, { placed, litWeather }: Workspace): void {
  const { weatherStart, outputStart } = placed;
  const { runs, runCount } = litWeather;
  let row = 0;
  let i = 0;
  for (let k = 0; k <= 2 * runCount; k++) {
    const end = k < 2 * runCount ? runs[k]! : n + 1;
    for (; row < end; row++) {
      weatherStart[row] = i;
      i += k & 1;
    }
  }
  outputStart.set(weatherStart.subarray(before, before + outputs + 1));
}

/** The row whose cell contains a time, counted from `first`; exact, even if the quotient is rounded across an edge. */
function rowAt(lattice: Lattice, first: number, time: number): number {
  const cell = Math.floor((time - lattice.origin) / lattice.step);
  const exact = cellStart(lattice, cell) > time ? cell - 1 : cellStart(lattice, cell + 1) <= time ? cell + 1 : cell;
  return exact - first;
}
