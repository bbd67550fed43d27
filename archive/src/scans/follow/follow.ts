/**
 * Makes a folder of scans of what a satellite's owner publishes: asks for the list of files, takes those that are not in the folder, the
 * oldest first, and removes what is older than it keeps. All that it must remember is in the folder: each scan names the file that it
 * was made from, and becomes visible with that name in one step.
 */
import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE } from "irradiance-engine/shared";
import { changed, unreadable } from "../../bytes/failures.js";
import { httpTransport } from "../../bytes/http-transport.js";
import { LOCAL } from "../../bytes/local-transport.js";
import { isRemote } from "../../bytes/location.js";
import { lockStore, type WriterLock } from "../../bytes/lock.js";
import { catalogueEntry } from "../../catalogue/catalogue.js";
import type { EntryFollowed } from "../../catalogue/entry.js";
import { placed } from "../../catalogue/expand.js";
import { scanFolder } from "../../catalogue/folders.js";
import { ArchiveError, messageOf } from "../../errors.js";
import type { ScanArea } from "../grid.js";
import { type ScanReader, scanReader } from "../read-scan.js";
import type { ScanProductName } from "../scan.js";
import { KEEP_DAYS, keptFrom, type ScanFolder, scanFolderAt, scansIn } from "../store/folder.js";
import { madeFrom } from "../store/with-file.js";
import { type PublishedFile, publishedFiles } from "./new-files.js";

/** @experimental */
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
  /** Ends when all that is published has been taken. */
  readonly once?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Unix ms. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Takes what happens, a line each. */
  readonly log?: ((line: string) => void) | undefined;
}

/** Of one file: four times GOES' full disc. */
const LARGEST = 256 * 1024 * 1024;
/** ms of one transfer. */
const TRANSFER = 5 * MINUTE;
/** Seconds. */
const EVERY = 30;
/** ms after which a file that could not be read is tried again, at the most: the pause doubles each time. */
const LONGEST_PAUSE = 60 * MINUTE;
/** Pause after a failure of host or disk, ms. */
const LONGEST_REST = 10 * MINUTE;

/**
 * Resolves when `signal` is aborted, or with `once` when all has been taken.
 *
 * @returns how many scans were put
 * @throws ArchiveError `ERR_ARCHIVE_WRITER` if another process feeds the folder; with `once`, what the host or the disk failed with
 * @experimental
 */
export async function followScans(options: FollowOptions): Promise<number> {
  const { name, folder = scanFolder(name), now = Date.now, signal = new AbortController().signal } = options;
  await mkdir(folder, { recursive: true });
  const lock = await lockStore(folder);
  const reader = scanReader();
  try {
    const store = await scanFolderAt(folder, now);
    const done = madeFrom(folder, await scansIn(folder));
    return await new Follower(options, store, done, reader, lock).run(now, signal);
  } finally {
    await reader.close();
    await lock.release();
  }
}

interface Trial {
  readonly pause: number;
  readonly after: number;
}

