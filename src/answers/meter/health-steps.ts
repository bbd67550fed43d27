/** Where a series of daily figures steps, sinks and returns: the cheapest row of straight pieces, beside its own yearly course. */
import { cos, sin } from "../../foundation/math/index.js";
import { NormalEquations } from "../../foundation/statistics/least-squares.js";
import { median, YEAR } from "./health-days.js";

/** One straight piece: a level, or one that sinks. */
export interface Piece {
  /** Indices of its figures: from, and after the last. */
  readonly from: number;
  readonly to: number;
  /** Its value at the first and at the last figure. */
  readonly start: number;
  readonly end: number;
}

export interface Steps {
  readonly pieces: readonly Piece[];
  /** The pieces' values, by figure. */
  readonly line: Float64Array;
  /** The yearly course and slow trend, by figure; its mean is in the pieces. */
  readonly course: Float64Array;
  /** The trend's part of the course. */
  readonly trend: Float64Array;
  /** Standard deviation of one figure around pieces and course. */
  readonly spread: number;
  /** Variance of n neighbouring figures' mean is this over n. */
  readonly variance: number;
}

/**
 * Air masses, their haze and their warmth stay for days: neighbouring clear days share half of their variance, and four of them tell
 * what one would (ten records: 3 to 5). Where clear days are rarer that is too careful, as slower errors are then more of the rest.
 */
const LASTING = 4;
/**
 * A piece more must save a square of 3.6 standard deviations, for a record holds some hundred places for it; a slope, whose place
 * its piece gives, of 1.7. Ten untouched records show no false step from 13 on, one at 12, and more at 10.
 */
const COST = { piece: 13, slope: 3 };
/** A day's soiling: rarely above 0.5 % (Ilse et al. 2019, Joule 3, 2303–2321); below 1 % a month it is no dirt but ageing or a step. */
export const SOILING = { flattest: 0.0003, steepest: 0.005 };
/** A year's level strays by 1.1 % without any change of the system (Nevada 2016–22 1.1 %, Maryland 1.0 %). */
export const YEAR_SPREAD = 0.011;
/** So short a run of low days is left to weather: smooth overcast, hail on the panels, one morning's snow. */
const FEWEST = 4;
/** Steps from this size (logarithm) are taken out before the yearly course is first sought: no season does that to clear days. */
const LARGE = 0.2;
/** Before any data, a yearly harmonic has a standard deviation of 5 %, its double of 2 %, a trend 1 % a year. */
const PRIOR = [0.05, 0.05, 0.02, 0.02, 0.01];

/** @param times days, rising, one a figure @param values logarithms, none of them NaN */
export function stepsOf(times: Float64Array, values: Float64Array): Steps {
  const spread = spreadOfWeather(values);
  const variance = LASTING * spread * spread;
  const clipped = withoutStrays(values, 4 * spread);
  const years = (times.at(-1)! - times[0]!) / YEAR;
  const used = years < 2 ? 2 : years < 3 ? 4 : 5;
  const basis = Array.from(times, (time) => basisOf(time, times[0]!, years).slice(0, used));
  const beside = (course: Float64Array) => cheapestPieces(times, minus(clipped, course), variance);
  let pieces = beside(new Float64Array(times.length));
  const whole = { from: 0, to: times.length, start: 0, end: 0 };
  const first = basis.map((row) => row.slice(0, 4));
  let fit = fitCourse(first, minus(clipped, largeSteps(pieces, times.length)), [whole], variance);
  for (let turn = 0; turn < 2; turn++) {
    pieces = beside(fit.course);
    fit = fitCourse(basis, minus(clipped, lineOf(pieces, times)), pieces, variance);
  }
  pieces = beside(fit.course);
  return { pieces, line: lineOf(pieces, times), ...fit, spread, variance };
}

function minus(values: Float64Array, other: Float64Array): Float64Array {
  return values.map((value, k) => value - other[k]!);
}

/** The pieces' values, by figure. */
function lineOf(pieces: readonly Piece[], times: Float64Array): Float64Array {
  const line = new Float64Array(times.length);
  for (const { from, to, start, end } of pieces) {
    const span = times[to - 1]! - times[from]! || 1;
    for (let k = from; k < to; k++) line[k] = start + ((end - start) * (times[k]! - times[from]!)) / span;
  }
  return line;
}

/** From differences of neighbours, which steps and seasons leave alone. */
function spreadOfWeather(values: Float64Array): number {
  return Math.max(0.005, median(minus(values.subarray(1), values).map(Math.abs)) / 0.6745);
}

/** No figure farther from the median of nine around it than `most`: runs of five and more stay as they are. */
function withoutStrays(values: Float64Array, most: number): Float64Array {
  return values.map((value, k) => {
    const from = Math.max(0, Math.min(values.length - 9, k - 4));
    const middle = median(values.subarray(from, from + 9));
    return Math.max(middle - most, Math.min(middle + most, value));
  });
}

