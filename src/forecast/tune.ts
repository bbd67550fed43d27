/** A place's own weights with the evidence that they are worth having: learnt from its past, judged on the last days of it. */
import { inputError } from "../text/input-error.js";
import { DAY, MINUTE } from "../time/calendar.js";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
import { type HeldOut, judgeHeldOut } from "./held-out.js";
import { type ForecastPast, type KnownPast, knownPast } from "./known-past.js";
import { type Learned, type LearningOptions, learnFrom } from "./learn.js";
import type { ForecastPlace } from "./place.js";
import { MOST_ZENITH, QUARTER_HOUR } from "./quarter-hours.js";
import { isSeen } from "./sky-state.js";
import type { JudgedDays, SiteTuning } from "./tuning.js";

/** @experimental */
export interface TuningOptions extends LearningOptions {
  /** Names of the data sets that the runs and the observations are of: for others the weights are not. */
  readonly runs: readonly string[];
  readonly observations: readonly string[];
}

/**
 * Days needed: two thirds of them, 30, teach what the others are judged by. With 30 days no forecast of the four stations of
 * research/forecasts.md got worse by more than 2 %, with 7 some did by 4 %, and p10 to p90 held as little as 55 %.
 */
const DAYS_NEEDED = 45;
/** Share of the days that is learnt from while the others are held out. */
const TAUGHT = 2 / 3;
/** Quarters of an hour that make a day. */
const OF_A_DAY = 8;
/** Of the quarter hours with the sun up and a run, between the first and the last observation. */
const MOST_MISSING = 0.5;
/** Lead times told: 15 min, 1, 3 and 6 hours. */
const LEADS = [1, 4, 12, 24];
/** By which forecasts may be worse on the days held out, in the mean of the leads: chance. */
const MOST_WORSE = 1.01;

/**
 * Learns from all of the past (`learnFromPast`); the evidence comes from weights learnt on the first two thirds of the days and
 * tested on the rest.
 *
 * @throws RangeError for a past that is too short or mostly missing, runs that do not fit the observations, and weights that are
 * no better than the initial ones; as `learnFromPast`
 * @experimental
 */
export function tuneToSite(past: ForecastPast, options: TuningOptions): SiteTuning {
  const { place, climatology, runs, observations, table = DEFAULT_TABLE, spread = DEFAULT_SPREAD } = options;
  const known = knownPast(past, place, climatology, "tuneToSite");
  const days = usefulDays(known, place);
  const taught = days[Math.floor(days.length * TAUGHT)]!;
  const cut = Math.max(0, (timeOf(place, taught) - known.quarterHours.start) / QUARTER_HOUR);
  const usual = { table, spread };
  const found = judgeHeldOut(known, [usual, learnFrom(known, usual, cut)], LEADS, cut);
  const learned = learnFrom(known, usual);
  const { latitude, longitude, altitude } = place;
  const [start, end] = [timeOf(place, days[0]!), timeOf(place, days.at(-1)! + 1)];
  return {
    place: { latitude, longitude, ...(altitude !== undefined && { altitude }) },
    runs,
    observations,
    climatology: typeof climatology === "number" ? [climatology] : Array.from(climatology),
    evidence: {
      start,
      end,
      days: days.length,
      runs: new Set(known.issues.map(({ run }) => run)).size,
      step: known.isCoarse ? "hour" : "quarter",
      judged: { start: timeOf(place, taught), end, ...judgedDays(found, days.length) },
    },
    ...withEvidence(
      learned,
      `learnt at this place from ${days.length} days, ${dayText(start)} to ${dayText(end - DAY)}`,
    ),
  };
}

function withEvidence({ table, spread }: Learned, evidence: string): Learned {
  return { table: { ...table, evidence }, spread: { ...spread, evidence } };
}

/** @param start of a day of the sun */
function dayText(start: number): string {
  return new Date(start + DAY / 2).toISOString().slice(0, 10);
}

