/** Values that no plant gives or takes: what loggers write for "none", such as −10⁹ W, and spikes. */
import type { Notice } from "../../../data/contract/observation/types.js";
import { quantileOfSorted } from "../../../foundation/statistics/order.js";
import { formatTime } from "../../../foundation/time/iso-time.js";

/**
 * So many times what the brightest hours give. Irradiance exceeds that of clear skies by half at most (Gueymard 2017, Solar Energy 153), and a
 * house may take more than its roof gives, but not ten times as much.
 */
const TIMES = 10;
/** The brightest hours: of all that are above 0. */
const BRIGHT = 0.99;
/** Of the brightest hours: a plant alone takes less. Rows that take more are a house behind the meter, unless there are as few as that, of all. */
const DRAW = 0.05;
const FEW = 0.005;
/** Ten years of minutes are thinned evenly. */
const MOST_ROWS = 200_000;
/** Fewer rows say nothing of the size. */
const FEWEST = 48;

/** Powers, or energies of equal intervals, in any unit, without them, and what is said of them. */
export function withoutImpossible(
  given: Float64Array,
  start: number,
  interval: number,
): { readonly values: Float64Array; readonly said: Notice[] } {
  const every = Math.ceil(given.length / MOST_ROWS);
  const sorted = given.filter((value, row) => value > 0 && row % every === 0).sort();
  if (sorted.length < FEWEST) return { values: given, said: [] };
  const bright = quantileOfSorted(sorted, BRIGHT);
  const count = (is: (value: number) => boolean) => given.reduce((sum, value) => sum + (is(value) ? 1 : 0), 0);
  const takes = count((value) => value < -DRAW * bright);
  // Means over a code of a logger are anything below 0.
  const least = takes < FEW * count((value) => !Number.isNaN(value)) ? -DRAW * bright : -TIMES * bright;
  const rows: number[] = [];
  given.forEach((value, row) => {
    if (value < least || value > TIMES * bright) rows.push(row);
  });
  if (rows.length === 0) return { values: given, said: [] };
  const kinds = [...new Set(rows.map((row) => Number(given[row]!.toPrecision(4))))];
  const what = `${kinds.slice(0, MOST_KINDS).join(", ")}${kinds.length > MOST_KINDS ? ", …" : ""}`;
  const many = rows.length === 1 ? "1 row has" : `${rows.length} rows have`;
  const message = `${many} what no such plant gives or takes (${what}), ${datesOf(rows, start, interval)}: taken as missing`;
  const values = given.slice();
  for (const row of rows) values[row] = Number.NaN;
  return { values, said: [{ code: "impossible", message }] };
}

/** Kinds and days in a message. */
const MOST_KINDS = 3;

/** `2018-06-12`, `2018-06-12, 2018-06-14`, or the first and the last of many: `2018-06-12 to 2018-08-01`. */
export function datesOf(rows: readonly number[], start: number, interval: number): string {
  const dates = [...new Set(rows.map((row) => formatTime(start + row * interval * 1000).slice(0, 10)))];
  return dates.length <= MOST_KINDS ? dates.join(", ") : `${dates[0]} to ${dates.at(-1)}`;
}
