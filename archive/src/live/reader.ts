import { join } from "node:path";
import { DAY } from "irradiance-engine/internal/shared";
import { inTurns } from "../budget.js";
import { type Disk, nodeDisk } from "../bytes/disk-cache.js";
import { ArchiveError, messageOf } from "../errors.js";
import type { Period } from "../source.js";
import { type Cells, monthStart, readCells, restore, scaleOf } from "./cells.js";
import { MANIFEST, type Manifest, readManifest, type SegmentEntry } from "./manifest.js";
import { find } from "./segment.js";
import { Segments } from "./segments.js";

interface LiveReader {
  /** The newest state: never older than one that was given before. @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` */
  snapshot(): Promise<Snapshot>;
}

export const CACHE_BYTES = 32 * 1024 * 1024;

export function readerOf(folder: string, cacheBytes = CACHE_BYTES, disk: Disk = nodeDisk): LiveReader {
  const segments = new Segments(disk, folder, cacheBytes);
  let newest: Snapshot | undefined;
  let identity: string | undefined;
  let running: Promise<Snapshot> | undefined;
  let next: Promise<Snapshot> | undefined;

  const look = async (): Promise<Snapshot> => {
    const seen = await identityOf(disk, folder);
    if (newest !== undefined && seen === identity) return newest;
    const manifest = await readManifest(disk, folder);
    const { store, cells } = manifest;
    const before = newest?.manifest.store === store ? newest : undefined;
    if (before !== undefined && before.manifest.version > manifest.version) {
      const text = `the live store ${folder} went back from version ${before.manifest.version} to ${manifest.version}`;
      throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", `${text}: a copy has replaced it; restart to use it`, {
        kind: "unusable",
      });
    }
    const isSameList = before?.manifest.cells.file === cells.file;
    const places: Cells = isSameList ? before.cells : await readCells(disk, folder, cells);
    segments.keepOnly(manifest.segments);
    newest = snapshotOf({ ...manifest, segments: shared(manifest.segments, before) }, places, segments);
    identity = seen;
    return newest;
  };

  const start = (): Promise<Snapshot> => {
    next = undefined;
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    snapshot() {
      if (next !== undefined) return next;
      if (running === undefined) return start();
      // A look that is under way may have been too early for the caller: it is followed by one for all who wait.
      next = running.then(start, start);
      return next;
    },
  };
}

/** Entries are the same objects in all snapshots that have them: many snapshots may be held at a time. */
function shared(entries: readonly SegmentEntry[], before: Snapshot | undefined): SegmentEntry[] {
  const known = new Map(before?.manifest.segments.map((entry) => [entry.file, entry]));
  return entries.map((entry) => known.get(entry.file) ?? entry);
}

async function identityOf(disk: Disk, folder: string): Promise<string> {
  try {
    return await disk.identity(join(folder, MANIFEST));
  } catch (cause) {
    const text = `${folder} is not a live store or cannot be read: ${messageOf(cause)}`;
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", text, { cause, kind: "not there" });
  }
}

// A store as it was after one update: whatever a writer does meanwhile, it stays the same.

/** When a cell has values. */
export interface Cover {
  /** Of the newest update that reached it. */
  readonly version: number;
  /** Rows [first, end) enclose all values. */
  readonly first: number;
  readonly end: number;
  /** Indices of the store's columns with any value. */
  readonly columns: readonly number[];
  /** Days with any value, cut at the first and the last value: ascending, apart from one another; in ms. */
  readonly days: readonly Period[];
}

export interface Snapshot {
  readonly manifest: Manifest;
  readonly cells: Cells;
  /** Undefined for a cell without any value. @throws ArchiveError for a damaged segment */
  cover(cell: number): Promise<Cover | undefined>;
  /**
   * Rows [from, to) of columns, NaN where there is no value.
   *
   * @param willRead called with the number of bytes before they are read from the disk
   * @throws ArchiveError for a damaged segment
   */
  read(
    cell: number,
    from: number,
    to: number,
    columns: readonly number[],
    willRead?: (bytes: number) => void,
  ): Promise<Float64Array[]>;
}

/** Segments that are read at once. */
const READS = 8;

function snapshotOf(manifest: Manifest, cells: Cells, segments: Segments): Snapshot {
  const { description } = manifest;
  const step = description.step * 1000;
  const scales = description.columns.map(scaleOf);
  return {
    manifest,
    cells,
    async cover(cell) {
      let [version, first, end, mask] = [0, Number.POSITIVE_INFINITY, 0, 0];
      const months = new Map<number, number>();
      for (const entry of manifest.segments) {
        if (!mayHave(entry, cell)) continue;
        const directory = await segments.directory(entry);
        const at = find(directory, cell);
        if (at < 0) continue;
        const ownEnd = directory.end[at]!;
        if (ownEnd === 0) continue;
        version = Math.max(version, entry.version);
        first = Math.min(first, entry.start + directory.first[at]!);
        end = Math.max(end, entry.start + ownEnd);
        mask |= directory.columns[at]!;
        const month = monthStart(entry.start * step);
        months.set(month, (months.get(month) ?? 0) | directory.days[at]!);
      }
      if (end === 0) return undefined;
      const columns = [...description.columns.keys()].filter((column) => (mask >>> column) & 1);
      return { version, first, end, columns, days: clipped(periodsOf(months), first * step, end * step) };
    },
    async read(cell, from, to, columns, willRead) {
      const values = columns.map(() => new Float64Array(Math.max(0, to - from)).fill(Number.NaN));
      const overlapping = manifest.segments.filter((entry) => {
        return mayHave(entry, cell) && entry.start < to && entry.start + entry.rows > from;
      });
      // Read side by side, laid one over the other in their order.
      const read = await inTurns(overlapping, READS, (entry) => segments.cell(entry, cell, willRead));
      overlapping.forEach((entry, at) => {
        const stored = read[at];
        if (stored === undefined) return;
        const start = Math.max(from, entry.start);
        const end = Math.min(to, entry.start + entry.rows);
        columns.forEach((column, k) => {
          const place = entry.columns.indexOf(column);
          if (place < 0) return;
          const offset = place * entry.rows - entry.start;
          restore(stored.subarray(offset + start, offset + end), scales[column]!, values[k]!, start - from);
        });
      });
      return values;
    },
  };
}

function mayHave({ lowestCell, highestCell }: SegmentEntry, cell: number): boolean {
  return lowestCell <= cell && cell <= highestCell;
}

/** @param months days as bits, by the start of their month */
function periodsOf(months: ReadonlyMap<number, number>): Period[] {
  const periods: { start: number; end: number }[] = [];
  for (const [month, days] of [...months].sort(([a], [b]) => a - b)) {
    for (let day = 0; day < 31; day++) {
      if (((days >>> day) & 1) === 0) continue;
      const start = month + day * DAY;
      const before = periods.at(-1);
      if (before?.end === start) before.end = start + DAY;
      else periods.push({ start, end: start + DAY });
    }
  }
  return periods;
}

function clipped(periods: readonly Period[], first: number, last: number): Period[] {
  return periods.map(({ start, end }) => ({ start: Math.max(start, first), end: Math.min(end, last) }));
}