class Follower {
  readonly #options: FollowOptions;
  readonly #store: ScanFolder;
  readonly #done: Set<string>;
  readonly #reader: ScanReader;
  readonly #lock: WriterLock;
  /** Files that could not be made scans of, by version. */
  readonly #trials = new Map<string, Trial>();
  /** What host or disk failed with last: said once. */
  #trouble = "";
  #newest = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(options: FollowOptions, store: ScanFolder, done: Set<string>, reader: ScanReader, lock: WriterLock) {
    this.#options = options;
    this.#store = store;
    this.#done = done;
    this.#reader = reader;
    this.#lock = lock;
  }

  async run(now: () => number, signal: AbortSignal): Promise<number> {
    const { every = EVERY, once = false } = this.#options;
    let rest = 0;
    while (!signal.aborted) {
      try {
        await this.#look(now, signal);
        if (this.#trouble !== "") this.#log("all is well again");
        this.#trouble = "";
        rest = 0;
      } catch (error) {
        if (signal.aborted) break;
        if (once || !passes(error)) throw error;
        rest = Math.min(LONGEST_REST, Math.max(1000 * every, 2 * rest));
        this.#tell(messageOf(error), now());
      }
      if (once) break;
      await sleep(rest || 1000 * every, undefined, { signal }).catch(() => {});
    }
    return this.#count;
  }

  /** One look at all lists. */
  async #look(now: () => number, signal: AbortSignal): Promise<void> {
    const { name, address, keepDays = KEEP_DAYS } = this.#options;
    const entry = catalogueEntry(name);
    await this.#lock.check();
    const from = keptFrom(now(), keepDays);
    await this.#store.tidy(from);
    for (const follow of entry.follows ?? []) {
      const files = await publishedFiles(follow, placed(follow.address, address, entry), { from, now: now(), signal });
      const fresh = files.filter(({ version }) => !this.#done.has(version) && !this.#rests(version, now()));
      for (const file of fresh) await this.#take(follow, file, now, signal);
    }
  }

  #rests(version: string, now: number): boolean {
    return now < (this.#trials.get(version)?.after ?? Number.NEGATIVE_INFINITY);
  }

  /** @throws ArchiveError where host or disk fail: then there is no use in going on */
  async #take({ product }: EntryFollowed, file: PublishedFile, now: () => number, signal: AbortSignal): Promise<void> {
    const { area } = this.#options;
    try {
      const bytes = await bytesOf(file, signal);
      const name = product as ScanProductName;
      const scan = await this.#reader.read(bytes, name, { now: now(), area, signal, name: file.name });
      await this.#lock.check();
      const entry = await this.#store.put(scan, file.version);
      this.#done.add(file.version);
      this.#trials.delete(file.version);
      this.#count++;
      this.#newest = Math.max(this.#newest, scan.start);
      this.#log(`${file.name}: ${entry.file}`);
    } catch (error) {
      if (signal.aborted || !(error instanceof ArchiveError) || !FILE_FAILURES.has(error.code)) throw error;
      this.#refuse(file, error, now());
      // The others wait, and this one longer than they: it may be the only one that its host cannot send.
      if (error.kind === "unreachable" || error.code === "ERR_ARCHIVE_TIMEOUT") throw error;
    }
  }

  /** A file that grows is whole soon, one of the future in its time: it is tried again, and said once. */
  #refuse({ version }: PublishedFile, error: ArchiveError, now: number): void {
    const known = this.#trials.get(version);
    const { every = EVERY } = this.#options;
    const pause = Math.min(LONGEST_PAUSE, known === undefined ? 1000 * every : 2 * known.pause);
    this.#trials.set(version, { pause, after: now + pause });
    if (known === undefined) this.#log(messageOf(error));
  }

  #tell(trouble: string, now: number): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    const minutes = Math.round((now - this.#newest) / MINUTE);
    const age = Number.isFinite(minutes) ? `its newest scan is ${minutes} minutes old` : "it has taken no scan yet";
    this.#log(`${trouble}; ${age}, and it goes on trying`);
  }

  #log(line: string): void {
    this.#options.log?.(line);
  }
}

/** Of one file, not of the folder of scans. */
const FILE_FAILURES = new Set(["ERR_ARCHIVE_UNREADABLE", "ERR_ARCHIVE_CHANGED", "ERR_ARCHIVE_TIMEOUT"]);

/** Failures of host and disk pass; that another one feeds the folder does not. */
function passes(error: unknown): boolean {
  return error instanceof ArchiveError && error.code !== "ERR_ARCHIVE_WRITER";
}

async function bytesOf({ location, size }: PublishedFile, signal: AbortSignal): Promise<Uint8Array> {
  const remote = () => {
    const { origin } = new URL(location);
    return httpTransport({ allow: [origin], own: [], timeout: TRANSFER });
  };
  const transport = isRemote(location) ? remote() : LOCAL;
  const fetched = await transport.fetch(location, { whole: LARGEST }, undefined, signal);
  if (fetched === undefined) throw unreadable(location, "it is listed, but not there", "not there");
  if (size !== undefined && size !== fetched.size) throw changed(location);
  return fetched.bytes;
}
