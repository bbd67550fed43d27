/** Equal intervals of time, on which a column has one value each. */

/**
 * [start, end) in Unix ms.
 *
 * @experimental
 */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Equal intervals: row k is [start + k·step, start + (k + 1)·step), all in ms. */
export interface TimeGrid {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** Rows [from, to) of a grid. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** The intervals that overlap a period, on the grid with an interval that begins at `origin`; all in ms. */
export function gridOver({ start, end }: Period, origin: number, step: number): TimeGrid {
  const first = Math.floor((start - origin) / step);
  const last = Math.ceil((end - origin) / step);
  return { start: origin + first * step, step, count: Math.max(0, last - first) };
}

export function endOf({ start, step, count }: TimeGrid): number {
  return start + count * step;
}

/** Whether both have the same edges where both exist. */
export function isSameRaster(a: TimeGrid, b: TimeGrid): boolean {
  return a.step === b.step && Number.isInteger((a.start - b.start) / a.step);
}
