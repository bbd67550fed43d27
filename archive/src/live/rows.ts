/** Rows and the calendar. Row k of a store begins at k steps of Unix time; no segment crosses the end of a UTC month. */
import { DAY } from "irradiance-engine/shared";

/** The start of the UTC day that a time is in, Unix ms. */
export function dayStart(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

/** The start of the UTC month that a time is in, Unix ms; `later` months further on. */
export function monthStart(time: number, later = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** Rows [from, to) cut at the ends of months. `step` in ms divides a day. */
export function byMonth(from: number, to: number, step: number): { readonly from: number; readonly to: number }[] {
  const pieces: { from: number; to: number }[] = [];
  for (let row = from; row < to; ) {
    const end = Math.min(to, monthStart(row * step, 1) / step);
    pieces.push({ from: row, to: end });
    row = end;
  }
  return pieces;
}