function basisOf(time: number, first: number, years: number): number[] {
  const angle = (2 * Math.PI * time) / YEAR;
  return [cos(angle), sin(angle), cos(2 * angle), sin(2 * angle), (time - first) / YEAR - years / 2];
}

/** From what varies within the pieces alone: a level of its own for each keeps steps out of the course, and a trend out of the steps. */
function fitCourse(basis: readonly number[][], values: Float64Array, pieces: readonly Piece[], variance: number) {
  const size = basis[0]!.length;
  const sums = new NormalEquations(size);
  for (const { from, to } of pieces) {
    const rows = basis.slice(from, to);
    const means = rows[0]!.map((_, j) => rows.reduce((sum, row) => sum + row[j]!, 0) / rows.length);
    for (const [k, row] of rows.entries())
      sums.add(
        row.map((value, j) => value - means[j]!),
        values[from + k]!,
        1 / variance,
      );
  }
  for (let k = 0; k < size; k++)
    sums.add(
      basis[0]!.map((_, j) => (j === k ? 1 : 0)),
      0,
      1 / (PRIOR[k]! * PRIOR[k]!),
    );
  const found = sums.solve();
  const course = Float64Array.from(basis, (row) => row.reduce((sum, value, k) => sum + value * found[k]!, 0));
  return { course, trend: Float64Array.from(basis, (row) => (size > 4 ? row[4]! * found[4]! : 0)) };
}

function largeSteps(pieces: readonly Piece[], count: number): Float64Array {
  const sums = new Float64Array(count);
  for (const [k, { from, start }] of pieces.entries()) {
    const step = k === 0 ? 0 : start - pieces[k - 1]!.end;
    sums.fill((sums[from - 1] ?? 0) + (Math.abs(step) > LARGE ? step : 0), from);
  }
  return sums;
}

/** Dynamic programming over the end of the last piece (Jackson et al. 2005, IEEE Signal Processing Letters 12, 105–108). */
function cheapestPieces(times: Float64Array, values: Float64Array, variance: number): Piece[] {
  const n = values.length;
  const sums = new Sums(times, values, variance);
  const best = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(n + 1);
  best[0] = 0;
  for (let to = Math.min(n, FEWEST); to <= n; to++) {
    for (let from = 0; from <= to - Math.min(n, FEWEST); from++) {
      if (best[from]! >= best[to]!) continue;
      const cost = best[from]! + sums.cost(from, to) + COST.piece;
      if (cost < best[to]!) [best[to], before[to]] = [cost, from];
    }
  }
  const pieces: Piece[] = [];
  for (let to = n; to > 0; to = before[to]!) pieces.unshift(sums.piece(before[to]!, to));
  return pieces;
}

/** Sums from the first figure on: any piece's fit in a few operations, left in the fields. */
class Sums {
  private readonly times: Float64Array;
  private readonly variance: number;
  private readonly table: Float64Array;
  private mean = 0;
  private middle = 0;
  private slope = 0;
  /** Squares in variances: around the mean, and what the slope saves of them. */
  private rest = 0;
  private gain = 0;

  constructor(times: Float64Array, values: Float64Array, variance: number) {
    this.times = times;
    this.variance = variance;
    this.table = new Float64Array(5 * (values.length + 1));
    for (let k = 0; k < values.length; k++) {
      const t = times[k]! - times[0]!;
      const y = values[k]!;
      const row = [t, y, t * t, t * y, y * y];
      for (let j = 0; j < 5; j++) this.table[5 * k + 5 + j] = this.table[5 * k + j]! + row[j]!;
    }
  }

  cost(from: number, to: number): number {
    this.fit(from, to);
    return this.rest + Math.min(0, COST.slope - this.gain);
  }

  piece(from: number, to: number): Piece {
    this.fit(from, to);
    const slope = this.gain > COST.slope ? this.slope : 0;
    const at = (k: number) => this.mean + slope * (this.times[k]! - this.times[0]! - this.middle);
    return { from, to, start: at(from), end: at(to - 1) };
  }

  private fit(from: number, to: number): void {
    const { table, variance } = this;
    const [a, b, n] = [5 * from, 5 * to, to - from];
    this.middle = (table[b]! - table[a]!) / n;
    this.mean = (table[b + 1]! - table[a + 1]!) / n;
    const tt = table[b + 2]! - table[a + 2]! - n * this.middle * this.middle;
    const ty = table[b + 3]! - table[a + 3]! - n * this.middle * this.mean;
    const slope = tt > 0 ? Math.max(-SOILING.steepest, ty / tt) : 0;
    this.slope = slope < -SOILING.flattest ? slope : 0;
    this.rest = (table[b + 4]! - table[a + 4]! - n * this.mean * this.mean) / variance;
    this.gain = (2 * ty - this.slope * tt) * (this.slope / variance);
  }
}
