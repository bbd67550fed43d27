/** Changes of a store on its disk. Each is there as a whole or not at all, whenever the process or the power ends. */
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type LockOwner, makeFolder, writerOf } from "irradiance-engine/internal/shared/node";
import { type Disk, type NewFile, nodeDisk, sumText, writeWhole } from "../bytes/disk-cache.js";
import { ArchiveError, messageOf } from "../errors.js";
import { type Cells, encodeCells, readCells } from "./cells.js";
import {
  type CellsEntry,
  describe,
  FORMAT,
  type LiveDescription,
  type LiveStoreOptions,
  MANIFEST,
  type Manifest,
  publishManifest,
  type RetiredFile,
  readManifest,
  type SegmentEntry,
  spanOf,
} from "./manifest.js";
import { type Shape, writeSegment } from "./segment.js";
import { type Damage, damagesOf, Segments } from "./segments.js";
import type { Piece } from "./update.js";

type WrittenSegment = Shape & { readonly bytes: number; readonly sum: Uint8Array };
type WriteSegment = (file: NewFile) => Promise<WrittenSegment>;

interface StoreClock {
  /** Unix ms. */
  readonly now: () => number;
  /** ms for which files that are no longer used are kept: longer than any reader needs them. */
  readonly grace: number;
}

/** Files that this program makes and no manifest names are left from a crash. */
const OWN_FILE = /^(seg-\d+\.seg|cells-\d+\.json|current\.json\.tmp)$/;

/**
 * Makes an empty store in a folder that has none.
 *
 * @throws TypeError or RangeError for invalid options; ArchiveError `ERR_ARCHIVE_NOT_WRITTEN`, also if there is one
 * @experimental
 */
export async function createLiveStore(folder: string, options: LiveStoreOptions): Promise<void> {
  await makeStore(folder, options, nodeDisk, () => makeFolder(folder));
}

/** As `createLiveStore`, on any disk. */
export async function makeStore(
  folder: string,
  options: LiveStoreOptions,
  disk: Disk,
  makeFolder: () => Promise<unknown> = async () => {},
): Promise<void> {
  const description = describe(options);
  try {
    await makeFolder();
    if ((await disk.list(folder)).includes(MANIFEST)) throw new Error("it already contains one");
    await publishManifest(disk, folder, {
      store: randomBytes(4).toString("hex"),
      description,
      version: 0,
      losses: 0,
      updated: 0,
      nextFile: 1,
      cells: { file: "", count: 0, sum: "" },
      segments: [],
      retired: [],
    });
  } catch (cause) {
    const text = `cannot create a live store in ${folder}: ${messageOf(cause)}`;
    throw new ArchiveError("ERR_ARCHIVE_NOT_WRITTEN", text, { cause });
  }
}

/** For the one writer of a store. @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` */
export async function openStore(folder: string, clock: StoreClock, disk: Disk): Promise<Store> {
  const manifest = await readManifest(disk, folder);
  const cells = await readCells(disk, folder, manifest.cells);
  await removeOrphans(disk, folder, manifest);
  return new Store(folder, clock, disk, manifest, cells);
}

class Store {
  manifest: Manifest;
  cells: Cells;
  readonly #folder: string;
  readonly #clock: StoreClock;
  readonly #disk: Disk;
  readonly #exclusive = oneByOne();
  #nextFile: number;
  #isUncertain = false;

  constructor(folder: string, clock: StoreClock, disk: Disk, manifest: Manifest, cells: Cells) {
    this.#folder = folder;
    this.#clock = clock;
    this.#disk = disk;
    this.manifest = manifest;
    this.cells = cells;
    this.#nextFile = manifest.nextFile;
  }

  /** Finds out what a failed change has left, before `cells` and `manifest` are used for another. @throws ArchiveError */
  settle(): Promise<void> {
    return this.#exclusive(async () => (this.#isUncertain ? this.#reload() : undefined));
  }

