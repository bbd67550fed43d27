/**
 * Student's t for whole degrees of freedom, its noncentral form, and the normal distribution.
 *
 * Source: Abramowitz & Stegun 1964, Handbook of Mathematical Functions, eq. 26.7.3 and 26.7.4 (finite sums, nothing
 * iterated); eq. 26.7.9 for what noncentral t is. Quantiles by a fixed number of bisections: the same bits everywhere.
 */
import { atan, exp, log } from "../math/index.js";
import { normalProbability } from "./normal.js";

/** P(T ≤ t); right to some 1e-15 absolute. */
export function studentTProbability(t: number, degrees: number): number {
  return 0.5 + (t < 0 ? -0.5 : 0.5) * withinStudentT(Math.abs(t), degrees);
}

/** P(|T| > t), t ≥ 0: the p-value of a two-sided test. */
export function studentTTwoSided(t: number, degrees: number): number {
  return Math.max(1 - withinStudentT(t, degrees), 0);
}

/** P(|T| ≤ t): A(t|ν) of eq. 26.7.3 (ν odd) and 26.7.4 (ν even), with θ = arctan(t/√ν). */
function withinStudentT(t: number, degrees: number): number {
  const sine = t / Math.sqrt(degrees + t * t);
  const cosineSquared = degrees / (degrees + t * t);
  if (degrees % 2 === 0) return sine * cosineSeries(1, 0, degrees - 2, cosineSquared);
  const angle = atan(t / Math.sqrt(degrees));
  const series = degrees === 1 ? 0 : cosineSeries(Math.sqrt(cosineSquared), 1, degrees - 2, cosineSquared);
  return (2 / Math.PI) * (angle + sine * series);
}

/** first·(1 + a₁c² + a₁a₂c⁴ + …), up to cosine^last; each factor is (power + 1)/(power + 2) of the power before. */
function cosineSeries(first: number, firstPower: number, last: number, cosineSquared: number): number {
  let term = first;
  let sum = first;
  for (let power = firstPower; power < last; power += 2) {
    term *= (cosineSquared * (power + 1)) / (power + 2);
    sum += term;
  }
  return sum;
}

/** @param share 0 < share < 1 */
export function studentTQuantile(share: number, degrees: number): number {
  if (share < 0.5) return -studentTQuantile(1 - share, degrees);
  return quantile((t) => studentTProbability(t, degrees), share);
}

/**
 * Quantile of noncentral t, (Z + shift)/√(χ²/degrees).
 *
 * With s = √(χ²/ν) = eᵘ, P(T ≤ t) = ∫ Φ(t·s − shift)·g(u) du, g ∝ s^ν·exp(−ν·s²/2). The integrand falls off on both sides and
 * is smooth: the trapezoidal rule converges faster than any power of its step (Trefethen & Weideman 2014, SIAM Review 56, 385–458).
 */
export function noncentralTQuantile(share: number, degrees: number, shift: number): number {
  const { scales, densities } = chiNodes(degrees);
  const probability = (t: number) => {
    let sum = 0;
    for (let i = 0; i < scales.length; i++) sum += densities[i]! * normalProbability(t * scales[i]! - shift);
    return sum;
  };
  const isNegative = probability(0) > share;
  return isNegative ? -quantile((t) => 1 - probability(-t), 1 - share) : quantile(probability, share);
}

/** e⁻⁴⁰ is nothing beside 1. */
const NEGLIGIBLE = 40;

/** Nodes of √(χ²/degrees), which need not be whole, and their shares of the probability. */
export function chiNodes(degrees: number): { scales: Float64Array; densities: Float64Array } {
  const step = Math.min(0.1, 0.5 / Math.sqrt(2 * degrees));
  const from = -(NEGLIGIBLE / degrees + 1);
  const to = log(1 + (2 * NEGLIGIBLE) / degrees) / 2 + 1;
  const count = Math.ceil((to - from) / step) + 1;
  const scales = new Float64Array(count);
  const densities = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const u = from + i * step;
    const scale = exp(u);
    scales[i] = scale;
    densities[i] = exp(degrees * (u - (scale * scale - 1) / 2));
    total += densities[i]!;
  }
  return { scales, densities: densities.map((density) => density / total) };
}

/** The last bits of a double need no more. */
const BISECTIONS = 100;

/** Where a distribution reaches a share that lies above 0. */
function quantile(probability: (x: number) => number, share: number): number {
  let high = 1;
  while (probability(high) < share) high *= 2;
  let low = 0;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (probability(middle) < share) low = middle;
    else high = middle;
  }
  return high;
}
