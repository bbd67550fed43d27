/** A place's own weights with the evidence that they are worth having: learnt from its past, judged on the last days of it. */
import { normalQuantile } from "../../foundation/statistics/normal.js";
import { inputError } from "../../foundation/text/shown.js";
import { DAY } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { solarHourAt } from "./day-ahead/bands.js";
import { type JudgedAhead, judgeAhead } from "./day-ahead/held-out-ahead.js";
import { DEFAULT_SPREAD, DEFAULT_TABLE } from "./default-table.generated.js";
import { forecastLight } from "./forecast-light.js";
import { correctedPast, type ForecastPast, type KnownPast, knownPast, trustedPast } from "./known-past.js";
import { type Learned, type LearningOptions, learnFrom } from "./learn.js";
import { type ForecastPlace, isSeen, isTelling, MOST_ZENITH, QUARTER_HOUR, siteOf, skyState } from "./quarter-hours.js";
import { lightQuantiles } from "./spread.js";
import type { JudgedDays, JudgedLead, SiteTuning, TeacherKind, UnusedPart } from "./tuning.js";

export interface TuningOptions extends LearningOptions {
  /** Names of the data sets that the runs and the observations are of: for others the weights are not. */
  readonly runs: readonly string[];
  readonly observations: readonly string[];
  /** What the observations are of; a model teaches day-ahead only. */
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
  const [start, end] = [timeOf(place, days[0]!), timeOf(place, days.at(-1)! + 1)];
  const source = `learnt at this place from ${days.length} days, ${dayText(start)} to ${dayText(end - DAY)}`;
  return {
    place: siteOf(place),
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
  if (seen.length === 0) throw refusal("no run covers an observed quarter hour with the sun up");
  if (days < DAYS_NEEDED)
    throw refusal(
      `${DAYS_NEEDED} days with runs and two hours of observed light are needed, got ${days}: ${TAUGHT_LEAST} to ` +
        `learn from and ${DAYS_NEEDED - TAUGHT_LEAST} to judge it by (research/forecasts.md)`,
    );
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
  return Math.floor((start + (row + 0.5) * QUARTER_HOUR + solarDayShift(longitude)) / DAY);
}

/** Start of a day of mean solar time, Unix ms, at the next quarter of an hour. */
function timeOf({ longitude }: ForecastPlace, day: number): number {
  return Math.ceil((day * DAY - solarDayShift(longitude)) / QUARTER_HOUR) * QUARTER_HOUR;
}

interface JudgedParts {
  readonly judged: Pick<JudgedDays, "leads" | "held" | "ahead">;
  readonly unused: readonly UnusedPart[];
}

/** Lead times of the first hours: 15 min, 1, 3 and 6 hours. */
const LEADS = [1, 4, 12, 24];
/** Of the run's RMSE at all leads: a table that gains less than 1 % is not worth having. */
const LEAST_BETTER = 0.99;
/** By which forecasts of the first hours may be worse on the days held out, in the mean of the leads: chance. */
const MOST_WORSE = 1.01;

/**
 * @param cut Unix ms: what ended before it teaches, forecasts issued after it are judged
 * @throws RangeError if no part gains anything
 */
function judgeParts(known: KnownPast, usual: Learned, cut: number, teacher: TeacherKind | undefined): JudgedParts {
  const row = Math.max(0, (cut - known.quarterHours.start) / QUARTER_HOUR);
  const taught = learnFrom(known, usual, row);
  const ahead = taught.dayAhead === undefined ? [] : judgeAhead(known, taught.dayAhead, cut);
  const whyNotAhead =
    ahead.length === 0 ? "no run reaches into the days held out" : worseText(meanRatio(ahead, runAlone), LEAST_BETTER);
  const own = whyNotAhead === undefined ? taught : learnFrom(known, usual, row, false);
  const { leads, held } = firstHours(known, usual, own, row);
  const whyNotFirst =
    teacher === "reanalysis" || teacher === "analysis"
      ? `${teacher === "analysis" ? "an analysis" : "a reanalysis"} says too little of single hours`
      : whyNotFirstHours(leads);
  if (whyNotAhead !== undefined && whyNotFirst !== undefined)
    throw refusal(`learning gains nothing here: in the first hours ${whyNotFirst}; at all leads ${whyNotAhead}`);
  const unused: readonly UnusedPart[] = [
    ...(whyNotAhead === undefined ? [] : [{ part: "day-ahead" as const, reason: whyNotAhead }]),
    ...(whyNotFirst === undefined ? [] : [{ part: "first-hours" as const, reason: whyNotFirst }]),
  ];
  return { judged: { leads, ...(held && { held }), ahead }, unused };
}

export function refusal(problem: string): Error {
  return inputError(RangeError, "ERR_TUNING", "tuneToSite", problem);
}

/** How much a table of all leads gained, over the hours that it was judged by. */
function gainText(ahead: readonly JudgedAhead[]): string {
  const [first, last] = [ahead[0]!, ahead.at(-1)!];
  const gain = 100 * (1 - meanRatio(ahead, runAlone));
  return `RMSE ${gain.toFixed(1)} % lower from ${first.from} to ${last.to} h on the days held out`;
}

/** The usual weights on runs as they came, the learnt ones on runs that their table corrected. */
function firstHours(known: KnownPast, usual: Learned, own: Learned, from: number): Pick<JudgedDays, "leads" | "held"> {
  const before = judgeHeldOut(known, [usual], LEADS, from);
  const after = judgeHeldOut(correctedPast(known, own.dayAhead), [own], LEADS, from);
  if (before.some(({ corrected }) => corrected === 0)) return { leads: [] };
  const rmse = ({ squares, count }: HeldOut) => Math.sqrt(squares[0]! / count);
  const leads = before.map((usually, k) => ({
    lead: (LEADS[k]! * QUARTER_HOUR) / 1000,
    count: usually.count,
    run: Math.sqrt(usually.run / usually.count),
    before: rmse(usually),
    after: rmse(after[k]!),
  }));
  return { leads, held: { before: shareHeld(before), after: shareHeld(after) } };
}

function shareHeld(found: readonly HeldOut[]): number {
  return found.reduce((sum, { held }) => sum + held[0]!, 0) / found.reduce((sum, { count }) => sum + count, 0);
}

function whyNotFirstHours(leads: readonly JudgedLead[]): string | undefined {
  if (leads.length === 0)
    return "no held-out day could be corrected: runs must cover the last observed hour and the 6 hours after it";
  return worseText(
    meanRatio(leads, ({ before }) => before),
    MOST_WORSE,
  );
}

const runAlone = ({ run }: JudgedAhead) => run;

function meanRatio<Judged extends { readonly after: number }>(
  leads: readonly Judged[],
  before: (one: Judged) => number,
): number {
  return leads.reduce((sum, one) => sum + one.after / before(one), 0) / leads.length;
}

/** @returns undefined: good enough */
function worseText(ratio: number, most: number): string | undefined {
  if (ratio <= most) return undefined;
  if (!Number.isFinite(ratio)) return "the runs made no error on the days held out";
  const change = 100 * ratio - 100;
  const how = `${Math.abs(change).toFixed(1)} % ${change > 0 ? "more" : "less"}`;
  return `forecasts of the days held out were off by ${how} than without it`;
}

/** By lead time; squares are sums. */
interface HeldOut {
  readonly count: number;
  /** How many of them began with an observation. */
  readonly corrected: number;
  readonly run: number;
  /** Of each of the weights. */
  readonly squares: readonly number[];
  /** How many lay between the 10 % and the 90 % quantile, of each of the spreads. */
  readonly held: readonly number[];
}

const [P10, P90] = [0.1, 0.9].map(normalQuantile) as [number, number];

/**
 * Forecasts that were issued from a row on, on the same rows for all weights.
 * @param leads quarters of an hour
 */
export function judgeHeldOut(
  { quarterHours, light, isCoarse, issues, longitude }: KnownPast,
  tables: readonly Learned[],
  leads: readonly number[],
  from: number,
): readonly HeldOut[] {
  const found = leads.map(() => ({
    count: 0,
    corrected: 0,
    run: 0,
    squares: tables.map(() => 0),
    held: tables.map(() => 0),
  }));
  for (const { run, end } of issues) {
    const hasSky = isTelling(quarterHours, light, end - 1);
    if (end < from || (!isSeen(quarterHours, light, end - 1) && quarterHours.sky.zenith[end - 1]! < MOST_ZENITH))
      continue;
    const state = hasSky ? skyState(quarterHours, light, run.light, end, run.shift) : undefined;
    leads.forEach((lead, k) => {
      const row = end + lead;
      const served = run.light[row - run.shift] ?? Number.NaN;
      if (row >= quarterHours.count || !isSeen(quarterHours, light, row) || Number.isNaN(served)) return;
      const values = tables.map(({ table }) => forecastLight(table, quarterHours, state, row, served, lead, isCoarse));
      if (values.some(Number.isNaN)) return;
      const [truth, clear, sums] = [light[row]!, quarterHours.sky.global[row]!, found[k]!];
      sums.count++;
      if (state !== undefined) sums.corrected++;
      sums.run += (served - truth) * (served - truth);
      values.forEach((value, t) => {
        const solarHour = solarHourAt(quarterHours.start + row * QUARTER_HOUR, longitude);
        const step = isCoarse ? "hour" : "quarter";
        const at = { sky: state?.sky, light: value, clear, lead, solarHour, step } as const;
        const quantile = lightQuantiles(tables[t]!.spread, at);
        sums.squares[t]! += (value - truth) * (value - truth);
        if (truth >= quantile(P10) && truth <= quantile(P90)) sums.held[t]!++;
      });
    });
  }
  return found;
}
