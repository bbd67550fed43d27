/** What a recipe is worth on days that have not taught it. */
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import { alongCurve, scoreOn } from "../curves.js";
import type { HourCorrelation } from "../day-ahead/bands.js";
import { fitCorrelation } from "../day-ahead/bands-learner.js";
import { DEFAULT_SPREAD } from "../default-table.generated.js";
import type { PowerCurves } from "./recipe.js";

/** 5, 10 … 95 %: the others say too little of a few weeks. */
const LEVELS = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);
const SCORES = /* @__PURE__ */ LEVELS.map(normalQuantile);
const [P10, P90] = [1, 17];
/** Ranks are stretched by. */
const WIDTHS = [1, 1.05, 1.1, 1.15, 1.2];
/** What P10 and P90 should hold. */
const HOLDS = 0.8;

export interface Judged {
  /** Mean pinball loss, W, at the best width. */
  readonly loss: number;
  readonly width: number;
  /** Share within P10 and P90. */
  readonly held: number;
}

/** @param curves whose own width is 1 @param measured W, by lit row @param rows those of them that are judged */
export function judge(curves: PowerCurves, measured: Float64Array, rows: readonly number[]): Judged {
  const losses = new Float64Array(WIDTHS.length);
  const held = new Float64Array(WIDTHS.length);
  for (const k of rows) {
    const curve = curves.at(k);
    const truth = measured[k]!;
    for (let w = 0; w < WIDTHS.length; w++) {
      const quantile = (q: number) => alongCurve(curve, WIDTHS[w]! * SCORES[q]!);
      for (let q = 0; q < LEVELS.length; q++) losses[w]! += pinball(LEVELS[q]!, truth - quantile(q));
      if (truth >= quantile(P10) && truth <= quantile(P90)) held[w]!++;
    }
  }
  const enough = held.findIndex((count) => count >= HOLDS * rows.length);
  const best = enough < 0 ? WIDTHS.length - 1 : enough;
  return { loss: losses[best]! / LEVELS.length / rows.length, width: WIDTHS[best]!, held: held[best]! / rows.length };
}

/** Of a quantile p, by how much the truth is above it. */
export function pinball(p: number, above: number): number {
  return above > 0 ? p * above : (p - 1) * above;
}

/** Days for which the correlation of light anywhere counts. */
const PRIOR_DAYS = 30;
/** Of the limit: hours with less to give say little of a day. */
const TELLING = 0.05;

/**
 * How ranks of hours hang together, for sums: from those that held-out values had.
 * @param hours of the rows, whole hours from 1970; of several rows in an hour the first tells
 */
export function rankCorrelation(
  curves: PowerCurves,
  measured: Float64Array,
  rows: readonly number[],
  {
    hours,
    width,
    days,
    limit,
  }: { readonly hours: ArrayLike<number>; readonly width: number; readonly days: number; readonly limit: number },
): HourCorrelation {
  const own = rows.filter((k) => hours[k] !== hours[k - 1] && curves.lit.scale[k]! > TELLING * limit);
  const scores = own.map((k) => scoreOn(curves.at(k), measured[k]!) / width);
  const known = own.map((k) => ({ run: 0, hour: hours[k]! }));
  return fitCorrelation(known, scores, DEFAULT_SPREAD.ahead.correlation, days / (days + PRIOR_DAYS));
}
