/** The truncated exponential distribution: density ∝ exp(γ·x) on [least, most], with a given mean. */
import { exp, log } from "../../math/index.js";

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
  let low = -STEEPEST;
  let high = STEEPEST;
  for (let n = 0; n < HALVINGS; n++) {
    const middle = 0.5 * (low + high);
    if (unitMean(middle) < mean) low = middle;
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
