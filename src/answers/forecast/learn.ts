/** Weights and spread for a place from its own past, on top of those fitted elsewhere. */
import type { Teacher } from "../../data/weather/believe/training.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { scoreOn } from "./curves.js";
import { solarHourAt } from "./day-ahead/bands.js";
import { learnBands, learnHours, pastHours, relative, type ServedLight } from "./day-ahead/bands-learner.js";
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
import { firstCurve } from "./spread.js";
import { type CorrectionTable, LONGEST_LEAD, type ObservationStep, type Sky, type SpreadTable } from "./table.js";

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
  const errors = taught.flatMap((issue) => errorsOf(spread.leads, corrected, issue, own, before));
  const ahead = learnBands(spread.ahead, pastHours(corrected, servedBy(own, corrected), before));
  const learned = { table: own, spread: { ...learnFirst(spread, errors, isCoarse ? "hour" : "quarter"), ahead } };
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

/** An error of a forecast after an observation. */
interface FirstError {
  /** Number of the lead. */
  readonly k: number;
  readonly sky: Sky;
  /** Of the forecast, and of what came from it. */
  readonly clearSkyIndex: number;
  readonly departure: number;
  /** Number of the hour from 1970, and 0…23, of mean solar time. */
  readonly hour: number;
  readonly solarHour: number;
}

/** Departures by lead, kind of sky and index; then how their ranks lie by hour of the day: mornings are less certain. */
function learnFirst(spread: SpreadTable, errors: readonly FirstError[], step: ObservationStep): SpreadTable {
  const learner = new SpreadLearner(spread.leads);
  for (const { k, sky, clearSkyIndex, departure } of errors) learner.add(k, sky, clearSkyIndex, departure);
  const table = learner.onTopOf(spread, step);
  const scores = errors.map(({ k, sky, clearSkyIndex, departure }) =>
    scoreOn(firstCurve(table, sky, clearSkyIndex, table.leads[k]!), departure),
  );
  return { ...table, hours: learnHours(errors, relative(scores)) };
}

/** Errors of the forecasts that the table made after an observation. */
function errorsOf(
  leads: readonly number[],
  { quarterHours, light, isCoarse, longitude }: KnownPast,
  { run, end }: Issue,
  table: CorrectionTable,
  before: number,
): FirstError[] {
  if (!isTelling(quarterHours, light, end - 1)) return [];
  const state = skyState(quarterHours, light, run.light, end, run.shift);
  return leads.flatMap((lead, k) => {
    const row = end + lead;
    if (lead > LONGEST_LEAD || row >= before || !isSeen(quarterHours, light, row)) return [];
    const served = run.light[row - run.shift] ?? Number.NaN;
    const forecast = forecastLight(table, quarterHours, state, row, served, lead, isCoarse);
    const clear = quarterHours.sky.global[row]!;
    if (!(forecast >= 0)) return [];
    const time = quarterHours.start + row * QUARTER_HOUR;
    const [clearSkyIndex, departure] = [forecast / clear, (light[row]! - forecast) / clear];
    const [hour, solarHour] = [Math.floor(time / HOUR), solarHourAt(time, longitude)];
    return [{ k, sky: state.sky, clearSkyIndex, departure, hour, solarHour }];
  });
}
