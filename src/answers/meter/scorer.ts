/** How well a plane's clear-sky power follows that of the meter, whatever the haze of each day. */
import type { FitRows } from "./fit-rows.js";

/** Of full power: less is not counted in a day's factor. */
const LEAST_POWER = 0.02;

/** Share of the limit from which on power is held by it. */
export const HELD = 0.985;

/**
 * How freely each clear day has a factor of its own around the common one, in units of its rows: 0 is free, ∞ not at all. With one factor
 * for all days haze and soiling by season tilt the plane (steep by 1° in the middle of nine metered systems), with free ones the haze of the
 * day does (flat by 3°); between both they are least.
 */
const TIED = 0.4;

export interface Fit {
  /** kW that the model is multiplied with. */
  readonly power: number;
  /** Of the power, what is left unexplained: 0.02 to 0.1 where a plane has clear days. */
  readonly score: number;
}

/** Scores models of the same rows: room is made once. */
export class Scorer {
  private readonly rows: FitRows;
  private readonly limit: number;
  /** Measured over modelled power, and the latter, day by day and sorted within each. */
  private readonly ratios: Float64Array;
  private readonly weights: Float64Array;
  /** By day: how many there are, their weight, and their middle. */
  private readonly counts: Int32Array;
  private readonly sums: Float64Array;
  private readonly middles: Float64Array;

  constructor(rows: FitRows) {
    const [count, days] = [rows.measured.length, rows.days.length - 1];
    [this.rows, this.limit] = [rows, rows.limit ?? Number.POSITIVE_INFINITY];
    [this.ratios, this.weights] = [new Float64Array(count), new Float64Array(count)];
    [this.counts, this.sums, this.middles] = [new Int32Array(days), new Float64Array(days), new Float64Array(days)];
  }

  /**
   * Absolute errors, with power held at the limit where the model is above it.
   *
   * @param model power of a system of 1 kW, by row
   */
  score(model: Float64Array): Fit {
    const { days, measured } = this.rows;
    for (let day = 0; day < this.counts.length; day++) this.#sort(day, model);
    const power = this.#common();
    let [errors, sum] = [0, 0];
    for (let day = 0; day < this.counts.length; day++) {
      if (this.counts[day] === 0) continue;
      const factor = this.#ofDay(day, power);
      errors += TIED * this.sums[day]! * Math.abs(factor - power);
      for (let row = days[day]!; row < days[day + 1]!; row++) {
        errors += Math.abs(measured[row]! - Math.min(this.limit, factor * model[row]!));
        sum += measured[row]!;
      }
    }
    return { power, score: sum > 0 ? errors / sum : Number.POSITIVE_INFINITY };
  }

  /** Of the model scored last, each day's own factor over the common one; NaN where a day has none. */
  ownFactors(power: number): Float64Array {
    return this.middles.map((middle) => middle / power);
  }

  #sort(day: number, model: Float64Array): void {
    const { ratios, weights } = this;
    const { days, measured } = this.rows;
    const first = days[day]!;
    let [end, sum] = [first, 0];
    for (let row = first; row < days[day + 1]!; row++) {
      const weight = model[row]!;
      if (!(weight > LEAST_POWER) || measured[row]! > HELD * this.limit) continue;
      const ratio = measured[row]! / weight;
      let k = end++;
      for (; k > first && ratios[k - 1]! > ratio; k--) {
        ratios[k] = ratios[k - 1]!;
        weights[k] = weights[k - 1]!;
      }
      [ratios[k], weights[k]] = [ratio, weight];
      sum += weight;
    }
    this.counts[day] = end - first;
    this.sums[day] = sum;
    this.middles[day] = this.#middle(first, end, sum);
  }

  #middle(first: number, end: number, sum: number): number {
    let below = 0;
    for (let k = first; k < end; k++) {
      below += this.weights[k]!;
      if (2 * below >= sum) return this.ratios[k]!;
    }
    return Number.NaN;
  }

  /** The middle of the days' middles, by weight. */
  #common(): number {
    const { middles, sums } = this;
    const order = [...middles.keys()].filter((day) => sums[day]! > 0).sort((a, b) => middles[a]! - middles[b]!);
    const all = order.reduce((sum, day) => sum + sums[day]!, 0);
    let below = 0;
    for (const day of order) {
      below += sums[day]!;
      if (2 * below >= all) return middles[day]!;
    }
    return 0;
  }

  /** The factor of a day: the middle of its ratios and of the common factor, which has its own weight. */
  #ofDay(day: number, common: number): number {
    const first = this.rows.days[day]!;
    const half = (this.sums[day]! * (1 + TIED)) / 2;
    let [below, isPast] = [0, false];
    for (let k = first; k < first + this.counts[day]!; k++) {
      if (!isPast && this.ratios[k]! >= common) {
        below += TIED * this.sums[day]!;
        isPast = true;
        if (below >= half) return common;
      }
      below += this.weights[k]!;
      if (below >= half) return this.ratios[k]!;
    }
    return common;
  }
}
