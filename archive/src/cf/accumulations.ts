/** Sums since midnight as what they grew by in each step. */
import { DAY } from "irradiance-engine/shared";

/** So many steps without a value in between are given the mean of what came in them; more is too long ago. */
const LONGEST_GAP = 3;

/**
 * What came in the step that ends at each time. The sum of a day stands at 00 UTC of the next; the first step of a day is
 * its own sum. A gap of one or two values spoils no more than itself: the steps in it share what came.
 *
 * @param sums value k belongs to the time first + k·step, in ms; NaN where there is none
 */
export function stepsOfDays(sums: Float64Array, first: number, step: number): Float64Array {
  const steps = new Float64Array(sums.length).fill(Number.NaN);
  for (let k = 0; k < sums.length; k++) {
    if (Number.isNaN(sums[k]!)) continue;
    const time = first + k * step;
    // In steps since midnight, that of the day which ends at 00 UTC.
    const since = (((time % DAY) + DAY) % DAY || DAY) / step;
    let back = 1;
    while (back < since && Number.isNaN(sums[k - back] ?? Number.NaN)) back++;
    // Nor is anything known of a day whose beginning is not among the values.
    if (back > LONGEST_GAP || back > k + 1) continue;
    const before = back < since ? sums[k - back]! : 0;
    for (let row = k - back + 1; row <= k; row++) steps[row] = (sums[k]! - before) / back;
  }
  return steps;
}

/** Of steps with light, those in which sums of the hour fall: clouds and clear days alike about half. */
const FALLING = 1 / 4;

/**
 * Whether values fall within UTC days, as a sum since midnight never does, and sums of each step do. A damaged value makes one fall.
 *
 * @param sums value k belongs to the time first + k·step, in ms; NaN where there is none; at least a day of them
 * @param noise by how much the packing of files makes equal sums differ
 */
export function fallWithinDays(sums: Float64Array, first: number, step: number, noise: number): boolean {
  let [rises, falls] = [0, 0];
  for (let k = 1; k < sums.length; k++) {
    // The first sum of a day.
    if ((first + k * step - step) % DAY === 0) continue;
    const change = sums[k]! - sums[k - 1]!;
    if (change > noise) rises++;
    if (change < -noise) falls++;
  }
  return falls > 1 && falls > FALLING * (rises + falls);
}
