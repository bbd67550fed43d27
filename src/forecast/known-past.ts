/** A place's past as forecasts knew it: what was observed, and which run was the newest at each quarter of an hour. */

import type { Period } from "../sky/time-grid.js";
import { DAY, HOUR } from "../time/calendar.js";
import { checkWeather } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import type { IndexClimatology } from "./climatology.js";
import { betterLight, expectedIndex } from "./day-ahead/better-run.js";
import { type ClearHours, clearHoursOf, hourPhase, MIN_CLEAR_HOUR, runHoursOf } from "./day-ahead/clear-hours.js";
import { newestFirst, type PastRunHours } from "./day-ahead/fit.js";
import type { DayAheadTable } from "./day-ahead/table.js";
import type { ServedRun } from "./learner.js";
import type { ForecastPlace } from "./place.js";
import {
  besideDayAhead,
  observedOn,
  onRows,
  QUARTER_HOUR,
  type QuarterHours,
  quarterHoursOf,
} from "./quarter-hours.js";

/** A run, and from when on it was the newest there was. @experimental */
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
export interface KnownRun extends PastRunHours {
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
    if (!(global >= MIN_CLEAR_HOUR) || first < 0 || first + perHour > count) return Number.NaN;
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
