/** Sums since midnight, and sums and means since the start of a run, as what they grew by in each step. */
import { DAY } from "irradiance-engine/shared";

/** So many steps without a value in between are given the mean of what came in them; more is too long ago. */
export const LONGEST_GAP = 3;

/** Spells at whose start a sum or a mean begins anew. */
export interface Spells {
  /** ms; infinite: there is one, which begins at `origin`. */
  readonly length: number;
  /** Unix ms at which one of them begins. */
  readonly origin: number;
  /** Means since the start in place of sums. */
  readonly areMeans?: boolean;
  /** By how much packing makes what came in a value's step less than nothing, which is then nothing; undefined: it may be less. */
  readonly noise?: (since: number) => number;
}

const DAYS: Spells = { length: DAY, origin: 0 };

/** The sum of a day stands at 00 UTC of the next. */
export function stepsOfDays(sums: Float64Array, first: number, step: number, noise?: Spells["noise"]): Float64Array {
  return stepsOfSpells(sums, first, step, noise === undefined ? DAYS : { ...DAYS, noise });
}

/**
 * What came in the step that ends at each time, or its mean. The value of a spell stands at the start of the next; the first step of a
 * spell is its own value. A gap of one or two values spoils no more than itself: the steps in it share what came.
 *
 * @param values value k belongs to the time first + k·step, in ms; NaN where there is none
 */
export function stepsOfSpells(values: Float64Array, first: number, step: number, spells: Spells): Float64Array {
  const { length, origin, areMeans = false, noise } = spells;
  const steps = new Float64Array(values.length).fill(Number.NaN);
  for (let k = 0; k < values.length; k++) {
    if (Number.isNaN(values[k]!)) continue;
    const elapsed = first + k * step - origin;
    // In steps since the start of the spell that ends then or later. At the start of the only one nothing has come.
    const since =
      (length === Number.POSITIVE_INFINITY ? elapsed : ((elapsed % length) + length) % length || length) / step;
    let back = 1;
    while (back < since && Number.isNaN(values[k - back] ?? Number.NaN)) back++;
    // Nor is anything known of a spell whose beginning is not among the values, or lies within a step.
    if (back > LONGEST_GAP || back > k + 1 || back > since) continue;
    const before = back < since ? values[k - back]! * (areMeans ? since - back : 1) : 0;
    const came = (values[k]! * (areMeans ? since : 1) - before) / back;
    const own = noise !== undefined && came < 0 && came * back >= -noise(since) ? 0 : came;
    for (let row = k - back + 1; row <= k; row++) steps[row] = own;
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
