/** The two recipes as curves: quantiles of a row at the knots. */
import { alongCurve, KNOT_SCORES, KNOTS } from "../curves.js";
import { AnalogSearch } from "./analogs.js";
import { binQuantiles } from "./bins.js";
import { quantityColumns, withinRanges } from "./quantities.js";
import { regressionQuantiles, termRows } from "./regression.js";
import { type LitRows, litRows, type PowerRows } from "./rows.js";
import type { PowerRecipes } from "./table.js";

/** Curves of the rows with light; each call writes anew. */
export class PowerCurves {
  readonly lit: LitRows;
  readonly #recipes: PowerRecipes;
  readonly #limit: number;
  /** Of the second recipe; undefined where the run lacks what it has learnt from. */
  readonly #terms: readonly Float64Array[] | undefined;
  readonly #search: AnalogSearch | undefined;
  readonly #curve = new Float64Array(KNOTS.length);
  readonly #second = new Float64Array(KNOTS.length);

  constructor(recipes: PowerRecipes, rows: PowerRows, limit: number) {
    this.lit = litRows(rows, limit);
    [this.#recipes, this.#limit] = [recipes, limit];
    const { regression, analogs, ranges } = recipes;
    const columns = ranges && withinRanges(quantityColumns(rows, this.lit, limit), ranges);
    if (columns === undefined) return;
    this.#terms = termRows(columns, regression!.terms, this.lit.count);
    this.#search = new AnalogSearch(analogs!, columns);
  }

  /** Quantiles in W, 0 to the limit, not descending, of lit row k: those of bins and of analogs never cross. */
  at(k: number): Float64Array {
    const { bins, regression, width } = this.#recipes;
    const [curve, second, scale] = [this.#curve, this.#second, this.lit.scale[k]!];
    const terms = this.#terms?.[k];
    // One that is not a number makes all of them none.
    if (terms === undefined || terms.some(Number.isNaN))
      binQuantiles(bins, this.lit.index[k]!, scale / this.#limit, curve);
    else {
      regressionQuantiles(regression!, terms, curve);
      curve.sort();
      this.#search!.quantiles(k, second);
      for (let q = 0; q < curve.length; q++) curve[q] = (curve[q]! + second[q]!) / 2;
    }
    for (let q = 0; q < curve.length; q++) second[q] = Math.min(Math.max(scale * curve[q]!, 0), this.#limit);
    if (width === 1) return second;
    for (let q = 0; q < curve.length; q++) curve[q] = alongCurve(second, width * KNOT_SCORES[q]!);
    return curve;
  }
}
