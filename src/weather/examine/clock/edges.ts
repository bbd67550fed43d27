/**
 * First and last light: when a day's light passes a small threshold, in the morning and in the evening, beside when a clear sky's does.
 *
 * A wrong clock moves both. A ridge or a bank of cloud delays one, and a sensor that is not level, which makes the course of the day look
 * like that of another time, moves neither: there is hardly a beam yet.
 */
import type { SkyRows } from "../types.js";

/** W/m²: above what sensors show in the night, below what clouds take from the light of the lowest sun. */
const FIRST = 8;
/** Of the days: the earliest first light and the latest last light are those without clouds at the horizon. */
const CLEAREST = 0.25;
/** Days that are needed. */
const FEWEST = 8;
/** Steps longer than this do not resolve minutes, ms. */
export const LONGEST_EDGE_STEP = 900_000;

/** Minutes by which the light is later than that of a clear sky; NaN where too few days tell. */
export interface Edges {
  readonly first: number;
  readonly last: number;
}

/** @param days rows of the days that are looked at */
export function edgesOf(sky: SkyRows, days: readonly { readonly from: number; readonly to: number }[]): Edges {
  const [first, last]: [number[], number[]] = [[], []];
  for (const { from, to } of days) {
    first.push(delay(sky, from, to, 1));
    last.push(delay(sky, from, to, -1));
  }
  return { first: quantile(first, CLEAREST), last: quantile(last, 1 - CLEAREST) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted.length < FEWEST ? Number.NaN : sorted[Math.round(share * (sorted.length - 1))]!;
}

function delay({ light, clear, step }: SkyRows, from: number, to: number, direction: 1 | -1): number {
  const begin = direction > 0 ? from : to - 1;
  const n = to - from;
  return ((crossing(light, begin, n, direction) - crossing(clear, begin, n, direction)) * direction * step) / 60_000;
}

/** Rows from `begin` until the values pass the threshold for good; NaN where they are above it already, or missing there. */
function crossing(values: ArrayLike<number>, begin: number, n: number, direction: number): number {
  for (let k = 1; k < n; k++) {
    const value = values[begin + k * direction]!;
    if (!(value > FIRST)) continue;
    const before = values[begin + (k - 1) * direction]!;
    return before <= FIRST ? k - (value - FIRST) / (value - before) : Number.NaN;
  }
  return Number.NaN;
}
