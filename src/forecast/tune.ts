/** A place's own weights with the evidence that they are worth having: learnt from its past, judged on the last days of it. */
import { DAY } from "../time/calendar.js";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
import { gainText, type JudgedParts, judgeParts, refusal } from "./judge-parts.js";
import { type ForecastPast, type KnownPast, knownPast } from "./known-past.js";
import { type Learned, type LearningOptions, learnFrom } from "./learn.js";
import { type ForecastPlace, SOLAR_DEGREE } from "./place.js";
import { MOST_ZENITH, QUARTER_HOUR } from "./quarter-hours.js";
import { isSeen } from "./sky-state.js";
import { trustedPast } from "./teachers/trusted-past.js";
import type { SiteTuning, TeacherKind, UnusedPart } from "./tuning.js";

/** @experimental */
export interface TuningOptions extends LearningOptions {
  /** Names of the data sets that the runs and the observations are of: for others the weights are not. */
  readonly runs: readonly string[];
  readonly observations: readonly string[];
  /** What the observations are of; a reanalysis teaches day-ahead only. */
  readonly teacher?: TeacherKind | undefined;
}

/**
 * Days needed; two thirds of them teach what the others are judged by. Learnt from 30 days, no forecast of the four stations of
 * research/forecasts.md got worse by more than 2 %, and no 30 days of real runs to come did (starts every 20 days at two stations:
 * RMSE at 13–48 h at most 0.98 of the run's own); with 7 days some did by 4 %.
 */
const DAYS_NEEDED = 30;
/** Share of the days that is learnt from while the others are held out. */
const TAUGHT = 2 / 3;
const TAUGHT_LEAST = Math.floor(DAYS_NEEDED * TAUGHT);
/** Quarters of an hour that make a day. */
const OF_A_DAY = 8;
/** Of the quarter hours with the sun up and a run, between the first and the last observation. */
const MOST_MISSING = 0.5;

/**
 * Learns from all of the past (`learnFromPast`); the evidence comes from weights learnt on the first two thirds of the days and
 * tested on the rest. A part that is no better there than without it is left out, and `evidence.unused` says so.
 *
 * @throws RangeError for a past that is too short or mostly missing, runs that do not fit the observations, and a past of which no
 * part gains anything; as `learnFromPast`
 * @experimental
 */
export function tuneToSite(past: ForecastPast, options: TuningOptions): SiteTuning {
  const { place, climatology, runs, observations, teacher, table = DEFAULT_TABLE, spread = DEFAULT_SPREAD } = options;
  const { known, teacher: examined } = trustedPast(
    knownPast(past, place, climatology, "tuneToSite"),
    past.observations,
    place,
  );
  if (examined.verdict === "refuse") throw refusal(`the observations teach nothing: ${examined.message}`);
  const days = usefulDays(known, place);
  const taught = days[Math.floor(days.length * TAUGHT)]!;
  const parts = judgeParts(known, { table, spread }, timeOf(place, taught), teacher);
  const { latitude, longitude, altitude } = place;
  const [start, end] = [timeOf(place, days[0]!), timeOf(place, days.at(-1)! + 1)];
  const source = `learnt at this place from ${days.length} days, ${dayText(start)} to ${dayText(end - DAY)}`;
  return {
    place: { latitude, longitude, ...(altitude !== undefined && { altitude }) },
    runs,
    observations,
    climatology: typeof climatology === "number" ? [climatology] : Array.from(climatology),
    ...(teacher !== undefined && { teacher }),
    evidence: {
      start,
      end,
      days: days.length,
      runs: new Set(known.issues.map(({ run }) => run)).size,
      step: known.isCoarse ? "hour" : "quarter",
      judged: {
        start: timeOf(place, taught),
        end,
        days: days.length - Math.floor(days.length * TAUGHT),
        ...parts.judged,
      },
      leftOut: examined.leftOut.map(({ message }) => message),
      unused: parts.unused,
    },
    ...withEvidence(learnParts(known, { table, spread }, parts), source, parts),
  };
}

/** What is in use after all of the past has taught. */
function learnParts(known: KnownPast, usual: Learned, { unused }: JudgedParts): Learned {
  const isUsed = (name: UnusedPart["part"]) => !unused.some(({ part }) => part === name);
  const learned = learnFrom(known, usual, undefined, isUsed("day-ahead"));
  return isUsed("first-hours") ? learned : { ...learned, table: usual.table, spread: usual.spread };
}

function withEvidence(
  { dayAhead, table, spread }: Learned,
  source: string,
  { judged, unused }: JudgedParts,
): Omit<Learned, "teacher"> {
  const isOwn = !unused.some(({ part }) => part === "first-hours");
  return {
    ...(dayAhead !== undefined && { dayAhead: { ...dayAhead, evidence: `${source}; ${gainText(judged.ahead)}` } }),
    table: isOwn ? { ...table, evidence: source } : table,
    spread: isOwn ? { ...spread, evidence: source } : spread,
  };
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

/** @param rows with the sun up and a run @param seen those of them that were observed */
function refuseScarce(days: number, seen: readonly number[], rows: readonly number[]): void {
  if (seen.length === 0) {
    throw refusal("no run covers an observed quarter hour with the sun up");
  }
  if (days < DAYS_NEEDED) {
    throw refusal(
      `${DAYS_NEEDED} days with runs and two hours of observed light are needed, got ${days}: ${TAUGHT_LEAST} to ` +
        `learn from and ${DAYS_NEEDED - TAUGHT_LEAST} to judge it by (research/forecasts.md)`,
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

/** Of mean solar time, from 1970. */
function dayAt({ quarterHours: { start } }: KnownPast, { longitude }: ForecastPlace, row: number): number {
  return Math.floor((start + (row + 0.5) * QUARTER_HOUR + longitude * SOLAR_DEGREE) / DAY);
}

/** Start of a day of mean solar time, Unix ms, at the next quarter of an hour. */
function timeOf({ longitude }: ForecastPlace, day: number): number {
  return Math.ceil((day * DAY - longitude * SOLAR_DEGREE) / QUARTER_HOUR) * QUARTER_HOUR;
}
