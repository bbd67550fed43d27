/** A history on equal steps: its rows come when a value changes, and each holds until the next. */
import { HOUR, MINUTE } from "../../../../foundation/time/calendar.js";
import type { Hold } from "../format.js";
import { Runs, Values } from "./cells.js";

const STEP = 15 * MINUTE;
/** Nothing is written in a night: 0 holds for as long as one. */
const NIGHT = 18 * HOUR;
/** ms that the rounding of times may leave out of a step. */
const LEFT_OUT = 1;

/**
 * Means of quarter hours, which keep the sum: each value counts for as long as it holds, and where none does for a part of a step, the step
 * is missing. Of a counter it is the reading at the end of each step.
 */
export function heldRows(
  times: Runs,
  values: Values,
  { longestGap, isRate = false }: Hold,
): { times: Runs; values: Values } {
  const rows = Array.from({ length: times.length }, (_, row) => ({ time: times.at(row), value: values.at(row) }));
  rows.sort((a, b) => a.time - b.time);
  const first = Math.floor(rows[0]!.time / STEP) * STEP;
  const count = Math.max(1, Math.ceil((rows.at(-1)!.time - first) / STEP));
  const isCounter = !isRate && countsUpAnew(rows.map(({ value }) => value));
  const found = (isCounter ? readingsOf : meansOf)(rows, first, count, longestGap);
  return { times: Runs.from(Array.from(found, (_, slot) => first + slot * STEP)), values: Values.from(found) };
}

/** A counter rises so many times more often than it falls. */
const RISES = 4;

/**
 * Whether readings are those of a counter, which may begin anew, each day or after it was replaced: they rise far more often than they
 * fall, where amounts of an interval fall as often as they rise.
 */
export function countsUpAnew(values: ArrayLike<number>): boolean {
  let [before, rises, falls] = [Number.NaN, 0, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value > before) rises++;
    else if (value < before) falls++;
    if (!Number.isNaN(value)) before = value;
  }
  return rises > 0 && rises >= RISES * falls;
}

type Row = { readonly time: number; readonly value: number };

function meansOf(rows: readonly Row[], first: number, count: number, longest: number): Float64Array {
  const [sums, covered] = [new Float64Array(count), new Float64Array(count)];
  rows.forEach(({ time, value }, k) => {
    if (Number.isNaN(value)) return;
    const until = Math.min(rows[k + 1]?.time ?? time, time + (value === 0 ? NIGHT : longest));
    for (let from = time; from < until; ) {
      const slot = Math.floor((from - first) / STEP);
      const to = Math.min(until, first + (slot + 1) * STEP);
      sums[slot]! += value * (to - from);
      covered[slot]! += to - from;
      from = to;
    }
  });
  return sums.map((sum, slot) => (covered[slot]! >= STEP - LEFT_OUT ? sum / covered[slot]! : Number.NaN));
}

function readingsOf(rows: readonly Row[], first: number, count: number, longest: number): Float64Array {
  const known = rows.filter(({ value }) => !Number.isNaN(value));
  let next = 0;
  return Float64Array.from({ length: count }, (_, slot) => {
    const end = first + (slot + 1) * STEP;
    while (next < known.length && known[next]!.time <= end) next++;
    const [last, after] = [known[next - 1], known[next]];
    if (last?.time === end) return last.value;
    return last === undefined || after === undefined ? Number.NaN : readingBetween(last, after, end, longest);
  });
}

/**
 * What a counter shows between two readings: what they differ by came evenly, and where it began anew, the old one holds. Where it has gone
 * on unseen for too long, or begun anew and gone on, nobody knows when.
 */
function readingBetween(last: Row, after: Row, time: number, longest: number): number {
  const [gap, rise] = [after.time - last.time, after.value - last.value];
  // A reading of each hour comes some seconds late.
  if (rise > 0) return gap > longest + STEP ? Number.NaN : last.value + (rise * (time - last.time)) / gap;
  return rise === 0 || after.value === 0 || gap < 2 * STEP ? last.value : Number.NaN;
}
