/** Keeps runs and learns from them, place after place, while this process alone writes to the folder. */
import { setTimeout as sleep } from "node:timers/promises";
import { ArchiveError, openArchive, plan, type WeatherSource } from "irradiance-archive";
import { lockStore, messageOf } from "irradiance-archive/internal/server";
import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { makeFolder } from "irradiance-engine/internal/shared/node";
import { type KeptRun, type SitePoint, siteName } from "../answers/forecast/kept-runs.js";
import { LIGHT } from "../answers/forecast/recent-observations.js";
import type { WeatherSources } from "../answers/sources.js";
import { forgetPlace, type KeptPlace, keptPlaces, openPlace, touchPlace } from "./kept-folder.js";
import { type Desk, learnKept } from "./learn.js";
import { PastError, type RunCandidate, readRun, runCandidates, skip, USUAL_DELAY } from "./past.js";

interface KeepQuery {
  readonly place: SitePoint;
  readonly kept: KeptPlace;
  readonly now: number;
  /** Of runs, before now. */
  readonly days: number;
  /** When the place was looked at last, Unix ms; undefined: not since the start. */
  readonly looked: number | undefined;
}

interface KeepResult {
  /** Runs written. */
  readonly written: number;
  /** Whether further ones wait. */
  readonly more: boolean;
  /** What cannot be read, and why. */
  readonly skipped: readonly string[];
}

/** ms: of runs that follow each other faster one is kept. */
const SLOT = 3 * HOUR;
/** Runs read in one go: other places wait. */
const MOST_AT_ONCE = 100;
/** ms before the newest in which a run may be published again. */
const REVISED = 2 * DAY;
/** ms: who looked so recently saw when a run was there. */
const RECENT = 30 * MINUTE;
/** Seconds: as fine as corrections are, and as coarse as most runs. */
const STEPS = { quarter: 900, hour: 3600 };

/** Of a place that somebody asked for: nothing is wrong. */
const UNCOVERED = "no run of a weather model covers the place";

/** @throws StoreError for a folder that cannot be written to */
async function keepRuns(given: WeatherSources, query: KeepQuery): Promise<KeepResult> {
  const { place, kept, now, days, looked } = query;
  const skipped: string[] = [];
  const source = await servingSource(given, place, now);
  if (source === undefined) return { written: 0, more: false, skipped: [UNCOVERED] };
  const known = await kept.runs();
  const from = looked === undefined || known.length === 0 ? now - days * DAY : known.at(-1)! - REVISED;
  const found = await candidatesFrom({ ...given, sources: [source] }, query, Math.min(from, now), skipped);
  const slots = new Map(known.map((run) => [slotOf(run), run]));
  let written = 0;
  for (const candidate of [...found].reverse()) {
    const { run, offers } = candidate;
    const inSlot = slots.get(slotOf(run));
    if (inSlot !== undefined && inSlot !== run) continue;
    const before = inSlot === undefined ? undefined : await kept.read(run);
    if (before !== undefined && before.revision === offers[0]!.revision) continue;
    if (written >= MOST_AT_ONCE) return { written, more: true, skipped };
    const issued = before?.issued ?? issuedOf(candidate, query);
    const read = await readKept(given, candidate, place, issued).catch(skip(skipped));
    if (read === undefined) continue;
    await kept.write(read);
    slots.set(slotOf(run), run);
    written++;
  }
  return { written, more: false, skipped };
}

/** That whose run a forecast of the next day has now. */
async function servingSource(given: WeatherSources, place: SitePoint, now: number): Promise<WeatherSource | undefined> {
  const survey = await openArchive(given).survey(place, now);
  const made = plan(survey, { purpose: "forecast", period: { start: now, end: now + DAY }, columns: LIGHT });
  const light = made.stretches.find(({ columns }) => columns.some((column) => LIGHT.includes(column)));
  const id = light && made.offers[light.offer]!.source;
  return given.sources.find((source) => source.id === id);
}

