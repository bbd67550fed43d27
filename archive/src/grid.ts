/** Equal intervals: row k is [start + k·step, start + (k+1)·step), all in ms. */
import type { Period } from "./source.js";

export interface Grid {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** Rows [from, to) of a grid. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** The intervals that overlap a period, on the grid with an interval beginning at `origin`. */
export function gridOver({ start, end }: Period, origin: number, step: number): Grid {
  const first = Math.floor((start - origin) / step);
  const last = Math.ceil((end - origin) / step);
  return { start: origin + first * step, step, count: Math.max(0, last - first) };
}

export function endOf({ start, step, count }: Grid): number {
  return start + count * step;
}

/** Whether both have the same edges where both exist. */
export function isSameRaster(a: Grid, b: Grid): boolean {
  return a.step === b.step && Number.isInteger((a.start - b.start) / a.step);
}
