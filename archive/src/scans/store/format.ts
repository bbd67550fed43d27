/**
 * One scan as one file, of which a cell takes two small reads: magic; length of the head (uint32); the head as JSON; its sum; where each
 * tile ends (uint32), with a sum; the tiles. A tile has the sum of what follows, and, deflated, the moments of its rows as ms from
 * the scan's start (int32) and the values of its cells, column by column: by how much each differs from the one to its left, or in the
 * first column from the one above it (int16, modulo 2^16); first the low bytes of all cells, then the high ones, which are mostly
 * equal. All numbers are little-endian.
 */

import { randomBytes } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import type { WeatherColumn } from "irradiance-engine";
import { DAY } from "irradiance-engine/internal/shared";
import { makeFolder } from "irradiance-engine/internal/shared/node";
import { type Disk, type NewFile, nodeDisk, SUM_BYTES, sumOf } from "../../bytes/disk-cache.js";
import { ArchiveError, messageOf } from "../../errors.js";
import type { GridDefinition } from "../grid.js";
import type { Scan } from "../scan-file.js";

const MAGIC = Buffer.from("IRRSCAN1");
/** Cells along a side of a tile: few bytes for one cell, and few tiles for a disc. */
const SIDE = 64;
/** W/m²: far finer than any retrieval. A finer one would store noise: with a tenth a scan takes half as much again. */
const RESOLUTION = 0.5;
const MISSING = -32768;
const LARGEST_HEAD = 1024 * 1024;
/** Rows of tiles that are packed at a time. */
const AT_ONCE = 8;
const pack = promisify(deflateRaw);

interface Head {
  readonly satellite: string;
  readonly start: number;
  readonly grid: GridDefinition;
  readonly columns: readonly WeatherColumn[];
  readonly dataset: string;
  readonly notices: readonly string[];
  readonly licence: string;
  readonly attribution: string;
  /** Which published file it was made from, and which version of it: what is here need not be fetched again. */
  readonly from?: string | undefined;
}

export interface OpenedHead extends Head {
  /** Where in the file the ends of tiles are, and where the first tile begins. */
  readonly ends: number;
  readonly tiles: number;
}

/** Reads bytes of the file; fewer where it ends. */
export type ReadAt = (offset: number, length: number) => Uint8Array;

const tilesOf = ({ rows, columns }: GridDefinition) => ({
  down: Math.ceil(rows / SIDE),
  across: Math.ceil(columns / SIDE),
});

/** Writes a scan. @param file new and empty */
async function writeScan(file: NewFile, scan: Scan, from?: string): Promise<void> {
  const { grid, satellite, start, dataset, notices, licence, attribution, lineTimes } = scan;
  const columns = Object.keys(scan.columns) as WeatherColumn[];
  const facts = { satellite, start, dataset, notices, licence, attribution };
  const head: Head = { ...facts, grid: grid.definition, columns, from };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const { down, across } = tilesOf(grid.definition);
  const tiles: Uint8Array[] = [];
  for (let from = 0; from < down; from += AT_ONCE) {
    const work: Promise<Uint8Array>[] = [];
    for (let row = from; row < Math.min(down, from + AT_ONCE); row++) {
      for (let column = 0; column < across; column++) {
        const values = columns.map((name) => scan.columns[name] as Float32Array);
        work.push(pack(tileBytes(values, lineTimes, start, grid.definition, row, column), { level: 1 }));
      }
    }
    tiles.push(...(await Promise.all(work)));
  }
  const ends = new Uint32Array(tiles.length);
  let end = 0;
  for (const [k, tile] of tiles.entries()) ends[k] = end += SUM_BYTES + tile.length;
  const table = new Uint8Array(ends.buffer);
  await file.write(Buffer.concat([MAGIC, length, json, sumOf(json), table, sumOf(table)]));
  for (let from = 0; from < tiles.length; from += 4096) {
    await file.write(Buffer.concat(tiles.slice(from, from + 4096).flatMap((tile) => [sumOf(tile), tile])));
  }
}

function tileBytes(
  values: readonly Float32Array[],
  lineTimes: Float64Array,
  start: number,
  { rows, columns }: GridDefinition,
  down: number,
  across: number,
): Uint8Array {
  const [top, left] = [down * SIDE, across * SIDE];
  const [height, width] = [Math.min(SIDE, rows - top), Math.min(SIDE, columns - left)];
  const moments = new Int32Array(height);
  for (let row = 0; row < height; row++) moments[row] = Math.round(lineTimes[top + row]! - start);
  const count = height * width;
  const planes = new Uint8Array(2 * values.length * count);
  for (const [k, column] of values.entries()) {
    let at = 2 * k * count;
    let above = 0;
    for (let row = 0; row < height; row++) {
      const from = (top + row) * columns + left;
      let before = above;
      for (let cell = from; cell < from + width; cell++, at++) {
        const value = stored(column[cell]!);
        const difference = value - before;
        planes[at] = difference;
        planes[at + count] = difference >> 8;
        before = value;
        if (cell === from) above = value;
      }
    }
  }
  return Buffer.concat([new Uint8Array(moments.buffer), planes]);
}

