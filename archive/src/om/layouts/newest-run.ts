/**
 * Which run of a model is read: the one that is asked for, else the newest that is whole. `latest.json` may name one of which files are still on their way, or,
 * out of some cache, an older one than before: each run is taken at what its own files are.
 */

import { readdir } from "node:fs/promises";
import { HOUR } from "irradiance-engine/internal/shared";
import { inTurns, type ReadOptions } from "../../budget.js";
import { changed, isRemote, unreadable } from "../../bytes/location.js";
import { ArchiveError } from "../../errors.js";
import type { JsonObject } from "../../json.js";
import { incompleteNotice, stalledNotices } from "../../run-steps.js";
import type { Period } from "../../source.js";
import { type Archive, at, folderOfRun, jsonAt, onceMore, type RunFacts, type TakenRun, timeOf } from "./layout.js";

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
export interface WholeRun<T> {
  readonly taken: TakenRun;
  readonly content: T;
  /** Why newer runs are not read: for the operator, with paths. */
  readonly problems: readonly string[];
  notices(now: number): readonly string[];
}

type Root = "data_run" | "data_spatial";

/** How a layout keeps its runs. */
export interface RunLayout<T> {
  readonly root: Root;
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

/** What a run is looked for by. */
interface Search<T> {
  readonly archive: Archive;
  readonly layout: RunLayout<T>;
  readonly options: ReadOptions;
}

/**
 * @param before what was read so far: it is not given up for an older run while it can be read
 * @throws ArchiveError if no run is whole, or not the one asked for: what is wrong with that or the newest
 */
export function wholeRun<T>(search: Search<T>, before: TakenRun | undefined): Promise<WholeRun<T>> {
  const { only } = search.archive;
  return only === undefined ? newestWhole(search, before) : pastRun(search, only);
}

/** One run, whatever is newer. */
async function pastRun<T>(search: Search<T>, run: number): Promise<WholeRun<T>> {
  const facts = await factsAt(search, run, undefined);
  const content = await wholly(search, facts, undefined);
  const taken = { facts, version: search.layout.versionOf(content) };
  return { taken, content, problems: [], notices: () => [] };
}

async function newestWhole<T>(search: Search<T>, before: TakenRun | undefined): Promise<WholeRun<T>> {
  const { archive, layout, options } = search;
  const [named, every] = await Promise.all([namedRun(search), intervalOf(archive, options)]);
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
      const content = await wholly(search, facts, before);
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
  for (const run of await earlierRuns(search, announced)) {
    const whole = await attempt(await factsAt(search, run, announced[0]!.variables));
    if (whole !== undefined) return whole;
  }
  throw problems[0]!;
}

/** Files of one moment: those that are still the same when all have been opened, or that have been so before. */
async function wholly<T>(search: Search<T>, facts: RunFacts, before: TakenRun | undefined): Promise<T> {
  const { archive, layout, options } = search;
  const { versionOf, root } = layout;
  const home = inRun(archive, root, facts.run);
  if (!facts.isCompleted) throw notWhole(home, "its metadata say that it is still being written");
  const open = (maxAge: number) => onceMore(() => layout.open(facts, maxAge, options));
  let content = await open(archive.maxAge);
  for (let look = 1; look <= MOST_LOOKS; look++) {
    if (before?.facts.run === facts.run && versionOf(content) === before.version) return content;
    const again = await open(0);
    if (versionOf(again) === versionOf(content)) return content;
    content = again;
  }
  throw changed(home);
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
export function inRun(archive: Archive, root: Root, run: number, ...name: readonly string[]): string {
  return at(archive, root, archive.folder, ...folderOfRun(run).split("/"), ...name);
}

/** What `latest.json` says, or why that cannot be known. */
async function namedRun({ archive, layout, options }: Search<unknown>) {
  const location = at(archive, layout.root, archive.folder, "latest.json");
  try {
    return factsOf(await jsonAt(archive, location, options), location);
  } catch (error) {
    return passing(error, options);
  }
}

/** Those of the day before the newest that have a folder, the newest first. */
async function earlierRuns({ archive, layout, options }: Search<unknown>, announced: readonly RunFacts[]) {
  const { run: newest, variables } = announced[0]!;
  const runs = Array.from({ length: HOURS_BACK }, (_, k) => newest - (k + 1) * HOUR);
  const unknown = runs.filter((run) => announced.every((one) => one.run !== run));
  const found = await inTurns(unknown, WIDTH, async (run) => {
    const location = inRun(archive, layout.root, run, layout.mark(run, variables));
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
async function factsAt({ archive, layout, options }: Search<unknown>, run: number, variables: RunFacts["variables"]) {
  const location = inRun(archive, layout.root, run, "meta.json");
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

function noticesOf(archive: Archive, { run, made }: RunFacts, newest: number, every: number, now: number): string[] {
  const { dataset } = archive.model;
  if (newest <= run) return stalledNotices(dataset, run, made ?? run + every, every, now);
  return [incompleteNotice(dataset, newest, run)];
}

// Which runs of a model lie in a folder.

/** Folders that are listed at once. */
const FOLDERS_AT_ONCE = 16;

/**
 * Start of the runs that have a folder, Unix ms, ascending; whether they are whole is not looked at.
 *
 * @throws ArchiveError for a web server, and where there is no folder of runs
 */
export async function runsIn(archive: Archive, root: Root, { start, end }: Period): Promise<readonly number[]> {
  const home = at(archive, root, archive.folder);
  if (isRemote(home)) {
    throw unreadable(home, "a web server does not list its runs: copy them to a folder on this machine", "unusable");
  }
  let folders = [""];
  for (const name of [/^\d{4}$/, /^\d\d$/, /^\d\d$/, /^\d{4}Z$/]) {
    const inside = await inTurns(folders, FOLDERS_AT_ONCE, (folder) => namesIn(archive, root, folder, name));
    folders = inside.flat();
  }
  const runs = folders.map(timeOfFolder).filter((run) => run >= start && run < end);
  return runs.sort((a, b) => a - b);
}

async function namesIn(archive: Archive, root: Root, folder: string, form: RegExp): Promise<readonly string[]> {
  const place = at(archive, root, archive.folder, ...folder.split("/").filter((name) => name !== ""));
  const names = await readdir(place).catch((cause: NodeJS.ErrnoException) => {
    // A file among the folders, or one that an operator has just cleared away.
    if (folder !== "" && (cause.code === "ENOTDIR" || cause.code === "ENOENT")) return [];
    throw unreadable(place, `there is no folder of runs (${cause.code})`, "not there");
  });
  return names.filter((name) => form.test(name)).map((name) => `${folder}/${name}`.replace(/^\//, ""));
}

/** NaN for one that no run has, such as the 31st of February. */
function timeOfFolder(folder: string): number {
  const [year, month, day, clock] = folder.split("/") as [string, string, string, string];
  const run = Date.parse(`${year}-${month}-${day}T${clock.slice(0, 2)}:${clock.slice(2, 4)}Z`);
  return !Number.isNaN(run) && folderOfRun(run) === folder ? run : Number.NaN;
}
