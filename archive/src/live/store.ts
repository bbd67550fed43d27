/** Changes of a store on its disk. Each is there as a whole or not at all, whenever the process or the power ends. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { makeFolder } from "irradiance-engine/shared/node";
import { sumText } from "../bytes/checksum.js";
import { type Disk, type NewFile, nodeDisk, writeWhole } from "../bytes/disk.js";
import { ArchiveError, messageOf } from "../errors.js";
import { type Cells, encodeCells, readCells } from "./cells.js";
import { describe, type LiveStoreOptions } from "./description.js";
import {
  type CellsEntry,
  MANIFEST,
  type Manifest,
  publishManifest,
  type RetiredFile,
  readManifest,
  type SegmentEntry,
} from "./manifest.js";
import { type Shape, writeSegment } from "./segment.js";
import type { Piece } from "./update.js";

type WrittenSegment = Shape & { readonly bytes: number; readonly sum: Uint8Array };
type WriteSegment = (file: NewFile) => Promise<WrittenSegment>;

export interface Store {
  readonly manifest: Manifest;
  readonly cells: Cells;
  /** Finds out what a failed change has left, before `cells` and `manifest` are used for another. @throws ArchiveError */
  settle(): Promise<void>;
  /**
   * Adds pieces as segments, in their order.
   *
   * @throws ArchiveError `ERR_ARCHIVE_NOT_WRITTEN`
   */
  add(pieces: readonly Piece[], cells: Cells): Promise<void>;
  /**
   * Puts one segment in the place of several.
   *
   * @param write writes it
   * @throws as `add`; what `write` throws
   */
  replace(entries: readonly SegmentEntry[], write: WriteSegment): Promise<void>;
  /** Gives segments up, and their values with them. @throws as `add` */
  drop(entries: readonly SegmentEntry[]): Promise<void>;
}

export interface StoreClock {
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
export async function openStore(folder: string, { now, grace }: StoreClock, disk: Disk): Promise<Store> {
  let manifest = await readManifest(disk, folder);
  let cells = await readCells(disk, folder, manifest.cells);
  let nextFile = manifest.nextFile;
  let isUncertain = false;
  const exclusive = oneByOne();
  await removeOrphans(disk, folder, manifest);

  const remove = async (files: readonly string[]) => {
    for (const file of files) await disk.remove(join(folder, file)).catch(() => {});
  };

  const publish = async (changes: Partial<Manifest>, released: readonly string[]): Promise<void> => {
    const time = now();
    const isOver = ({ at }: RetiredFile) => at <= time - grace;
    const before = manifest;
    const fresh = released.filter((file) => file !== "").map((file) => ({ file, at: time }));
    const retired = [...before.retired.filter((one) => !isOver(one)), ...fresh];
    const next: Manifest = { ...before, ...changes, version: before.version + 1, nextFile, retired };
    let failure: PublishError | undefined;
    try {
      await publishManifest(disk, folder, next);
      manifest = next;
    } catch (cause) {
      // What the disk has now must be known before anything else is written.
      isUncertain = true;
      await reload().catch(() => {});
      failure = new PublishError(cause, isUncertain || manifest.version === next.version);
    }
    if (manifest.version === next.version) await remove(before.retired.filter(isOver).map(({ file }) => file));
    if (failure !== undefined) throw failure;
  };

  const reload = async () => {
    manifest = await readManifest(disk, folder);
    cells = await readCells(disk, folder, manifest.cells);
    isUncertain = false;
  };

  /**
   * One change: files are written side by side with those of others, then the manifest, one after the other.
   *
   * @param write makes files, and returns what is published of them
   */
  const changed = async (write: (made: string[]) => Promise<() => Promise<void>>): Promise<void> => {
    const made: string[] = [];
    try {
      const commit = await write(made);
      await exclusive(async () => {
        if (isUncertain) throw new Error("an earlier change failed, and its outcome is not known yet");
        await commit();
      });
    } catch (cause) {
      const isThere = cause instanceof PublishError && cause.isThere;
      if (!isThere) await remove(made);
      if (cause instanceof ArchiveError) throw cause;
      const state = isThere ? "it may or may not have been kept: send it again" : "nothing of it was kept";
      const text = `the live store ${folder} could not be changed (${messageOf(cause)}); ${state}`;
      throw new ArchiveError("ERR_ARCHIVE_NOT_WRITTEN", text, { cause });
    }
  };

  const newFile = (name: (number: string) => string, made: string[]): string => {
    const file = name(String(nextFile++).padStart(8, "0"));
    made.push(file);
    return file;
  };

  const newSegment = async (made: string[], write: WriteSegment): Promise<SegmentEntry> => {
    const name = newFile((number) => `seg-${number}.seg`, made);
    const file = await disk.create(join(folder, name));
    try {
      const written = await write(file);
      await file.sync();
      return entryOf(name, written);
    } finally {
      await file.close();
    }
  };

  const newCells = async (made: string[], wanted: Cells): Promise<CellsEntry> => {
    const file = newFile((number) => `cells-${number}.json`, made);
    const bytes = encodeCells(wanted);
    await writeWhole(disk, join(folder, file), bytes);
    return { file, count: wanted.places.length, sum: sumText(bytes) };
  };

  return {
    get manifest() {
      return manifest;
    },
    get cells() {
      return cells;
    },
    settle: () => exclusive(async () => (isUncertain ? reload() : undefined)),
    add: (pieces, wanted) =>
      changed(async (made) => {
        const step = manifest.description.step * 1000;
        const added: SegmentEntry[] = [];
        for (const piece of pieces) added.push(await newSegment(made, (file) => writePiece(file, piece, step)));
        const isNew = wanted !== cells;
        const list = isNew ? await newCells(made, wanted) : manifest.cells;
        return async () => {
          const version = manifest.version + 1;
          const segments = [...manifest.segments, ...added.map((entry) => ({ ...entry, version }))];
          await publish({ segments, cells: list, updated: now() }, isNew ? [manifest.cells.file] : []);
          cells = wanted;
        };
      }),
    replace: (entries, write) =>
      changed(async (made) => {
        const version = Math.max(...entries.map((entry) => entry.version));
        const merged = { ...(await newSegment(made, write)), version };
        const [last, gone] = [entries.at(-1)!.file, new Set(filesOf(entries))];
        return async () => {
          // In the place of the last: those that came meanwhile stay behind it.
          const segments = manifest.segments.flatMap((entry) => {
            return entry.file === last ? [merged] : gone.has(entry.file) ? [] : [entry];
          });
          await publish({ segments }, filesOf(entries));
        };
      }),
    drop: (entries) =>
      changed(async () => async () => {
        const gone = new Set(filesOf(entries));
        const segments = manifest.segments.filter(({ file }) => !gone.has(file));
        await publish({ segments, losses: manifest.losses + 1 }, filesOf(entries));
      }),
  };
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

function filesOf(entries: readonly SegmentEntry[]): string[] {
  return entries.map(({ file }) => file);
}

async function removeOrphans(disk: Disk, folder: string, { segments, cells, retired }: Manifest): Promise<void> {
  const known = new Set([...segments, ...retired, cells].map(({ file }) => file));
  for (const name of await disk.list(folder)) {
    if (OWN_FILE.test(name) && !known.has(name)) await disk.remove(join(folder, name));
  }
}