function stored(value: number): number {
  const whole = Math.round(value / RESOLUTION);
  return whole > MISSING && whole <= 32767 ? whole : MISSING;
}

/** @throws Error for what is no scan, or torn or damaged */
export function readHead(read: ReadAt): OpenedHead {
  const begin = read(0, MAGIC.length + 4);
  if (begin.length < MAGIC.length + 4 || !MAGIC.equals(begin.subarray(0, MAGIC.length)))
    throw new Error("it is not a scan");
  const length = viewOf(begin).getUint32(MAGIC.length, true);
  if (length > LARGEST_HEAD) throw new Error("its head is damaged");
  const json = summed(read(begin.length, length + SUM_BYTES), length, "head");
  const head = JSON.parse(Buffer.from(json).toString()) as Head;
  const { down, across } = tilesOf(head.grid);
  const ends = begin.length + length + SUM_BYTES;
  return { ...head, ends, tiles: ends + 4 * down * across + SUM_BYTES };
}

interface CellOfScan {
  /** Unix ms at which it was seen. */
  readonly time: number;
  /** As the head's columns; NaN where there is no value. */
  readonly values: readonly number[];
}

/** @throws Error for a damaged tile */
export function readCell(read: ReadAt, head: OpenedHead, cell: number): CellOfScan {
  const { rows, columns } = head.grid;
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const [down, across] = [Math.floor(row / SIDE), Math.floor(column / SIDE)];
  const [height, width] = [Math.min(SIDE, rows - down * SIDE), Math.min(SIDE, columns - across * SIDE)];
  const number = down * tilesOf(head.grid).across + across;
  const [start, end] = extentOf(read, head, number);
  const size = 4 * height + 2 * head.columns.length * height * width;
  const packed = summed(read(head.tiles + start, end - start), undefined, "tile");
  const bytes = inflateRawSync(packed, { maxOutputLength: size });
  if (bytes.length !== size) throw new Error("a tile of it is damaged");
  const view = viewOf(bytes);
  const [rowInside, columnInside] = [row % SIDE, column % SIDE];
  return {
    time: head.start + view.getInt32(4 * rowInside, true),
    values: head.columns.map((_, k) => {
      const own = bytes.subarray(4 * height + 2 * k * height * width);
      const value = valueIn(own, height, width, rowInside, columnInside);
      return value === MISSING ? Number.NaN : value * RESOLUTION;
    }),
  };
}

/** Down the first column of a tile, then along the row. */
function valueIn(planes: Uint8Array, height: number, width: number, row: number, column: number): number {
  const count = height * width;
  let sum = 0;
  for (let at = 0; at <= row * width; at += width) sum += planes[at]! + (planes[at + count]! << 8);
  for (let at = row * width + 1; at <= row * width + column; at++) sum += planes[at]! + (planes[at + count]! << 8);
  return (sum << 16) >> 16;
}

/** The table is long: of its sum nothing is asked here, as the tile has one of its own. */
function extentOf(read: ReadAt, head: OpenedHead, number: number): readonly [number, number] {
  const first = Math.max(0, number - 1);
  const bytes = read(head.ends + 4 * first, 4 * (number - first + 1));
  if (bytes.length < 4 * (number - first + 1)) throw new Error("it is cut off");
  const view = viewOf(bytes);
  const start = number === 0 ? 0 : view.getUint32(0, true);
  const end = view.getUint32(bytes.length - 4, true);
  if (end <= start || end - start > 4 * SIDE * SIDE * 8) throw new Error("its table of tiles is damaged");
  return [start, end];
}

/** Bytes that agree with their sum: before them, or behind so many. */
function summed(bytes: Uint8Array, length: number | undefined, what: string): Uint8Array {
  const [content, sum] =
    length === undefined
      ? [bytes.subarray(SUM_BYTES), bytes.subarray(0, SUM_BYTES)]
      : [bytes.subarray(0, length), bytes.subarray(length, length + SUM_BYTES)];
  if (!Buffer.from(sum).equals(sumOf(content))) throw new Error(`its ${what} is damaged`);
  return content;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

// A folder of scans: each an immutable file that is there as a whole or not at all. The list of names is all there is to know: the time
// and the satellite of a scan, and its revision, so that a scan that comes again replaces what came before it.

export interface ScanEntry {
  readonly file: string;
  /** Nominal start, Unix ms. */
  readonly start: number;
  readonly satellite: string;
  /** Rises with each that is put. */
  readonly revision: number;
}

/** "20260621T1200Z_GOES-19_0018f3a1b2c3.scan" */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z_([\w-]{1,40})_([0-9a-f]{12})\.scan$/;
const DRAFT = /^draft-[0-9a-f]{16}\.tmp$/;

export function entryOf(file: string): ScanEntry | undefined {
  const parts = NAME.exec(file);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute] = parts.slice(1, 6).map(Number) as [number, number, number, number, number];
  const start = Date.UTC(year, month - 1, day, hour, minute);
  return { file, start, satellite: parts[6]!, revision: Number.parseInt(parts[7]!, 16) };
}

