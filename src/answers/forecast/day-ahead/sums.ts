/** Quantiles of sums over hours, such as a day's energy, from quantiles of the hours. */
import { lruOf } from "../../../foundation/cache/lru.js";
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import { quantileOfSorted } from "../../../foundation/statistics/order.js";
import { Random } from "../../../foundation/statistics/random.js";
import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { DEFAULT_SPREAD } from "../default-table.generated.js";
import { PROBABILITIES } from "../spread.js";
import type { SpreadTable } from "../table.js";
import type { HourCorrelation } from "./bands.js";

/** Quantiles of rows, of anything that grows with GHI: light on a plane, AC power. */
export interface RowQuantiles {
  /** Ascending, from 0.01 to 0.99, two or more. */
  readonly probabilities: readonly number[];
  /** One array for each probability, not descending from one to the next; a known value is the same in all. */
  readonly values: readonly ArrayLike<number>[];
}

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
  if (probabilities.length < 2 || !probabilities.every((p, k) => isKnown(p) && !(p <= probabilities[k - 1]!)))
    refuse("probabilities of the rows must be two or more that ascend from 0.01 to 0.99", probabilities);
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

/** Half of the members: each has a mirror image, so that medians are exact. */
const PAIRS = 200;
const MEMBERS = 2 * PAIRS;
const SEED = 1;
const PURPOSE = { common: 1, hour: 2 } as const;
/** Hours of 14 days, and of the first and last day's rest. */
const MOST_KEPT = 16 * 24;
/** Correlations and levels whose ranks are kept, 4 kB an hour. */
const MOST_RANKS = 8;

/** For each member the level at or below its rank, and the share of the way to the next; beyond the last level the share is 0. */
interface HourRanks {
  readonly level: Uint16Array;
  readonly share: Float64Array;
}

interface MemberRanks {
  /** @param hour of the sum, from 0 */
  of(hour: number): HourRanks;
}

/**
 * Of a Gaussian copula: a part that all hours of a run share, and one that fades from hour to hour.
 * @param scores of the levels between which a member's rank is looked for, ascending
 */
function memberRanks(correlation: HourCorrelation, scores: readonly number[]): MemberRanks {
  const key = `${correlation.common} ${correlation.hourly} ${scores.join(" ")}`;
  const known = KNOWN.get(key) ?? new Ranks(correlation, scores);
  KNOWN.set(key, known);
  return known;
}

class Ranks implements MemberRanks {
  readonly #correlation: HourCorrelation;
  readonly #scores: readonly number[];
  readonly #hours: HourRanks[] = [];
  /** Of the last of the hours: each goes on from the one before it. */
  #fading = Float64Array.from(draws(0));

  constructor(correlation: HourCorrelation, scores: readonly number[]) {
    this.#correlation = correlation;
    this.#scores = scores;
  }

  of(hour: number): HourRanks {
    while (this.#hours.length <= hour) this.#hours.push(this.#next(this.#hours.length));
    const found = this.#hours[hour]!;
    // A sum over years has all its hours, but leaves no more than others do.
    if (this.#hours.length > MOST_KEPT) KNOWN.clear();
    return found;
  }

  #next(hour: number): HourRanks {
    const { common, hourly } = this.#correlation;
    const [shared, own, fresh] = [Math.sqrt(common), Math.sqrt(1 - common), Math.sqrt(1 - hourly * hourly)];
    const [fading, drawn, ofRun] = [this.#fading, draws(hour), draws(-1)];
    const ranks = { level: new Uint16Array(MEMBERS), share: new Float64Array(MEMBERS) };
    for (let k = 0; k < PAIRS; k++) {
      if (hour > 0) fading[k] = hourly * fading[k]! + fresh * drawn[k]!;
      const score = shared * ofRun[k]! + own * fading[k]!;
      place(score, this.#scores, k, ranks);
      place(-score, this.#scores, PAIRS + k, ranks);
    }
    return ranks;
  }
}

/** As `alongCurve` finds it. */
function place(score: number, scores: readonly number[], k: number, { level, share }: HourRanks): void {
  const last = scores.length - 1;
  if (!(score > scores[0]!)) return;
  if (score >= scores[last]!) {
    level[k] = last;
    return;
  }
  let at = 0;
  while (scores[at + 1]! <= score) at++;
  level[k] = at;
  share[k] = (score - scores[at]!) / (scores[at + 1]! - scores[at]!);
}

/** Standard normal draws of an hour, −1: of the run; kept, as they are the same for every forecast. */
function draws(hour: number): Float64Array {
  const known = DRAWN.get(hour);
  if (known !== undefined) return known;
  const purpose = hour < 0 ? PURPOSE.common : PURPOSE.hour;
  const drawn = Float64Array.from({ length: PAIRS }, (_, k) => RANDOM.normal(purpose, k, Math.max(hour, 0), 0));
  if (hour < MOST_KEPT) DRAWN.set(hour, drawn);
  return drawn;
}

const RANDOM = /* @__PURE__ */ new Random(SEED);
const DRAWN = /* @__PURE__ */ new Map<number, Float64Array>();
const KNOWN = /* @__PURE__ */ lruOf<Ranks>(MOST_RANKS);
