/** Segments as they are read: directories stay in memory while the store lists them, blocks as long as there is room. */
import { join } from "node:path";
import { DAY, HOUR, type Lru, lruOf } from "irradiance-engine/internal/shared";
import { type Disk, SUM_BYTES, sumOf, sumText } from "../bytes/disk-cache.js";
import { ArchiveError, messageOf } from "../errors.js";
import { groupedBy } from "../lists.js";
import { monthStart } from "./cells.js";
import type { LiveDescription, Manifest, SegmentEntry } from "./manifest.js";
import {
  cellsPerBlock,
  type Directory,
  decodeDirectory,
  directoryBytes,
  find,
  firstFrom,
  valuesOfCell,
} from "./segment.js";

type Told = (bytes: number) => void;

export class Segments {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #directories = new Map<string, Promise<Directory>>();
  readonly #blocks: Lru<Int16Array>;

  /** @param most bytes of blocks that are kept */
  constructor(disk: Disk, folder: string, most: number) {
    this.#disk = disk;
    this.#folder = folder;
    this.#blocks = lruOf(most, ({ byteLength }) => byteLength);
  }

  /** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a file that is damaged, `ERR_ARCHIVE_CHANGED` for one that is gone */
  directory(entry: SegmentEntry): Promise<Directory> {
    // By its checksum: a store that was made anew has the same names.
    const known = this.#directories.get(entry.sum);
    if (known !== undefined) return known;
    const reading = this.#readDirectory(entry);
    this.#directories.set(entry.sum, reading);
    // What failed is tried again: a disk may recover.
    reading.catch(() => this.#directories.delete(entry.sum));
    return reading;
  }

  /**
   * The values of a cell, column by column; undefined if it is not in the segment.
   *
   * @param willRead called with the number of bytes before they are read from the disk
   * @throws as `directory`
   */
  async cell(entry: SegmentEntry, cell: number, willRead?: Told): Promise<Int16Array | undefined> {
    const index = await this.directory(entry);
    const at = find(index, cell);
    if (at < 0) return undefined;
    const [perBlock, size] = [cellsPerBlock(entry), valuesOfCell(entry)];
    const block = Math.floor(at / perBlock);
    const inBlock = (at - block * perBlock) * size;
    return (await this.#block(entry, index, block, willRead)).subarray(inBlock, inBlock + size);
  }

  /** The same for all cells from `lowest` to `highest`, ascending: `visit` is told where in `values` those of a cell begin. */
  async cells(
    entry: SegmentEntry,
    lowest: number,
    highest: number,
    visit: (cell: number, values: Int16Array, at: number) => void,
  ): Promise<void> {
    const index = await this.directory(entry);
    const [perBlock, size] = [cellsPerBlock(entry), valuesOfCell(entry)];
    const end = firstFrom(index, highest + 1);
    for (let at = firstFrom(index, lowest); at < end; ) {
      const block = Math.floor(at / perBlock);
      const values = await this.#block(entry, index, block);
      for (const blockEnd = Math.min(end, (block + 1) * perBlock); at < blockEnd; at++) {
        visit(index.cells[at]!, values, (at - block * perBlock) * size);
      }
    }
  }

  /** Forgets the directories of all segments but these. */
  keepOnly(entries: readonly SegmentEntry[]): void {
    const kept = new Set(entries.map(({ sum }) => sum));
    for (const sum of this.#directories.keys()) if (!kept.has(sum)) this.#directories.delete(sum);
  }

  async #readDirectory(entry: SegmentEntry): Promise<Directory> {
    const length = directoryBytes(entry.cells, cellsPerBlock(entry));
    const bytes = await this.#read(entry, entry.bytes - length, length);
    if (sumText(bytes) !== entry.sum) throw damaged(entry, "its directory's checksum differs");
    return decodeDirectory(bytes, entry.cells);
  }

  async #read(entry: SegmentEntry, offset: number, length: number): Promise<Uint8Array> {
    try {
      return await this.#disk.read(join(this.#folder, entry.file), offset, length);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw damaged(entry, messageOf(cause), cause);
      const text = `the live store's segment ${entry.file} is gone: it was removed, or replaced since it was offered`;
      throw new ArchiveError("ERR_ARCHIVE_CHANGED", text, { cause });
    }
  }

  /** Blocks have the checksum of their segment in their key, as directories have. */
  async #block(entry: SegmentEntry, index: Directory, block: number, willRead?: Told): Promise<Int16Array> {
    const key = `${entry.sum} ${block}`;
    const known = this.#blocks.get(key);
    if (known !== undefined) return known;
    const perBlock = cellsPerBlock(entry);
    const bytesPerCell = valuesOfCell(entry) * 2;
    const length = Math.min(perBlock, entry.cells - block * perBlock) * bytesPerCell;
    willRead?.(length);
    const bytes = await this.#read(entry, block * perBlock * bytesPerCell, length);
    const sum = index.sums.subarray(block * SUM_BYTES, (block + 1) * SUM_BYTES);
    if (Buffer.compare(sumOf(bytes), sum) !== 0) throw damaged(entry, `the checksum of block ${block} differs`);
    const values = new Int16Array(bytes.buffer, bytes.byteOffset, length / 2);
    this.#blocks.set(key, values);
    return values;
  }
}

