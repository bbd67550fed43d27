/** One list of published files, whose scans go into a folder: asked again and again, the newest scan first. */
import { setTimeout as sleep } from "node:timers/promises";
import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { makeFolder, type WriterLock } from "irradiance-engine/internal/shared/node";
import { lockStore } from "../../bytes/disk-cache.js";
import { type Gate, gateOf } from "../../bytes/flights.js";
import { type CatalogueEntry, type EntryFollowed, scanFolder } from "../../catalogue/entry.js";
import { catalogueEntry, placed } from "../../catalogue/expand.js";
import { ArchiveError, messageOf } from "../../errors.js";
import type { ScanArea } from "../grid.js";
import { BESIDE_AREA, type ScanReader, scanReader } from "../read-scan.js";
import type { ScanProductName } from "../scan-file.js";
import { KEEP_DAYS, keptFrom, madeFrom, type ScanFolder, scanFolderAt, scansIn } from "../store/format.js";
import { bytesOf, type PublishedFile, plainName, publishedFiles } from "./new-files.js";

export interface FollowOptions {
  /** Name in the catalogue. */
  readonly name: ScanProductName;
  /** Address or folder in place of the public host. */
  readonly address?: string | undefined;
  /** Where the scans go. Default: the user's folder for data, below irradiance/scans. */
  readonly folder?: string | undefined;
  /** Keeps the cells of an area only. Default: all. */
  readonly area?: ScanArea | undefined;
  /** Default: 10. */
  readonly keepDays?: number | undefined;
  /** Seconds from one look at the list to the next. Default: 30. */
  readonly every?: number | undefined;
  /** Seconds that the transfer of one file may take. Default: 300. */
  readonly patience?: number | undefined;
  /** Ends when all that is published has been taken. */
  readonly once?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Unix ms. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Takes what happens, a line each. */
  readonly log?: ((line: string) => void) | undefined;
  /** Takes what goes wrong, a line each. Default: `log`. */
  readonly warn?: ((line: string) => void) | undefined;
}

/** What the feeds of one folder share. */
interface FeedCommon {
  readonly entry: CatalogueEntry;
  readonly options: FollowOptions;
  readonly store: ScanFolder;
  readonly reader: ScanReader;
  readonly lock: WriterLock;
  /** For who reads or writes scans. */
  readonly turn: Gate;
  /** Versions of published files that scans are there of, with the scans' times. */
  readonly done: ReadonlyMap<string, number>;
  /** Unix ms. */
  readonly now: () => number;
}

/** Seconds. */
const EVERY = 30;
const PATIENCE = 300;
/** ms after which a file that could not be read is tried again, at the most: the pause doubles each time. */
const LONGEST_PAUSE = HOUR;
/** Pause after a failure of host or disk, ms. */
const LONGEST_REST = 10 * MINUTE;
/** Where each hour has a list of its own, those of so many ms are asked for each time, and all that are kept this often. */
const RECENT = HOUR;
const ALL_AFTER = HOUR;
/** ms for which files of one list are taken before a new one is asked for: a scan of now does not wait for those of days. */
const LIST_AGAIN = MINUTE;

interface Trial {
  readonly pause: number;
  readonly after: number;
}

export class Feed {
  readonly #followed: EntryFollowed;
  readonly #common: FeedCommon;
  readonly #done: Map<string, number>;
  /** Files that could not be made scans of, by version. */
  readonly #trials = new Map<string, Trial>();
  /** What is published, by location. */
  readonly #listed = new Map<string, PublishedFile>();
  #looks = 0;
  #allAfter = Number.NEGATIVE_INFINITY;
  /** What host or disk failed with last: said once. */
  #trouble = "";
  #seesArea = true;
  #count = 0;

  constructor(followed: EntryFollowed, common: FeedCommon) {
    this.#followed = followed;
    this.#common = common;
    this.#done = new Map([...common.done].filter(([version]) => followed.names.test(version.split(" ", 1)[0]!)));
  }

