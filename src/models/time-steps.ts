/** Lengths of the steps of a time series, for the models that carry something from row to row; labels as in pvlib. */
import { HOUR } from "../time/calendar.js";

/** What a series of one row is taken for, ms. */
const LONE_STEP = HOUR;

/**
 * Length in ms of the step that ends at row i of n (`time` in Unix ms). The first row's step is as long as the second's;
 * a single row counts as an hour.
 */
export function stepBefore(i: number, n: number, time: Float64Array): number {
  if (i > 0) return time[i]! - time[i - 1]!;
  return n > 1 ? time[1]! - time[0]! : LONE_STEP;
}

/**
 * @param model name of the calling function, for the error text
 * @throws RangeError when a time is missing or not after the one before
 */
export function checkTimes(model: string, n: number, time: Float64Array): void {
  for (let i = 0; i < n; i++) {
    if (!Number.isFinite(time[i]!)) throw new RangeError(`${model}: time[${i}] must be Unix ms, got ${time[i]}`);
    if (i > 0 && !(time[i]! > time[i - 1]!)) {
      throw new RangeError(`${model}: time must increase, but time[${i}] is ${time[i]} after ${time[i - 1]}`);
    }
  }
}
