/** A place's past as forecasts knew it: what was observed, and which run was the newest at each quarter of an hour. */
import { checkWeather } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import type { IndexClimatology } from "./climatology.js";
import type { ServedRun } from "./learner.js";
import type { ForecastPlace } from "./place.js";
import { observedOn, onQuarterHours, QUARTER_HOUR, type QuarterHours, quarterHoursOf } from "./quarter-hours.js";

/** A run, and from when on it was the newest there was. @experimental */
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

export interface KnownPast {
  readonly quarterHours: QuarterHours;
  /** Observed GHI, W/m²; NaN = missing. */
  readonly light: Float64Array;
  /** Whether the observations are of more than 15 minutes. */
  readonly isCoarse: boolean;
  readonly issues: readonly Issue[];
  /** Degrees. */
  readonly longitude: number;
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
  const quarterHours = quarterHoursOf({ start, end: start + count * interval * 1000 }, place, climatology);
  const { ghi: light, isCoarse } = observedOn(quarterHours, observations);
  const issues = runs.flatMap((run, k) => issuesOf(servedRun(run, quarterHours, what), run, runs[k + 1], quarterHours));
  return { quarterHours, light, isCoarse, issues, longitude: place.longitude };
}

/** From the quarter in which a run was issued until that of the next. */
function issuesOf(run: ServedRun, own: PastRun, next: PastRun | undefined, quarterHours: QuarterHours): Issue[] {
  const first = Math.max(2, rowAt(quarterHours, own.issued));
  const until =
    next === undefined ? quarterHours.count + 1 : Math.min(quarterHours.count + 1, rowAt(quarterHours, next.issued));
  return Array.from({ length: Math.max(0, until - first) }, (_, k) => ({ run, end: first + k - 1 }));
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
  return { light: onQuarterHours(grid, run, "a run", ghi, sky.global.subarray(shift, shift + rows)), shift };
}
