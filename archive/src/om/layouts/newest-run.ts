/**
 * Which run of a model is read: the one that is asked for, else the newest that is whole. `latest.json` may name one of which files are still on their way, or,
 * out of some cache, an older one than before: each run is taken at what its own files are.
 */
import { HOUR } from "irradiance-engine/shared";
import type { ReadOptions } from "../../budget.js";
import { changed, unreadable } from "../../bytes/failures.js";
import { inTurns } from "../../deadline.js";
import { ArchiveError } from "../../errors.js";
import type { JsonObject } from "../../json.js";
import { formatTime } from "../../period.js";
import { type Archive, at, jsonAt, onceMore, type RunFacts, type TakenRun, timeOf } from "./layout.js";
import { folderOfRun } from "./steps.js";

/** Earlier runs are looked for so many hours back: a day, in which every model begins one. */
const HOURS_BACK = 24;
/** Runs that are looked for at once. */
const WIDTH = 8;
/** Times of a run. */
const MOST_TIMES = 10_000;
/** ms between runs where the archive does not say it: most models begin one every six hours. */
const EVERY = 6 * HOUR;
/** Times that a run is looked at to find it twice the same. */
const MOST_LOOKS = 3;
/** Update intervals without a new run after which it is said. */
const STALLED = 3;

export interface WholeRun<T> {
  readonly taken: TakenRun;
  readonly content: T;
  /** Why newer runs are not read: for the operator, with paths. */
  readonly problems: readonly string[];
  notices(now: number): readonly string[];
}

/** How a layout keeps its runs. */
export interface RunLayout<T> {
  readonly root: "data_run" | "data_spatial";
  /** Name of a file that every whole run with such variables has in its folder. */
  mark(run: number, variables: RunFacts["variables"]): string;
  /**
   * @param maxAge ms for which a version of a file is taken for the newest
   * @throws ArchiveError for a run that is not whole, or whose files are of another
   */
  open(facts: RunFacts, maxAge: number, options: ReadOptions): Promise<T>;
  /** Equal only for equal files. */
  versionOf(content: T): string;
}

/**
 * @param before what was read so far: it is not given up for an older run while it can be read
 * @throws ArchiveError if no run is whole, or not the one asked for: what is wrong with that or the newest
 */
export function wholeRun<T>(
  archive: Archive,
  layout: RunLayout<T>,
  before: TakenRun | undefined,
  options: ReadOptions,
): Promise<WholeRun<T>> {
  const { only } = archive;
  return only === undefined ? newestWhole(archive, layout, before, options) : pastRun(archive, layout, only, options);
}

/** One run, whatever is newer. */
async function pastRun<T>(
  archive: Archive,
  layout: RunLayout<T>,
  run: number,
  options: ReadOptions,
): Promise<WholeRun<T>> {
  const facts = await factsAt(archive, layout, run, { variables: undefined }, options);
  const content = await wholly(archive, layout, facts, undefined, options);
  return { taken: { facts, version: layout.versionOf(content) }, content, problems: [], notices: () => [] };
}

async function newestWhole<T>(
  archive: Archive,
  layout: RunLayout<T>,
  before: TakenRun | undefined,
  options: ReadOptions,
): Promise<WholeRun<T>> {
  const [named, every] = await Promise.all([namedRun(archive, layout, options), intervalOf(archive, options)]);
  const problems: ArchiveError[] = [];
  if (named instanceof ArchiveError) {
    if (before === undefined) throw named;
    problems.push(named);
  }
  const announced = [named, before?.facts]
    .filter((one): one is RunFacts => one !== undefined && !(one instanceof ArchiveError))
    .filter(({ run }, k, all) => all.findIndex((other) => other.run === run) === k)
    .sort((a, b) => b.run - a.run);
  const newest = announced[0]!.run;
  const attempt = async (facts: RunFacts): Promise<WholeRun<T> | undefined> => {
    try {
      const content = await wholly(archive, layout, facts, before, options);
      const notices = (now: number) => noticesOf(archive, facts, newest, every, now);
      const taken = { facts, version: layout.versionOf(content) };
      return { taken, content, problems: problems.map(({ message }) => message), notices };
    } catch (error) {
      problems.push(passing(error, options));
      // Another grid than that of the description is so in all runs.
      if (problems.at(-1)?.kind === "unusable") throw error;
      return undefined;
    }
  };
  for (const facts of announced) {
    const whole = await attempt(facts);
    if (whole !== undefined) return whole;
  }
  for (const run of await earlierRuns(archive, layout, announced, options)) {
    const whole = await attempt(await factsAt(archive, layout, run, announced[0]!, options));
    if (whole !== undefined) return whole;
  }
  throw problems[0]!;
}

