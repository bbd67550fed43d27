/**
 * How well three given components close: the median of GHI over direct plus diffuse. It is taken from a histogram, so that it
 * needs the same memory for any series and depends neither on the blocks nor on the order of the rows.
 */
import type { Notice } from "../../contract/observation/types.js";
import { INTERVALS } from "../memory/columns.js";

const w = INTERVALS;

/** W/m² from which on instruments are compared: below, offsets weigh more than calibration. */
const BRIGHT = 200;
/** Deviations beyond calibration: pyranometers of good stations agree to 2 %. */
const NOTICEABLE = 0.03;
/** Intervals of which a median is worth a notice: some weeks of hours, or some hours of minutes. */
const ENOUGH = 100;

/** The histogram: ratios from LEAST on in thousandths; the first and the last bin have all that is beyond. */
const LEAST = 0.5;
const PER_UNIT = 1000;
const BINS = 1000;

/** Numbers of intervals by their ratio. */
export type ClosureTally = Uint32Array;

export function newClosureTally(): ClosureTally {
  return new Uint32Array(BINS);
}

/** Counts rows [i0, i1) of the given components, before they are made to close. Rows that lack one are left out. */
export function tallyClosure(i0: number, i1: number, tally: ClosureTally): void {
  const { ghi, dhi, dni, directHorizontal, normalToHorizontal } = w;
  for (let j = i0; j < i1; j++) {
    const given = directHorizontal[j]!;
    const direct = Number.isNaN(given) ? dni[j]! * normalToHorizontal[j]! : given;
    const sum = direct + dhi[j]!;
    const global = ghi[j]!;
    if (!(sum > BRIGHT && global > BRIGHT)) continue;
    const bin = Math.floor((global / sum - LEAST) * PER_UNIT);
    const at = Math.min(Math.max(bin, 0), BINS - 1);
    tally[at] = tally[at]! + 1;
  }
}

/** What is to be said of the tally, if anything. */
export function closureNotices(tally: ClosureTally | null): Notice[] {
  if (tally === null) return [];
  const count = tally.reduce((sum, rows) => sum + rows, 0);
  const off = medianOf(tally, count) - 1;
  if (count < ENOUGH || !(Math.abs(off) > NOTICEABLE)) return [];
  const percent = (100 * Math.abs(off)).toFixed(1);
  return [
    {
      code: "closure",
      message:
        `GHI is ${percent} % ${off > 0 ? "above" : "below"} direct plus diffuse (median of ${count} intervals above ` +
        `${BRIGHT} W/m²); if GHI is wrong, closure: "component-sum" uses the sum of the two`,
    },
  ];
}

/** The middle of the bin that holds the median. */
function medianOf(tally: ClosureTally, count: number): number {
  let bin = 0;
  for (let below = tally[0]!; 2 * below < count; below += tally[bin]!) bin++;
  return LEAST + (bin + 0.5) / PER_UNIT;
}
