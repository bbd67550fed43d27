/** The runs that sources keep of a place, each read as the service reads the newest. */

import {
  ArchiveError,
  messageOf,
  type Offer,
  openArchive,
  type Period,
  type Place,
  plan,
  type WeatherSource,
} from "irradiance-archive";
import type { WeatherSeries } from "irradiance-engine";
import type { PastRun } from "irradiance-engine/forecast";
import { HOUR } from "irradiance-engine/shared";
import { dataSetName, dataSetNames } from "../answers/forecast/data-set-names.js";
import { usable } from "../answers/forecast/light.js";
import { LIGHT } from "../answers/forecast/recent-observations.js";
import type { WeatherSources } from "../answers/sources.js";

export interface PastRunsQuery {
  readonly place: Place;
  /** Of the times at which runs began. */
  readonly period: Period;
  /** Source, or data set, or both ("icon/DWD ICON-D2"); undefined: the only one that keeps runs. */
  readonly name: string | undefined;
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

/** Nothing that can be learnt from: the message says what is missing. */
export class PastError extends Error {
  override readonly name = "PastError";
}

/** A run and who has it. */
interface Candidate {
  readonly source: WeatherSource;
  readonly run: number;
  readonly offers: readonly Offer[];
}

/** Of a run what forecasts need until the next is there: from the last hour observed on, of daily runs as long as weights are known. */
const NEEDED = { from: -3 * HOUR, to: 31 * HOUR };
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
  const candidates = chosen(await candidatesOf(given, query, skipped), query);
  const read: ReadRun[] = [];
  for (const candidate of candidates) {
    const found = await readRun(given, candidate, query).catch(skip(skipped));
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

async function candidatesOf(
  given: WeatherSources,
  { place, period }: PastRunsQuery,
  skipped: string[],
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const source of given.sources) {
    for (const one of (await source.runs?.(period)) ?? [source]) {
      const offers = await one.offer(place, period.end).catch(skip(skipped));
      const light = (offers ?? []).filter((offer) => isRunIn(offer, period));
      for (const run of new Set(light.map((offer) => offer.run!))) {
        found.push({ source: one, run, offers: light.filter((offer) => offer.run === run) });
      }
    }
  }
  return found.sort((a, b) => a.run - b.run);
}

function isRunIn({ class: of, run, columns }: Offer, { start, end }: Period): boolean {
  const hasLight = columns.some((column) => LIGHT.includes(column));
  return of === "forecast" && hasLight && run !== undefined && run >= start && run < end;
}

/** Runs of one model: those of the source or data set that is named. */
function chosen(candidates: readonly Candidate[], { name }: PastRunsQuery): readonly Candidate[] {
  const isNamed = (offer: Offer) => {
    const { source } = offer;
    const dataset = dataSetName(offer.dataset);
    return [source, dataset, `${source}/${dataset}`].includes(name ?? source);
  };
  const named = candidates
    .map((one) => ({ ...one, offers: one.offers.filter(isNamed) }))
    .filter(({ offers }) => offers.length > 0);
  const sources = [...new Set(named.map(({ source }) => source.id))];
  if (sources.length === 0) {
    const there = namesOf(candidates);
    throw new PastError(
      `no source has kept a run ${name === undefined ? "" : `of "${name}" `}for this place and time` +
        (there === ""
          ? ": a source of runs has the kind om with the layout run, or files of the class forecast"
          : `; there are ${there}`),
    );
  }
  if (sources.length > 1) throw new PastError(`several sources have runs, and --runs must name one: ${namesOf(named)}`);
  return named;
}

function namesOf(candidates: readonly Candidate[]): string {
  const counts = new Map<string, number>();
  for (const { offers } of candidates) {
    for (const name of new Set(offers.map(({ source, dataset }) => `${source}/${dataSetName(dataset)}`))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].map(([name, count]) => `${count} of ${name}`).join(", ");
}

interface ReadRun extends PastRun {
  readonly datasets: readonly string[];
  readonly isAssumed: boolean;
}

async function readRun(
  { timeout, limits }: WeatherSources,
  { source, run, offers }: Candidate,
  { place, delay }: PastRunsQuery,
): Promise<ReadRun> {
  const said = offers[0]!.available;
  const issued = said ?? run + delay;
  const survey = { place, now: issued, offers, failures: [] };
  const period = { start: issued + NEEDED.from, end: issued + NEEDED.to };
  const made = plan(survey, { purpose: "forecast", period, columns: LIGHT, interval: STEP });
  const archive = openArchive({ sources: [source], timeout, limits });
  const { series, provenance } = await archive.read(made);
  const light = withLight(series, `the run of ${new Date(run).toISOString()}`);
  const datasets = dataSetNames(provenance.filter(({ columns }) => columns.some((one) => LIGHT.includes(one))));
  return { issued, series: light, datasets, isAssumed: said === undefined };
}

/** @throws ArchiveError for intervals that do not fit */
export function withLight(series: WeatherSeries, what: string): WeatherSeries {
  const light = usable(series);
  if (light !== undefined) {
    const { global_horizontal_irradiance } = light.columns;
    return { ...light, columns: { global_horizontal_irradiance } } as WeatherSeries;
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

/** One that was there no sooner than the next was never the newest. */
function thoseServed(read: readonly ReadRun[]): readonly ReadRun[] {
  const served: ReadRun[] = [];
  for (const run of read) {
    while (served.length > 0 && served.at(-1)!.issued >= run.issued) served.pop();
    served.push(run);
  }
  return served;
}

/** An error of one run is no error of the others. */
function skip(skipped: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof ArchiveError)) throw error;
    skipped.push(messageOf(error));
  };
}
