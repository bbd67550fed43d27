/** Weights and spread for a place from its own past, on top of those fitted elsewhere. */
import type { IndexClimatology } from "./climatology.js";
import { learnBands } from "./day-ahead/bands-learner.js";
import { pastHours, type ServedLight } from "./day-ahead/past-hours.js";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
import { fadedLight, forecastLight } from "./forecast-index.js";
import { type ForecastPast, type Issue, type KnownPast, knownPast } from "./known-past.js";
import { CorrectionLearner } from "./learner.js";
import type { ForecastPlace } from "./place.js";
import { isSeen, skyState } from "./sky-state.js";
import { SpreadLearner } from "./spread-learner.js";
import type { SpreadTable } from "./table.js";
import { type CorrectionTable, LONGEST_LEAD } from "./table.js";

export interface LearningOptions {
  readonly place: ForecastPlace;
  /** Mean clear-sky index of the place, the same as for the forecasts to come. */
  readonly climatology: IndexClimatology;
  /** Tables to start from. Defaults: `DEFAULT_TABLE`, `DEFAULT_SPREAD`. */
  readonly table?: CorrectionTable | undefined;
  readonly spread?: SpreadTable | undefined;
}

/** Weights, and the spread around forecasts with them. @experimental */
export interface Learned {
  readonly table: CorrectionTable;
  readonly spread: SpreadTable;
}

/**
 * Learns tables for a place from past runs and observations: every quarter hour it compares what the newest run and the last
 * observation would have forecast with what came. About a week of it counts as much as the tables fitted elsewhere; with it a run
 * that is good here is trusted more, and one without skill no more. Nothing of the future is used if the past ends before the
 * forecast.
 *
 * @returns tables for `correctForecast` and `forecastQuantiles`
 * @throws TypeError for runs that do not ascend in time; as `correctForecast` for series
 */
export function learnFromPast(past: ForecastPast, options: LearningOptions): Learned {
  const { place, climatology } = options;
  return learnFrom(knownPast(past, place, climatology, "learnFromPast"), options);
}

/** @param before row: only what had ended by then is looked at */
export function learnFrom(
  known: KnownPast,
  { table = DEFAULT_TABLE, spread = DEFAULT_SPREAD }: Pick<LearningOptions, "table" | "spread">,
  before = known.quarterHours.count,
): Learned {
  const { quarterHours, light, isCoarse, issues } = known;
  const learner = new CorrectionLearner(table.leads, isCoarse);
  const taught = issues.filter(({ end }) => end < before);
  for (const { run, end } of taught) learner.add(quarterHours, light, run, end, before);
  const own = learner.onTopOf(table);
  // The spread is that around forecasts with the weights that were learnt: those will be served.
  const errors = new SpreadLearner(spread.leads);
  for (const issue of taught) addErrors(errors, known, issue, own, before);
  const ofFirstHours = errors.onTopOf(spread, isCoarse ? "hour" : "quarter");
  const ahead = learnBands(spread.ahead, pastHours(known, servedBy(own, known), before));
  return { table: own, spread: { ...ofFirstHours, ahead } };
}

/** What the table makes of a run without an observation. */
function servedBy(table: CorrectionTable, { quarterHours, isCoarse }: KnownPast): ServedLight {
  return ({ light, shift }, row, lead) =>
    fadedLight(table, quarterHours, undefined, row, light[row - shift] ?? Number.NaN, lead, isCoarse);
}

/** Errors of the forecasts that the table made after an observation. */
function addErrors(
  errors: SpreadLearner,
  { quarterHours, light, isCoarse }: KnownPast,
  { run, end }: Issue,
  table: CorrectionTable,
  before: number,
): void {
  if (!isSeen(quarterHours, light, end - 1)) return;
  const state = skyState(quarterHours, light, run.light, end, run.shift);
  errors.leads.forEach((lead, k) => {
    const row = end + lead;
    if (lead > LONGEST_LEAD || row >= before || !isSeen(quarterHours, light, row)) return;
    const served = run.light[row - run.shift] ?? Number.NaN;
    const forecast = forecastLight(table, quarterHours, state, row, served, lead, isCoarse);
    const clear = quarterHours.sky.global[row]!;
    if (forecast >= 0) errors.add(k, state.sky, forecast / clear, (light[row]! - forecast) / clear);
  });
}
