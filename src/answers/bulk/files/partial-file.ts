/**
 * A file that grows part by part in `OUT.partial/` and appears as OUT when it is complete. `data` holds the bytes written so
 * far, `journal` lists the parts: after any interruption both are cut back to the last part that reached the disk, and the
 * run continues after it.
 */
import { createHash } from "node:crypto";
import { access, type FileHandle, mkdir, open, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockFolder, type WriterLock } from "../../../foundation/shared/node.js";
import { BulkFileError, isDiskFull } from "../errors.js";
import type { EncodedPart, FileFormat } from "../table.js";
import { differenceOf } from "./identity.js";
import {
  type FailedSite,
  type Journal,
  journalLine,
  type PartEntry,
  readJournal,
  readOf,
  soundParts,
  type ToldOfSite,
} from "./journal.js";

export interface PartialFileOptions {
  readonly out: string;
  readonly format: FileFormat;
  /** The identity of the run, in a few words per key: a resumed run must agree with every one. */
  readonly run: { readonly [key: string]: unknown };
  readonly resume?: boolean | undefined;
  /** Replace an existing file or an unfinished run; with `resume` only an unfinished run that is a different one. */
  readonly force?: boolean | undefined;
  /** Aborts the check of existing parts: its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** For tests: a function that writes bytes at a position. */
  readonly write?: WriteBytes | undefined;
}

export type Texts = AsyncIterable<string> | Iterable<string>;

export type WriteBytes = (file: FileHandle, bytes: Uint8Array, position: number) => Promise<void>;

/** A part as held in memory: the number of failed sites and of those of which something was told, without their lists. */
export interface KeptPart extends Omit<PartEntry, "failed" | "told"> {
  readonly failed: number;
  readonly told: number;
}

function withoutLists(entry: PartEntry): KeptPart {
  return { ...entry, failed: entry.failed.length, told: entry.told.length };
}

interface Files {
  data: FileHandle;
  journal: FileHandle;
  /** Keeps other runs from writing the file. */
  lock: WriterLock;
}

interface Ends {
  data: number;
  journal: number;
}

/** A part's sites: `sites` of them, from `first`. */
export interface PartOf {
  readonly first: number;
  readonly sites: number;
  readonly rows: number;
  readonly failed: readonly FailedSite[];
  readonly told: readonly ToldOfSite[];
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const writeAt: WriteBytes = async (file, bytes, position) => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
};

export class PartialFile {
  private readonly options: PartialFileOptions;
  private readonly files: Files;
  private readonly entries: KeptPart[];
  private dataEnd: number;
  private journalEnd: number;
  private closed = false;

  private constructor(options: PartialFileOptions, files: Files, entries: KeptPart[], ends: Ends) {
    this.options = options;
    this.files = files;
    this.entries = entries;
    this.dataEnd = ends.data;
    this.journalEnd = ends.journal;
  }

  /** @throws BulkFileError if the file cannot be written */
  static async open(options: PartialFileOptions): Promise<PartialFile> {
    const { out } = options;
    // An unfinished run is checked later: it may be in progress, which the lock reports better.
    await assertPlace(options);
    const folder = partialFolder(out);
    try {
      const isNew = await makeFolder(folder);
      try {
        return await PartialFile.openFolder(options, folder);
      } catch (cause) {
        // Another run has finished the file and removed the folder.
        if (!isNew && (cause as NodeJS.ErrnoException).code === "ENOENT") return PartialFile.open(options);
        // Unless it contains something.
        if (isNew) await rmdir(folder).catch(() => undefined);
        throw cause;
      }
    } catch (cause) {
      throw diskFull(cause, out);
    }
  }

  private static async openFolder(options: PartialFileOptions, folder: string): Promise<PartialFile> {
    const lock = await lockFolder(folder, (reason) => new BulkFileError("ERR_BULK_BUSY", options.out, reason));
    const handles: FileHandle[] = [];
    try {
      // Again: another run may have been in progress here until now.
      await assertPlace(options);
      await assertNoRun(options, folder);
      for (const name of ["data", "journal"]) handles.push(await openForUpdate(join(folder, name)));
      const [data, journal] = handles as [FileHandle, FileHandle];
      const files = { data, journal, lock };
      const found = options.resume ? await readJournal(journal) : undefined;
      return await (found ? PartialFile.goOn(options, files, found) : PartialFile.begin(options, files));
    } catch (cause) {
      for (const handle of handles) await handle.close();
      await lock.release("nothing");
      throw cause;
    }
  }

  private static async begin(options: PartialFileOptions, files: Files): Promise<PartialFile> {
    const { format, run, write = writeAt } = options;
    const line = journalLine({ journal: 1, run });
    await files.data.truncate(0);
    await write(files.data, format.head, 0);
    await files.data.sync();
    await files.journal.truncate(0);
    await write(files.journal, line, 0);
    await files.journal.sync();
    return new PartialFile(options, files, [], { data: format.head.length, journal: line.length });
  }

  private static async goOn(
    options: PartialFileOptions,
    files: Files,
    { head, parts, ends }: Journal,
  ): Promise<PartialFile> {
    const difference = differenceOf(head.run, options.run);
    if (difference !== undefined && options.force) return PartialFile.begin(options, files);
    if (difference !== undefined) throw anotherRun(options.out, difference);
    const sound = await soundParts(files.data, options.format.head, parts, options.signal);
    // Not even the file's head reached the disk.
    if (sound < 0) return PartialFile.begin(options, files);
    const kept = parts.slice(0, sound);
    const last = kept.at(-1);
    const end = { data: last ? last.offset + last.bytes : options.format.head.length, journal: ends[sound]! };
    await files.data.truncate(end.data);
    await files.journal.truncate(end.journal);
    return new PartialFile(options, files, kept.map(withoutLists), end);
  }

