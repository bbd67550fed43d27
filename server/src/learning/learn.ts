/** Learns weights of a place from the sources of a server, with the sky, runs and observations of its answers, or from the runs that are kept of a place. */

import type { FilesSource, Period, WeatherSource } from "irradiance-archive";
import { createPool } from "irradiance-engine/bulk";
import type { ForecastPast } from "irradiance-engine/forecast";
import { siteTuningText, tuneToSite } from "irradiance-engine/forecast";
import { openPlaceZones } from "irradiance-engine/internal/climatology";
import type { PastRun, SiteTuning, TuningOptions } from "irradiance-engine/internal/forecast";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import type { KeptRun, SitePoint } from "../answers/forecast/kept-runs.js";
import { dataSetNames } from "../answers/forecast/site-weights.js";
import { createPlaces, type Places, placeOn } from "../answers/places.js";
import { siteAltitude, withStation } from "../answers/site.js";
import { sourcesOf, type WeatherSources } from "../answers/sources.js";
import type { Settings } from "../settings.js";
import type { KeptPlace } from "./kept-folder.js";
import { LONGEST_RUN, mbText, PastError, pastObservations, pastRuns, type TeacherClass, thoseServed } from "./past.js";

export type Desk = { readonly given: WeatherSources; readonly places: Places; close(): Promise<void> };

export async function openDesk(settings: Settings): Promise<Desk> {
  const { dem } = settings;
  const given = await sourcesOf(settings);
  const pool = createPool({ threads: 1, ...(dem.length > 0 && { terrain: { paths: dem } }) });
  const places = createPlaces(pool, dem.length > 0, await openPlaceZones());
  return {
    given,
    places,
    async close() {
      await pool.close({ now: true });
      await Promise.all(given.sources.map((source) => source.close()));
    },
  };
}

export interface LearningQuery {
  readonly latitude: number;
  readonly longitude: number;
  readonly period: Period;
  /** Source, data set, or both. */
  readonly runs: string | undefined;
  readonly observations: string | undefined;
  /** ms from the start of a run to when it is there, where its source does not say it. */
  readonly delay: number;
  /** Whether of sources that count what is read only the last 120 days are looked at. */
  readonly isEnough?: boolean | undefined;
  /** Bytes of runs that may be read; default: any. */
  readonly most?: number | undefined;
  /** Takes notes of how far it is, of what is left out and of what is assumed. */
  readonly warn: (message: string) => void;
}

/** At most this many of the runs and files left out are listed one by one. */
const MOST_LISTED = 5;

/** @throws PastError, ArchiveError for a past that teaches nothing, with the reason */
export async function learnSite(settings: Settings, query: LearningQuery): Promise<SiteTuning> {
  const { latitude, longitude, period } = query;
  const desk = await openDesk(settings);
  const { given, places } = desk;
  try {
    const place = placeOn(await places.surroundings(latitude, longitude), latitude, longitude);
    const past = await pastRuns(given, { ...query, place, name: query.runs, progress: query.warn });
    tellOf(past, desk, query);
    const found = await taughtBy(desk, { latitude, longitude, period, ...past, observations: query.observations });
    if (found instanceof PastError) throw found;
    return found;
  } finally {
    await desk.close();
  }
}

/** What is left out of the past and what is assumed. */
export function tellOf(
  { skipped, assumed, known, unread }: Awaited<ReturnType<typeof pastRuns>>,
  { given }: Desk,
  { delay, warn, most = 0 }: Pick<LearningQuery, "delay" | "warn" | "most">,
): void {
  if (unread > 0)
    warn(`it learns from ${known - unread} of ${known} runs: more would not stay below ${mbText(most)} (--most-mb)`);
  warnOfSkipped([...skipped, ...given.sources.flatMap(problemsOf)], warn);
  if (assumed > 0)
    warn(
      `${assumed} runs do not say when they became available: ${delay / HOUR} hours after their time is assumed (--delay)`,
    );
}

/** Files that are no weather files, which no source offers. */
function problemsOf(source: WeatherSource): readonly string[] {
  if (!("problems" in source)) return [];
  return (source as FilesSource).problems().map(({ path, message }) => `${path}: ${message}`);
}

function warnOfSkipped(skipped: readonly string[], warn: (message: string) => void): void {
  for (const message of skipped.slice(0, MOST_LISTED)) warn(`left out: ${message}`);
  if (skipped.length > MOST_LISTED) warn(`left out: ${skipped.length - MOST_LISTED} more`);
}

interface TaughtBy {
  readonly latitude: number;
  readonly longitude: number;
  /** In which observations are looked for, as far as they say anything of the runs. */
  readonly period: Period;
  /** By the time they were there, and the names of their data sets. */
  readonly runs: readonly PastRun[];
  readonly datasets: readonly string[];
  /** Of the run's cell, metres. */
  readonly altitude: number | undefined;
  /** Source, data set, or both; undefined: the nearest that measures or sees. */
  readonly observations?: string | undefined;
}