  /** Adds pieces as segments, in their order. @throws ArchiveError `ERR_ARCHIVE_NOT_WRITTEN` */
  add(pieces: readonly Piece[], wanted: Cells): Promise<void> {
    return this.#changed(async (made) => {
      const step = this.manifest.description.step * 1000;
      const added: SegmentEntry[] = [];
      for (const piece of pieces) added.push(await this.#newSegment(made, (file) => writePiece(file, piece, step)));
      const isNew = wanted !== this.cells;
      const list = isNew ? await this.#newCells(made, wanted) : this.manifest.cells;
      return async () => {
        const { segments: before, version: last, cells } = this.manifest;
        const segments = [...before, ...added.map((entry) => ({ ...entry, version: last + 1 }))];
        await this.#publish({ segments, cells: list, updated: this.#clock.now() }, isNew ? [cells.file] : []);
        this.cells = wanted;
      };
    });
  }

  /** Puts one segment, which `write` writes, in the place of several. @throws as `add`; what `write` throws */
  replace(entries: readonly SegmentEntry[], write: WriteSegment): Promise<void> {
    return this.#changed(async (made) => {
      const version = Math.max(...entries.map((entry) => entry.version));
      const merged = { ...(await this.#newSegment(made, write)), version };
      const [last, gone] = [entries.at(-1)!.file, new Set(filesOf(entries))];
      return async () => {
        // In the place of the last: those that came meanwhile stay behind it.
        const segments = this.manifest.segments.flatMap((entry) => {
          return entry.file === last ? [merged] : gone.has(entry.file) ? [] : [entry];
        });
        await this.#publish({ segments }, filesOf(entries));
      };
    });
  }

  /** Gives segments up, and their values with them. @throws as `add` */
  drop(entries: readonly SegmentEntry[]): Promise<void> {
    return this.#changed(async () => async () => {
      const gone = new Set(filesOf(entries));
      const segments = this.manifest.segments.filter(({ file }) => !gone.has(file));
      await this.#publish({ segments, losses: this.manifest.losses + 1 }, filesOf(entries));
    });
  }

  async #remove(files: readonly string[]): Promise<void> {
    for (const file of files) await this.#disk.remove(join(this.#folder, file)).catch(() => {});
  }

  async #publish(changes: Partial<Manifest>, released: readonly string[]): Promise<void> {
    const time = this.#clock.now();
    const isOver = ({ at }: RetiredFile) => at <= time - this.#clock.grace;
    const before = this.manifest;
    const fresh = released.filter((file) => file !== "").map((file) => ({ file, at: time }));
    const retired = [...before.retired.filter((one) => !isOver(one)), ...fresh];
    const version = before.version + 1;
    const next: Manifest = { ...before, ...changes, version, nextFile: this.#nextFile, retired };
    let failure: PublishError | undefined;
    try {
      await publishManifest(this.#disk, this.#folder, next);
      this.manifest = next;
    } catch (cause) {
      // What the disk has now must be known before anything else is written.
      this.#isUncertain = true;
      await this.#reload().catch(() => {});
      failure = new PublishError(cause, this.#isUncertain || this.manifest.version === version);
    }
    if (this.manifest.version === version) await this.#remove(filesOf(before.retired.filter(isOver)));
    if (failure !== undefined) throw failure;
  }

  async #reload(): Promise<void> {
    this.manifest = await readManifest(this.#disk, this.#folder);
    this.cells = await readCells(this.#disk, this.#folder, this.manifest.cells);
    this.#isUncertain = false;
  }

  /**
   * One change: files are written side by side with those of others, then the manifest, one after the other.
   *
   * @param write makes files, and returns what is published of them
   */
  async #changed(write: (made: string[]) => Promise<() => Promise<void>>): Promise<void> {
    const made: string[] = [];
    try {
      const commit = await write(made);
      await this.#exclusive(async () => {
        if (this.#isUncertain) throw new Error("an earlier change failed, and its outcome is not known yet");
        await commit();
      });
    } catch (cause) {
      const isThere = cause instanceof PublishError && cause.isThere;
      if (!isThere) await this.#remove(made);
      if (cause instanceof ArchiveError) throw cause;
      const state = isThere ? "it may or may not have been kept: send it again" : "nothing of it was kept";
      const text = `the live store ${this.#folder} could not be changed (${messageOf(cause)}); ${state}`;
      throw new ArchiveError("ERR_ARCHIVE_NOT_WRITTEN", text, { cause });
    }
  }

  #newFile(name: (number: string) => string, made: string[]): string {
    const file = name(String(this.#nextFile++).padStart(8, "0"));
    made.push(file);
    return file;
  }

  async #newSegment(made: string[], write: WriteSegment): Promise<SegmentEntry> {
    const name = this.#newFile((number) => `seg-${number}.seg`, made);
    const file = await this.#disk.create(join(this.#folder, name));
    try {
      const written = await write(file);
      await file.sync();
      return entryOf(name, written);
    } finally {
      await file.close();
    }
  }

  async #newCells(made: string[], wanted: Cells): Promise<CellsEntry> {
    const file = this.#newFile((number) => `cells-${number}.json`, made);
    const bytes = encodeCells(wanted);
    await writeWhole(this.#disk, join(this.#folder, file), bytes);
    return { file, count: wanted.places.length, sum: sumText(bytes) };
  }
}

