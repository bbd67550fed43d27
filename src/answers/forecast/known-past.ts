/** A place's past as forecasts knew it: what was observed, and which run was the newest at each quarter of an hour. */
import { checkTraining, type Teacher } from "../../data/weather/believe/training.js";
import type { TrainingHours } from "../../data/weather/believe/training-checks.js";
import { checkWeather, type WeatherSeries } from "../../data/weather/series.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { LEAST_CLEAR_SKY } from "../../physics/sky/clear-index.js";
import type { Period } from "../../physics/sky/time-grid.js";
import { type ClearHours, clearHoursOf, hourPhase, runHoursOf } from "./day-ahead/clear-hours.js";
import { newestFirst, type PastRunHours } from "./day-ahead/fit.js";
import { betterLight, type DayAheadTable, expectedIndex } from "./day-ahead/predictors.js";
import type { ServedRun } from "./learner.js";
import {
  besideDayAhead,
  type ForecastPlace,
  type IndexClimatology,
  observedOn,
  onRows,
  QUARTER_HOUR,
  type QuarterHours,
  quarterHoursOf,
  siteOf,
} from "./quarter-hours.js";

/** A run, and from when on it was the newest there was. */
export interface PastRun {
  /** Unix ms. */
  readonly issued: number;
  /**
   * GHI, means, in steps up to 15 minutes or of whole quarters of an hour; relative humidity and precipitation, if it has them, help
   * the correction of all leads.
   */
  readonly series: WeatherSeries;
}

export interface ForecastPast {
  /** By the time they were issued. */
  readonly runs: readonly PastRun[];
  /** GHI, means. */
  readonly observations: WeatherSeries;
}

export interface KnownPast {
  readonly quarterHours: QuarterHours;
  /** Observed GHI, W/m²; NaN = missing. */
  readonly light: Float64Array;
  /** Whether the observations are of more than 15 minutes. */
  readonly isCoarse: boolean;
  readonly runs: readonly KnownRun[];
  readonly issues: readonly Issue[];
  /** Degrees. */
  readonly longitude: number;
  readonly clearHours: ClearHours;
  /** Observed clear-sky index of whole hours; NaN = missing. */
  readonly hourlyIndex: Float64Array;
}

/** A run on quarter hours and on hours. */
interface KnownRun extends PastRunHours {
  readonly served: ServedRun;
  /** Rows after the last that was observed, at times when the run was the newest. */
  readonly ends: readonly number[];
}

/** A time at which a forecast might have been made. */
export interface Issue {
  /** The newest run there was. */
  readonly run: ServedRun;
  /** Row after the last that had been observed: a forecast is issued a quarter of an hour later. */
  readonly end: number;
}

/**
 * @param what named by errors: the function that was called
 * @throws TypeError for runs that do not ascend in time or have no GHI; as `correctForecast` for series
 */
export function knownPast(
  { runs, observations }: ForecastPast,
  place: ForecastPlace,
  climatology: IndexClimatology,
  what: string,
): KnownPast {
  const disordered = runs.findIndex(({ issued }, k) => !(issued > (runs[k - 1]?.issued ?? Number.NEGATIVE_INFINITY)));
  if (disordered >= 0)
    throw new TypeError(`${what}: runs must be in the order in which they were issued: ${disordered} is not`);
  const { start, count, interval } = checkWeather(observations);
  const end = start + count * interval * 1000;
  const quarterHours = quarterHoursOf({ start, end }, place, climatology);
  const { ghi: light, isCoarse } = observedOn(quarterHours, observations);
  const clearHours = clearHoursOf(hoursAround({ start, end }, runs[0]), place);
  // An hour's mean is known when the hour has ended.
  const isKnown = (row: number) =>
    !isCoarse || (quarterHours.start + row * QUARTER_HOUR - start) % (interval * 1000) === 0;
  const known = runs.map((run, k) => ({
    issued: run.issued,
    served: servedRun(run, quarterHours, what),
    hours: runHoursOf(run.series, clearHours, what),
    ends: endsOf(quarterHours, run, runs[k + 1]).filter(isKnown),
  }));
  return {
    quarterHours,
    light,
    isCoarse,
    runs: known,
    issues: known.flatMap(issuesOf),
    clearHours,
    hourlyIndex: hourlyIndex(clearHours, quarterHours, light),
    longitude: place.longitude,
  };
}

/** The past as it would have been with runs that a table corrected. */
export function correctedPast(known: KnownPast, table: DayAheadTable | undefined): KnownPast {
  if (table === undefined) return known;
  const { clearHours, quarterHours } = known;
  const runs = known.runs.map((run, k) => {
    const { light, shift } = run.served;
    const rows = { start: quarterHours.start + shift * QUARTER_HOUR, step: QUARTER_HOUR, count: light.length };
    const sky = quarterHours.sky.global.subarray(shift, shift + light.length);
    const expected = expectedIndex(table, newestFirst(known.runs, k), clearHours);
    return { ...run, served: { light: betterLight(light, sky, rows, expected, run.hours, clearHours), shift } };
  });
  return { ...known, quarterHours: besideDayAhead(quarterHours, known.isCoarse), runs, issues: runs.flatMap(issuesOf) };
}

