/**
 * Normal deviates that go from day to day, and can be had for any day without those before: sums of what the last days bring
 * that is new, Σ φ^k·n(d − k), scaled to the variance 1.
 *
 * What is new comes in strata: any thirty years in a row have each thirtieth of the normal distribution once on a day of the
 * calendar. So they have the means of the climate far better than thirty independent years, while within a year no day knows
 * of it.
 */

import { PURPOSE } from "../generation/purpose.js";
import { normalQuantile } from "../random/normal.js";
import type { Random } from "../random/random.js";
import { calendarDayOf } from "./days.js";
import { Strata, YEARS } from "./strata.js";

/** What is older counts for nothing: φ^12 is below 0.4 % for all that is used here. */
export const MEMORY = 12;
/** What rounding could make of the last stratum is no probability. */
const BELOW_ONE = 1 - Number.EPSILON / 2;
/** Addresses are no negative numbers. */
const EPOCH = 0x8000_0000;

export class DayChain {
  private readonly random: Random;
  /** Which of the chains of a cell. */
  private readonly kind: number;
  private readonly weights: Float64Array;
  private readonly strata: Strata;

  constructor(random: Random, kind: number, correlation: number) {
    this.random = random;
    this.kind = kind;
    this.strata = new Strata(random, kind);
    this.weights = new Float64Array(MEMORY);
    let weight = 1;
    let squares = 0;
    for (let k = 0; k < MEMORY; k++) {
      this.weights[k] = weight;
      squares += weight * weight;
      weight *= correlation;
    }
    const scale = 1 / Math.sqrt(squares);
    for (let k = 0; k < MEMORY; k++) this.weights[k] = this.weights[k]! * scale;
  }

  /** Deviates of the days [first, first + count). */
  of(first: number, count: number): Float64Array {
    const fresh = new Float64Array(count + MEMORY - 1);
    for (let k = 0; k < fresh.length; k++) fresh[k] = this.fresh(first - MEMORY + 1 + k);
    const deviates = new Float64Array(count);
    for (let day = 0; day < count; day++) {
      let sum = 0;
      for (let k = 0; k < MEMORY; k++) sum += this.weights[k]! * fresh[day + MEMORY - 1 - k]!;
      deviates[day] = sum;
    }
    return deviates;
  }

  /** What a day brings that is new. */
  private fresh(day: number): number {
    const { year, calendarDay } = calendarDayOf(day);
    const within = this.random.uniform(PURPOSE.anyDay, day + EPOCH, 0, this.kind);
    return normalQuantile(Math.min((this.strata.of(calendarDay, year) + within) / YEARS, BELOW_ONE));
  }
}
