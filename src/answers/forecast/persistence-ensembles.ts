/** Ensembles of persistence, which a forecast with quantiles must beat: what other days were at the same time of day. */
import { quantileOfSorted } from "../../foundation/statistics/order.js";

/** Rows of a day, which are quarters of an hour. */
const ROWS_OF_DAY = 96;
/** Members of the plain ensemble; with fewer there is none, nor one of the complete history. */
const MEMBERS = 20;

/** In the order in which they are told. */
export const ENSEMBLES = ["PeEn", "CH-PeEn"] as const;
export type Ensembles = { readonly [name in (typeof ENSEMBLES)[number]]: readonly Float64Array[] };

/** Clear-sky indices, ascending; undefined of fewer than 20 days. */
type Members = Float64Array | undefined;

/**
 * The last 20 indices of a time of day that were known (PeEn), and those of all days of the record (CH-PeEn): a strong reference, as it knows the days
 * to come.
 *
 * Source: D. Yang (2019), A universal benchmarking method for probabilistic solar irradiance forecasting, Solar Energy 184, 410–416,
 * doi 10.1016/j.solener.2019.02.018.
 *
 * @param indexAt index of the interval that ends before a row; NaN = missing
 * @param count rows of the record
 */
export function persistenceEnsembles(indexAt: (to: number) => number, count: number) {
  const indices = new Map<number, number>();
  const known = (to: number) => {
    if (!indices.has(to)) indices.set(to, indexAt(to));
    return indices.get(to)!;
  };
  const complete = new Map<number, Members>();
  return {
    /** @param to row after the interval @param last row after the last that was known */
    plain(to: number, last: number): Members {
      const found: number[] = [];
      const first = to - ROWS_OF_DAY * Math.max(1, Math.ceil((to - last) / ROWS_OF_DAY));
      for (let row = first; row > 0 && found.length < MEMBERS; row -= ROWS_OF_DAY)
        if (known(row) >= 0) found.push(known(row));
      return sorted(found);
    },
    complete(to: number): Members {
      const slot = to % ROWS_OF_DAY;
      if (!complete.has(slot)) {
        const days = Math.floor((count - slot) / ROWS_OF_DAY) + 1;
        const all = Array.from({ length: days }, (_, day) => known(slot + day * ROWS_OF_DAY));
        complete.set(slot, sorted(all.filter((index) => index >= 0)));
      }
      return complete.get(slot);
    },
  };
}

function sorted(members: readonly number[]): Members {
  return members.length < MEMBERS ? undefined : Float64Array.from(members).sort();
}

/** Fills a row of quantiles from members; without any it stays as it is. */
export function writeQuantiles(
  quantiles: readonly Float64Array[],
  probabilities: readonly number[],
  row: number,
  members: Members,
  clear: number,
): void {
  if (members === undefined) return;
  quantiles.forEach((column, q) => {
    column[row] = clear * quantileOfSorted(members, probabilities[q]!);
  });
}
