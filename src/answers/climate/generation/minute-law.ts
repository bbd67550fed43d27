/**
 * The distribution of the minutes of an hour: A. Skartveit, J. A. Olseth (1992), Solar Energy 49, 477–487, equations 3–9. All are
 * clear-sky indices, of global irradiance.
 */
import { exp, log, positivePow } from "../../../foundation/math/index.js";

/** How much more minutes swing than the five minutes of the paper, and how much one goes with the next. */
export interface MinuteLaw {
  readonly swing: number;
  readonly correlation: number;
}

/** The paper has 1 and 0.90, for five minutes. `research/fit-minutes.mjs` judges it at each of seven stations without it. */
export const MINUTE_LAW: MinuteLaw = { swing: 1.3, correlation: 0.92 };

/** Variances of the lower and of the upper beta. */
const LOWER_VARIANCE = 0.014;
const UPPER_VARIANCE = 0.006;

let lowerBetas: BetaTable | undefined;
let upperBetas: BetaTable | undefined;

/** Where a distribution on [0, 1] lies. */
export interface Span {
  least: number;
  span: number;
}

/** Root mean square difference to the hours before and after; an unknown one (NaN) differs by nothing. */
export function neighbourSpread(before: number, k: number, after: number): number {
  const last = Number.isNaN(before) ? k : before;
  const next = Number.isNaN(after) ? k : after;
  return Math.sqrt(0.5 * ((k - last) * (k - last) + (next - k) * (next - k)));
}

/** Expected standard deviation inside the hour. */
export function expectedSpread(k: number, variability: number, swing: number): number {
  return swing * Math.max(0.87 * k * k * (1 - k) + 0.39 * Math.sqrt(k) * variability, 0.001);
}

/** Standard deviation inside the hour: its expectation, spread by a Weibull law with the mean 1, of which u is the probability. */
export function drawnSpread(k: number, expected: number, u: number): number {
  const shape = 0.88 + 42 * expected * expected;
  const weibull = positivePow(-log(1 - u), 1 / shape) / gammaOfOnePlus(1 / shape);
  const sigma = Math.min(0.45, expected * weibull);
  // 0.8^1.5 = 0.7155…
  return Math.max(sigma, sigma * (1 + 0.7155417527999327 * (0.6 - 1.3 * sigma) * (k - 0.2)), 1e-9);
}

/** Γ(1 + x), 0 ≤ x ≤ 2, to 3e-7: Abramowitz & Stegun 1964, eq. 6.1.36. */
function gammaOfOnePlus(x: number): number {
  if (x > 1) return x * gammaOfOnePlus(x - 1);
  const upper = ((0.035868343 * x - 0.193527818) * x + 0.482199394) * x - 0.756704078;
  return (((upper * x + 0.918206857) * x - 0.897056937) * x + 0.988205891) * x * x - 0.577191652 * x + 1;
}

/** Cumulated probabilities of an hour of index k and standard deviation sigma, at `NODES` equal steps of the range. */
export function fillDistribution(k: number, sigma: number, distribution: Float64Array, range: Span): void {
  lowerBetas ??= betaTable(LOWER_VARIANCE);
  upperBetas ??= betaTable(UPPER_VARIANCE);
  const least = Math.max(0, (k - 0.03) * exp(-11 * positivePow(sigma, 1.4)) - 0.09);
  const span = Math.max((k - 1.5) * exp(-9 * positivePow(sigma, 1.3)) + 1.5 - least, 1e-3);
  const t = Math.min(Math.max((k - least) / span, 0.01), 0.99);
  const s = sigma / span;
  const t1 = t * (0.01 + 0.98 * exp(-60 * positivePow(s, 3.3)));
  const t2 = Math.max((t - 1) * (0.01 + 0.98 * exp(-11 * s * s)) + 1, t1 + 1e-6);
  const lower = Math.min(Math.max((t2 - t) / (t2 - t1), 0), 1);
  distribution.fill(0);
  addDistribution(lowerBetas, t1, lower, distribution);
  addDistribution(upperBetas, t2, 1 - lower, distribution);
  range.least = least;
  range.span = span;
}

