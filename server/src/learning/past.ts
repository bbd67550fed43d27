/** Past runs of a place, and what was observed there, read as the service reads the newest. */
import type { Offer, Period, Place, WeatherSource } from "irradiance-archive";
import { ArchiveError, openArchive, plan } from "irradiance-archive";
import { messageOf } from "irradiance-archive/internal/server";
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { PastRun, SiteTuning } from "irradiance-engine/internal/forecast";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { LIGHT, observedPlan, usable } from "../answers/forecast/recent-observations.js";
import { dataSetName, dataSetNames } from "../answers/forecast/site-weights.js";
import type { WeatherSources } from "../answers/sources.js";
import { Allowance, ENOUGH_DAYS, MB, type Tally, tallied, worthReading } from "./bounds.js";

/** Nothing that can be learnt from: the message says what is missing. */
export class PastError extends Error {
  override readonly name = "PastError";
}

interface RunsQuery {
  readonly place: Place;
  /** Of the times at which runs began. */
  readonly period: Period;
  /** Source, or data set, or both ("icon/DWD ICON-D2"); undefined: the only one that keeps runs. */
  readonly name: string | undefined;
  /** Whether of sources that count what is read only the last 120 days are looked at. */
  readonly isEnough?: boolean | undefined;
  readonly tally?: Tally | undefined;
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
  { place, period, isEnough = false, tally }: RunsQuery,
  skipped: string[],
): Promise<readonly RunCandidate[]> {
  const found: RunCandidate[] = [];
  for (const source of given.sources) {
    const isShort = isEnough && source.traffic !== undefined;
    const within = isShort ? { ...period, start: Math.max(period.start, period.end - ENOUGH_DAYS * DAY) } : period;
    for (const one of (await tallied([source], tally, () => source.runs?.(within))) ?? [source]) {
      const offers = await tallied([one], tally, () => one.offer(place, period.end)).catch(skip(skipped));
      const light = (offers ?? []).filter((offer) => isRunIn(offer, within));
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

/** Runs of one model: of the source or data set that is named. */
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

interface PastRunsQuery extends RunsQuery {
  /** ms from the start of a run to when it is there, where its source does not say it. */
  readonly delay: number;
  /** Bytes that may be read; default: any. */
  readonly most?: number | undefined;
  /** Read beside the light; default: what learning looks at. */
  readonly columns?: readonly WeatherColumn[] | undefined;
  /** Takes notes of how far the reading is. */
  readonly progress?: ((line: string) => void) | undefined;
}

interface PastRuns {
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
  /** Runs that there are, and those that were not read as the bytes would not suffice for them. */
  readonly known: number;
  readonly unread: number;
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
/** Runs after which the reading says how far it is. */
const PROGRESS = 30;

/**
 * @throws PastError if no source has kept any, or several have and none is named
 * @throws ArchiveError for a folder of runs that cannot be listed
 */
export async function pastRuns(given: WeatherSources, query: PastRunsQuery): Promise<PastRuns> {
  const { most = Number.POSITIVE_INFINITY, period, progress } = query;
  const skipped: string[] = [];
  const read: ReadRun[] = [];
  const allowance = new Allowance(most);
  const tally: Tally = (bytes) => allowance.take(bytes, 0);
  const candidates = await runCandidates(given, { ...query, tally }, skipped);
  for (const candidate of worthReading(candidates, period.end, allowance)) {
    const issued = candidate.offers[0]!.available ?? candidate.run + query.delay;
    const reading = () => readRun(given, candidate, query.place, issued, STEP, query.columns);
    const found = await tallied([candidate.source], (bytes) => allowance.take(bytes), reading).catch(skip(skipped));
    if (found !== undefined) read.push(found);
    const { runs, bytes } = allowance;
    if (bytes > 0 && runs % PROGRESS === 0) progress?.(`${runs} of ${candidates.length} runs read, ${mbText(bytes)}`);
  }
  const served = thoseServed(read.sort((a, b) => a.run - b.run));
  return {
    runs: served,
    datasets: nameOfAll(served),
    altitude: served[0]?.series.place?.altitude,
    assumed: served.filter(({ isAssumed }) => isAssumed).length,
    skipped,
    known: candidates.length,
    unread: candidates.length - allowance.runs,
  };
}

export function mbText(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

interface ReadRun extends PastRun {
  /** When it began, Unix ms. */
  readonly run: number;
  readonly datasets: readonly string[];
  /** Whether its source does not say when it was there. */
  readonly isAssumed: boolean;
}

/** Beside light: what the correction of all leads looks at. */
const LEARNT_COLUMNS: readonly WeatherColumn[] = ["relative_humidity", "precipitation"];

/**
 * @param issued when it was there, Unix ms
 * @param step seconds
 * @param welcome read beside the light
 * @throws ArchiveError for a run without light, or one that cannot be read
 */
export async function readRun(
  { timeout, limits }: WeatherSources,
  { source, run, offers }: RunCandidate,
  place: Place,
  issued: number,
  step: number,
  welcome: readonly WeatherColumn[] = LEARNT_COLUMNS,
): Promise<ReadRun> {
  const survey = { place, now: issued, offers, failures: [] };
  const period = { start: Math.max(run, issued - BEFORE_ISSUE), end: issued + LONGEST_RUN };
  const made = plan(survey, { purpose: "forecast", period, columns: LIGHT, welcome, interval: step });
  const archive = openArchive({ sources: [source], timeout, limits });
  const { series, provenance } = await archive.read(made);
  const light = withLight(series, `the run of ${new Date(run).toISOString()}`, welcome);
  const datasets = dataSetNames(provenance.filter(({ columns }) => columns.some((one) => LIGHT.includes(one))));
  return { run, issued, series: light, datasets, isAssumed: offers[0]!.available === undefined };
}

/**
 * @param others columns that are wanted beside GHI
 * @throws ArchiveError for intervals that do not fit
 */
function withLight(series: WeatherSeries, what: string, others: readonly WeatherColumn[] = []): WeatherSeries {
  const light = usable(series);
  if (light !== undefined) {
    const wanted = ["global_horizontal_irradiance", ...others];
    const columns = Object.fromEntries(Object.entries(light.columns).filter(([name]) => wanted.includes(name)));
    return { ...light, columns };
  }
  throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", withoutLight(what));
}

function withoutLight(what: string): string {
  return `${what} has no global irradiance in intervals that fit into quarter hours`;
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

/** Who may teach, the strongest first; the runs' own model is the last one, and nobody's choice unless it is named. */
type Teacher = NonNullable<SiteTuning["teacher"]>;
export type TeacherClass = "observed" | "reanalysis" | "analysis";

const TEXTS: { readonly [of in TeacherClass]: string } = {
  observed: "measured or satellite irradiance",
  reanalysis: "irradiance of a reanalysis",
  analysis: "past light of the runs' own model",
};

interface PastObservations {
  /** GHI. */
  readonly series: WeatherSeries;
  /** Names of their data sets. */
  readonly datasets: readonly string[];
  /** The weakest class among them. */
  readonly teacher: Teacher;
}

interface ObservationsQuery {
  /** Source, or data set, or both; undefined: the nearest, as answers have it. */
  readonly name?: string | undefined;
  /** Default: what was measured or seen. */
  readonly of?: TeacherClass | undefined;
  /** Data sets of the runs. */
  readonly runs?: readonly string[] | undefined;
}

/**
 * @throws PastError if there are no observations; ArchiveError if they cannot be read
 */
export async function pastObservations(
  { sources, timeout, limits }: WeatherSources,
  place: Place,
  period: Period,
  { name, of = "observed", runs = [] }: ObservationsQuery = {},
): Promise<PastObservations> {
  const archive = openArchive({ sources, timeout, limits });
  const survey = await archive.survey(place, period.end);
  const failed = survey.failures.map(({ source, message }) => `${source}: ${message}`).join("; ");
  const offers = survey.offers.filter(
    ({ source, dataset }) =>
      [source, dataset, `${source}/${dataset}`].includes(name ?? source) &&
      (of === "observed" || isOwnPast(dataset, runs) === (of === "analysis")),
  );
  const made = observedPlan({ ...survey, offers }, period, of === "observed" ? undefined : ["reanalysis"]);
  if (made.grid === undefined) {
    const whose = name === undefined ? "no source has" : `"${name}" has no`;
    const problem = `${whose} ${TEXTS[of]} for this place and time`;
    if (failed === "") throw new PastError(problem);
    // Who cannot be read now may teach later: no weaker one takes its place.
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `${problem} (${failed})`);
  }
  const { series, provenance } = await archive.read(made);
  if (usable(series) === undefined) throw new PastError(withoutLight("what was observed"));
  const light = provenance.filter(({ columns }) => columns.some((one) => LIGHT.includes(one)));
  return {
    series: withLight(series, "what was observed"),
    datasets: dataSetNames(light),
    teacher: of !== "observed" ? of : light.every((one) => one.class === "measured") ? "measured" : "satellite",
  };
}

/** What names of data sets say beside the model: "ICON-D2, past runs" and "ICON-D2 analysis" are of the model of "ICON-D2". */
const BESIDE_MODEL = ["", "analysis", "ens", "forecast", "forecasts", "run", "runs"];

/** Whether light is of the model whose runs it would teach: of its first hours, or of its analysis. */
function isOwnPast(dataset: string, runs: readonly string[]): boolean {
  const modelOf = (name: string) => {
    const [words = ""] = name.toLowerCase().split(/[,(]| at /);
    const own = words.split(" ").filter((word) => !BESIDE_MODEL.includes(word));
    // GEFS is the ensemble of GFS.
    return own.join(" ").replace("gefs", "gfs");
  };
  return runs.some((run) => modelOf(run) === modelOf(dataset));
}
