/** The rows that a plane is fitted to, in order of days, and how well power follows them. */
import { cos, DEG } from "../../foundation/math/index.js";
import type { MeterDays } from "./days.js";
import { type ClockShift, SkyRows } from "./sky-rows.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** Zenith up to which rows count: below, horizon, haze and inverters decide. */
const LOWEST_SUN = 80;
/** Clear days that a fit uses at most, spread over all. More do not make it better, and ten years take as long as one. */
const MOST_DAYS = 360;
/** Of full power: less is not counted in a day's factor. */
const LEAST_POWER = 0.02;
/** Share of the limit from which on power is held by it. */
const HELD = 0.985;

/**
 * How freely each clear day has a factor of its own around the common one, in units of its rows: 0 is free, ∞ not at all. With one factor
 * for all days haze and soiling by season tilt the plane (steep by 1° in the middle of nine metered systems), with free ones the haze of the
 * day does (flat by 3°); between both they are least.
 */
const TIED = 0.4;

export interface FitRows {
  readonly sky: SkyRows;
  /** kW. */
  readonly measured: Float64Array;
  /** First row (of these) of each clear day, and one more. */
  readonly days: Int32Array;
}

/** @param shift as in `SkyRows`; @param isUsed which rows of the meter count; @param lowest degrees of zenith up to which rows count */
export function fitRows(
  meter: MeterRows,
  place: MeterPlace,
  days: MeterDays,
  shift: ClockShift,
  isUsed: (row: number) => boolean = () => true,
  lowest = LOWEST_SUN,
): FitRows {
  const all = [...days.clear.keys()].filter((day) => days.clear[day] === 1);
  const every = Math.max(1, all.length / MOST_DAYS);
  const chosen = all.filter((_, k) => Math.floor(k / every) !== Math.floor((k - 1) / every));
  const rows: number[] = [];
  for (const day of chosen)
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++)
      if (meter.power[row]! >= 0 && isUsed(row)) rows.push(row);
  const lit = SkyRows.above(meter, place, Int32Array.from(rows), shift);
  const high = rows.filter((_, k) => lit.lowest(k) > cos(lowest * DEG));
  return rowsIn(meter, place, Int32Array.from(high), days, shift);
}

function rowsIn(
  meter: MeterRows,
  place: MeterPlace,
  index: Int32Array,
  { from }: MeterDays,
  shift: ClockShift,
): FitRows {
  const days: number[] = [];
  let [day, end] = [0, 0];
  for (const [k, row] of index.entries()) {
    if (row < end) continue;
    while (from[day + 1]! <= row) day++;
    end = from[day + 1]!;
    days.push(k);
  }
  const measured = Float64Array.from(index, (row) => meter.power[row]!);
  return { sky: SkyRows.above(meter, place, index, shift), measured, days: Int32Array.from([...days, index.length]) };
}

/** The rows of the days that are wanted, by their number; sky and power are those of all. */
export function ofDays({ sky, measured, days }: FitRows, isWanted: (day: number) => boolean): FitRows {
  const rows: number[] = [];
  const starts: number[] = [];
  for (let day = 0; day + 1 < days.length; day++) {
    if (!isWanted(day)) continue;
    starts.push(rows.length);
    for (let row = days[day]!; row < days[day + 1]!; row++) rows.push(row);
  }
  return {
    sky: sky.part(rows),
    measured: Float64Array.from(rows, (row) => measured[row]!),
    days: Int32Array.from([...starts, rows.length]),
  };
}

export interface Fit {
  /** kW that the model is multiplied with. */
  readonly power: number;
  /** Of the power, what is left unexplained: 0.04 to 0.1 where a plane has clear days. */
  readonly score: number;
}

/** Scores models of these rows: room for sorting is made once. */
export class Scorer {
  readonly rows: FitRows;
  /** kW; Infinity: none. */
  readonly limit: number;
  private readonly ratios: Float64Array;
  private readonly weights: Float64Array;

