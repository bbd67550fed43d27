/** A run as a day-ahead table expects it to come true, at every lead. */

import type { TimeGrid } from "../../sky/time-grid.js";
import { bounded } from "../forecast-index.js";
import { type ClearHours, MIN_CLEAR_HOUR, type RunHours } from "./clear-hours.js";
import { HourPredictors } from "./predictors.js";
import { DAY_AHEAD_PREDICTORS, type DayAheadTable } from "./table.js";

/** Below this index a factor means nothing: the light then follows the clear sky. */
const MIN_INDEX = 0.02;

/**
 * The clear-sky index to expect in each hour of a run; NaN where no fit knows it.
 *
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
 *
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
    if (Number.isNaN(wanted) || Number.isNaN(value) || !(clearest >= MIN_CLEAR_HOUR)) return value;
    const own = index[hour]!;
    return clearest * bounded(own < MIN_INDEX ? wanted : (value / clearest) * (wanted / own));
  });
}