/** Days of mean solar time, ascending, with two hours or more that were observed and that the newest run knew of. */
function usefulDays(known: KnownPast, place: ForecastPlace): readonly number[] {
  const { quarterHours, light, issues } = known;
  const isUp = (row: number) => row < quarterHours.count && quarterHours.sky.zenith[row]! < MOST_ZENITH;
  const rows = issues
    .filter(({ run, end }) => isUp(end + 1) && (run.light[end + 1 - run.shift] ?? Number.NaN) >= 0)
    .map(({ end }) => end + 1);
  const seen = rows.filter((row) => isSeen(quarterHours, light, row));
  const counts = new Map<number, number>();
  for (const row of seen) {
    const day = dayAt(known, place, row);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const days = [...counts].filter(([, count]) => count >= OF_A_DAY).map(([day]) => day);
  refuseScarce(days.length, seen, rows);
  return days;
}

function refusal(problem: string): Error {
  return inputError(RangeError, "ERR_TUNING", "tuneToSite", problem);
}

/** @param rows with the sun up and a run @param seen those of them that were observed */
function refuseScarce(days: number, seen: readonly number[], rows: readonly number[]): void {
  if (seen.length === 0) {
    throw refusal("no run covers an observed quarter hour with the sun up");
  }
  if (days < DAYS_NEEDED) {
    throw refusal(
      `${DAYS_NEEDED} days with runs and two hours of observed light are needed, got ${days}: 30 to learn from and 15 to ` +
        "judge it by (research/forecasts.md)",
    );
  }
  const [first, last] = [seen[0]!, seen.at(-1)!];
  const missing = 1 - seen.length / rows.filter((row) => row >= first && row <= last).length;
  if (missing <= MOST_MISSING) return;
  throw refusal(
    `at most ${100 * MOST_MISSING} % of the quarter hours with the sun up may lack an observation, got ` +
      `${Math.round(100 * missing)} %`,
  );
}

function judgedDays(found: readonly HeldOut[], days: number): Omit<JudgedDays, "start" | "end"> {
  if (found.some(({ corrected }) => corrected === 0)) {
    throw refusal(
      "runs must cover the last observed hour and the 6 hours after it: no held-out day could be corrected",
    );
  }
  const leads = found.map(({ count, run, squares: [before, after] }, k) => {
    const rmse = (sum: number) => Math.sqrt(sum / count);
    return {
      lead: (LEADS[k]! * QUARTER_HOUR) / 1000,
      count,
      run: rmse(run),
      before: rmse(before!),
      after: rmse(after!),
    };
  });
  const worse = leads.reduce((sum, { before, after }) => sum + after / before, 0) / leads.length;
  if (worse > MOST_WORSE) {
    throw refusal(
      `on the held-out days forecasts with the learnt weights were off by ${(100 * worse - 100).toFixed(1)} % more ` +
        "than with the usual ones: learning gains nothing here",
    );
  }
  const share = (k: number) =>
    found.reduce((sum, { held }) => sum + held[k]!, 0) / found.reduce((sum, { count }) => sum + count, 0);
  return { days: days - Math.floor(days * TAUGHT), leads, held: { before: share(0), after: share(1) } };
}

/** Of mean solar time, from 1970. */
function dayAt({ quarterHours: { start } }: KnownPast, { longitude }: ForecastPlace, row: number): number {
  return Math.floor((start + (row + 0.5) * QUARTER_HOUR + longitude * SOLAR) / DAY);
}

/** Start of a day of mean solar time, Unix ms, at the next quarter of an hour. */
function timeOf({ longitude }: ForecastPlace, day: number): number {
  return Math.ceil((day * DAY - longitude * SOLAR) / QUARTER_HOUR) * QUARTER_HOUR;
}

/** ms in which the sun moves by a degree. */
const SOLAR = 4 * MINUTE;
