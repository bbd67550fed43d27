/**
 * Student's t for whole degrees of freedom, its noncentral form, and the normal distribution.
 *
 * Source: Abramowitz & Stegun 1964, Handbook of Mathematical Functions, eq. 26.7.3 and 26.7.4 (finite sums, nothing
 * iterated); eq. 26.7.9 for what noncentral t is. Quantiles by a fixed number of bisections: the same bits everywhere.
 */
import { atan, exp, log } from "../math/index.js";
import { normalProbability, normalQuantile } from "./normal.js";
import { mean } from "./order.js";

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
function chiNodes(degrees: number): { scales: Float64Array; densities: Float64Array } {
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

// Student's t widened by a normal error: what is known of a year to come where its scatter is known from a few years only, and where
// other errors of known size come on top of it.
//
// X = a·T + b·Z, T Student's t and Z standard normal, independent. Given s = √(χ²/ν), T is normal with the deviation 1/s, so that
// P(X ≤ x) = E[Φ(x/√(a²/s² + b²))] over s: exact, where the Welch–Satterthwaite formula (JCGM 100:2008, G.4.1) is an approximation.

export interface WidenedT {
  /** Deviation of the part that a few values tell, and their degrees of freedom; Infinity: known as well as the other. */
  readonly student: number;
  readonly degrees: number;
  /** Deviation of the normal part. */
  readonly normal: number;
}

const ROOT_TWO_PI = 2.5066282746310002;
/** Newton's steps only ever rise here, and double the digits near the end. */
const MOST_STEPS = 100;

/** @param share 0 < share < 1 @returns x of which P(X ≤ x) is the share */
export function widenedTQuantile(share: number, { student, degrees, normal }: WidenedT): number {
  if (share < 0.5) return -widenedTQuantile(1 - share, { student, degrees, normal });
  if (share === 0.5) return 0;
  if (student === 0 || degrees === Number.POSITIVE_INFINITY) {
    return normalQuantile(share) * Math.sqrt(student * student + normal * normal);
  }
  const { scales, densities } = nodesOf(degrees);
  const widths = scales.map((scale) => Math.sqrt((student / scale) * (student / scale) + normal * normal));
  // From the middle outwards the distribution is concave: no step leads beyond the quantile. That of a normal error of the same
  // deviations is no farther out (Φ(x/√(a²/v + b²)) is concave in v = s², whose mean is 1); a tenth is for what the nodes leave open.
  let x = 0.9 * normalQuantile(share) * Math.sqrt(student * student + normal * normal);
  for (let step = 0; step < MOST_STEPS; step++) {
    let [below, density] = [0, 0];
    for (let i = 0; i < widths.length; i++) {
      const z = x / widths[i]!;
      below += densities[i]! * normalProbability(z);
      density += (densities[i]! * exp(-0.5 * z * z)) / (ROOT_TWO_PI * widths[i]!);
    }
    const next = x + (share - below) / density;
    if (!(next > x)) break;
    x = next;
  }
  return x;
}

let known: { readonly degrees: number; readonly nodes: ReturnType<typeof chiNodes> } | undefined;

/** P-values of one yield share their degrees: the last nodes are kept. */
function nodesOf(degrees: number): ReturnType<typeof chiNodes> {
  if (known?.degrees !== degrees) known = { degrees, nodes: chiNodes(degrees) };
  return known.nodes;
}

// Straight lines by least squares, and whether the slope of one could be chance.

export interface Line {
  readonly slope: number;
  readonly standardError: number;
  at(x: number): number;
}

/** The straight line with the least squares. */
export function lineThrough(x: readonly number[], y: ArrayLike<number>): Line {
  const [middleX, middleY] = [mean(Float64Array.from(x)), mean(Float64Array.from(y))];
  let [xx, xy] = [0, 0];
  for (const [k, value] of x.entries()) {
    xx += (value - middleX) * (value - middleX);
    xy += (value - middleX) * (y[k]! - middleY);
  }
  const slope = xy / xx;
  let rest = 0;
  for (const [k, value] of x.entries()) {
    const error = y[k]! - middleY - slope * (value - middleX);
    rest += error * error;
  }
  const standardError = Math.sqrt(rest / (x.length - 2) / xx);
  return { slope, standardError, at: (value) => middleY + slope * (value - middleX) };
}

export interface Trend {
  /** Per year, in the unit of the values. */
  readonly slope: number;
  readonly standardError: number;
  /**
   * Probability of a slope as steep as that, either way, where there is none: Student's t with n − 2 degrees of freedom, for
   * independent, normal scatter.
   */
  readonly pValue: number;
}

/** Least squares; years need not follow one another. */
export function trendOf(years: readonly number[], values: Float64Array): Trend {
  const { slope, standardError } = lineThrough(years, values);
  if (standardError === 0) return { slope, standardError, pValue: slope === 0 ? 1 : 0 };
  return { slope, standardError, pValue: studentTTwoSided(Math.abs(slope) / standardError, years.length - 2) };
}
