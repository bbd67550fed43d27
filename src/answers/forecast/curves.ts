/** Straight lines between the knots of a table, and curves of quantiles: between probabilities straight in the scores of a normal distribution. */
import { normalQuantile } from "../../foundation/statistics/normal.js";

/** A number of a table between two of its leads; before the first and after the last that of these. */
export function between(leads: readonly number[], lead: number, of: (k: number) => number): number {
  const { k, share } = cellOf(leads, lead);
  return of(k) + (of(k + 1) - of(k)) * share;
}

/** Between which of two or more ascending knots a value lies, and where between them, 0…1. */
export function cellOf(knots: readonly number[], value: number): { readonly k: number; readonly share: number } {
  let k = 0;
  while (k < knots.length - 2 && knots[k + 1]! <= value) k++;
  return { k, share: Math.min(1, Math.max(0, (value - knots[k]!) / (knots[k + 1]! - knots[k]!))) };
}

/** Probabilities at which tables have quantiles. */
export const KNOTS: readonly number[] = [
  0.002, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.998,
];

/** Share of a distribution for which each of them stands. */
export const KNOT_SHARES: readonly number[] = /* @__PURE__ */ KNOTS.map(
  (p, k) => ((KNOTS[k + 1] ?? 2 - p) - (KNOTS[k - 1] ?? -p)) / 2,
);

/** Their normal scores: z(0.5) is 0. */
export const KNOT_SCORES: readonly number[] = /* @__PURE__ */ KNOTS.map(normalQuantile);

/** Value of a curve at a score; beyond its ends that of the end. @param scores ascending, one for each value */
export function alongCurve(values: ArrayLike<number>, score: number, scores: ArrayLike<number> = KNOT_SCORES): number {
  const last = scores.length - 1;
  if (!(score > scores[0]!)) return values[0]!;
  if (score >= scores[last]!) return values[last]!;
  let k = 0;
  while (scores[k + 1]! <= score) k++;
  const share = (score - scores[k]!) / (scores[k + 1]! - scores[k]!);
  return values[k]! + share * (values[k + 1]! - values[k]!);
}

/** Between which a value lies that is forecast. */
export const [BAND_LOW, BAND_HIGH] = [0.1, 0.9];

/** A quantile around a value that lies in its own band: up to P10 never above it, from P90 on never below. @param p probability */
export function heldAround(value: number, p: number, quantile: number): number {
  if (p <= BAND_LOW) return Math.min(value, quantile);
  return p >= BAND_HIGH ? Math.max(value, quantile) : quantile;
}

/** The score at which a curve has a value: the inverse of `alongCurve`. @param values that do not descend */
export function scoreOn(values: ArrayLike<number>, value: number): number {
  const last = KNOT_SCORES.length - 1;
  if (value <= values[0]!) return KNOT_SCORES[0]!;
  if (value >= values[last]!) return KNOT_SCORES[last]!;
  let k = 0;
  while (values[k + 1]! < value) k++;
  const share = (value - values[k]!) / (values[k + 1]! - values[k]!);
  return KNOT_SCORES[k]! + share * (KNOT_SCORES[k + 1]! - KNOT_SCORES[k]!);
}

/** The knot of two or more ascending ones that a value is nearest to. */
export function nearestKnot(knots: readonly number[], value: number): number {
  let k = 0;
  while (k < knots.length - 1 && value > (knots[k]! + knots[k + 1]!) / 2) k++;
  return k;
}