/** The scans of a folder, by time and then by revision; none where there is no folder. @throws ArchiveError */
export async function scansIn(folder: string, disk: Disk = nodeDisk): Promise<readonly ScanEntry[]> {
  const names = await disk.list(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `${folder} cannot be listed: ${messageOf(cause)}`, { cause });
  });
  return names
    .flatMap((name) => entryOf(name) ?? [])
    .sort((a, b) => a.start - b.start || a.revision - b.revision || (a.file < b.file ? -1 : 1));
}

/** Whether a folder has scans: so a path alone names it. */
export async function isScanFolder(folder: string): Promise<boolean> {
  const names = await nodeDisk.list(folder).catch(() => []);
  return names.some((name) => NAME.test(name));
}

export interface ScanFolder {
  /**
   * Puts a scan: when it resolves it is on the disk, and replaces those of its time, satellite and columns.
   *
   * @param from the published file that it was made from
   * @throws ArchiveError `ERR_ARCHIVE_NOT_WRITTEN`: nothing of it is there
   */
  put(scan: Scan, from?: string): Promise<ScanEntry>;
  /** Removes scans that began before a time, and what a crash left. @returns how many */
  tidy(before: number): Promise<number>;
}

/** For the one who feeds it. @param now the clock, Unix ms: revisions come from it */
export async function scanFolderAt(folder: string, now: () => number, disk: Disk = nodeDisk): Promise<ScanFolder> {
  await makeFolder(folder);
  let last = (await scansIn(folder, disk)).reduce((most, { revision }) => Math.max(most, revision), 0);
  return {
    async put(scan, from) {
      const draft = join(folder, `draft-${randomBytes(8).toString("hex")}.tmp`);
      // A clock that was put back must not let an older scan win.
      last = Math.max(last + 1, Math.floor(now()));
      const file = nameOf(scan, last);
      try {
        const opened = await disk.create(draft);
        try {
          await writeScan(opened, scan, from);
          await opened.sync();
        } finally {
          await opened.close();
        }
        await disk.rename(draft, join(folder, file));
        await disk.syncFolder(folder);
      } catch (cause) {
        await disk.remove(draft).catch(() => {});
        const text = `the scan of ${new Date(scan.start).toISOString()} could not be written to ${folder}: ${messageOf(cause)}`;
        throw new ArchiveError("ERR_ARCHIVE_NOT_WRITTEN", text, { cause });
      }
      return entryOf(file)!;
    },
    async tidy(before) {
      const old = (await scansIn(folder, disk)).filter(({ start }) => start < before).map(({ file }) => file);
      const drafts = (await disk.list(folder)).filter((name) => DRAFT.test(name));
      for (const file of [...old, ...drafts]) await disk.remove(join(folder, file)).catch(() => {});
      return old.length;
    },
  };
}

/** Days that are kept unless another number is asked for: realtime reaches back seven. */
export const KEEP_DAYS = 10;

/** The time before which scans are removed. */
export function keptFrom(now: number, days: number): number {
  return now - days * DAY;
}

function nameOf({ start, satellite }: Scan, revision: number): string {
  const time = new Date(start).toISOString().replace(/[-:]/g, "");
  const stamp = time.replace(/^(\d{8}T\d{4}).*$/, "$1Z");
  return `${stamp}_${satellite.replace(/[^\w-]/g, "-")}_${revision.toString(16).padStart(12, "0")}.scan`;
}

// A file of a folder of scans, opened for a few small reads.

/** By synchronous reads: of a local file two of them cost less than a turn of the loop each. */
export function withFile<T>(path: string, work: (read: ReadAt) => T): T {
  const fd = openSync(path, "r");
  try {
    return work((offset, length) => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
    });
  } finally {
    closeSync(fd);
  }
}

/** The published files, by version, that the scans of a folder were made from, with the scans' times; damaged ones are made again. */
export function madeFrom(folder: string, scans: readonly ScanEntry[]): ReadonlyMap<string, number> {
  const sources = scans.flatMap(({ file, start }): (readonly [string, number])[] => {
    try {
      const { from } = withFile(join(folder, file), readHead);
      return from === undefined ? [] : [[from, start]];
    } catch {
      return [];
    }
  });
  return new Map(sources);
}