function damaged({ file }: SegmentEntry, what: string, cause?: unknown): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_UNREADABLE", `the live store's segment ${file} is damaged: ${what}`, { cause });
}

// Which segments become one: slots an hour, hours a day, days a month. A pure choice from the manifest.

/** The bucket that a time is in: [start, end), ms. */
const LEVELS: readonly ((time: number) => { readonly start: number; readonly end: number })[] = [
  (time) => aligned(time, HOUR),
  (time) => aligned(time, DAY),
  (time) => ({ start: monthStart(time), end: monthStart(time, 1) }),
];

/** A large segment is not written again for little: the others together have to be a quarter of it, or this many. */
const WORTH = 0.25;
const MANY = 16;

/**
 * Segments to be merged next, in the order of the manifest; undefined if all is well.
 *
 * A bucket is merged when newer values than its own have come, or when it has many segments. Between those of a merge
 * there must be no other over the same time: what holds where they overlap would change.
 *
 * @param thorough merges all that can be, however little it is
 */
export function chooseMerge(
  segments: readonly SegmentEntry[],
  { step }: Pick<LiveDescription, "step">,
  thorough = false,
): readonly SegmentEntry[] | undefined {
  const period = ({ start, rows }: SegmentEntry) => ({ start: start * step * 1000, end: (start + rows) * step * 1000 });
  const newest = segments.reduce((most, entry) => Math.max(most, period(entry).end), Number.NEGATIVE_INFINITY);
  for (const bucket of LEVELS) {
    const whole = [...segments.keys()].filter(
      (k) => period(segments[k]!).end <= bucket(period(segments[k]!).start).end,
    );
    for (const [start, members] of groupedBy(whole, (k) => bucket(period(segments[k]!).start).start)) {
      const { end } = bucket(start);
      if (members.length < 2) continue;
      const others = segments.flatMap((entry, index) => {
        const of = period(entry);
        return of.start < end && of.end > start && !members.includes(index) ? [index] : [];
      });
      for (const run of runsOf(members, others)) {
        const chosen = run.map((index) => segments[index]!);
        if (chosen.length > 1 && (thorough || isWorthIt(chosen, end <= newest))) return chosen;
      }
    }
  }
  return undefined;
}

/** The members cut where one of the others stands between them; all are indices, ascending. */
function runsOf(members: readonly number[], others: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const member of members) {
    const last = runs.at(-1)?.at(-1);
    if (last === undefined || others.some((other) => last < other && other < member)) runs.push([member]);
    else runs.at(-1)!.push(member);
  }
  return runs;
}

function isWorthIt(chosen: readonly SegmentEntry[], isClosed: boolean): boolean {
  const sizes = chosen.map(({ bytes }) => bytes);
  const largest = Math.max(...sizes);
  const others = sizes.reduce((sum, size) => sum + size, 0) - largest;
  return chosen.length > MANY || (isClosed && others >= WORTH * largest);
}

function aligned(time: number, length: number) {
  const start = Math.floor(time / length) * length;
  return { start, end: start + length };
}

/** Segments that end so long before the newest value that they need not be kept. */
export function chooseExpired(
  segments: readonly SegmentEntry[],
  { step, keepDays }: Pick<LiveDescription, "step" | "keepDays">,
): readonly SegmentEntry[] {
  if (keepDays === undefined) return [];
  const end = ({ start, rows }: SegmentEntry) => (start + rows) * step * 1000;
  const newest = segments.reduce((most, entry) => Math.max(most, end(entry)), Number.NEGATIVE_INFINITY);
  return segments.filter((entry) => end(entry) <= newest - keepDays * DAY);
}

// What of a store cannot be read any more, found by reading all of it.

export interface Damage {
  readonly file: string;
  readonly message: string;
  /** Values over this time were in it, Unix ms, of so many cells. */
  readonly start: number;
  readonly end: number;
  readonly cells: number;
}

/** @param segments without memory of blocks @param step ms */
export async function damagesOf(
  { segments: entries }: Manifest,
  segments: Segments,
  step: number,
): Promise<{ damages: Damage[]; entries: SegmentEntry[] }> {
  const damages: Damage[] = [];
  const damaged: SegmentEntry[] = [];
  for (const entry of entries) {
    try {
      await readAll(entry, segments);
    } catch (error) {
      const { file, start, rows, cells } = entry;
      damages.push({ file, message: messageOf(error), start: start * step, end: (start + rows) * step, cells });
      damaged.push(entry);
    }
  }
  return { damages, entries: damaged };
}

/** One cell of each block: the checksum is the block's. */
async function readAll(entry: SegmentEntry, segments: Segments): Promise<void> {
  const { cells } = await segments.directory(entry);
  const perBlock = cellsPerBlock(entry);
  for (let at = 0; at < cells.length; at += perBlock) await segments.cell(entry, cells[at]!);
}
