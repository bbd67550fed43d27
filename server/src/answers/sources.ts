/** The sources of weather that the settings name. */
import {
  type Archive,
  ArchiveError,
  type ArchiveOptions,
  describeWords,
  type FilesSource,
  readDescription,
  sampleSource,
  syntheticSource,
  type WeatherSource,
} from "irradiance-archive";
import type {
  FailureKind,
  SourceEvent,
  SourceFacts,
  SourceFailure,
  WeatherCache,
} from "irradiance-archive/internal/server";
import { HOUR } from "irradiance-engine/internal/shared";
import type { Logger } from "pino";
import { type Settings, SettingsError } from "../settings.js";

const MIB = 1024 * 1024;

/** Options for `openArchive`. */
export interface WeatherSources {
  readonly sources: readonly WeatherSource[];
  readonly timeout?: ArchiveOptions["timeout"];
  readonly limits?: ArchiveOptions["limits"];
}

/**
 * What the operator has, described (`--archive`) and by name, in files and in stores (`--weather`); behind it weather drawn from the climate,
 * which answers where it may: for the demo key, or for all with `synthetic`. Without anything there is the embedded sample, too: at its place
 * it is what comes nearest to measured.
 */
export async function sourcesOf(settings: Settings): Promise<WeatherSources> {
  const { weather, archive: file } = settings;
  if (weather.length === 0 && file === undefined) return { sources: [sampleSource(), syntheticSource()] };
  const cache = cacheOf(settings);
  const described = file === undefined ? undefined : await readDescription(file, { cache }).catch(refusing("archive"));
  const named = await namedBy(settings, cache);
  const own = [...(described?.sources ?? []), ...named];
  // A description may have one of its own.
  const isThere = described?.kinds.includes("synthetic");
  const { timeout, limits } = described ?? {};
  return { sources: isThere ? own : [...own, syntheticSource()], timeout, limits };
}

async function namedBy(
  { weather, "weather-distance": maxDistanceKm }: Settings,
  cache: WeatherCache,
): Promise<readonly WeatherSource[]> {
  if (weather.length === 0) return [];
  const { sources } = await describeWords(weather, { maxDistanceKm, cache }).catch(refusing("weather"));
  const files = sources.find(isFiles);
  const problem = files && (await unusable(files));
  if (problem === undefined) return sources;
  await Promise.all(sources.map((source) => source.close()));
  throw new SettingsError(`setting "weather": ${problem}`);
}

/** A server that reads none of the files that it was given looks well, and answers from elsewhere. Files that are not there yet may come. */
async function unusable(files: FilesSource): Promise<string | undefined> {
  await files.refresh();
  const [first, ...others] = files.problems().filter(({ isMissing }) => !isMissing);
  if (files.count() > 0 || first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return `none of these files can be used: ${first.path}: ${first.message}${more}`;
}

export function isFiles(source: WeatherSource): source is FilesSource {
  return "problems" in source;
}

function cacheOf({ "weather-cache": folder, "weather-cache-size": size }: Settings): WeatherCache {
  return folder === "off" ? "off" : { ...(folder !== undefined && { folder }), bytes: size * MIB };
}

function refusing(setting: string): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof ArchiveError) throw new SettingsError(`setting "${setting}": ${cause.message}`, { cause });
    throw cause;
  };
}

export interface SourceState {
  readonly source: string;
  /** Undefined as long as nobody has asked anything of it. */
  readonly isUp: boolean | undefined;
  /** When that began, Unix ms. */
  readonly since: number | undefined;
  readonly failure: SourceFailure | undefined;
  /** What it had at the start. */
  readonly facts: SourceFacts | undefined;
}

/** What a source was asked for, or "feed": whether what should come into it has come. */
type Work = SourceEvent["work"] | "feed";

export interface SourceWatch {
  note(event: Omit<SourceEvent, "work"> & { readonly work: Work }): void;
  /** What a source has, as it was opened. */
  opened(source: string, facts: SourceFacts): void;
  states(): readonly SourceState[];
}

/** ms without a failure after which a source has recovered; twice as long after each relapse, up to the most. */
const QUIET = 5_000;
const MOST_QUIET = 600_000;
/** ms after a recovery within which a failure is a relapse: one bad file among good ones must not fill the log. */
const STEADY = HOUR;