/** The manifest could not be replaced, or it was and may not survive a power cut. */
class PublishError extends Error {
  readonly isThere: boolean;

  constructor(cause: unknown, isThere: boolean) {
    super(messageOf(cause), { cause });
    this.isThere = isThere;
  }
}

/** Runs one after the other, in the order of the calls. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

async function writePiece(file: NewFile, piece: Piece, step: number) {
  const size = piece.rows * piece.columns.length;
  const written = await writeSegment(file, piece, step, (from, to, block) => {
    block.set(piece.values.subarray(from * size, to * size));
  });
  return { ...piece, ...written };
}

/** Its version is known when it is published. */
function entryOf(file: string, { start, rows, columns, cells, bytes, sum }: WrittenSegment): SegmentEntry {
  return {
    file,
    version: 0,
    start,
    rows,
    columns,
    cells: cells.length,
    lowestCell: cells[0]!,
    highestCell: cells.at(-1)!,
    bytes,
    sum: Buffer.from(sum).toString("hex"),
  };
}

function filesOf(entries: readonly { readonly file: string }[]): string[] {
  return entries.map(({ file }) => file);
}

async function removeOrphans(disk: Disk, folder: string, { segments, cells, retired }: Manifest): Promise<void> {
  const known = new Set([...segments, ...retired, cells].map(({ file }) => file));
  for (const name of await disk.list(folder)) {
    if (OWN_FILE.test(name) && !known.has(name)) await disk.remove(join(folder, name));
  }
}

// What a live store has, for its operator.

export interface LiveStatus {
  readonly description: LiveDescription;
  readonly version: number;
  /** Of the last update, Unix ms; 0 before the first. */
  readonly updated: number;
  readonly cells: number;
  /** Start of the first and end of the last interval; undefined in an empty store. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly segments: number;
  readonly bytes: number;
  /** Files that are kept for readers only. */
  readonly retired: number;
  /** The process that has the store open for writing. */
  readonly writer: LockOwner | undefined;
  /** Segments that cannot be read; undefined if they were not checked. */
  readonly damages: readonly Damage[] | undefined;
}

/**
 * The state of a store, which may be in use.
 *
 * @param options verify: reads all of it and compares every checksum
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a folder that is no store, and a damaged manifest
 */
export async function liveStatus(
  folder: string,
  options: { readonly verify?: boolean | undefined } = {},
): Promise<LiveStatus> {
  const manifest = await readManifest(nodeDisk, folder);
  const { description, version, updated, cells, segments, retired } = manifest;
  const step = description.step * 1000;
  const checked = options.verify ? await damagesOf(manifest, new Segments(nodeDisk, folder, 0), step) : undefined;
  return {
    description,
    version,
    updated,
    cells: cells.count,
    ...spanOf(manifest),
    segments: segments.length,
    bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    retired: retired.length,
    writer: await writerOf(folder),
    damages: checked?.damages,
  };
}

/** Whether a folder has a live store, intact or not. A folder of weather files may have a current.json, too. */
export async function isLiveStore(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes(MANIFEST)) return false;
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => "");
  return text.includes(`"${FORMAT}"`) || names.some((name) => /^writer-\d+\.lock$/.test(name));
}
