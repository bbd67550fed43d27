/**
 * Means over the clock hour that a row belongs to, as dazhiyang/bsrn forms them for YANG4 (Yang 2021).
 */
import { HOUR } from "../../time/calendar.js";

const MS_PER_HOUR = HOUR;

/** Row kernel: end of the UTC clock hour (t − 1 h, t] that a time belongs to, Unix ms. */
export function hourEndRows(i0: number, i1: number, time: Float64Array, hourEnd: Float64Array): void {
  for (let i = i0; i < i1; i++) hourEnd[i] = Math.ceil(time[i]! / MS_PER_HOUR) * MS_PER_HOUR;
}

/**
 * Row kernel: mean of `values` over the rows of the hour that a row belongs to, those with NaN in `present` left out; NaN
 * where none is left. Rows of an hour stand together in [first, last). The sum always runs from the hour's first row to
 * its last. `mean` must be another column.
 */
export function hourMeanRows(
  i0: number,
  i1: number,
  first: number,
  last: number,
  hourEnd: Float64Array,
  present: Float64Array,
  values: Float64Array,
  mean: Float64Array,
): void {
  for (let i = i0; i < i1; ) {
    const hour = hourEnd[i]!;
    let row = i;
    while (row > first && hourEnd[row - 1] === hour) row--;
    let sum = 0;
    let count = 0;
    for (; row < last && hourEnd[row] === hour; row++) {
      if (Number.isNaN(present[row]!)) continue;
      sum += values[row]!;
      count++;
    }
    const end = Math.min(Math.max(row, i + 1), i1);
    mean.fill(sum / count, i, end);
    i = end;
  }
}