interface Fare {
  isUp: boolean | undefined;
  since: number | undefined;
  facts: SourceFacts | undefined;
  /** What failed last of each kind of work: metadata may be there and values not. */
  readonly failures: Map<Work, SourceFailure>;
  /** Kinds that were logged since it began to fail. */
  readonly reported: Set<FailureKind>;
  /** Last time, Unix ms. */
  failed: number;
  recovered: number;
  quiet: number;
}

/**
 * @param sources ids
 * @param clock Unix ms
 * @param count called for every failure
 */
export function watchSources(
  sources: readonly string[],
  log: Logger,
  clock: () => number,
  count: (failure: SourceFailure) => void,
): SourceWatch {
  const fares = new Map(sources.map((source) => [source, newFare()]));
  return {
    note({ source, work, failure }) {
      if (failure !== undefined) count(failure);
      const fare = fares.get(source);
      if (fare === undefined) return;
      if (failure === undefined) succeeded(fare, source, work, log, clock());
      else failed(fare, failure, work, log, clock());
    },
    opened(source, facts) {
      const fare = fares.get(source);
      if (fare !== undefined) fare.facts = facts;
    },
    states: () =>
      [...fares].map(([source, fare]) => {
        // A success soon after a failure was not logged then, and the source may not be asked again for hours.
        recover(fare, source, log, clock());
        const { isUp, since, facts } = fare;
        const [failure] = fare.failures.values();
        return { source, isUp, since, failure, facts };
      }),
  };
}

function newFare(): Fare {
  const [failed, recovered] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const unknown = { isUp: undefined, since: undefined, facts: undefined };
  return { ...unknown, failures: new Map(), reported: new Set(), failed, recovered, quiet: QUIET };
}

function failed(fare: Fare, failure: SourceFailure, work: Work, log: Logger, now: number): void {
  if (fare.isUp !== false) {
    const isRelapse = now - fare.recovered < STEADY;
    fare.quiet = isRelapse ? Math.min(MOST_QUIET, fare.quiet * 2) : QUIET;
    fare.isUp = false;
    fare.since = now;
    fare.reported.clear();
  }
  fare.failures.set(work, failure);
  fare.failed = now;
  if (fare.reported.has(failure.kind)) return;
  fare.reported.add(failure.kind);
  const { source, dataset, kind, message } = failure;
  log.warn({ source, dataset, kind, cause: message }, "weather source fails");
}

function succeeded(fare: Fare, source: string, work: Work, log: Logger, now: number): void {
  if (fare.isUp === true) return;
  fare.failures.delete(work);
  if (fare.isUp === false) recover(fare, source, log, now);
  else begin(fare, now);
}

/** Once all that failed has succeeded, and some time has gone by without another failure. */
function recover(fare: Fare, source: string, log: Logger, now: number): void {
  if (fare.isUp !== false || fare.failures.size > 0 || now - fare.failed < fare.quiet) return;
  log.info({ source, seconds: Math.round((now - fare.since!) / 1000) }, "weather source recovered");
  fare.recovered = now;
  begin(fare, now);
}

function begin(fare: Fare, now: number): void {
  fare.isUp = true;
  fare.since = now;
}

/** By source, Unix ms: the end of the newest value, and when that was asked for. */
type Newest = Map<string, { readonly last: number; readonly asked: number }>;

export function watchedArchive(archive: Archive): { readonly archive: Archive; readonly newest: Newest } {
  const newest: Newest = new Map();
  const survey: Archive["survey"] = async (place, now, options) => {
    const found = await archive.survey(place, now, options);
    for (const { source, class: of, last } of found.offers) {
      if (of === "typical") continue;
      const known = newest.get(source) ?? { last, asked: now };
      newest.set(source, { last: Math.max(known.last, last), asked: Math.max(known.asked, now) });
    }
    return found;
  };
  return { archive: { ...archive, survey }, newest };
}

/** Seconds by source, when it was last asked: one that nobody asks does not become older. Below 0 for forecasts. */
export function agesOf(newest: Newest): ReadonlyMap<string, number> {
  return new Map([...newest].map(([source, { last, asked }]) => [source, (asked - last) / 1000]));
}
