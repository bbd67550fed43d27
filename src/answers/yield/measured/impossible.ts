/** Values that no plant gives or takes: what loggers write for "none", such as −10⁹ W, and spikes. */
import type { Notice } from "../../../data/contract/observation/types.js";
import { quantileOfSorted } from "../../../foundation/statistics/order.js";
import { datesOf } from "./dates.js";
import type { MeasuredPower } from "./read-power.js";

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
/** Fewer rows say nothing of the size. */
const FEWEST = 48;

/** The power without them, and what was left out. */
export function withoutImpossible({ power, start, interval }: MeasuredPower): {
  readonly power: Float64Array;
  readonly notices: readonly Notice[];
} {
  const sorted = power.filter((value) => value > 0).sort();
  if (sorted.length < FEWEST) return { power, notices: [] };
  const bright = quantileOfSorted(sorted, BRIGHT);
  const count = (is: (value: number) => boolean) => power.reduce((sum, value) => sum + (is(value) ? 1 : 0), 0);
  const takes = count((value) => value < -DRAW * bright);
  // Means over a code of a logger are anything below 0.
  const least = takes < FEW * count((value) => !Number.isNaN(value)) ? -DRAW * bright : -TIMES * bright;
  const rows: number[] = [];
  const kept = power.map((value, row) => {
    if (!(value < least || value > TIMES * bright)) return value;
    rows.push(row);
    return Number.NaN;
  });
  if (rows.length === 0) return { power, notices: [] };
  const values = [...new Set(rows.map((row) => Number(power[row]!.toPrecision(4))))];
  const what = `${values.slice(0, 3).join(", ")}${values.length > 3 ? ", …" : ""} kW`;
  const message =
    `${rows.length === 1 ? "1 row has" : `${rows.length} rows have`} what no such plant gives or takes (${what}), ` +
    `${datesOf(rows, start, interval)}: taken as missing`;
  return { power: kept, notices: [{ code: "impossible", message }] };
}