/** Where on [0, 1] a distribution reaches a probability. */
export function positionOf(distribution: Float64Array, probability: number): number {
  let low = 0;
  let high = distribution.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (distribution[middle]! < probability) low = middle;
    else high = middle;
  }
  const below = distribution[low]!;
  const width = distribution[high]! - below;
  const part = width > 0 ? Math.min(Math.max((probability - below) / width, 0), 1) : 0.5;
  return (low + part) / (distribution.length - 1);
}

/** Where on [0, 1] distributions stand, and the means for which they do. */
export const NODES = 161;
const MEANS = 129;
/** Panels of Simpson's rule between two nodes; more change the table by less than 1e-6. */
const PANELS = 2;
const POINTS = (NODES - 1) * PANELS + 1;

const LEAST_VARIANCE = 1e-6;

/** Cumulated probabilities: MEANS rows of NODES. */
export type BetaTable = Float64Array;

/**
 * Cumulated beta distributions whose variance is `variance`, or as much as their mean t allows: t²(1 − t)/(1 + t) and its mirror
 * image, beyond which the density would rise towards an end.
 */
export function betaTable(variance: number): BetaTable {
  const table = new Float64Array(MEANS * NODES);
  const logs = new Float64Array(POINTS);
  for (let k = 0; k < POINTS; k++) logs[k] = k > 0 ? log(k / (POINTS - 1)) : 0;
  for (let k = 0; k < MEANS; k++) {
    const t = Math.min(Math.max(k / (MEANS - 1), 1e-3), 1 - 1e-3);
    const most = Math.min((t * t * (1 - t)) / (1 + t), (t * (1 - t) * (1 - t)) / (2 - t));
    const v = Math.max(Math.min(variance, most), LEAST_VARIANCE);
    const scale = (t * (1 - t)) / v - 1;
    fillRow(table.subarray(k * NODES, (k + 1) * NODES), Math.max(1, t * scale), Math.max(1, (1 - t) * scale), logs);
  }
  return table;
}

/** Integrates x^(a−1)·(1−x)^(b−1) from node to node; divided by its whole, no gamma function is asked. */
function fillRow(row: Float64Array, a: number, b: number, logs: Float64Array): void {
  const mode = a + b > 2 ? Math.min(Math.max((a - 1) / (a + b - 2), 0), 1) : 0.5;
  const peak = logDensity(a, b, mode > 0 ? log(mode) : 0, mode < 1 ? log(1 - mode) : 0);
  const density = (k: number) => {
    if ((k === 0 && a > 1) || (k === POINTS - 1 && b > 1)) return 0;
    return exp(logDensity(a, b, logs[k]!, logs[POINTS - 1 - k]!) - peak);
  };
  let sum = 0;
  let here = density(0);
  for (let node = 1; node < NODES; node++) {
    const k = node * PANELS;
    const there = density(k);
    sum += here + 4 * density(k - 1) + there;
    row[node] = sum;
    here = there;
  }
  for (let node = 0; node < NODES; node++) row[node] = row[node]! / sum;
}

function logDensity(a: number, b: number, logX: number, logRest: number): number {
  return (a - 1) * logX + (b - 1) * logRest;
}

/** Adds weight times the distribution of a mean to `out`: the rows of the two nearest means, joined linearly. */
export function addDistribution(table: BetaTable, mean: number, weight: number, out: Float64Array): void {
  const position = Math.min(Math.max(mean, 0), 1) * (MEANS - 1);
  const before = Math.min(Math.floor(position), MEANS - 2);
  const after = weight * (position - before);
  const rest = weight - after;
  const at = before * NODES;
  for (let k = 0; k < NODES; k++) out[k] = out[k]! + rest * table[at + k]! + after * table[at + NODES + k]!;
}
