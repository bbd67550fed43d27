/** Readings of a counter as the energy of each interval: a lifetime counter, one of today, one that was replaced. */

/** Lower than this share of the one before, a reading is that of a counter that began anew; above, one that was corrected. */
const ANEW = 0.9;
/** Beyond so many times the 99 % quantile of its steps, a counter jumped. */
const JUMP = 3;

export interface Counted {
  /** In the counter's unit; NaN: unknown. */
  readonly energy: Float64Array;
  /** How often it began anew at 0, and how often it jumped, as one that was replaced does. */
  readonly resets: number;
  readonly jumps: number;
  /** Energy that came while readings were missing, at unknown times. */
  readonly unseen: number;
}

/** @param values readings at the end of each interval; NaN: missing */
export function counted(values: Float64Array): Counted {
  const most = JUMP * usualStep(values);
  const energy = new Float64Array(values.length).fill(Number.NaN);
  let [resets, jumps, unseen] = [0, 0, 0];
  let [high, seen] = [Number.NaN, -1];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const isAnew = value < ANEW * high;
    const step = isAnew ? value : Math.max(0, value - high);
    const isNext = row === seen + 1;
    // What came in a gap may be as much as that many steps.
    if (step > most * (row - seen)) jumps++;
    else {
      if (isAnew) resets++;
      if (isNext) energy[row] = step;
      else if (seen >= 0) unseen += step;
    }
    high = isAnew || !(value < high) ? value : high;
    seen = row;
  }
  return { energy, resets, jumps, unseen };
}

/** By row: readings that are all further apart have steps, too. */
function usualStep(values: Float64Array): number {
  const steps: number[] = [];
  let seen = -1;
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const step = seen < 0 ? 0 : (value - values[seen]!) / (row - seen);
    if (step > 0) steps.push(step);
    seen = row;
  });
  steps.sort((a, b) => a - b);
  return steps[Math.floor(0.99 * (steps.length - 1))] ?? 0;
}
