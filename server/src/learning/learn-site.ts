/** Weights of a place from what the sources of a server keep: the sky, the runs and the observations are those of its answers. */

import type { FilesSource, Period, WeatherSource } from "irradiance-archive";
import { createPool } from "irradiance-engine/bulk";
import { openPlaceZones } from "irradiance-engine/climatology";
import {
  type ForecastPast,
  type PastRun,
  type SiteTuning,
  type TuningOptions,
  tuneToSite,
} from "irradiance-engine/forecast";
import { HOUR } from "irradiance-engine/shared";
import { createPlaces, placeOn } from "../answers/places.js";
import { siteAltitude } from "../answers/site-altitude.js";
import { sourcesOf } from "../answers/sources.js";
import type { Settings } from "../settings.js";
import { pastObservations } from "./past-observations.js";
import { PastError, pastRuns } from "./past-runs.js";

export interface LearningQuery {
  readonly latitude: number;
  readonly longitude: number;
  readonly period: Period;
  /** Source, data set, or both. */
  readonly runs: string | undefined;
  readonly observations: string | undefined;
  /** ms from the start of a run to when it is there, where its source does not say it. */
  readonly delay: number;
  /** Takes notes of what is left out and what is assumed. */
  readonly warn: (message: string) => void;
}

/** ms after which the last run is no longer looked at. */
const LONGEST_RUN = 31 * HOUR;
/** At most this many of the runs and files left out are listed one by one. */
const MOST_LISTED = 5;

/** @throws PastError, ArchiveError for a past that teaches nothing, with the reason */
export async function learnSite(settings: Settings, query: LearningQuery): Promise<SiteTuning> {
  const { latitude, longitude, period, delay, warn } = query;
  const { dem } = settings;
  const given = await sourcesOf(settings);
  const pool = createPool({ threads: 1, ...(dem.length > 0 && { terrain: { paths: dem } }) });
  try {
    const places = createPlaces(pool, dem.length > 0, await openPlaceZones());
    const ground = await places.surroundings(latitude, longitude);
    const place = placeOn(ground, latitude, longitude);
    const past = await pastRuns(given, { place, period, name: query.runs, delay });
    warnOfSkipped([...past.skipped, ...given.sources.flatMap(problemsOf)], warn);
    if (past.assumed > 0) {
      warn(
        `${past.assumed} runs do not say when they became available: ${delay / HOUR} hours after their time is assumed (--delay)`,
      );
    }
    const observed = await pastObservations(given, place, timeOf(past.runs, period), query.observations);
    const { altitude, clearTurbidity: linkeTurbidity } = siteAltitude(ground, past.altitude, latitude, longitude);
    return tuned(
      { runs: past.runs, observations: observed.series },
      {
        place: { latitude, longitude, altitude, linkeTurbidity },
        climatology: await places.skyIndex(latitude, longitude),
        runs: past.datasets,
        observations: observed.datasets,
      },
    );
  } finally {
    await pool.close({ now: true });
    await Promise.all(given.sources.map((source) => source.close()));
  }
}

function tuned(past: ForecastPast, options: TuningOptions): SiteTuning {
  try {
    return tuneToSite(past, options);
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

/** Files that are no weather files, which no source offers. */
function problemsOf(source: WeatherSource): readonly string[] {
  if (!("problems" in source)) return [];
  return (source as FilesSource).problems().map(({ path, message }) => `${path}: ${message}`);
}

function warnOfSkipped(skipped: readonly string[], warn: (message: string) => void): void {
  for (const message of skipped.slice(0, MOST_LISTED)) warn(`left out: ${message}`);
  if (skipped.length > MOST_LISTED) warn(`left out: ${skipped.length - MOST_LISTED} more`);
}
