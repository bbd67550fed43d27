/** The runs that sources keep of a place, each read as the service reads the newest. */

import { ArchiveError, openArchive, type Place, plan } from "irradiance-archive";
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { PastRun } from "irradiance-engine/forecast";
import { DAY, HOUR } from "irradiance-engine/shared";
import { dataSetNames } from "../answers/forecast/data-set-names.js";
import { KEPT_COLUMNS } from "../answers/forecast/kept-run.js";
import { usable } from "../answers/forecast/light.js";
import { LIGHT } from "../answers/forecast/recent-observations.js";
import type { WeatherSources } from "../answers/sources.js";
import { PastError, type RunCandidate, type RunsQuery, runCandidates, skip } from "./run-candidates.js";

export interface PastRunsQuery extends RunsQuery {
  /** ms from the start of a run to when it is there, where its source does not say it. */
  readonly delay: number;
}

export interface PastRuns {
  /** By the time they were there, with GHI. */
  readonly runs: readonly PastRun[];
  /** Names of their data sets. */
  readonly datasets: readonly string[];
  /** Of the cell or station, metres. */
  readonly altitude: number | undefined;
  /** Of how many runs the source did not say when they were there. */
  readonly assumed: number;
  /** Runs left out, and why. */
  readonly skipped: readonly string[];
}

/** Hours from the start of a run to when it is there, where nothing says it. */
export const USUAL_DELAY = 4;
/** ms after its issue up to which a run teaches. */
export const LONGEST_RUN = 75 * HOUR;
/** ms before its issue from which on a run is read, as answers read it: a correction looks at the means of its days. */
const BEFORE_ISSUE = DAY;
/** Of runs with steps of several lengths each has a name. */
const MOST_NAMES = 4;
/** Seconds: what a correction reads. */
const STEP = 900;

/**
 * @throws PastError if no source has kept any, or several have and none is named
 * @throws ArchiveError for a folder of runs that cannot be listed
 */
export async function pastRuns(given: WeatherSources, query: PastRunsQuery): Promise<PastRuns> {
  const skipped: string[] = [];
  const read: ReadRun[] = [];
  for (const candidate of await runCandidates(given, query, skipped)) {
    const issued = candidate.offers[0]!.available ?? candidate.run + query.delay;
    const found = await readRun(given, candidate, query.place, issued, STEP).catch(skip(skipped));
    if (found !== undefined) read.push(found);
  }
  const served = thoseServed(read);
  return {
    runs: served,
    datasets: nameOfAll(served),
    altitude: served[0]?.series.place?.altitude,
    assumed: served.filter(({ isAssumed }) => isAssumed).length,
    skipped,
  };
}

export interface ReadRun extends PastRun {
  readonly datasets: readonly string[];
  /** Whether its source does not say when it was there. */
  readonly isAssumed: boolean;
}

/**
 * @param issued when it was there, Unix ms
 * @param step seconds
 * @throws ArchiveError for a run without light, or one that cannot be read
 */
export async function readRun(
  { timeout, limits }: WeatherSources,
  { source, run, offers }: RunCandidate,
  place: Place,
  issued: number,
  step: number,
): Promise<ReadRun> {
  const survey = { place, now: issued, offers, failures: [] };
  const period = { start: Math.max(run, issued - BEFORE_ISSUE), end: issued + LONGEST_RUN };
  const welcome = KEPT_COLUMNS.filter((column) => !LIGHT.includes(column));
  const made = plan(survey, { purpose: "forecast", period, columns: LIGHT, welcome, interval: step });
  const archive = openArchive({ sources: [source], timeout, limits });
  const { series, provenance } = await archive.read(made);
  const light = withLight(series, `the run of ${new Date(run).toISOString()}`, welcome);
  const datasets = dataSetNames(provenance.filter(({ columns }) => columns.some((one) => LIGHT.includes(one))));
  return { issued, series: light, datasets, isAssumed: offers[0]!.available === undefined };
}

/**
 * @param others columns that are wanted beside GHI
 * @throws ArchiveError for intervals that do not fit
 */
export function withLight(series: WeatherSeries, what: string, others: readonly WeatherColumn[] = []): WeatherSeries {
  const light = usable(series);
  if (light !== undefined) {
    const wanted = ["global_horizontal_irradiance", ...others];
    const columns = Object.fromEntries(Object.entries(light.columns).filter(([name]) => wanted.includes(name)));
    return { ...light, columns };
  }
  throw new ArchiveError(
    "ERR_ARCHIVE_UNREADABLE",
    `${what} has no global irradiance in intervals that fit into quarter hours`,
  );
}

/** @throws PastError if each run has another name: later runs would have another name, too */
function nameOfAll(runs: readonly ReadRun[]): readonly string[] {
  const names = [...new Set(runs.flatMap(({ datasets }) => datasets))];
  if (names.length <= MOST_NAMES) return names;
  throw new PastError(
    `runs must come from one data set, got ${names.length}, such as "${names[0]}": give the files of a model one \`dataset\` in weather.json`,
  );
}

/** By the time they were there: one that was there no sooner than the next was never the newest. */
export function thoseServed<Run extends PastRun>(read: readonly Run[]): readonly Run[] {
  const served: Run[] = [];
  for (const run of read) {
    while (served.length > 0 && served.at(-1)!.issued >= run.issued) served.pop();
    served.push(run);
  }
  return served;
}
