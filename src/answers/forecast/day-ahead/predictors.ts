/** What a correction of all leads is made of: weights of predictors that people can read, and what they make of a run. */
import { LEAST_CLEAR_SKY } from "../../../physics/sky/clear-index.js";
import type { TimeGrid } from "../../../physics/sky/time-grid.js";
import { bounded } from "../forecast-light.js";
import type { ClearHours, RunHours } from "./clear-hours.js";

/**
 * What is known of an hour to come. An index is a clear-sky index of the run; "earlier": the mean of the newest runs that cover the hour.
 *
 * A mean of 3 or 5 hours has the hour in its middle, that of the day is weighed by the clear sky; humidity is 0…1, rain 1 above
 * 0.1 mm/h, else 0.
 */
export const DAY_AHEAD_PREDICTORS = [
  "constant",
  "index",
  "index²",
  "cosine of zenith",
  "index × cosine of zenith",
  "mean of 3 hours",
  "mean of 5 hours",
  "mean of the day",
  "humidity",
  "index × humidity",
  "rain",
  "earlier index",
  "spread of earlier indices",
  "earlier mean of 3 hours",
  "earlier mean of 5 hours",
  "earlier mean of the day",
] as const;
export type DayAheadPredictor = (typeof DAY_AHEAD_PREDICTORS)[number];

/** Sum of weights and predictors: the clear-sky index to expect. */
export interface DayAheadFit {
  readonly predictors: readonly DayAheadPredictor[];
  readonly weights: readonly number[];
}

export interface DayAheadTable {
  readonly name: string;
  /** The data that it was fitted on. */
  readonly evidence: string;
  /** The longest lead learnt from, hours after the issue: the weights are the same at every lead, and beyond it untested. */
  readonly reach: number;
  /** The first fit whose predictors are all known gives the index of an hour; if none, the hour stays as the run has it. */
  readonly fits: readonly DayAheadFit[];
}

/** Runs that a lagged mean takes, the newest included: on real runs eight were no better. */
const MOST_RUNS = 4;
const FEWEST_RUNS = 2;

type RowsOf = (run: RunHours) => Float64Array;

/** The predictors of single hours; one array serves all hours, so that nothing is allocated for each. */
export class HourPredictors {
  /** In the order of `DAY_AHEAD_PREDICTORS`; NaN: not known. */
  readonly values = new Float64Array(DAY_AHEAD_PREDICTORS.length);
  private readonly clear: ClearHours;

  constructor(clear: ClearHours) {
    this.clear = clear;
  }

  /**
   * @param runs those that were there, the newest, which is corrected, first
   * @param row of the clear hours
   */
  at(runs: readonly RunHours[], row: number): Float64Array {
    const { values } = this;
    const run = runs[0]!;
    const own = row - run.shift;
    const [index, cosZenith] = [run.index[own]!, this.clear.cosZenith[row]!];
    const humidity = run.humidity?.[own] ?? Number.NaN;
    values[0] = 1;
    values[1] = index;
    values[2] = index * index;
    values[3] = cosZenith;
    values[4] = index * cosZenith;
    values[5] = run.mean3[own]!;
    values[6] = run.mean5[own]!;
    values[7] = run.mean[own]!;
    values[8] = humidity;
    values[9] = index * humidity;
    values[10] = run.rain?.[own] ?? Number.NaN;
    this.addEarlier(runs, row);
    return values;
  }

  private addEarlier(runs: readonly RunHours[], row: number): void {
    const { values } = this;
    values.fill(0, EARLIER);
    let [count, squares] = [0, 0];
    for (let k = 0; k < runs.length && count < MOST_RUNS; k++) {
      const run = runs[k]!;
      const index = run.index[row - run.shift] ?? Number.NaN;
      if (Number.isNaN(index)) continue;
      count++;
      squares += index * index;
      MEANS.forEach(([place, rowsOf]) => {
        values[place]! += rowsOf(run)[row - run.shift]!;
      });
    }
    if (count < FEWEST_RUNS) {
      values.fill(Number.NaN, EARLIER);
      return;
    }
    for (const [place] of MEANS) values[place]! /= count;
    values[SPREAD] = Math.sqrt(Math.max(0, squares / count - values[EARLIER]! * values[EARLIER]!));
  }
}

const placeOf = (name: DayAheadPredictor) => DAY_AHEAD_PREDICTORS.indexOf(name);
const EARLIER = placeOf("earlier index");
const SPREAD = placeOf("spread of earlier indices");
const MEANS: readonly (readonly [number, RowsOf])[] = [
  [EARLIER, ({ index }) => index],
  [placeOf("earlier mean of 3 hours"), ({ mean3 }) => mean3],
  [placeOf("earlier mean of 5 hours"), ({ mean5 }) => mean5],
  [placeOf("earlier mean of the day"), ({ mean }) => mean],
];

/** Below this index a factor means nothing: the light then follows the clear sky. */
const MIN_INDEX = 0.02;

/**
 * The clear-sky index to expect in each hour of a run; NaN where no fit knows it.
 * @param runs those that were there, the one to correct first, then the newest
 */
export function expectedIndex(table: DayAheadTable, runs: readonly RunHours[], clear: ClearHours): Float64Array {
  const fits = table.fits.map(({ predictors, weights }) => ({
    places: predictors.map((name) => DAY_AHEAD_PREDICTORS.indexOf(name)),
    weights,
  }));
  const predictors = new HourPredictors(clear);
  const { shift, index } = runs[0]!;
  return index.map((own, k) => {
    if (Number.isNaN(own)) return own;
    const values = predictors.at(runs, k + shift);
    for (const { places, weights } of fits) {
      let sum = 0;
      for (let i = 0; i < places.length; i++) sum += weights[i]! * values[places[i]!]!;
      if (!Number.isNaN(sum)) return bounded(sum);
    }
    return Number.NaN;
  });
}

/**
 * GHI of a run, each hour scaled to its expected index; in twilight the run's own.
 * @param light W/m², on rows that divide an hour; @param sky GHI of the clear sky in the same rows
 */
export function betterLight(
  light: Float64Array,
  sky: Float64Array,
  rows: TimeGrid,
  expected: Float64Array,
  { shift, index }: RunHours,
  clear: ClearHours,
): Float64Array {
  return light.map((value, row) => {
    const hour = Math.floor((rows.start + row * rows.step - clear.start) / clear.step) - shift;
    const wanted = expected[hour] ?? Number.NaN;
    const clearest = sky[row]!;
    if (Number.isNaN(wanted) || Number.isNaN(value) || !(clearest >= LEAST_CLEAR_SKY)) return value;
    const own = index[hour]!;
    return clearest * bounded(own < MIN_INDEX ? wanted : (value / clearest) * (wanted / own));
  });
}
