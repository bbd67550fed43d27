/** Segments as they are read: directories stay in memory while the store lists them, blocks as long as there is room. */
import { join } from "node:path";
import { SUM_BYTES, sumOf, sumText } from "../bytes/checksum.js";
import type { Disk } from "../bytes/disk.js";
import { ArchiveError, messageOf } from "../errors.js";
import type { SegmentEntry } from "./manifest.js";
import {
  cellsPerBlock,
  type Directory,
  decodeDirectory,
  directoryBytes,
  find,
  firstFrom,
  valuesOfCell,
} from "./segment.js";

export interface Segments {
  /** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a file that is damaged, `ERR_ARCHIVE_CHANGED` for one that is gone */
  directory(entry: SegmentEntry): Promise<Directory>;
  /**
   * The values of a cell, column by column; undefined if it is not in the segment.
   *
   * @param willRead called with the number of bytes before they are read from the disk
   * @throws as `directory`
   */
  cell(entry: SegmentEntry, cell: number, willRead?: (bytes: number) => void): Promise<Int16Array | undefined>;
  /** The same for all cells from `lowest` to `highest`, ascending: `visit` is told where in `values` those of a cell begin. */
  cells(
    entry: SegmentEntry,
    lowest: number,
    highest: number,
    visit: (cell: number, values: Int16Array, at: number) => void,
  ): Promise<void>;
  /** Forgets the directories of all segments but these. */
  keepOnly(entries: readonly SegmentEntry[]): void;
}

/** @param most bytes of blocks that are kept */
export function segmentsOf(disk: Disk, folder: string, most: number): Segments {
  const directories = new Map<string, Promise<Directory>>();
  const blocks = blockCache(most);

  const readDirectory = async (entry: SegmentEntry): Promise<Directory> => {
    const length = directoryBytes(entry.cells, cellsPerBlock(entry));
    const bytes = await readPart(entry, entry.bytes - length, length);
    if (sumText(bytes) !== entry.sum) throw damaged(entry, "its directory's checksum differs");
    return decodeDirectory(bytes, entry.cells);
  };

  const readPart = async (entry: SegmentEntry, offset: number, length: number): Promise<Uint8Array> => {
    try {
      return await disk.read(join(folder, entry.file), offset, length);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") {
        const text = `the live store's segment ${entry.file} is gone: it was removed, or replaced since it was offered`;
        throw new ArchiveError("ERR_ARCHIVE_CHANGED", text, { cause });
      }
      throw damaged(entry, messageOf(cause), cause);
    }
  };

  const directory = (entry: SegmentEntry): Promise<Directory> => {
    // By its checksum: a store that was made anew has the same names.
    const known = directories.get(entry.sum);
    if (known !== undefined) return known;
    const reading = readDirectory(entry);
    directories.set(entry.sum, reading);
    // What failed is tried again: a disk may recover.
    reading.catch(() => directories.delete(entry.sum));
    return reading;
  };

  const known = (entry: SegmentEntry, block: number) => blocks.get(keyOf(entry, block));

  const readBlock = async (
    entry: SegmentEntry,
    index: Directory,
    block: number,
    willRead?: (bytes: number) => void,
  ): Promise<Int16Array> => {
    const perBlock = cellsPerBlock(entry);
    const bytesPerCell = valuesOfCell(entry) * 2;
    const length = Math.min(perBlock, entry.cells - block * perBlock) * bytesPerCell;
    willRead?.(length);
    const bytes = await readPart(entry, block * perBlock * bytesPerCell, length);
    const sum = index.sums.subarray(block * SUM_BYTES, (block + 1) * SUM_BYTES);
    if (Buffer.compare(sumOf(bytes), sum) !== 0) throw damaged(entry, `the checksum of block ${block} differs`);
    const values = new Int16Array(bytes.buffer, bytes.byteOffset, length / 2);
    blocks.set(keyOf(entry, block), values);
    return values;
  };

  return {
    directory,
    async cell(entry, cell, willRead) {
      const index = await directory(entry);
      const at = find(index, cell);
      if (at < 0) return undefined;
      const perBlock = cellsPerBlock(entry);
      const size = valuesOfCell(entry);
      const block = Math.floor(at / perBlock);
      const values = known(entry, block) ?? (await readBlock(entry, index, block, willRead));
      const inBlock = (at - block * perBlock) * size;
      return values.subarray(inBlock, inBlock + size);
    },
    async cells(entry, lowest, highest, visit) {
      const index = await directory(entry);
      const perBlock = cellsPerBlock(entry);
      const size = valuesOfCell(entry);
      const end = firstFrom(index, highest + 1);
      for (let at = firstFrom(index, lowest); at < end; ) {
        const block = Math.floor(at / perBlock);
        const values = known(entry, block) ?? (await readBlock(entry, index, block));
        for (const blockEnd = Math.min(end, (block + 1) * perBlock); at < blockEnd; at++) {
          visit(index.cells[at]!, values, (at - block * perBlock) * size);
        }
      }
    },
    keepOnly(entries) {
      const kept = new Set(entries.map(({ sum }) => sum));
      for (const sum of directories.keys()) if (!kept.has(sum)) directories.delete(sum);
    },
  };
}

/** By its checksum, as directories are. */
function keyOf({ sum }: SegmentEntry, block: number): string {
  return `${sum} ${block}`;
}

function damaged({ file }: SegmentEntry, what: string, cause?: unknown): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_UNREADABLE", `the live store's segment ${file} is damaged: ${what}`, { cause });
}

/** The least recently used blocks are dropped first. */
function blockCache(most: number) {
  const kept = new Map<string, Int16Array>();
  let bytes = 0;
  return {
    get(key: string): Int16Array | undefined {
      const values = kept.get(key);
      if (values === undefined) return undefined;
      // A Map keeps the order of insertion: the first is the least recently used.
      kept.delete(key);
      kept.set(key, values);
      return values;
    },
    set(key: string, values: Int16Array): void {
      bytes += values.byteLength - (kept.get(key)?.byteLength ?? 0);
      kept.set(key, values);
      for (const [oldest, { byteLength }] of kept) {
        if (bytes <= most) break;
        kept.delete(oldest);
        bytes -= byteLength;
      }
    },
  };
}
