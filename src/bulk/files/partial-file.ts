/**
 * A file that comes to be part by part in `OUT.partial/` and appears as OUT when it is whole. `data` holds the file's
 * bytes as far as they go, `journal` says how far that is: after any interruption both are cut back to the last part that
 * reached the disk, and the run goes on behind it.
 */
import { createHash } from "node:crypto";
import { access, type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BulkFileError, isDiskFull } from "./errors.js";
import type { EncodedPart, FileFormat } from "./format.js";
import {
  type FailedSite,
  type Journal,
  type JournalHead,
  journalLine,
  type PartEntry,
  readFailures,
  readJournal,
} from "./journal.js";

export interface PartialFileOptions {
  readonly out: string;
  readonly format: FileFormat;
  /** What the run is, in a few words per key: a resumed run must agree with every one. */
  readonly run: { readonly [key: string]: unknown };
  readonly resume?: boolean | undefined;
  /** Start over, and replace a file that is there. */
  readonly force?: boolean | undefined;
  /** For tests: what writes bytes at a position. */
  readonly write?: WriteBytes | undefined;
}

export type Texts = AsyncIterable<string> | Iterable<string>;

export type WriteBytes = (file: FileHandle, bytes: Uint8Array, position: number) => Promise<void>;

/** A part as it is held in memory: how many failed, not which. */
export interface KeptPart extends Omit<PartEntry, "failed"> {
  readonly failed: number;
}

function withoutFailures(entry: PartEntry): KeptPart {
  return { ...entry, failed: entry.failed.length };
}

interface Files {
  data: FileHandle;
  journal: FileHandle;
}

interface Ends {
  data: number;
  journal: number;
}

/** A part's sites: from `first`, `sites` of them. */
export interface PartOf {
  readonly first: number;
  readonly sites: number;
  readonly rows: number;
  readonly failed: readonly FailedSite[];
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

  /** @throws BulkFileError for what stands in the way */
  static async open(options: PartialFileOptions): Promise<PartialFile> {
    const { out, resume, force } = options;
    if (!force && (await exists(out))) {
      throw new BulkFileError("ERR_BULK_EXISTS", out, "is there already; --force replaces it");
    }
    const folder = partialFolder(out);
    const unfinished = await exists(join(folder, "journal"));
    if (unfinished) await assertNobodyWrites(out);
    if (unfinished && !resume && !force) {
      const ways = "--resume goes on with it, --force starts over";
      throw new BulkFileError("ERR_BULK_EXISTS", out, `${folder} holds an unfinished run: ${ways}`);
    }
    if (!resume) await rm(folder, { recursive: true, force: true });
    // Not with its parents: a folder that is not there is a slip of the pen.
    if (!(await exists(folder))) await mkdir(folder);
    await writeFile(join(folder, "writer"), String(process.pid));
    return PartialFile.openFiles(options, folder);
  }

  private static async openFiles(options: PartialFileOptions, folder: string): Promise<PartialFile> {
    const files = {
      data: await openForUpdate(join(folder, "data")),
      journal: await openForUpdate(join(folder, "journal")),
    };
    try {
      const found = await readJournal(files.journal);
      return await (found ? PartialFile.goOn(options, files, found) : PartialFile.begin(options, files));
    } catch (cause) {
      await files.data.close();
      await files.journal.close();
      await rm(join(folder, "writer"), { force: true });
      throw diskFull(cause, options.out);
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
    assertSameRun(options.out, head.run, options.run);
    const sound = await soundParts(files.data, options.format.head, parts);
    // The file's head itself did not reach the disk.
    if (sound < 0) return PartialFile.begin(options, files);
    const kept = parts.slice(0, sound);
    const last = kept.at(-1);
    const end = { data: last ? last.offset + last.bytes : options.format.head.length, journal: ends[sound]! };
    await files.data.truncate(end.data);
    await files.journal.truncate(end.journal);
    return new PartialFile(options, files, kept.map(withoutFailures), end);
  }

  /** Parts that are on disk, in order. */
  get parts(): readonly KeptPart[] {
    return this.entries;
  }

  /** Bytes of the file so far, of the whole file once it is finished. */
  get bytes(): number {
    return this.dataEnd;
  }

  get rows(): number {
    return this.entries.reduce((sum, { rows }) => sum + rows, 0);
  }

  get failed(): number {
    return this.entries.reduce((sum, { failed }) => sum + failed, 0);
  }

  /** Sites that need not be computed any more. */
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
    this.entries.push(withoutFailures(entry));
  }

