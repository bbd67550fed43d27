/** Weights and spread for a place from its own past, on top of those fitted elsewhere. */
import type { Teacher } from "../../data/weather/believe/training.js";
import { learnBands, pastHours, type ServedLight } from "./day-ahead/bands-learner.js";
import { fitDayAhead } from "./day-ahead/fit.js";
import type { DayAheadTable } from "./day-ahead/predictors.js";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
import { fadedLight, forecastLight } from "./forecast-light.js";
import { correctedPast, type ForecastPast, type Issue, type KnownPast, knownPast, trustedPast } from "./known-past.js";
import { CorrectionLearner, SpreadLearner } from "./learner.js";
import {
  type ForecastPlace,
  type IndexClimatology,
  isSeen,
  isTelling,
  QUARTER_HOUR,
  skyState,
} from "./quarter-hours.js";
import { type CorrectionTable, LONGEST_LEAD, type SpreadTable } from "./table.js";

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
  /** Corrects the run at every lead, before observations correct its first hours; undefined: runs cover fewer than 100 observed hours. */
  readonly dayAhead?: DayAheadTable | undefined;
  readonly table: CorrectionTable;
  readonly spread: SpreadTable;
  /** How far the observations were believed. */
  readonly teacher?: Teacher | undefined;
}

/**
 * Learns tables for a place from past runs and observations. First what each run makes of each hour is compared with
 * what came (`dayAhead`); then, every quarter hour, what the newest run, so corrected, and the last observation would
 * have forecast. About a week of it counts as much as the tables fitted elsewhere; with it a run that is good here is
 * trusted more, and one without skill no more. Nothing of the future is used if the past ends before the forecast.
 * @returns tables for `correctForecast` and `forecastQuantiles`
 * @throws TypeError for runs that do not ascend in time; as `correctForecast` for series
 */
export function learnFromPast(past: ForecastPast, options: LearningOptions): Learned {
  const { place, climatology } = options;
  const all = knownPast(past, place, climatology, "learnFromPast");
  const { known, teacher } = trustedPast(all, past.observations, place);
  // Without a teacher the days ahead stay as the runs have them; the first hours follow whatever the sensor shows.
  return { ...learnFrom(known, options, undefined, teacher.verdict !== "refuse"), teacher };
}

/**
 * @param before row: only what had ended by then is looked at
 * @param isDayAhead whether runs are corrected at every lead
 */
export function learnFrom(
  known: KnownPast,
  { table = DEFAULT_TABLE, spread = DEFAULT_SPREAD }: Pick<LearningOptions, "table" | "spread">,
  before = known.quarterHours.count,
  isDayAhead = true,
): Learned {
  const dayAhead = isDayAhead ? learnDayAhead(known, before) : undefined;
  const corrected = correctedPast(known, dayAhead);
  const { quarterHours, light, isCoarse } = corrected;
  const learner = new CorrectionLearner(table.leads, isCoarse);
  const taught = corrected.issues.filter(({ end }) => end < before);
  for (const { run, end } of taught) learner.add(quarterHours, light, run, end, before);
  const weights = learner.onTopOf(table);
  // A corrected run is already weighed against the place's mean: to do so twice made real forecasts worse.
  const own = dayAhead === undefined ? weights : { ...weights, unobserved: table.unobserved };
  // The spread is that around forecasts with the weights that were learnt: those will be served.
  const errors = new SpreadLearner(spread.leads);
  for (const issue of taught) addErrors(errors, corrected, issue, own, before);
  const ahead = learnBands(spread.ahead, pastHours(corrected, servedBy(own, corrected), before));
  const learned = { table: own, spread: { ...errors.onTopOf(spread, isCoarse ? "hour" : "quarter"), ahead } };
  return dayAhead === undefined ? learned : { ...learned, dayAhead };
}

/** From the hours that had ended before a row of the quarter hours. */
function learnDayAhead({ runs, hourlyIndex, clearHours, quarterHours }: KnownPast, before: number) {
  const end = quarterHours.start + before * QUARTER_HOUR;
  const ended = (row: number) => clearHours.start + (row + 1) * clearHours.step <= end;
  const past = hourlyIndex.map((index, row) => (ended(row) ? index : Number.NaN));
  const fit = fitDayAhead(
    runs.filter(({ issued }) => issued < end),
    past,
    clearHours,
  );
  return fit && { name: "the place's own past", evidence: "", ...fit };
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
  if (!isTelling(quarterHours, light, end - 1)) return;
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
