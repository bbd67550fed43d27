/** The second recipe: each quantile of the share of clear power is a sum of a few terms. */
import { NormalEquations } from "../../../foundation/statistics/least-squares.js";
import { KNOTS } from "../curves.js";
import { type QuantityColumns, TERMS, type TermName } from "./quantities.js";
import { shortened } from "./rows.js";

export interface PowerRegression {
  readonly terms: readonly TermName[];
  /** For each of `KNOTS` a weight of each term. */
  readonly weights: readonly (readonly number[])[];
}

/** What can be said of the columns that are there. */
export function knownTerms(columns: QuantityColumns): readonly TermName[] {
  const names = Object.keys(TERMS) as TermName[];
  return names.filter((term) => TERMS[term].every((name) => columns[name] !== undefined));
}

/** Terms of the lit rows, one row of numbers for each; NaN where a quantity is not known. */
export function termRows(columns: QuantityColumns, terms: readonly TermName[], count: number): readonly Float64Array[] {
  const factors = terms.map((term) => TERMS[term].map((name) => columns[name]!));
  return Array.from({ length: count }, (_, k) =>
    Float64Array.from(factors, (own) => own.reduce((product, column) => product * column[k]!, 1)),
  );
}

/** In their own spread: how little weights are held back, and how close to a row the loss is a straight line. */
const RIDGE = 0.03;
const ROUND = 0.01;
/** Rounds of weighted least squares; the median begins from nothing. */
const ROUNDS = 8;
const FIRST_ROUNDS = 15;

/**
 * Quantile regression by least squares that are weighed anew: a residual r counts p/|r| above the quantile and (1 − p)/|r| below it.
 *
 * Source: R. Koenker & G. Bassett (1978), Regression Quantiles, Econometrica 46, 33–50, doi 10.2307/1913643 (the loss); E. J.
 * Schlossmacher (1973), An iterative technique for absolute deviations curve fitting, JASA 68, 857–859 (the weights).
 *
 * @param rows of `termRows`, the constant first @param counts what each row counts for
 */
export function fitRegression(
  terms: readonly TermName[],
  rows: readonly Float64Array[],
  share: Float64Array,
  counts: Float64Array,
): PowerRegression {
  const { centres, spreads } = momentsOf(rows, counts);
  const own = rows.map((row) => row.map((value, t) => (value - centres[t]!) / spreads[t]!));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const weighed = counts.map((count) => count / all);
  const middle = KNOTS.indexOf(0.5);
  const found: Float64Array[] = [];
  const solve = (q: number, from: Float64Array | undefined) => {
    found[q] = fitQuantile(own, share, weighed, KNOTS[q]!, from);
  };
  solve(middle, undefined);
  for (let q = middle + 1; q < KNOTS.length; q++) solve(q, found[q - 1]);
  for (let q = middle - 1; q >= 0; q--) solve(q, found[q + 1]);
  return { terms, weights: found.map((weights) => inUnits(weights, centres, spreads).map(shortened)) };
}

/** Of each term; the constant stays as it is. */
function momentsOf(rows: readonly Float64Array[], counts: Float64Array) {
  const size = rows[0]!.length;
  const [centres, spreads] = [new Float64Array(size), new Float64Array(size).fill(1)];
  for (let t = 1; t < size; t++) {
    let [all, sum, squares] = [0, 0, 0];
    rows.forEach((row, k) => {
      all += counts[k]!;
      sum += counts[k]! * row[t]!;
    });
    centres[t] = sum / all;
    rows.forEach((row, k) => {
      squares += counts[k]! * (row[t]! - centres[t]!) * (row[t]! - centres[t]!);
    });
    spreads[t] = Math.sqrt(squares / all) || 1;
  }
  return { centres, spreads };
}

function fitQuantile(
  rows: readonly Float64Array[],
  share: Float64Array,
  counts: Float64Array,
  p: number,
  from: Float64Array | undefined,
): Float64Array {
  const size = rows[0]!.length;
  const ridge = identity(size);
  const none = new Float64Array(size);
  let weights = from ?? none;
  for (let round = 0; round < (from === undefined ? FIRST_ROUNDS : ROUNDS); round++) {
    const equations = new NormalEquations(size);
    for (let k = 0; k < rows.length; k++) {
      const row = rows[k]!;
      const residual = share[k]! - dot(row, weights);
      const side = residual > 0 ? p : 1 - p;
      equations.add(row, share[k]!, (counts[k]! * side) / Math.max(Math.abs(residual), ROUND));
    }
    equations.addFit(ridge, none, RIDGE);
    weights = equations.solve();
  }
  return weights;
}

/** Upper triangle, row by row; nothing holds the constant back. */
function identity(size: number): readonly number[] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size - row }, (_, k) => (k === 0 && row > 0 ? 1 : 0)),
  ).flat();
}

function inUnits(weights: Float64Array, centres: Float64Array, spreads: Float64Array): readonly number[] {
  const found = Array.from(weights, (weight, t) => weight / spreads[t]!);
  return found.map((weight, t) => (t === 0 ? found.reduce((sum, one, k) => sum - one * centres[k]!, weight) : weight));
}

function dot(row: Float64Array, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < row.length; t++) sum += row[t]! * weights[t]!;
  return sum;
}

/** Writes the quantiles of a row at the knots, as shares of clear power; they may cross. */
export function regressionQuantiles({ weights }: PowerRegression, row: Float64Array, into: Float64Array): void {
  for (let q = 0; q < into.length; q++) into[q] = dot(row, weights[q]!);
}
