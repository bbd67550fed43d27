/** The ranks that the members of a sum have in each hour: the same for every forecast, and kept. */
import { lruOf } from "../../cache/lru.js";
import { Random } from "../../statistics/random.js";
import type { HourCorrelation } from "./bands.js";

/** Half of the members: each has a mirror image, so that medians are exact. */
const PAIRS = 200;
export const MEMBERS = 2 * PAIRS;
const SEED = 1;
const PURPOSE = { common: 1, hour: 2 } as const;
/** Hours of 14 days, and of the first and last day's rest. */
const MOST_KEPT = 16 * 24;
/** Correlations and levels whose ranks are kept, 4 kB an hour. */
const MOST_RANKS = 8;

/** For each member the level at or below its rank, and the share of the way to the next; beyond the last level the share is 0. */
export interface HourRanks {
  readonly level: Uint16Array;
  readonly share: Float64Array;
}

export interface MemberRanks {
  /** @param hour of the sum, from 0 */
  of(hour: number): HourRanks;
}

/**
 * Of a Gaussian copula: a part that all hours of a run share, and one that fades from hour to hour.
 *
 * @param scores of the levels between which a member's rank is looked for, ascending
 */
export function memberRanks(correlation: HourCorrelation, scores: readonly number[]): MemberRanks {
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
