/** Keeps runs and learns from them, place after place, while this process alone writes to the folder. */

import { setTimeout as sleep } from "node:timers/promises";
import { ArchiveError, lockStore, messageOf } from "irradiance-archive";
import { DAY } from "irradiance-engine/shared";
import { makeFolder } from "irradiance-engine/shared/node";
import { type SitePoint, siteName } from "../answers/forecast/kept-runs.js";
import type { Desk } from "./desk.js";
import { keepRuns, UNCOVERED } from "./keep-runs.js";
import { forgetPlace, keptPlaces, openPlace, touchPlace } from "./kept-folder.js";
import { learnKept } from "./learn-kept.js";

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
 * @param failing told of each change: whether any matter has a line
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
