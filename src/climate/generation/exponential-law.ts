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
  return slopeOf(unitMean, mean, STEEPEST, HALVINGS);
}

/** Points of the mean of a root, in the middle of equal probabilities: good to 1e-3, and it falls and rises as the mean does. */
const POINTS = 64;
/** A root of the mean 0.02 needs such a slope. */
const STEEPEST_ROOT = 2000;
const ROOT_HALVINGS = 48;

/** Slope of the law on [0, 1] the mean of whose square root is this, 0 < mean < 1. */
export function rootSlope(mean: number): number {
  return slopeOf(rootMean, mean, STEEPEST_ROOT, ROOT_HALVINGS);
}

function rootMean(g: number): number {
  let sum = 0;
  for (let k = 0; k < POINTS; k++) sum += Math.sqrt(Math.max(exponentialQuantile(g, (k + 0.5) / POINTS), 0));
  return sum / POINTS;
}

/** Where a rising function of the slope has a value: by halving, within ± a steepest one. */
function slopeOf(meanAt: (g: number) => number, mean: number, steepest: number, halvings: number): number {
  let low = -steepest;
  let high = steepest;
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