/** Days that runs may reach beyond the observations: with them the means around the first and last hours are whole. */
const AROUND = 2 * DAY;

function hoursAround({ start, end }: Period, first: PastRun | undefined): Period {
  const phase = first === undefined ? 0 : hourPhase(first.series);
  return { start: Math.floor((start - AROUND - phase) / HOUR) * HOUR + phase, end: end + AROUND };
}

function hourlyIndex(clear: ClearHours, { start, count }: QuarterHours, light: Float64Array): Float64Array {
  const perHour = HOUR / QUARTER_HOUR;
  return clear.global.map((global, hour) => {
    const first = Math.round((clear.start + hour * HOUR - start) / QUARTER_HOUR);
    if (!(global >= LEAST_CLEAR_SKY) || first < 0 || first + perHour > count) return Number.NaN;
    let sum = 0;
    for (let row = first; row < first + perHour; row++) sum += light[row]!;
    return sum / perHour / global;
  });
}

/** A forecast is issued a quarter of an hour after the last observation: from the run's issue until that of the next. */
function endsOf(quarterHours: QuarterHours, own: PastRun, next: PastRun | undefined): readonly number[] {
  const last = quarterHours.count + 1;
  const first = Math.max(2, rowAt(quarterHours, own.issued));
  const until = next === undefined ? last : Math.min(last, rowAt(quarterHours, next.issued));
  return Array.from({ length: Math.max(0, until - first) }, (_, k) => first + k - 1);
}

function issuesOf({ served, ends }: KnownRun): Issue[] {
  return ends.map((end) => ({ run: served, end }));
}

function rowAt({ start }: QuarterHours, time: number): number {
  return Math.ceil((time - start) / QUARTER_HOUR);
}

/** On the rows that it has: years of runs fit into memory. */
function servedRun({ series }: PastRun, { start, count, sky }: QuarterHours, what: string): ServedRun {
  const run = checkWeather(series);
  const ghi = run.columns.global_horizontal_irradiance;
  if (ghi === undefined) throw new TypeError(`${what}: a run must have global_horizontal_irradiance`);
  const rowOf = (time: number) => Math.min(Math.max(0, (time - start) / QUARTER_HOUR), count);
  const shift = Math.floor(rowOf(run.start));
  const rows = Math.ceil(rowOf(run.start + run.count * run.interval * 1000)) - shift;
  const grid = { start: start + shift * QUARTER_HOUR, step: QUARTER_HOUR, count: rows };
  return { light: onRows(grid, run, "a run", ghi, sky.global.subarray(shift, shift + rows)), shift };
}

/**
 * Checks observations before anything is learnt from them: first as `examineWeather` checks any weather (dead, standing still, cut
 * off, of another clock or unit), then beside the runs, for light that is scaled, shaded or of another sky, in all of the days or in
 * some. What is learnt from such light makes tomorrow's forecast worse than the run alone (research/teachers.md).
 *
 * It cannot see a factor from about 0.9 to 1.15, by which haze and clear skies differ, nor a neighbour's sky under the same weather. A run
 * whose days have nothing to do with the place's, though each run agrees with the next, looks like light of another sky.
 *
 * @param past as for `learnFromPast`, which checks it in the same way
 * @throws as `learnFromPast`
 */
export function examineTeacher(past: ForecastPast, place: ForecastPlace): Teacher {
  // The climatology has no part in it.
  return trustedPast(knownPast(past, place, 1, "examineTeacher"), past.observations, place).teacher;
}

/** @returns the past without what was left out; of refused observations as it was known */
export function trustedPast(
  known: KnownPast,
  observations: WeatherSeries,
  place: ForecastPlace,
): { readonly known: KnownPast; readonly teacher: Teacher } {
  const hours = trainingHours(known);
  const { teacher, isOut } = checkTraining({ ...observations, place: siteOf(place) }, hours, place);
  if (teacher.verdict !== "rest") return { known, teacher };
  const { start } = known.quarterHours;
  const hourOf = (row: number) => Math.floor((start + row * QUARTER_HOUR - hours.start) / HOUR);
  const light = known.light.map((value, row) => (isOut[hourOf(row)] ? Number.NaN : value));
  const hourlyIndex = known.hourlyIndex.map((value, hour) => (isOut[hour] ? Number.NaN : value));
  return { known: { ...known, light, hourlyIndex }, teacher };
}

function trainingHours({ clearHours, hourlyIndex: observed, runs }: KnownPast): TrainingHours {
  const { start, step, count, global: clear, day } = clearHours;
  const [newest, older] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count).fill(Number.NaN)];
  for (const { hours } of runs) {
    hours.index.forEach((index, k) => {
      if (Number.isNaN(index)) return;
      older[k + hours.shift] = newest[k + hours.shift]!;
      newest[k + hours.shift] = index;
    });
  }
  // A day of mean solar time begins with the first row of its number; that of the first row may have begun before.
  const second = day.findIndex((one) => one !== day[0]);
  const hour = Int32Array.from(day, (_, row) => (((row - second) % 24) + 24) % 24);
  return { start, step, count, clear, observed: observed.slice(), newest, older, day, hour };
}
