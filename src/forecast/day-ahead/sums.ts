/** Quantiles of sums over hours, such as a day's energy, from quantiles of the hours. */
import { normalQuantile } from "../../statistics/normal.js";
import { quantileOfSorted } from "../../statistics/order.js";
import { shown } from "../../text/shown.js";
import { HOUR } from "../../time/calendar.js";
import { DEFAULT_SPREAD } from "../default-table.generated.js";
import { PROBABILITIES } from "../spread.js";
import type { SpreadTable } from "../table.js";
import { type HourRanks, MEMBERS, type MemberRanks, memberRanks } from "./members.js";

/** Quantiles of rows, of anything that grows with GHI: light on a plane, AC power. @experimental */
export interface RowQuantiles {
  /** Ascending, from 0.01 to 0.99, two or more. */
  readonly probabilities: readonly number[];
  /** One array for each probability, not descending from one to the next; a known value is the same in all. */
  readonly values: readonly ArrayLike<number>[];
}

/** @experimental */
export interface SumOptions {
  /** Start of the first row, Unix ms, and length of the rows in ms, up to an hour. */
  readonly start: number;
  readonly step: number;
  /** Rows of each sum: from `from` until before `to`. */
  readonly spans: readonly { readonly from: number; readonly to: number }[];
  /** Default: `DEFAULT_SPREAD`. */
  readonly spread?: SpreadTable | undefined;
  /** Of the sums, from 0.01 to 0.99; default: the 19 of `forecastQuantiles`. */
  readonly probabilities?: readonly number[] | undefined;
}

/**
 * Quantiles of sums over rows. Hours hang together as past errors did (`AheadBands.correlation`): 400 members, in each of which an hour has
 * a rank, take the value of that rank from each row. The draws are the same for every forecast, so that the same input gives the same
 * sums. The members form a Gaussian copula; the quantiles of each hour stay as they are.
 *
 * Source: P. Pinson and others (2009), From probabilistic forecasts to statistical scenarios of short-term wind power production, Wind
 * Energy 12, 51–62, doi 10.1002/we.284.
 *
 * @returns for each probability the sums of the spans, in the values' unit times rows; NaN where a row is missing
 * @throws RangeError for quantiles, spans or steps that do not fit
 * @experimental
 */
export function sumQuantiles(quantiles: RowQuantiles, options: SumOptions): readonly Float64Array[] {
  const { spans, spread = DEFAULT_SPREAD, probabilities = PROBABILITIES } = options;
  checkSums(quantiles, options, probabilities);
  const scores = quantiles.probabilities.map(normalQuantile);
  const ranks = memberRanks(spread.ahead.correlation, scores);
  const found = probabilities.map(() => new Float64Array(spans.length));
  spans.forEach((span, s) => {
    const curves = hourCurves(quantiles.values, options, span);
    const sums = membersOf(curves, ranks).sort();
    probabilities.forEach((p, q) => {
      found[q]![s] = curves.some((curve) => curve?.some(Number.isNaN)) ? Number.NaN : quantileOfSorted(sums, p);
    });
  });
  return found;
}

function checkSums(
  { probabilities, values }: RowQuantiles,
  { start, step, spans }: SumOptions,
  asked: readonly number[],
) {
  const refuse = (what: string, given: unknown) => {
    throw new RangeError(`sumQuantiles: ${what}, got ${shown(given)}`);
  };
  const isKnown = (p: number) => p >= 0.01 && p <= 0.99;
  if (probabilities.length < 2 || !probabilities.every((p, k) => isKnown(p) && !(p <= probabilities[k - 1]!))) {
    refuse("probabilities of the rows must be two or more that ascend from 0.01 to 0.99", probabilities);
  }
  if (!asked.every(isKnown)) refuse("probabilities must be from 0.01 to 0.99", asked);
  const count = values[0]?.length ?? 0;
  if (values.length !== probabilities.length || values.some(({ length }) => length !== count)) {
    refuse(
      `values must be ${probabilities.length} arrays of equal length`,
      values.map(({ length }) => length),
    );
  }
  if (!Number.isFinite(start)) refuse("start must be Unix ms", start);
  if (!(step > 0 && step <= HOUR)) refuse("step must be milliseconds, up to an hour", step);
  const wrong = spans.find(
    ({ from, to }) => !(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= count),
  );
  if (wrong !== undefined) refuse(`spans must be rows from 0 to ${count}, from before to`, wrong);
}

/** Sums of the quantiles of the rows of each hour, whose ranks are the same, the last one twice; undefined: an hour without rows. */
function hourCurves(
  values: readonly ArrayLike<number>[],
  { start, step }: SumOptions,
  { from, to }: { readonly from: number; readonly to: number },
): readonly (Float64Array | undefined)[] {
  const hourOf = (row: number) => Math.floor((start + (row + 0.5) * step) / HOUR);
  const first = hourOf(from);
  const curves: (Float64Array | undefined)[] = [];
  for (let row = from; row < to; row++) {
    const curve = (curves[hourOf(row) - first] ??= new Float64Array(values.length + 1));
    for (let q = 0; q < values.length; q++) curve[q]! += values[q]![row]!;
    curve[values.length] = curve[values.length - 1]!;
  }
  return curves;
}

/** The sum of each member. */
function membersOf(curves: readonly (Float64Array | undefined)[], ranks: MemberRanks): Float64Array {
  const sums = new Float64Array(MEMBERS);
  curves.forEach((curve, hour) => {
    if (curve === undefined) return;
    if (curve[0] === curve.at(-1)) addConstant(curve[0]!, sums);
    else addRanked(curve, ranks.of(hour), sums);
  });
  return sums;
}

function addConstant(value: number, sums: Float64Array): void {
  for (let k = 0; k < sums.length; k++) sums[k]! += value;
}

function addRanked(curve: Float64Array, { level, share }: HourRanks, sums: Float64Array): void {
  for (let k = 0; k < sums.length; k++) {
    const from = curve[level[k]!]!;
    sums[k]! += from + share[k]! * (curve[level[k]! + 1]! - from);
  }
}
