/** The rows of a grid with daylight, determined once per block, so that loops visit only those. */

/** The rows of a grid that have sub-steps. */
export interface LitRows {
  /** Spans of neighbouring lit rows: span r covers rows [runs[2r], runs[2r + 1]). */
  runCount: number;
  runs: Int32Array;
  /** Each lit row has only one sub-step, as long as the row. */
  single: boolean;
  /** Each lit row has two. */
  pairs: boolean;
}

export function noLitRows(): LitRows {
  return { runCount: 0, runs: new Int32Array(0), single: false, pairs: false };
}

/** Finds the rows with sub-steps among n rows, whose sub-steps are [start[r], start[r + 1]). */
export function findLitRows(n: number, start: Int32Array, weight: Float64Array, length: number, lit: LitRows): void {
  reserveRuns(lit, n);
  const { runs } = lit;
  let ends = 0;
  let single = true;
  let pairs = true;
  for (let r = 0; ; ) {
    while (r < n && start[r + 1]! === start[r]!) r++;
    if (r >= n) break;
    runs[ends++] = r;
    for (let begin = start[r]!; r < n && start[r + 1]! > begin; r++) {
      const end = start[r + 1]!;
      if (end > begin + 1 || weight[begin]! !== length) single = false;
      if (end !== begin + 2) pairs = false;
      begin = end;
    }
    runs[ends++] = r;
  }
  lit.runCount = ends / 2;
  lit.single = single;
  lit.pairs = pairs;
}

/** The row after the last lit one. */
export function endOf({ runs, runCount }: LitRows): number {
  return runCount > 0 ? runs[2 * runCount - 1]! : 0;
}

/** Makes room for the spans of n rows. */
export function reserveRuns(lit: LitRows, n: number): void {
  if (lit.runs.length <= n) lit.runs = new Int32Array(n + 1);
}
