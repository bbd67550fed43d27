import type { ByteCache } from "./cache.js";
import { CHUNK } from "./chunk.js";
import { type Layer, type Placed, readChunk } from "./layer.js";

/** Overlaps smaller than this share of a file are seams, which are compared when they are read. */
const LEAST_SHARE = 0.02;
/** Comparing reads data: at most this much when files are opened. */
const MOST_COMPARED = 32;

/**
 * Reads one chunk in the middle of each large overlap, because reading compares samples.
 *
 * @throws TerrainError if two files contradict each other there
 */
export async function checkOverlaps(layers: readonly Layer[], cache: ByteCache): Promise<void> {
  let compared = 0;
  for (const layer of layers) {
    for (const [column, row] of middles(layer.placed)) {
      if (compared++ >= MOST_COMPARED) return;
      await readChunk(layer, Math.floor(column / CHUNK), Math.floor(row / CHUNK), cache);
    }
  }
}

/** Middles of large overlaps, by a sweep over the files from left to right. */
function* middles(placed: readonly Placed[]): Generator<[column: number, row: number]> {
  const sorted = [...placed].sort((a, b) => a.column - b.column);
  for (const [i, a] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length && sorted[k]!.column < a.column + a.raster.width; k++) {
      const b = sorted[k]!;
      const right = Math.min(a.column + a.raster.width, b.column + b.raster.width);
      const top = Math.max(a.row, b.row);
      const bottom = Math.min(a.row + a.raster.height, b.row + b.raster.height);
      const overlap = (right - b.column) * Math.max(bottom - top, 0);
      const smaller = Math.min(a.raster.width * a.raster.height, b.raster.width * b.raster.height);
      if (overlap > LEAST_SHARE * smaller) yield [(b.column + right) / 2, (top + bottom) / 2];
    }
  }
}
