/** A square of the surface with its maximum pyramid. */

/** Cells (the squares between four samples) along a chunk's side. */
export const CHUNK = 256;
/** Samples along its side: the last row and column are the next chunk's first. */
export const CHUNK_SAMPLES = CHUNK + 1;
/** Blocks of a level are 2^SHIFT × 2^SHIFT of the level below; level 0 are the cells themselves, TOP is the chunk. */
export const SHIFT = 2;
export const TOP = 4;
/** Number of blocks of each level along a chunk's side, and the level's offset in `pyramid`. */
export const LEVEL_SIDE = Int32Array.from({ length: TOP + 1 }, (_, level) => CHUNK >> (level * SHIFT));
export const LEVEL_START = new Int32Array(TOP + 1);
for (let level = 2; level <= TOP; level++) {
  LEVEL_START[level] = LEVEL_START[level - 1]! + LEVEL_SIDE[level - 1]! * LEVEL_SIDE[level - 1]!;
}
const PYRAMID_LENGTH = LEVEL_START[TOP]! + 1;

export interface Chunk {
  /** CHUNK_SAMPLES² heights in metres, row by row; NaN = no data. */
  readonly heights: Float32Array;
  /** Largest height of each block's samples, including its edges; −Infinity if there is none. */
  readonly pyramid: Float32Array;
  readonly summary: ChunkSummary;
  readonly extent: Extent;
}

/** The smallest rectangle around the samples that have heights, first and last included. */
export interface Extent {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
  /** Whether all samples in it have heights, as at the edge of a file: a straight line then has its data in one run. */
  readonly isFull: boolean;
}

/** Data of a chunk that are kept permanently. */
export interface ChunkSummary {
  readonly highest: number;
  readonly cover: "none" | "part" | "whole";
}

export const EMPTY: ChunkSummary = { highest: Number.NEGATIVE_INFINITY, cover: "none" };

export function chunkBytes(chunk: Chunk): number {
  return chunk.heights.byteLength + chunk.pyramid.byteLength;
}

export function makeChunk(heights: Float32Array): Chunk {
  const pyramid = new Float32Array(PYRAMID_LENGTH).fill(Number.NEGATIVE_INFINITY);
  raiseFromSamples(heights, pyramid);
  for (let level = 2; level <= TOP; level++) raiseFromBlocks(pyramid, level);
  const { extent, present } = extentOf(heights);
  const cover = present === heights.length ? "whole" : present === 0 ? "none" : "part";
  return { heights, pyramid, summary: { highest: pyramid[PYRAMID_LENGTH - 1]!, cover }, extent };
}

function extentOf(heights: Float32Array): { readonly extent: Extent; readonly present: number } {
  let [west, east, north, south, present] = [CHUNK_SAMPLES, -1, CHUNK_SAMPLES, -1, 0];
  for (let row = 0, i = 0; row < CHUNK_SAMPLES; row++) {
    for (let column = 0; column < CHUNK_SAMPLES; column++, i++) {
      if (Number.isNaN(heights[i]!)) continue;
      present++;
      if (column < west) west = column;
      if (column > east) east = column;
      if (row < north) north = row;
      south = row;
    }
  }
  const isFull = present === (east - west + 1) * (south - north + 1);
  return { extent: { west, east, north, south, isFull }, present };
}

/** Level 1: a block of n × n cells has (n + 1) × (n + 1) samples. */
function raiseFromSamples(heights: Float32Array, pyramid: Float32Array): void {
  const side = LEVEL_SIDE[1]!;
  const width = CHUNK / side;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      let highest = Number.NEGATIVE_INFINITY;
      for (let r = 0; r <= width; r++) {
        const start = (row * width + r) * CHUNK_SAMPLES + column * width;
        // NaN is never larger.
        for (let c = 0; c <= width; c++) if (heights[start + c]! > highest) highest = heights[start + c]!;
      }
      pyramid[LEVEL_START[1]! + row * side + column] = highest;
    }
  }
}

function raiseFromBlocks(pyramid: Float32Array, level: number): void {
  const side = LEVEL_SIDE[level]!;
  const below = LEVEL_SIDE[level - 1]!;
  const from = LEVEL_START[level - 1]!;
  for (let row = 0; row < below; row++) {
    for (let column = 0; column < below; column++) {
      const at = LEVEL_START[level]! + (row >> SHIFT) * side + (column >> SHIFT);
      pyramid[at] = Math.max(pyramid[at]!, pyramid[from + row * below + column]!);
    }
  }
}
