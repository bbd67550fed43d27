/** Several segments as one, with the values that hold: those of the later segments, as far as they have any. */
import type { NewFile } from "../bytes/disk.js";
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
    const { cells } = shape;
    for (const entry of entries) {
      const lay = layer(entry, shape, block);
      let at = from;
      await segments.cells(entry, cells[from]!, cells[to - 1]!, (cell, values, offset) => {
        while (cells[at] !== cell) at++;
        lay(values, offset, (at - from) * size);
      });
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

/** Lays the values of a cell, from `offset` on, over those of a block, from `target` on. */
function layer(from: SegmentEntry, to: Shape, block: Int16Array) {
  const shift = from.start - to.start;
  const columns = from.columns.map((column) => to.columns.indexOf(column) * to.rows + shift);
  const { rows } = from;
  return (values: Int16Array, offset: number, target: number): void => {
    for (let k = 0; k < columns.length; k++) {
      const [source, goal] = [offset + k * rows, target + columns[k]!];
      for (let row = 0; row < rows; row++) {
        const value = values[source + row]!;
        if (value !== MISSING) block[goal + row] = value;
      }
    }
  };
}
