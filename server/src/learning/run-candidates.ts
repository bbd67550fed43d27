/** Which runs of a place the sources have: the newest, and those before it where a source keeps them. */

import { ArchiveError, messageOf, type Offer, type Period, type Place, type WeatherSource } from "irradiance-archive";
import { dataSetName } from "../answers/forecast/data-set-names.js";
import { LIGHT } from "../answers/forecast/recent-observations.js";
import type { WeatherSources } from "../answers/sources.js";

/** Nothing that can be learnt from: the message says what is missing. */
export class PastError extends Error {
  override readonly name = "PastError";
}

export interface RunsQuery {
  readonly place: Place;
  /** Of the times at which runs began. */
  readonly period: Period;
  /** Source, or data set, or both ("icon/DWD ICON-D2"); undefined: the only one that keeps runs. */
  readonly name: string | undefined;
}

/** A run and who has it. */
export interface RunCandidate {
  readonly source: WeatherSource;
  /** When it began, Unix ms. */
  readonly run: number;
  readonly offers: readonly Offer[];
}

/**
 * By the time they began, of one source.
 *
 * @param skipped takes notes of what cannot be read
 * @throws PastError if no source has any, or several have and none is named
 * @throws ArchiveError for a folder of runs that cannot be listed
 */
export async function runCandidates(
  given: WeatherSources,
  query: RunsQuery,
  skipped: string[],
): Promise<readonly RunCandidate[]> {
  return chosen(await candidatesOf(given, query, skipped), query);
}

async function candidatesOf(
  given: WeatherSources,
  { place, period }: RunsQuery,
  skipped: string[],
): Promise<readonly RunCandidate[]> {
  const found: RunCandidate[] = [];
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
function chosen(candidates: readonly RunCandidate[], { name }: RunsQuery): readonly RunCandidate[] {
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

function namesOf(candidates: readonly RunCandidate[]): string {
  const counts = new Map<string, number>();
  for (const { offers } of candidates) {
    for (const name of new Set(offers.map(({ source, dataset }) => `${source}/${dataSetName(dataset)}`))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].map(([name, count]) => `${count} of ${name}`).join(", ");
}

/** An error of one run is no error of the others. */
export function skip(skipped: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof ArchiveError)) throw error;
    skipped.push(messageOf(error));
  };
}