  /** @returns how many scans were put, when the signal is aborted, or once @throws what does not pass; once, any failure */
  async run(signal: AbortSignal): Promise<number> {
    const { every = EVERY, once = false } = this.#common.options;
    let rest = 0;
    while (!signal.aborted) {
      let isMore = false;
      try {
        isMore = await this.#look(signal);
        if (!this.#seesArea) break;
        this.#tell(once ? "" : this.#stall());
        rest = 0;
      } catch (error) {
        if (signal.aborted) break;
        if (once || !passes(error)) throw error;
        rest = Math.min(LONGEST_REST, Math.max(1000 * every, 2 * rest));
        this.#tell(messageOf(error));
      }
      if (isMore) continue;
      if (once) break;
      await sleep(rest || 1000 * every, undefined, { signal }).catch(() => {});
    }
    return this.#count;
  }

  /** One look at the list. @returns whether files are left that can be taken at once */
  async #look(signal: AbortSignal): Promise<boolean> {
    const { options, store, lock, turn, now } = this.#common;
    const from = keptFrom(now(), options.keepDays ?? KEEP_DAYS);
    await turn.run(signal, async () => {
      await lock.check();
      await store.tidy(from);
    });
    this.#forget(from);
    await this.#list(from, signal);
    const until = performance.now() + LIST_AGAIN;
    for (const file of this.#fresh()) {
      if (performance.now() > until) return true;
      await this.#take(file, signal);
      if (!this.#seesArea) return false;
    }
    return false;
  }

  /** A folder is one list. Of hours that have a list each, the newest come first, and all when there is time. */
  async #list(from: number, signal: AbortSignal): Promise<void> {
    const { entry, options, now } = this.#common;
    const { layout, address } = this.#followed;
    const isDue = options.once === true || (this.#looks > 0 && now() >= this.#allAfter);
    const isAll = layout === "folder" || isDue;
    const since = isAll ? from : Math.max(from, now() - RECENT);
    const at = placed(address, options.address, entry);
    const files = await publishedFiles(this.#followed, at, { from: since, now: now(), signal });
    if (isAll) this.#listed.clear();
    for (const file of files) this.#listed.set(file.location, file);
    if (isAll) this.#allAfter = now() + ALL_AFTER;
    this.#looks++;
  }

  #forget(from: number): void {
    for (const [location, { time }] of this.#listed) if (time < from) this.#listed.delete(location);
    for (const [version, time] of this.#done) if (time < from - DAY) this.#done.delete(version);
    const listed = new Set([...this.#listed.values()].map(({ version }) => version));
    for (const version of this.#trials.keys()) if (!listed.has(version)) this.#trials.delete(version);
  }

  /** What can be taken now, the newest first. Of a file that is there packed and not, one is enough; to unpack takes longer. */
  #fresh(): PublishedFile[] {
    const now = this.#common.now();
    const scans = new Map<string, PublishedFile[]>();
    for (const file of this.#listed.values()) {
      const twins = scans.get(plainName(file)) ?? [];
      scans.set(plainName(file), file.name.endsWith(".bz2") ? [...twins, file] : [file, ...twins]);
    }
    const open = [...scans.values()].filter((twins) => !twins.some(({ version }) => this.#done.has(version)));
    return open
      .flatMap((twins) => twins.find(({ version }) => now >= (this.#trials.get(version)?.after ?? now)) ?? [])
      .sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
  }

  /** @throws ArchiveError where host or disk fail: then there is no use in going on */
  async #take(file: PublishedFile, signal: AbortSignal): Promise<void> {
    const { options, store, reader, lock, turn, now } = this.#common;
    const { area, patience = PATIENCE } = options;
    const product = this.#followed.product as ScanProductName;
    try {
      const bytes = await bytesOf(file, 1000 * patience, signal);
      await turn.run(signal, async () => {
        const scan = await reader.read(bytes, product, { now: now(), area, signal, name: file.name });
        await lock.check();
        const entry = await store.put(scan, file.version);
        this.#done.set(file.version, scan.start);
        this.#log(`${file.name}: ${entry.file}`);
      });
      this.#trials.delete(file.version);
      this.#count++;
    } catch (error) {
      if (signal.aborted || !(error instanceof ArchiveError) || !FILE_FAILURES.has(error.code)) throw error;
      this.#seesArea = error.why !== BESIDE_AREA;
      this.#refuse(file, error);
      // The others wait, and this one longer than they: it may be the only one that its host cannot send.
      if (error.kind === "unreachable" || error.code === "ERR_ARCHIVE_TIMEOUT") throw error;
    }
  }

  /** A file that grows is whole soon, one of the future in its time: it is tried again, and said once. */
  #refuse({ version }: PublishedFile, error: ArchiveError): void {
    const known = this.#trials.get(version);
    const { every = EVERY } = this.#common.options;
    const pause = Math.min(LONGEST_PAUSE, known === undefined ? 1000 * every : 2 * known.pause);
    this.#trials.set(version, { pause, after: this.#common.now() + pause });
    if (known === undefined) this.#warn(messageOf(error));
    if (!this.#seesArea) this.#log(`no more files are fetched from ${this.#followed.address}`);
  }

  /** What to say of a list that is answered, and has nothing new; "": nothing. */
  #stall(): string {
    const { address, lagHours } = this.#followed;
    const newest = Math.max(...[...this.#listed.values()].map(({ time }) => time));
    if (this.#common.now() - newest <= lagHours * HOUR) return "";
    const at = placed(address, this.#common.options.address, this.#common.entry);
    return `${at} has no file of the last ${lagHours} hours`;
  }

  /** @param trouble "": all is well */
  #tell(trouble: string): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    if (trouble === "") this.#log("all is well again");
    if (trouble === "") return;
    const newest = Math.max(...this.#done.values());
    const minutes = Math.round((this.#common.now() - newest) / MINUTE);
    const age = Number.isFinite(newest) ? `its newest scan is ${minutes} minutes old` : "it has taken no scan yet";
    this.#warn(`${trouble}; ${age}, and it goes on trying`);
  }

  #warn(line: string): void {
    const { log, warn = log } = this.#common.options;
    warn?.(line);
  }

  #log(line: string): void {
    this.#common.options.log?.(line);
  }
}

/** Of one file, not of the folder of scans. */
const FILE_FAILURES = new Set(["ERR_ARCHIVE_UNREADABLE", "ERR_ARCHIVE_CHANGED", "ERR_ARCHIVE_TIMEOUT"]);

/** Failures of host and disk pass; that another one feeds the folder does not, nor does a mistake of ours. */
function passes(error: unknown): boolean {
  if (error instanceof ArchiveError) return error.code !== "ERR_ARCHIVE_WRITER";
  return typeof (error as NodeJS.ErrnoException).syscall === "string";
}

// Makes a folder of scans of what a satellite's owner publishes, and removes what is older than it keeps. All that it must remember is in
// the folder: each scan names the file that it was made from, and becomes visible with that name in one step.

/**
 * Resolves when `signal` is aborted, or with `once` when all has been taken.
 *
 * @returns how many scans were put
 * @throws ArchiveError `ERR_ARCHIVE_WRITER` if another process feeds the folder; with `once`, what the host or the disk failed with
 */
export async function followScans(options: FollowOptions): Promise<number> {
  const { name, folder = scanFolder(name), now = Date.now, signal, once = false } = options;
  await makeFolder(folder);
  const lock = await lockStore(folder);
  const reader = scanReader();
  const failed = new AbortController();
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  try {
    const store = await scanFolderAt(folder, now);
    const done = madeFrom(folder, await scansIn(folder));
    // A scan takes hundreds of megabytes while it is read: one at a time. Lists and files are waited for side by side.
    const common = { entry: catalogueEntry(name), options, store, reader, lock, turn: gateOf(1), done, now };
    const feeds = (common.entry.follows ?? []).map(async (followed) => {
      try {
        return await new Feed(followed, common).run(either);
      } catch (error) {
        // Nobody else's folder is fed any longer; once, each satellite has its chance.
        if (!once) failed.abort();
        throw error;
      }
    });
    const ended = await Promise.allSettled(feeds);
    const first = ended.find((one) => one.status === "rejected");
    if (first !== undefined) throw first.reason;
    return ended.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
  } finally {
    await reader.close();
    await lock.release();
  }
}