/** Files of one moment: those that are still the same when all have been opened, or that have been so before. */
async function wholly<T>(
  archive: Archive,
  layout: RunLayout<T>,
  facts: RunFacts,
  before: TakenRun | undefined,
  options: ReadOptions,
): Promise<T> {
  const { versionOf } = layout;
  if (!facts.isCompleted)
    throw notWhole(inRun(archive, layout, facts.run), "its metadata say that it is still being written");
  const open = (maxAge: number) => onceMore(() => layout.open(facts, maxAge, options));
  let content = await open(archive.maxAge);
  for (let look = 1; look <= MOST_LOOKS; look++) {
    if (before?.facts.run === facts.run && versionOf(content) === before.version) return content;
    const again = await open(0);
    if (versionOf(again) === versionOf(content)) return content;
    content = again;
  }
  throw changed(inRun(archive, layout, facts.run));
}

/** An error after which something else may be tried. @throws any other: the caller has left, or may read no more */
function passing(error: unknown, { signal }: ReadOptions): ArchiveError {
  signal.throwIfAborted();
  if (error instanceof ArchiveError && error.code !== "ERR_ARCHIVE_LIMIT") return error;
  throw error;
}

export function notWhole(location: string, why: string): ArchiveError {
  return unreadable(location, `the run is not complete: ${why}`, "not there");
}

/** The folder of a run, or a file in it. */
export function inRun(
  archive: Archive,
  { root }: Pick<RunLayout<unknown>, "root">,
  run: number,
  ...name: readonly string[]
): string {
  return at(archive, root, archive.folder, ...folderOfRun(run).split("/"), ...name);
}

/** What `latest.json` says, or why that cannot be known. */
async function namedRun(archive: Archive, { root }: RunLayout<unknown>, options: ReadOptions) {
  const location = at(archive, root, archive.folder, "latest.json");
  try {
    return factsOf(await jsonAt(archive, location, options), location);
  } catch (error) {
    return passing(error, options);
  }
}

/** Those of the day before the newest that have a folder, the newest first. */
async function earlierRuns(
  archive: Archive,
  layout: RunLayout<unknown>,
  announced: readonly RunFacts[],
  options: ReadOptions,
): Promise<readonly number[]> {
  const { run: newest, variables } = announced[0]!;
  const runs = Array.from({ length: HOURS_BACK }, (_, k) => newest - (k + 1) * HOUR);
  const unknown = runs.filter((run) => announced.every((one) => one.run !== run));
  const found = await inTurns(unknown, WIDTH, async (run) => {
    const location = inRun(archive, layout, run, layout.mark(run, variables));
    try {
      return (await archive.bytes.open(location, { ...options, maxAge: archive.maxAge })) !== undefined;
    } catch (error) {
      passing(error, options);
      return false;
    }
  });
  return unknown.filter((_, k) => found[k]);
}

/** What a run says of itself; of one that says nothing, that it has the variables of the newest. */
async function factsAt(
  archive: Archive,
  layout: RunLayout<unknown>,
  run: number,
  { variables }: Pick<RunFacts, "variables">,
  options: ReadOptions,
): Promise<RunFacts> {
  const location = inRun(archive, layout, run, "meta.json");
  const silent = { run, times: undefined, variables, isCompleted: true, made: undefined };
  try {
    const facts = factsOf(await jsonAt(archive, location, options), location);
    // What is said of another run says nothing of this one.
    return facts.run === run ? facts : silent;
  } catch (error) {
    passing(error, options);
    return silent;
  }
}

function factsOf(json: JsonObject, location: string): RunFacts {
  const run = timeOf(json.reference_time, "reference_time", location);
  const { valid_times: given, variables, created_at, last_modified_time } = json;
  const made = Date.parse(String(created_at ?? last_modified_time));
  return {
    run,
    times: given === undefined ? undefined : timesOf(given, location),
    variables: Array.isArray(variables) ? variables.filter((one) => typeof one === "string") : undefined,
    isCompleted: json.completed !== false,
    made: Number.isNaN(made) ? undefined : made,
  };
}

function timesOf(given: unknown, location: string): readonly number[] {
  const count = Array.isArray(given) ? given.length : 0;
  if (count < 2 || count > MOST_TIMES) {
    throw unreadable(location, `valid_times must be 2 to ${MOST_TIMES} times, got ${count}`);
  }
  const times = (given as unknown[]).map((one) => timeOf(one, "valid_times", location));
  if (!times.every((time, k) => k === 0 || time > times[k - 1]!)) throw unreadable(location, "valid_times must ascend");
  return times;
}

/** ms between runs, as the archive of time series says: a folder of runs says it nowhere. */
async function intervalOf(archive: Archive, options: ReadOptions): Promise<number> {
  try {
    const json = await jsonAt(archive, at(archive, "data", archive.folder, "static", "meta.json"), options);
    const seconds = json.update_interval_seconds;
    return typeof seconds === "number" && seconds >= 60 && seconds <= 40 * 86_400 ? seconds * 1000 : EVERY;
  } catch (error) {
    passing(error, options);
    return EVERY;
  }
}

function noticesOf({ model }: Archive, { run, made }: RunFacts, newest: number, every: number, now: number): string[] {
  const { dataset } = model;
  if (newest > run) {
    return [
      `${dataset}: the run of ${formatTime(newest)} is not complete yet; values are from the run of ${formatTime(run)}`,
    ];
  }
  if (now < (made ?? run + every) + STALLED * every) return [];
  return [`${dataset}: the newest run is of ${formatTime(run)}; updates have stalled`];
}
