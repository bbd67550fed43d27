/** Keeps runs and learns from them, place after place, while this process alone writes to the folder. */
import { setTimeout as sleep } from "node:timers/promises";
import { ArchiveError } from "irradiance-archive";
import { lockStore, messageOf } from "irradiance-archive/internal/server";
import { DAY } from "irradiance-engine/internal/shared";
import { makeFolder } from "irradiance-engine/internal/shared/node";
import { type SitePoint, siteName } from "../answers/forecast/kept-runs.js";
import { Allowance, MOST_OF_PLACE, type Taken, tallied } from "./bounds.js";
import { keepRuns } from "./keep-runs.js";
import { dayOf, forgetPlace, type KeptPlace, keptPlaces, openPlace, touchPlace } from "./kept-folder.js";
import { type Desk, learnKept } from "./learn.js";

export interface KeepingOptions {
  readonly folder: string;
  /** Of runs that are kept, before the newest. */
  readonly days: number;
  /** Bytes that may be read a day for all places; default: any. */
  readonly most?: number | undefined;
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
  /** Told after each visit of a place. */
  readonly report?: ((state: LearningState) => void) | undefined;
  readonly signal: AbortSignal;
  /** ms between two rounds, and after which one looks again whether another process has left the folder. */
  readonly pauses?: { readonly round: number; readonly folder: number };
}

/** What came of the places, and what was read for them since the start. */
export interface LearningState {
  readonly places: { readonly [of in PlaceState]: number };
  readonly bytes: number;
}

const PLACE_STATES = ["learnt", "refused", "waiting"] as const;
type PlaceState = (typeof PLACE_STATES)[number];

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
  /** When all that is worth reading of its past was there, by its name. */
  readonly #whole = new Map<string, number>();
  /** By its name: runs that could not be read today. */
  readonly #torn = new Map<string, Map<number, string>>();
  readonly #states = new Map<string, PlaceState>();
  #day = "";
  #today = new Allowance(Number.POSITIVE_INFINITY);
  #read = 0;
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
    const places = await this.#trying("the folder", async () => {
      const all = await keptPlaces(folder);
      await this.#beginDay(all);
      return all;
    });
    // One that is no longer there does not fail.
    const names = (places ?? []).map(siteName);
    for (const name of this.#visited.filter((visited) => !names.includes(visited))) {
      for (const matter of [name, `${name}, runs`]) this.#say(matter, "");
    }
    this.#visited = names;
    for (const name of this.#states.keys()) if (!names.includes(name)) this.#states.delete(name);
    for (const place of places ?? []) {
      if (signal.aborted) return false;
      const waits = await this.#trying(siteName(place), () => this.#visit(place));
      more ||= waits === true;
    }
    return more;
  }

  /** What was taken today is counted on, whoever took it. */
  async #beginDay(places: readonly SitePoint[]): Promise<void> {
    const { folder, clock, most = Number.POSITIVE_INFINITY } = this.#options;
    const day = dayOf(clock());
    if (day === this.#day) return;
    let last: Taken | undefined;
    for (const place of places) {
      const taken = await openPlace(folder, place).taken();
      if (taken.day === day && taken.today.bytes > (last?.bytes ?? 0)) last = taken.today;
    }
    [this.#day, this.#today] = [day, new Allowance(most, last)];
    this.#torn.clear();
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
    const { folder, clock, openDesk, log } = this.#options;
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
    const before = this.#today.bytes;
    try {
      return await this.#keepAndLearn(this.#desk, place, kept, now);
    } finally {
      this.#read += this.#today.bytes - before;
      const lesson = await kept.lesson();
      this.#states.set(name, lesson === undefined ? "waiting" : lesson.refusal === undefined ? "learnt" : "refused");
      const counts = PLACE_STATES.map((of) => [of, [...this.#states.values()].filter((one) => one === of).length]);
      this.#options.report?.({ places: Object.fromEntries(counts), bytes: this.#read });
    }
  }

  async #keepAndLearn(desk: Desk, place: SitePoint, kept: KeptPlace, now: number): Promise<boolean> {
    const { days, log } = this.#options;
    const [name, today] = [siteName(place), this.#today];
    const [looked, whole] = [this.#looked.get(name), this.#whole.get(name)];
    const isWhole = whole === undefined || Math.abs(now - whole) >= DAY;
    const past = new Allowance(MOST_OF_PLACE, (await kept.taken()).past);
    const torn = this.#torn.get(name) ?? new Map<number, string>();
    this.#torn.set(name, torn);
    const query = { place, kept, now, days, looked, isWhole, past, today, torn };
    const { more, skipped, remarks, isDone } = await keepRuns(desk.given, query);
    const line = (text: string | undefined) => (text === undefined ? "" : `kept runs, ${name}: ${text}`);
    this.#remark(name, line(remarks[0]));
    this.#say(`${name}, runs`, line(skipped[0] && `left out: ${skipped[0]}`));
    await kept.expire(days);
    if (more) return true;
    this.#looked.set(name, now);
    if (isDone && isWhole) this.#whole.set(name, now);
    const note = (bytes: number) => today.take(bytes, 0);
    const learnt = await tallied(desk.given.sources, note, () => learnKept(desk, place, kept, now));
    if (learnt !== undefined && today.bytes > 0) await kept.noteTaken(query, now);
    if (learnt !== undefined) log(`kept runs, ${name}: ${learnt}`);
    return false;
  }
}