/** None where the source does not say when its runs began. */
async function candidatesFrom(
  given: WeatherSources,
  { place, now }: KeepQuery,
  start: number,
  skipped: string[],
): Promise<readonly RunCandidate[]> {
  try {
    return await runCandidates(given, { place, period: { start, end: now + 1 }, name: undefined }, skipped);
  } catch (cause) {
    if (!(cause instanceof PastError)) throw cause;
    skipped.push(messageOf(cause));
    return [];
  }
}

/** As the source says, or when it was first seen, or as long after its start as most are. */
function issuedOf({ run, offers }: RunCandidate, { now, looked }: KeepQuery): number {
  const said = offers[0]!.available;
  if (said !== undefined) return said;
  const wasSeen = looked !== undefined && now >= looked && now - looked <= RECENT;
  return Math.max(run, wasSeen ? now : Math.min(now, run + USUAL_DELAY * HOUR));
}

/** @throws ArchiveError for a run that cannot be read */
async function readKept(
  given: WeatherSources,
  candidate: RunCandidate,
  place: SitePoint,
  issued: number,
): Promise<KeptRun | undefined> {
  const { run, offers } = candidate;
  const isFine = offers.every(({ interval }) => interval <= STEPS.quarter);
  const { series, datasets } = await readRun(given, candidate, place, issued, isFine ? STEPS.quarter : STEPS.hour);
  const { global_horizontal_irradiance: light } = series.columns;
  const hasLight = Array.from(light ?? []).some((value) => (value ?? Number.NaN) >= 0);
  return hasLight ? { run, issued, datasets, revision: offers[0]!.revision, series } : undefined;
}

function slotOf(run: number): number {
  return Math.floor(run / SLOT);
}

export interface KeepingOptions {
  readonly folder: string;
  /** Of runs that are kept, before the newest. */
  readonly days: number;
  /** Places whose runs are kept whether or not anybody asks for them. */
  readonly named: readonly SitePoint[];
  /** Opened when there is a place, and not before. */
  readonly openDesk: () => Promise<Desk>;
  /** Unix ms. */
  readonly clock: () => number;
  readonly log: (line: string) => void;
  /** Takes what fails, a line each. */
  readonly warn: (line: string) => void;
  /** Told of each change: whether the folder or a place fails. */
  readonly failing: (isFailing: boolean) => void;
  readonly signal: AbortSignal;
  /** ms between two rounds, and after which one looks again whether another process has left the folder. */
  readonly pauses?: { readonly round: number; readonly folder: number };
}

const PAUSES = { round: 600_000, folder: 60_000 };
/** ms between the last question for a place and its newest run, after which nothing is kept of it. */
const FORGOTTEN = 30 * DAY;

/** Until the signal aborts. @throws what is no fault of the folder or of a source */
export async function keepAndLearn(options: KeepingOptions): Promise<void> {
  const { folder, signal, log, warn, failing, pauses = PAUSES } = options;
  const pause = (time: number) => sleep(time, undefined, { signal }).catch(() => {});
  const say = onceEach(warn, failing);
  const remark = onceEach(log);
  while (!signal.aborted) {
    const lock = await makeFolder(folder)
      .then(() => lockStore(folder))
      // That another process keeps runs there is as it should be.
      .catch((cause: Error) => (isOthers(cause) ? remark : say)("the folder", `kept runs: ${cause.message}`));
    if (lock === undefined) {
      await pause(pauses.folder);
      continue;
    }
    for (const of of [say, remark]) of("the folder", "");
    const rounds = new Rounds(options, say);
    try {
      while (!signal.aborted) {
        await lock.check();
        const more = await rounds.next();
        await pause(more ? 0 : pauses.round);
      }
    } catch (cause) {
      if (!(cause instanceof ArchiveError)) throw cause;
      warn(`kept runs: ${cause.message}`);
    } finally {
      await rounds.close();
      await lock.release().catch(() => {});
    }
  }
}

