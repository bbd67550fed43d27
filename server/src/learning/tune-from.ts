/** What runs of a place and its observations teach: with the sky that answers have there. */

import type { Period } from "irradiance-archive";
import {
  type ForecastPast,
  type PastRun,
  type SiteTuning,
  type TuningOptions,
  tuneToSite,
} from "irradiance-engine/forecast";
import { HOUR } from "irradiance-engine/shared";
import { placeOn } from "../answers/places.js";
import { siteAltitude, withStation } from "../answers/site-altitude.js";
import type { Desk } from "./desk.js";
import { pastObservations } from "./past-observations.js";
import { LONGEST_RUN } from "./past-runs.js";
import { PastError } from "./run-candidates.js";

export interface TaughtBy {
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
  /** A reanalysis in place of what was measured or seen. */
  readonly isReanalysis?: boolean | undefined;
}

/** @throws PastError, ArchiveError for a past that teaches nothing, with the reason */
export async function tuneFrom({ given, places }: Desk, by: TaughtBy): Promise<SiteTuning> {
  const { latitude, longitude, runs, period } = by;
  const ground = await places.surroundings(latitude, longitude);
  const place = placeOn(ground, latitude, longitude);
  const observed = await pastObservations(given, place, timeOf(runs, period), {
    name: by.observations,
    isReanalysis: by.isReanalysis,
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