  /** Of all parts, in order. */
  async *failures(): AsyncGenerator<FailedSite, void, undefined> {
    yield* readFailures(join(partialFolder(this.options.out), "journal"));
  }

  /**
   * Writes the tail and, last of all, gives the file its name.
   *
   * @param companions files that belong to it (ending of the name → texts one behind the other), in place before it; `null`
   *   removes one that a former run left
   */
  async finish(companions: { readonly [ending: string]: Texts | null }): Promise<void> {
    const { out, format, write = writeAt } = this.options;
    const placed = this.entries.filter(({ bytes }) => bytes > 0);
    try {
      const tail = format.tail(placed, this.dataEnd);
      await write(this.files.data, tail, this.dataEnd);
      this.dataEnd += tail.length;
      await this.files.data.sync();
      for (const [ending, texts] of Object.entries(companions)) {
        await this.placeCompanion(`${out}${ending}`, texts);
      }
    } catch (cause) {
      throw diskFull(cause, out);
    }
    await this.close();
    const folder = partialFolder(out);
    await rename(join(folder, "data"), out);
    await rm(folder, { recursive: true, force: true });
    await syncFolder(dirname(out));
  }

  private async placeCompanion(path: string, texts: Texts | null): Promise<void> {
    if (texts === null) return rm(path, { force: true });
    const unfinished = join(partialFolder(this.options.out), "companion");
    await writeFile(unfinished, texts);
    await rename(unfinished, path);
  }

  /** Leaves the parts on disk, for a later run to go on with. May be called again. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.files.data.close();
    await this.files.journal.close();
    await rm(join(partialFolder(this.options.out), "writer"), { force: true });
  }
}

export function partialFolder(out: string): string {
  return `${out}.partial`;
}

async function openForUpdate(path: string): Promise<FileHandle> {
  return open(path, (await exists(path)) ? "r+" : "w+");
}

function assertSameRun(out: string, then: JournalHead["run"], now: JournalHead["run"]): void {
  const plain: JournalHead["run"] = JSON.parse(JSON.stringify(now));
  const keys = [...new Set([...Object.keys(then), ...Object.keys(plain)])];
  const other = keys.filter((key) => JSON.stringify(then[key]) !== JSON.stringify(plain[key]));
  if (other.length === 0) return;
  const differences = other.map((key) => `${key} was ${shown(then[key])}, is ${shown(plain[key])}`).join("; ");
  throw new BulkFileError(
    "ERR_BULK_RESUME",
    out,
    `cannot be resumed, the unfinished run is another one: ${differences} (--force starts over)`,
  );
}

const LONGEST_SHOWN = 80;

function shown(value: unknown): string {
  const text = value === undefined ? "not given" : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** How many of the parts are on disk as the journal says; −1: not even the head. */
async function soundParts(data: FileHandle, head: Uint8Array, parts: readonly PartEntry[]): Promise<number> {
  const written = await readBytes(data, 0, head.length);
  if (Buffer.compare(written, head) !== 0) return -1;
  const damaged = await findIndexInOrder(parts, async ({ offset, bytes, sha256 }) => {
    return (await hashOf(data, offset, bytes)) !== sha256;
  });
  return damaged < 0 ? parts.length : damaged;
}

async function findIndexInOrder<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<number> {
  for (let i = 0; i < items.length; i++) if (await test(items[i]!)) return i;
  return -1;
}

const CHUNK = 1 << 20;

async function hashOf(file: FileHandle, offset: number, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  for (let done = 0; done < bytes; done += CHUNK) {
    hash.update(await readBytes(file, offset + done, Math.min(CHUNK, bytes - done)));
  }
  return hash.digest("hex");
}

/** Fewer bytes where the file ends before. */
async function readBytes(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function assertNobodyWrites(out: string): Promise<void> {
  const path = join(partialFolder(out), "writer");
  const pid = Number(await readFile(path, "utf8").catch(() => ""));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return;
  throw new BulkFileError("ERR_BULK_BUSY", out, `process ${pid} is writing it (if that is not so, remove ${path})`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    // Somebody else's process runs, too.
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

function diskFull(cause: unknown, out: string): unknown {
  if (!isDiskFull(cause)) return cause;
  const { code } = cause as NodeJS.ErrnoException;
  const message = `the disk is full (${code}); what is done is kept in ${partialFolder(out)}: make room, then --resume`;
  return new BulkFileError("ERR_BULK_DISK_FULL", out, message, { cause });
}

/** Not every system can; the file is whole without it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
