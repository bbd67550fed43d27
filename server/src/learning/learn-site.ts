/** Weights of a place from what the sources of a server keep: the sky, the runs and the observations are those of its answers. */

import type { FilesSource, Period, WeatherSource } from "irradiance-archive";
import type { SiteTuning } from "irradiance-engine/forecast";
import { HOUR } from "irradiance-engine/shared";
import { placeOn } from "../answers/places.js";
import type { Settings } from "../settings.js";
import { openDesk } from "./desk.js";
import { pastRuns } from "./past-runs.js";
import { tuneFrom } from "./tune-from.js";

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

/** At most this many of the runs and files left out are listed one by one. */
const MOST_LISTED = 5;

/** @throws PastError, ArchiveError for a past that teaches nothing, with the reason */
export async function learnSite(settings: Settings, query: LearningQuery): Promise<SiteTuning> {
  const { latitude, longitude, period, delay, warn } = query;
  const desk = await openDesk(settings);
  const { given, places } = desk;
  try {
    const place = placeOn(await places.surroundings(latitude, longitude), latitude, longitude);
    const past = await pastRuns(given, { place, period, name: query.runs, delay });
    warnOfSkipped([...past.skipped, ...given.sources.flatMap(problemsOf)], warn);
    if (past.assumed > 0) {
      warn(
        `${past.assumed} runs do not say when they became available: ${delay / HOUR} hours after their time is assumed (--delay)`,
      );
    }
    return await tuneFrom(desk, { latitude, longitude, period, ...past, observations: query.observations });
  } finally {
    await desk.close();
  }
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