  /** Parts on disk, in order. */
  get parts(): readonly KeptPart[] {
    return this.entries;
  }

  /** Bytes of the file so far, or of the whole file once it is finished. */
  get bytes(): number {
    return this.dataEnd;
  }

  /** Of all parts: rows, failed sites, or sites of which something was told. */
  total(key: "rows" | "failed" | "told"): number {
    return this.entries.reduce((sum, part) => sum + part[key], 0);
  }

  /** Sites that need not be computed again. */
  get sitesDone(): number {
    const last = this.entries.at(-1);
    return last ? last.first + last.sites : 0;
  }

  /** Appends a part; when it returns, the part survives a power cut. Without an encoded part every site has failed. */
  async append(part: PartOf, encoded: EncodedPart | undefined): Promise<void> {
    const { write = writeAt, out } = this.options;
    const bytes = encoded?.bytes ?? new Uint8Array();
    const entry: PartEntry = {
      part: this.entries.length,
      ...part,
      offset: this.dataEnd,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      index: encoded?.index ?? null,
    };
    const line = journalLine(entry);
    await this.files.lock.check();
    try {
      await write(this.files.data, bytes, this.dataEnd);
      await this.files.data.datasync();
      await write(this.files.journal, line, this.journalEnd);
      await this.files.journal.datasync();
    } catch (cause) {
      throw diskFull(cause, out);
    }
    this.dataEnd += bytes.length;
    this.journalEnd += line.length;
    this.entries.push(withoutLists(entry));
  }

  /** Of all parts, in order. */
  list<Key extends "failed" | "told">(key: Key): AsyncGenerator<PartEntry[Key][number], void, undefined> {
    return readOf(key, join(partialFolder(this.options.out), "journal"));
  }

  /**
   * Writes the tail and finally gives the file its name.
   * @param companions files that belong to it (ending of the name → texts one behind the other), in place before it;
   *   `null` removes one that a former run left
   */
  async finish(companions: { readonly [ending: string]: Texts | null }): Promise<void> {
    const { out, format, write = writeAt } = this.options;
    const placed = this.entries.filter(({ bytes }) => bytes > 0);
    await this.files.lock.check();
    try {
      const tail = format.tail(placed, this.dataEnd);
      await write(this.files.data, tail, this.dataEnd);
      this.dataEnd += tail.length;
      await this.files.data.sync();
      for (const [ending, texts] of Object.entries(companions)) await this.placeCompanion(`${out}${ending}`, texts);
    } catch (cause) {
      throw diskFull(cause, out);
    }
    const folder = partialFolder(out);
    await rename(join(folder, "data"), out);
    await rm(join(folder, "journal"), { force: true });
    await this.close();
    await rmdir(folder).catch(() => undefined);
    await syncFolder(dirname(out));
  }

  private async placeCompanion(path: string, texts: Texts | null): Promise<void> {
    if (texts === null) return rm(path, { force: true });
    const unfinished = join(partialFolder(this.options.out), "companion");
    await writeFile(unfinished, texts, { flush: true });
    await rename(unfinished, path);
  }

  /** Leaves the parts on disk, so that a later run can continue. May be called again. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.files.data.close();
    await this.files.journal.close();
    await this.files.lock.release("nothing");
  }
}

function partialFolder(out: string): string {
  return `${out}.partial`;
}

/** @throws BulkFileError for an existing file, and for a name that cannot become one */
async function assertPlace({ out, force }: PartialFileOptions): Promise<void> {
  const folder = dirname(out);
  if (!(await exists(folder))) throw new BulkFileError("ERR_BULK_PLACE", out, `the folder ${folder} does not exist`);
  const found = await stat(out).catch(() => undefined);
  if (found?.isDirectory()) throw new BulkFileError("ERR_BULK_PLACE", out, "is a folder; expected a file's path");
  // A run writes at many positions of its file, which a pipe does not support.
  if (found && !found.isFile()) throw new BulkFileError("ERR_BULK_PLACE", out, "is a pipe or a device, not a file");
  if (found && !force) throw new BulkFileError("ERR_BULK_EXISTS", out, "exists; --force replaces it");
}

async function assertNoRun({ out, resume, force }: PartialFileOptions, folder: string): Promise<void> {
  if (resume || force || !(await exists(join(folder, "journal")))) return;
  const ways = "--resume continues it, --force starts over";
  throw new BulkFileError("ERR_BULK_EXISTS", out, `${folder} contains an unfinished run: ${ways}`);
}

/** Without its parents: a missing parent folder is a typo. False: it exists already. */
async function makeFolder(path: string): Promise<boolean> {
  return mkdir(path).then(
    () => true,
    (cause) => {
      if (cause.code === "EEXIST") return false;
      throw cause;
    },
  );
}

async function openForUpdate(path: string): Promise<FileHandle> {
  return open(path, (await exists(path)) ? "r+" : "w+");
}

function anotherRun(out: string, difference: string): BulkFileError {
  const message = `cannot be resumed: the unfinished run differs: ${difference} (--force starts over)`;
  return new BulkFileError("ERR_BULK_RESUME", out, message);
}

function diskFull(cause: unknown, out: string): unknown {
  if (!isDiskFull(cause)) return cause;
  const { code } = cause as NodeJS.ErrnoException;
  const message = `the disk is full (${code}); finished parts are kept in ${partialFolder(out)}: free some space, then --resume`;
  return new BulkFileError("ERR_BULK_DISK_FULL", out, message, { cause });
}

/** Not supported on every system; the file is complete without it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
