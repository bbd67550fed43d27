/** When the rows of a response begin and end. */
import { SECOND } from "../../time/calendar.js";
import type { Intervals } from "./types.js";

/** Start of a row in Unix ms; of the one after the last: its end. */
export function edgeAt({ start, interval, edges }: Intervals, row: number): number {
  return edges === undefined ? start + row * interval * SECOND : edges[row]!;
}

/** Without the rest of what has them. */
export function intervalsOf({ start, interval, count, edges, zone }: Intervals): Intervals {
  return {
    start,
    interval,
    count,
    ...(edges !== undefined && { edges: edges.slice(0, count + 1) }),
    ...(zone !== undefined && { zone }),
  };
}
