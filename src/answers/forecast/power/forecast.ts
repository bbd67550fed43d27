/** From a table to the power that may come: quantiles of each row, and its mean. */
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import { shown } from "../../../foundation/text/shown.js";
import { alongCurve, KNOT_SHARES, KNOTS } from "../curves.js";
import { PowerCurves } from "./recipe.js";
import { checkRows, type PowerRows } from "./rows.js";
import type { PowerTable } from "./table.js";

/**
 * Quantiles of power: those of its share of clear power as the past had them, times the clear power of the row.
 *
 * @param table of `learnPower`, for the same system
 * @param rows in the steps that it learnt from
 * @param probabilities ascending, from 0.01 to 0.99
 * @returns W, an array for each probability: from 0 to the limit, never descending from one to the next, 0 at night, NaN where the chain is
 * @throws RangeError for rows or probabilities that do not fit
 * @experimental
 */
export function powerQuantiles(table: PowerTable, rows: PowerRows, probabilities: readonly number[]): Float64Array[] {
  checkRows("powerQuantiles", rows);
  const wrong = probabilities.find((p, k) => !(p >= 0.01 && p <= 0.99 && !(p <= probabilities[k - 1]!)));
  if (wrong !== undefined)
    throw new RangeError(`powerQuantiles: probabilities must ascend from 0.01 to 0.99, got ${shown(wrong)}`);
  const scores = probabilities.map(normalQuantile);
  const found = probabilities.map(() => dark(table, rows));
  forEachCurve(table, rows, (row, curve) => {
    for (let q = 0; q < scores.length; q++) found[q]![row] = alongCurve(curve, scores[q]!);
  });
  return found;
}

/**
 * What may come in the mean, kept between P10 and P90.
 *
 * @param table, rows as of `powerQuantiles`
 * @returns W; NaN where the chain is
 * @throws RangeError for rows that do not fit
 * @experimental
 */
export function expectedPower(table: PowerTable, rows: PowerRows): Float64Array {
  checkRows("expectedPower", rows);
  const means = dark(table, rows);
  forEachCurve(table, rows, (row, curve) => {
    let sum = 0;
    for (let q = 0; q < curve.length; q++) sum += KNOT_SHARES[q]! * curve[q]!;
    means[row] = Math.min(Math.max(sum, curve[LOW]!), curve[HIGH]!);
  });
  return means;
}

const [LOW, HIGH] = [KNOTS.indexOf(0.1), KNOTS.indexOf(0.9)];

/** Rows in which there is no light to learn from keep the chain's. */
function dark({ limit }: PowerTable, { chain }: PowerRows): Float64Array {
  return chain.map((power) => Math.min(Math.max(power, 0), limit));
}

/** Quantiles at the knots in W, of one lit row after the other, in one array for all. */
function forEachCurve(table: PowerTable, rows: PowerRows, visit: (row: number, curve: Float64Array) => void): void {
  const curves = new PowerCurves(table, rows, table.limit);
  for (let k = 0; k < curves.lit.count; k++) visit(curves.lit.row[k]!, curves.at(k));
}
