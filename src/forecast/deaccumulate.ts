/** What models count up since the start of a run, as means of each step. */
import { shown } from "../text/shown.js";

/**
 * - `sum`: energy since the start, J/m² (ECMWF's IFS and ERA5-Land)
 * - `mean`: the mean since the start (ICON, GFS), any unit
 * @experimental
 */
export type Accumulation = "sum" | "mean";

export interface AccumulationOptions {
  readonly kind: Accumulation;
  /** Seconds after which the count restarts: 21,600 in GFS, 86,400 in ERA5-Land. Default: never. */
  readonly reset?: number | undefined;
}

/** W/m²: packing makes sums shrink by so much; more is an error in the data. */
const PACKING = 20;

/**
 * Means of the steps between edges, from values accumulated since `edges[0]` and given at `edges[1]`, `edges[2]`, …
 *
 * A difference over a missing value covers several steps, which all get its mean. Decreases by packing (down to −20 W/m²) become
 * 0, larger ones are missing. Differences never span two runs: take each run alone, before anything else.
 *
 * @param values n of them; null or NaN = missing
 * @param edges n + 1, Unix ms, ascending
 * @returns n means: W/m² of sums in J/m², else the unit of `values`
 * @throws RangeError for edges that do not ascend or are not n + 1; for a `reset` that is not positive
 */
export function deaccumulate(
  values: ArrayLike<number | null>,
  edges: ArrayLike<number>,
  { kind, reset }: AccumulationOptions,
): Float64Array {
  checkEdges("deaccumulate", edges, values.length);
  if (kind !== "sum" && kind !== "mean") {
    throw new RangeError(`deaccumulate: kind must be "sum" or "mean", got ${shown(kind)}`);
  }
  if (reset !== undefined && !(reset > 0)) {
    throw new RangeError(`deaccumulate: reset must be seconds above 0, got ${shown(reset)}`);
  }
  const n = values.length;
  const means = new Float64Array(n).fill(Number.NaN);
  const origin = edges[0]!;
  const period = reset === undefined ? Number.POSITIVE_INFINITY : reset * 1000;
  const periodOf = (end: number) => Math.ceil((end - origin) / period);
  let [known, before, counting] = [0, 0, 1];
  for (let k = 0; k < n; k++) {
    const own = periodOf(edges[k + 1]!);
    if (own !== counting) {
      // What was missing at the end of a count stays so.
      counting = own;
      known = k;
      before = 0;
    }
    const value = values[k] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const began = reset === undefined ? origin : origin + (own - 1) * period;
    const total = kind === "sum" ? value * 1000 : value * (edges[k + 1]! - began);
    const mean = (total - before) / (edges[k + 1]! - edges[known]!);
    means.fill(mean >= 0 ? mean : mean >= -PACKING ? 0 : Number.NaN, known, k + 1);
    known = k + 1;
    before = total;
  }
  return means;
}

/** @throws RangeError unless there are n + 1 finite edges that ascend */
export function checkEdges(caller: string, edges: ArrayLike<number>, n: number): void {
  if (edges.length !== n + 1) {
    throw new RangeError(`${caller}: edges must be one more than the ${n} values, got ${edges.length}`);
  }
  for (let k = 0; k <= n; k++) {
    if (!Number.isFinite(edges[k]) || (k > 0 && edges[k]! <= edges[k - 1]!)) {
      throw new RangeError(`${caller}: edges must be Unix ms that ascend, got ${edges[k]} at ${k}`);
    }
  }
}
