/** A clock that gains or loses minutes over weeks: a line through the shifts of equal parts of the file. */
import { MINUTE } from "../../../time/calendar.js";
import type { SkyRows } from "../types.js";
import type { DayFits } from "./days.js";
import { edgesOf } from "./edges.js";
import { between, meanMisfit } from "./estimate.js";
import { lowest } from "./path.js";

/** Parts and their days. */
const MOST_PARTS = 12;
const FEWEST_DAYS = 15;
const FEWEST_PARTS = 4;
/** Minutes from the first part to the last that are a drift, and the standard errors by which they must differ from none. */
const LEAST = 6;
const SURE = 5;
/** Minutes that a course must drift where first and last light are not seen. */
const LEAST_ALONE = 9;
/** Course and edges of the days must drift alike: within these minutes, or this share. */
const APART = 4;
const SHARE = 0.4;

export interface Drift {
  /** Minutes by which the sun is later than the series', at the middles of the first and the last day. */
  readonly first: number;
  readonly last: number;
  /** What its days cost, as those of a path do. */
  readonly cost: number;
}

/** Undefined where the clock does not drift, or too little is seen of it. */
export function driftOf(sky: SkyRows, fits: DayFits): Drift | undefined {
  const { shifts, rows } = fits;
  const parts = Math.min(MOST_PARTS, Math.floor(rows.length / FEWEST_DAYS));
  if (parts < FEWEST_PARTS) return undefined;
  const [middles, course, edge]: [number[], number[], number[]] = [[], [], []];
  for (let part = 0; part < parts; part++) {
    const [from, to] = [part, part + 1].map((k) => Math.round((k * rows.length) / parts)) as [number, number];
    const means = meanMisfit(fits, from, to);
    const best = lowest(means);
    const { first, last } = edgesOf(sky, rows.slice(from, to));
    middles.push(rows[(from + to) >> 1]!.from / sky.count);
    course.push((shifts[best]! + between(means, best) * (shifts[1]! - shifts[0]!)) / MINUTE);
    edge.push(-(first + last) / 2);
  }
  const line = lineThrough(middles, course);
  const size = Math.abs(line.slope);
  const isDrift = size >= LEAST && size > SURE * line.error && isSeenAlike(line.slope, middles, edge);
  if (!isDrift) return undefined;
  const at = (row: number) => line.at(row / sky.count);
  return { first: at(rows[0]!.from), last: at(rows[rows.length - 1]!.to), cost: costAlong(fits, at) };
}

/** Whether first and last light drift as the course does, in the parts where they are seen; without them it must drift farther. */
function isSeenAlike(slope: number, middles: readonly number[], edge: readonly number[]): boolean {
  const isSeen = edge.map((minutes) => !Number.isNaN(minutes));
  const [x, y] = [middles, edge].map((values) => values.filter((_, part) => isSeen[part])) as [number[], number[]];
  if (x.length < FEWEST_PARTS) return Math.abs(slope) >= LEAST_ALONE;
  return Math.abs(lineThrough(x, y).slope - slope) <= Math.max(APART, SHARE * Math.abs(slope));
}

/** Misfit of each day with the clock of that day. */
function costAlong({ shifts, rows, misfit }: DayFits, shiftAt: (row: number) => number): number {
  const spacing = shifts[1]! - shifts[0]!;
  return rows.reduce((sum, { from }, day) => {
    const k = Math.round((shiftAt(from) * MINUTE - shifts[0]!) / spacing);
    return sum + misfit[day * shifts.length + Math.min(shifts.length - 1, Math.max(0, k))]!;
  }, 0);
}

/** Least squares; the slope and its standard error. */
function lineThrough(x: readonly number[], y: readonly number[]) {
  const n = x.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / n;
  const [meanX, meanY] = [mean(x), mean(y)];
  const spread = x.reduce((sum, value) => sum + (value - meanX) * (value - meanX), 0);
  const slope = x.reduce((sum, value, k) => sum + (value - meanX) * (y[k]! - meanY), 0) / spread;
  const at = (value: number) => meanY + slope * (value - meanX);
  let squares = 0;
  for (let k = 0; k < n; k++) {
    const off = y[k]! - at(x[k]!);
    squares += off * off;
  }
  return { slope, error: Math.sqrt(squares / (n - 2) / spread), at };
}
