/** Rain of the last hours at each row, a trailing window as in pvlib (`rolling(period, closed="right")`). */

/**
 * Row kernel: time (Unix ms), rainfall (mm in the step that ends with the row) → accumulated (mm, another column): the sum
 * over the rows in (time − period, time], period in ms. NaN counts as no rain. Rows [first, i1) may be read.
 */
export function accumulatedRainRows(
  i0: number,
  i1: number,
  first: number,
  time: Float64Array,
  rainfall: Float64Array,
  period: number,
  accumulated: Float64Array,
): void {
  let oldest = first;
  let lastWet = -1;
  for (let j = first; j < i0; j++) if (rainfall[j]! > 0) lastWet = j;
  for (let i = i0; i < i1; i++) {
    while (time[oldest]! <= time[i]! - period) oldest++;
    if (rainfall[i]! > 0) lastWet = i;
    // Each sum anew and in order, so that it depends on its window alone and not on what rounding went before.
    let sum = 0;
    for (let j = oldest; j <= lastWet; j++) if (rainfall[j]! > 0) sum += rainfall[j]!;
    accumulated[i] = sum;
  }
}
