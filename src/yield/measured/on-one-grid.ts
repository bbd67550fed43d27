/** Two series of means on the coarser of their grids. */

export interface Means {
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly values: Float64Array;
}

export interface OneGrid {
  readonly start: number;
  readonly interval: number;
  readonly columns: readonly Float64Array[];
}

/** Over the time that all have; the grid is that of the coarsest, the first of equal ones. */
export function onOneGrid(series: readonly Means[]): OneGrid {
  const grid = series.reduce((coarsest, one) => (one.interval > coarsest.interval ? one : coarsest));
  const step = grid.interval * 1000;
  const begin = Math.max(...series.map(({ start }) => start));
  const end = Math.min(...series.map(({ start, interval, values }) => start + values.length * interval * 1000));
  const first = Math.ceil((begin - grid.start) / step);
  const last = Math.floor((end - grid.start) / step);
  const start = grid.start + first * step;
  const count = Math.max(last - first, 0);
  return { start, interval: grid.interval, columns: series.map((one) => meansOn(one, start, step, count)) };
}

/** NaN where any part of an interval is missing. */
function meansOn({ start, interval, values }: Means, first: number, step: number, count: number): Float64Array {
  const own = interval * 1000;
  const out = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const from = (first + k * step - start) / own;
    const to = from + step / own;
    let sum = 0;
    for (let row = Math.floor(from); row < to; row++) {
      sum += values[row]! * (Math.min(row + 1, to) - Math.max(row, from));
    }
    out[k] = sum / (to - from);
  }
  return out;
}