  constructor(rows: FitRows, limit = Number.POSITIVE_INFINITY) {
    this.rows = rows;
    this.limit = limit;
    const most = rows.days.reduce((longest, from, k) => Math.max(longest, (rows.days[k + 1] ?? from) - from), 0);
    this.ratios = new Float64Array(Math.max(most, rows.days.length) + 1);
    this.weights = new Float64Array(this.ratios.length);
  }

  /**
   * Absolute errors, with power held at the limit where the model is above it.
   *
   * @param model power of a system of 1 kW, by row
   */
  score(model: Float64Array): Fit {
    const { rows, limit } = this;
    const { days, measured } = rows;
    const power = this.#common(model);
    let [errors, sum] = [0, 0];
    for (let day = 0; day + 1 < days.length; day++) {
      const [from, to] = [days[day]!, days[day + 1]!];
      const count = this.#collect(from, to, model);
      if (count === 0) continue;
      const own = this.#ofDay(count, power);
      for (let row = from; row < to; row++) {
        errors += Math.abs(measured[row]! - Math.min(limit, own.factor * model[row]!));
        sum += measured[row]!;
      }
      errors += own.tie;
    }
    return { power, score: sum > 0 ? errors / sum : Number.POSITIVE_INFINITY };
  }

  /** The middle of the days' own factors, by their weight. */
  #common(model: Float64Array): number {
    const { days } = this.rows;
    const pairs: [number, number][] = [];
    for (let day = 0; day + 1 < days.length; day++) {
      const count = this.#collect(days[day]!, days[day + 1]!, model);
      if (count > 0) pairs.push(this.#middle(count));
    }
    pairs.forEach(([factor, weight], k) => {
      this.ratios[k] = factor;
      this.weights[k] = weight;
    });
    return this.#sorted(pairs.length);
  }

  /** Ratios of measured power to the model, sorted, and their weights. */
  #collect(from: number, to: number, model: Float64Array): number {
    const { measured } = this.rows;
    let count = 0;
    for (let row = from; row < to; row++) {
      const expected = model[row]!;
      if (!(expected > LEAST_POWER) || measured[row]! > HELD * this.limit) continue;
      const ratio = measured[row]! / expected;
      let k = count++;
      for (; k > 0 && this.ratios[k - 1]! > ratio; k--) {
        this.ratios[k] = this.ratios[k - 1]!;
        this.weights[k] = this.weights[k - 1]!;
      }
      this.ratios[k] = ratio;
      this.weights[k] = expected;
    }
    return count;
  }

  #weight(count: number): number {
    let all = 0;
    for (let k = 0; k < count; k++) all += this.weights[k]!;
    return all;
  }

  #middle(count: number): [factor: number, weight: number] {
    const all = this.#weight(count);
    let below = 0;
    for (let k = 0; k < count; k++) {
      below += this.weights[k]!;
      if (2 * below >= all) return [this.ratios[k]!, all];
    }
    return [this.ratios[count - 1]!, all];
  }

  /** The same of values in any order. */
  #sorted(count: number): number {
    const order = Array.from({ length: count }, (_, k) => k).sort((a, b) => this.ratios[a]! - this.ratios[b]!);
    const all = this.#weight(count);
    let below = 0;
    for (const k of order) {
      below += this.weights[k]!;
      if (2 * below >= all) return this.ratios[k]!;
    }
    return 0;
  }

  /** The factor of a day that is tied to the common one, and what the tie costs. */
  #ofDay(count: number, common: number): { factor: number; tie: number } {
    const all = this.#weight(count);
    const half = (all * (1 + TIED)) / 2;
    let [below, isPast] = [0, false];
    let factor = common;
    for (let k = 0; k < count; k++) {
      if (!isPast && this.ratios[k]! >= common) {
        below += TIED * all;
        isPast = true;
        if (below >= half) break;
      }
      below += this.weights[k]!;
      factor = this.ratios[k]!;
      if (below >= half) break;
      factor = common;
    }
    return { factor, tie: TIED * all * Math.abs(factor - common) };
  }
}
