/** Several segments as one, with the values that hold: those of the later segments, as far as they have any. */
import type { NewFile } from "./disk.js";
import type { SegmentEntry } from "./manifest.js";
import { type Shape, valuesOfCell, writeSegment } from "./segment.js";
import type { Segments } from "./segments.js";
import { MISSING } from "./stored.js";

/** @param entries in the order of the manifest, all in one month */
export async function mergeSegments(
  file: NewFile,
  entries: readonly SegmentEntry[],
  segments: Segments,
  step: number,
): Promise<Shape & { bytes: number; sum: Uint8Array }> {
  const shape = await hullOf(entries, segments);
  const size = valuesOfCell(shape);
  const written = await writeSegment(file, shape, step, async (from, to, block) => {
    for (let at = from; at < to; at++) {
      const target = block.subarray((at - from) * size, (at - from + 1) * size);
      for (const entry of entries) {
        const values = await segments.cell(entry, shape.cells[at]!);
        if (values !== undefined) lay(values, entry, target, shape);
      }
    }
  });
  return { ...shape, ...written };
}

async function hullOf(entries: readonly SegmentEntry[], segments: Segments): Promise<Shape> {
  const cells = new Set<number>();
  for (const entry of entries) for (const cell of (await segments.directory(entry)).cells) cells.add(cell);
  const start = Math.min(...entries.map((entry) => entry.start));
  const end = Math.max(...entries.map((entry) => entry.start + entry.rows));
  const columns = [...new Set(entries.flatMap((entry) => entry.columns))].sort((a, b) => a - b);
  return { start, rows: end - start, columns, cells: Uint32Array.from(cells).sort() };
}

function lay(values: Int16Array, from: SegmentEntry, target: Int16Array, to: Shape): void {
  from.columns.forEach((column, k) => {
    const at = to.columns.indexOf(column) * to.rows + from.start - to.start;
    for (let row = 0; row < from.rows; row++) {
      const value = values[k * from.rows + row]!;
      if (value !== MISSING) target[at + row] = value;
    }
  });
}