/** @throws PastError, ArchiveError for a past that teaches nothing, with the reason */
async function tuneFrom({ given, places }: Desk, by: TaughtBy, of: TeacherClass): Promise<SiteTuning> {
  const { latitude, longitude, runs, period } = by;
  const ground = await places.surroundings(latitude, longitude);
  const place = placeOn(ground, latitude, longitude);
  const observed = await pastObservations(given, place, timeOf(runs, period), {
    name: by.observations,
    runs: by.datasets,
    of,
  });
  const { altitude, clearTurbidity: linkeTurbidity } = siteAltitude(withStation(ground, by.altitude));
  return tuned(
    { runs, observations: observed.series },
    {
      place: { latitude, longitude, altitude, linkeTurbidity },
      climatology: await places.skyIndex(latitude, longitude, altitude),
      runs: by.datasets,
      observations: observed.datasets,
      teacher: observed.teacher,
    },
  );
}

function tuned(past: ForecastPast, options: TuningOptions): SiteTuning {
  return asPastError(() => tuneToSite(past, options));
}

/** @throws PastError with what a learner refuses */
export function asPastError<Learnt>(learn: () => Learnt): Learnt {
  try {
    return learn();
  } catch (cause) {
    const { code, problem } = (cause ?? {}) as { readonly code?: unknown; readonly problem?: string };
    if (code !== "ERR_TUNING") throw cause;
    throw new PastError(String(problem), { cause });
  }
}

/** In which observations say anything of runs. */
function timeOf(runs: readonly PastRun[], period: Period): Period {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return period;
  return { start: first.issued - HOUR, end: Math.min(period.end, last.issued + LONGEST_RUN) };
}

/** ms between the first and the last run, below which nobody tries to learn. */
const LEAST = 14 * DAY;
/** ms between two attempts. */
const EVERY = DAY;

/**
 * What can be learnt is written for servers to find; what was, but can be no more, is removed.
 *
 * @returns a line for the log; undefined: it was not yet time to learn
 * @throws StoreError for a folder that cannot be written to, ArchiveError for a teacher that cannot be read: what was learnt stays
 */
export async function learnKept(
  desk: Desk,
  place: SitePoint,
  kept: KeptPlace,
  now: number,
): Promise<string | undefined> {
  const times = await kept.runs();
  const [oldest, newest] = [times[0], times.at(-1)];
  if (oldest === undefined || newest === undefined || newest - oldest < LEAST) return undefined;
  const last = await kept.lesson();
  const hasGrown = last?.oldest !== undefined && oldest < last.oldest;
  // A clock that was set back must not end all learning.
  if (last !== undefined && !hasGrown && (last.newest === newest || Math.abs(now - last.at) < EVERY)) return undefined;
  const found = await taught(desk, place, await runsOfNewest(times, kept), now);
  if (found instanceof PastError) {
    await kept.learn({ at: now, newest, oldest, refusal: found.message }, undefined);
    return `nothing is learnt: ${found.message}`;
  }
  await kept.learn({ at: now, newest, oldest, refusal: undefined }, siteTuningText(found));
  return (found.dayAhead ?? found.table).evidence;
}

/** Of the data sets that the newest has: another model's errors are others. */
async function runsOfNewest(times: readonly number[], kept: KeptPlace): Promise<readonly KeptRun[]> {
  const read: KeptRun[] = [];
  for (const time of times) {
    const run = await kept.read(time);
    if (run !== undefined) read.push(run);
  }
  const names = read.at(-1)?.datasets.join("\n");
  return thoseServed(read.filter(({ datasets }) => datasets.join("\n") === names));
}

async function taught(
  desk: Desk,
  place: SitePoint,
  runs: readonly KeptRun[],
  now: number,
): Promise<SiteTuning | PastError> {
  const datasets = dataSetNames(runs.flatMap((run) => run.datasets.map((dataset) => ({ dataset }))));
  const altitude = runs.at(-1)?.series.place?.altitude;
  return taughtBy(desk, { ...place, period: { start: 0, end: now }, runs, datasets, altitude });
}

/**
 * The stronger teacher first. The runs' own model teaches only if it is named: judged by itself it takes 10 to 18 % off the RMSE of
 * real runs; judged by measurements it adds 2 to 3 % at one station, takes 3 to 5 % off at another, and the bias stays (research/teachers.md).
 *
 * @returns the error of the strongest one where none teaches anything
 * @throws ArchiveError for one that cannot be read: no weaker one takes its place
 */
async function taughtBy(desk: Desk, by: TaughtBy): Promise<SiteTuning | PastError> {
  const classes = [
    "observed",
    "reanalysis",
    ...(by.observations === undefined ? [] : (["analysis"] as const)),
  ] as const;
  let refusal: PastError | undefined;
  for (const of of classes) {
    try {
      return await tuneFrom(desk, by, of);
    } catch (cause) {
      if (!(cause instanceof PastError)) throw cause;
      refusal ??= cause;
    }
  }
  return refusal!;
}
