/** The truncated exponential distribution: density ∝ exp(γ·x) on [least, most], with a given mean. */
import { exp, log, positivePow } from "../../math/index.js";

/** Slope times width beyond which the law is a single value to all purposes. */
const STEEPEST = 60;
/** Below, the law is uniform but for its first order. */
const FLAT = 1e-4;
const HALVINGS = 80;

/** Mean of the law on [0, 1] with the slope g. */
function unitMean(g: number): number {
  return Math.abs(g) < FLAT ? 0.5 + g / 12 : 1 / (1 - exp(-g)) - 1 / g;
}

/** Slope per unit width of the law on [0, 1] with this mean, 0 < mean < 1; within ±60. */
export function exponentialSlope(mean: number): number {
  return rootOf(unitMean, mean, STEEPEST, HALVINGS);
}

/** Points of the mean of a power, in the middle of equal probabilities: good to 1e-3, and it falls and rises as the mean does. */
const POINTS = 24;
/** A root of the mean 0.02 needs such a slope. */
const STEEPEST_OF_POWER = 2000;
const HALVINGS_OF_POWER = 14;

/** Slope of the law on [0, 1] the mean of whose power is this, 0 < mean < 1; the mean is met to 1e-3. */
export function powerSlope(mean: number, power: number): number {
  // A cube has fine steps near 0, where slopes are, and reaches far.
  const slope = (t: number) => STEEPEST_OF_POWER * t * t * t;
  return slope(rootOf((t) => powerMean(slope(t), power), mean, 1, HALVINGS_OF_POWER));
}

function powerMean(g: number, power: number): number {
  let sum = 0;
  for (let k = 0; k < POINTS; k++) {
    sum += positivePow(Math.max(exponentialQuantile(g, (k + 0.5) / POINTS), 0), power);
  }
  return sum / POINTS;
}

/** Where a rising function has a value: by halving, within ± a largest argument. */
function rootOf(meanAt: (g: number) => number, mean: number, largest: number, halvings: number): number {
  let low = -largest;
  let high = largest;
  for (let n = 0; n < halvings; n++) {
    const middle = 0.5 * (low + high);
    if (meanAt(middle) < mean) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** Where on [0, 1] the law with the slope g has the probability p. */
export function exponentialQuantile(g: number, p: number): number {
  // To first order in g, where the logarithm would have lost its digits.
  if (Math.abs(g) < FLAT) return p + 0.5 * g * p * (1 - p);
  // From the side where the exponential does not overflow the digits of p.
  return g > 0 ? 1 + log(p + (1 - p) * exp(-g)) / g : log(1 + p * (exp(g) - 1)) / g;
}
