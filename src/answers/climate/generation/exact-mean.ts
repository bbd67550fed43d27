/** Brings values to an exact weighted sum without passing a bound. */
import { exp, log } from "../../../foundation/math/index.js";

/** Logarithms of shares of the bound. */
let logs = /* @__PURE__ */ new Float64Array(1440);

/** Room for a rounding error below the bound. */
const LARGEST_SHARE = 1 - 1e-9;
/** A power may bend so much, and no more. */
const MOST_POWER = 128;
/** Near the bound all values are all but it: a share of 1e-4 has to become one of 0.998. */
const LEAST_POWER = 1 / 4096;
/**
 * Newton's iterations. ln Σ w·xᵖ is convex in p and nearly straight, so that from p = 1 eight of them leave less than 1e-9 even
 * where p ends at 50; what is left is taken by a factor, whatever it is.
 */
const ITERATIONS = 8;

/**
 * Replaces values[from, to) by bound·(value/bound)^p with the power p for which Σ weights·values is `sum`. A plain
 * factor would push the largest over the bound; a power keeps order and bound. Newton's method comes from the side of
 * too much light, so that the factor that takes its last digits is never above 1.
 * @param least share of the bound that a value counts as at least; the sum that can be reached is what the least and
 *   the weights give at p = 1/4096
 */
export function bendToSum(
  values: Float64Array,
  weights: Float64Array,
  from: number,
  to: number,
  sum: number,
  bound: number,
  least: number,
): void {
  const count = to - from;
  if (!(sum > 0)) {
    values.fill(0, from, to);
    return;
  }
  if (logs.length < count) logs = new Float64Array(count);
  const l = logs;
  for (let i = 0; i < count; i++) l[i] = log(Math.min(Math.max(values[from + i]! / bound, least), LARGEST_SHARE));
  const goal = sum / bound;
  let power = 1;
  for (let n = 0; n < ITERATIONS; n++) {
    let total = 0;
    let slope = 0;
    for (let i = 0; i < count; i++) {
      const weight = weights[from + i]!;
      if (!(weight > 0)) continue;
      const term = weight * exp(power * l[i]!);
      total += term;
      slope += term * l[i]!;
    }
    if (!(slope < 0)) break;
    power = Math.min(Math.max(power - (log(total / goal) * total) / slope, LEAST_POWER), MOST_POWER);
  }
  let total = 0;
  for (let i = 0; i < count; i++) {
    const value = weights[from + i]! > 0 ? exp(power * l[i]!) : 0;
    values[from + i] = value;
    total += value * weights[from + i]!;
  }
  const factor = total > 0 ? sum / total : 0;
  for (let i = from; i < to; i++) values[i] = Math.min(values[i]! * factor, bound);
}