/**
 * Says a line of a matter unless it was the last one of this matter.
 *
 * @param failing hears of each change: whether any matter has a line
 */
export function onceEach(
  log: (line: string) => void,
  failing: (isFailing: boolean) => void = () => {},
): (matter: string, line: string) => undefined {
  const last = new Map<string, string>();
  const fails = () => [...last.values()].some((line) => line !== "");
  return (matter, line) => {
    const failed = fails();
    if (last.get(matter) !== line && line !== "") log(line);
    last.set(matter, line);
    if (fails() !== failed) failing(!failed);
  };
}

function isOthers(cause: Error): boolean {
  return cause instanceof ArchiveError && cause.code === "ERR_ARCHIVE_WRITER";
}

/** One after the other, over all places. */
export class Rounds {
  readonly #options: KeepingOptions;
  readonly #say: (matter: string, line: string) => void;
  readonly #remark: (matter: string, line: string) => void;
  /** Places of the last round. */
  #visited: readonly string[] = [];
  /** When a place was looked at last, by its name. */
  readonly #looked = new Map<string, number>();
  #desk: Desk | undefined;

  constructor(options: KeepingOptions, say: (matter: string, line: string) => void) {
    this.#options = options;
    this.#say = say;
    this.#remark = onceEach(options.log);
  }

  /** A place or a folder that fails is said, and tried again in the next round. @returns whether runs wait to be kept */
  async next(): Promise<boolean> {
    const { folder, named, clock, signal } = this.#options;
    let more = false;
    for (const place of named) await this.#trying("named places", () => touchPlace(folder, place, clock()));
    const places = await this.#trying("the folder", () => keptPlaces(folder));
    // One that is no longer there does not fail.
    const names = (places ?? []).map(siteName);
    for (const name of this.#visited.filter((visited) => !names.includes(visited))) {
      for (const matter of [name, `${name}, runs`]) this.#say(matter, "");
    }
    this.#visited = names;
    for (const place of places ?? []) {
      if (signal.aborted) return false;
      const waits = await this.#trying(siteName(place), () => this.#visit(place));
      more ||= waits === true;
    }
    return more;
  }

  async close(): Promise<void> {
    await this.#desk?.close();
    this.#desk = undefined;
  }

  async #trying<Result>(matter: string, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      this.#say(matter, "");
      return result;
    } catch (cause) {
      const message = cause instanceof ArchiveError ? messageOf(cause) : (cause as Error).message;
      this.#say(matter, `kept runs, ${matter}: ${message}`);
      return undefined;
    }
  }

  /** @returns whether runs wait to be kept */
  async #visit(place: SitePoint): Promise<boolean> {
    const { folder, days, clock, openDesk, log } = this.#options;
    const [name, now] = [siteName(place), clock()];
    const kept = openPlace(folder, place);
    const [asked, newest] = [await kept.asked(), (await kept.runs()).at(-1)];
    if (asked === undefined) await touchPlace(folder, place, now);
    // By the runs' clock: this machine's may be wrong.
    else if ((newest ?? 0) - asked > FORGOTTEN) {
      await forgetPlace(folder, place);
      log(`kept runs, ${name}: removed, as nobody has asked for the place for 30 days`);
      return false;
    }
    this.#desk ??= await openDesk();
    const looked = this.#looked.get(name);
    const { more, skipped } = await keepRuns(this.#desk.given, { place, kept, now, days, looked });
    const line = (left: string | undefined) => (left === undefined ? "" : `kept runs, ${name}: left out: ${left}`);
    this.#remark(name, line(skipped.find((left) => left === UNCOVERED)));
    this.#say(`${name}, runs`, line(skipped.find((left) => left !== UNCOVERED)));
    await kept.expire(days);
    if (more) return true;
    this.#looked.set(name, now);
    const learnt = await learnKept(this.#desk, place, kept, now);
    if (learnt !== undefined) log(`kept runs, ${name}: ${learnt}`);
    return false;
  }
}
