/** Curves of quantiles: values at some probabilities, between them straight in the scores of a normal distribution. */
import { normalQuantile } from "../statistics/normal.js";

/** Probabilities at which tables have quantiles. */
export const KNOTS: readonly number[] = [
  0.002, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.998,
];

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
