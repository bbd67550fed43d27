/** The predictors of an hour, in the order of a list of names. */
import type { ClearHours, RunHours } from "./clear-hours.js";
import { DAY_AHEAD_PREDICTORS, type DayAheadPredictor } from "./table.js";

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
