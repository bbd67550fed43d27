/** What of a store cannot be read any more, found by reading all of it. */
import { messageOf } from "../errors.js";
import type { Manifest, SegmentEntry } from "./manifest.js";
import { cellsPerBlock } from "./segment.js";
import type { Segments } from "./segments.js";

/** @experimental */
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
