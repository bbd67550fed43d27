/** Weights and spread for a place from its own past, on top of those fitted elsewhere. */

import { checkWeather } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import type { IndexClimatology } from "./climatology.js";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
import { forecastLight } from "./forecast-index.js";
import type { ForecastPlace } from "./grid.js";
import { CorrectionLearner, type ServedRun } from "./learner.js";
import { MOST_ZENITH, observedOn, onQuarters, QUARTER, type Quarters, quartersOf } from "./quarters.js";
import { isSeen, skyState } from "./sky-state.js";
import type { SpreadTable } from "./spread.js";
import { SpreadLearner } from "./spread-learner.js";
import { type CorrectionTable, LONGEST_LEAD } from "./table.js";

/** A run, and from when on it was the newest there was. */
export interface PastRun {
  /** Unix ms. */
  readonly issued: number;
  /** GHI, means, in steps up to 15 minutes or of whole quarters of an hour. */
  readonly series: WeatherSeries;
}

export interface ForecastPast {
  /** By the time they were issued. */
  readonly runs: readonly PastRun[];
  /** GHI, means. */
  readonly observations: WeatherSeries;
}

export interface LearningOptions {
  readonly place: ForecastPlace;
  /** Mean clear-sky index of the place; that of the forecasts to come. */
  readonly climatology: IndexClimatology;
  /** On top of which is learned. Defaults: `DEFAULT_TABLE`, `DEFAULT_SPREAD`. */
  readonly table?: CorrectionTable | undefined;
  readonly spread?: SpreadTable | undefined;
}

/**
 * The tables for a place whose past runs and observations are at hand: at every quarter of an hour what the newest run and the last
 * observation would have forecast, beside what came. About a week of it counts as much as the tables fitted elsewhere; with it a run that is
 * good here is trusted more, and one without skill no more. Nothing of the future is used if the past ends before the forecast.
 *
 * @returns tables for `correctForecast` and `forecastQuantiles`
 * @throws TypeError for runs that do not ascend in time; as `correctForecast` for series
 */
export function learnFromPast(
  { runs, observations }: ForecastPast,
  options: LearningOptions,
): { table: CorrectionTable; spread: SpreadTable } {
  const { place, climatology, table = DEFAULT_TABLE, spread = DEFAULT_SPREAD } = options;
  const disordered = runs.findIndex(({ issued }, k) => !(issued > (runs[k - 1]?.issued ?? Number.NEGATIVE_INFINITY)));
  if (disordered >= 0)
    throw new TypeError(`learnFromPast: runs must be by the time they were issued: ${disordered} is not`);
  const checked = checkWeather(observations);
  const end = checked.start + checked.count * checked.interval * 1000;
  const quarters = quartersOf({ start: checked.start, end }, place, climatology);
  const { ghi: light, isCoarse } = observedOn(quarters, observations);
  const served = runs.map((run) => ({ ...run, light: lightOf(run, quarters) }));
  const learner = new CorrectionLearner(table.leads, isCoarse);
  const errors = new SpreadLearner(spread.leads);
  for (const [k, run] of served.entries()) {
    const until = Math.min(quarters.count, rowAt(quarters, served[k + 1]?.issued ?? end));
    for (let issue = Math.max(2, rowAt(quarters, run.issued)); issue <= until; issue++) {
      const own: ServedRun = { light: run.light, shift: 0 };
      learner.add(quarters, light, own, issue - 1);
      addErrors(errors, quarters, light, own, issue - 1, table, isCoarse);
    }
  }
  return { table: learner.onTopOf(table), spread: errors.onTopOf(spread) };
}

function rowAt({ start }: Quarters, time: number): number {
  return Math.ceil((time - start) / QUARTER);
}

function lightOf({ series }: PastRun, quarters: Quarters): Float64Array {
  const checked = checkWeather(series);
  const ghi = checked.columns.global_horizontal_irradiance;
  if (ghi === undefined) throw new TypeError("learnFromPast: a run must have global_horizontal_irradiance");
  return onQuarters(quarters, checked, "a run", ghi, quarters.sky.global);
}

/** Errors of the forecasts that the table made. */
function addErrors(
  errors: SpreadLearner,
  quarters: Quarters,
  light: Float64Array,
  run: ServedRun,
  end: number,
  table: CorrectionTable,
  isCoarse: boolean,
): void {
  const hasSky = isSeen(quarters, light, end - 1);
  if (!hasSky && quarters.sky.zenith[end - 1]! < MOST_ZENITH) return;
  const state = hasSky ? skyState(quarters, light, run.light, end) : undefined;
  errors.leads.forEach((lead, k) => {
    const row = end + lead;
    if (lead > LONGEST_LEAD || row >= quarters.count || !isSeen(quarters, light, row)) return;
    const forecast = forecastLight(table, quarters, state, row, run.light[row]!, lead, isCoarse);
    const clear = quarters.sky.global[row]!;
    if (forecast >= 0) errors.add(k, state?.sky ?? "unobserved", forecast / clear, (light[row]! - forecast) / clear);
  });
}
