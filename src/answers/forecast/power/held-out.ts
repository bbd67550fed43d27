/** What a recipe is worth on days that have not taught it. */
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import { alongCurve } from "../curves.js";
import type { PowerCurves } from "./recipe.js";

/** 5, 10 … 95 %: the others say too little of a few weeks. */
const LEVELS = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);
const SCORES = /* @__PURE__ */ LEVELS.map(normalQuantile);
const [P10, P90] = [1, 17];
/** Ranks are stretched by. */
const WIDTHS = [0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6];

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
  const best = losses.indexOf(Math.min(...losses));
  return { loss: losses[best]! / LEVELS.length / rows.length, width: WIDTHS[best]!, held: held[best]! / rows.length };
}

/** Of a quantile p, by how much the truth is above it. */
export function pinball(p: number, above: number): number {
  return above > 0 ? p * above : (p - 1) * above;
}
