/** A square of the surface with its maximum pyramid, the files that it is made of, and the memory that keeps both. */

import { type Lru, lruOf } from "../../../foundation/cache/lru.js";
import type { Projection } from "../crs/crs.js";

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

/**
 * Bilinear height at a point of a chunk (columns and rows from its first sample). If samples are missing, the others
 * count by their weights, provided that the nearest one is present (its weight is never below 1/4); else NaN.
 */
export function heightAt(heights: Float32Array, x: number, y: number): number {
  const column = Math.min(Math.max(Math.floor(x), 0), CHUNK - 1);
  const row = Math.min(Math.max(Math.floor(y), 0), CHUNK - 1);
  const at = row * CHUNK_SAMPLES + column;
  const u = x - column;
  const v = y - row;
  const h00 = heights[at]!;
  const h10 = heights[at + 1]!;
  const h01 = heights[at + CHUNK_SAMPLES]!;
  const h11 = heights[at + CHUNK_SAMPLES + 1]!;
  const whole = (h00 * (1 - u) + h10 * u) * (1 - v) + (h01 * (1 - u) + h11 * u) * v;
  return Number.isNaN(whole) ? partial(h00, h10, h01, h11, u, v) : whole;
}

function partial(h00: number, h10: number, h01: number, h11: number, u: number, v: number): number {
  const nearest = v < 0.5 ? (u < 0.5 ? h00 : h10) : u < 0.5 ? h01 : h11;
  if (Number.isNaN(nearest)) return Number.NaN;
  const { sum, weight } = weigh(h00, h10, h01, h11, u, v);
  return sum / weight;
}

function weigh(h00: number, h10: number, h01: number, h11: number, u: number, v: number) {
  let sum = 0;
  let weight = 0;
  const add = (height: number, share: number) => {
    if (Number.isNaN(height)) return;
    sum += height * share;
    weight += share;
  };
  add(h00, (1 - u) * (1 - v));
  add(h10, u * (1 - v));
  add(h01, (1 - u) * v);
  add(h11, u * v);
  return { sum, weight };
}

/** Contribution of a chunk's samples to a point: Σ weight × height and Σ weight, bilinear; weight 1 if none is missing. */
export function contributionAt(heights: Float32Array, x: number, y: number): { sum: number; weight: number } {
  const column = Math.min(Math.max(Math.floor(x), 0), CHUNK - 1);
  const row = Math.min(Math.max(Math.floor(y), 0), CHUNK - 1);
  const at = row * CHUNK_SAMPLES + column;
  const below = at + CHUNK_SAMPLES;
  return weigh(heights[at]!, heights[at + 1]!, heights[below]!, heights[below + 1]!, x - column, y - row);
}

/** Whether the sample nearest to a point of a chunk has a height. */
export function hasHeight(heights: Float32Array, x: number, y: number): boolean {
  const column = Math.min(Math.max(Math.round(x), 0), CHUNK);
  const row = Math.min(Math.max(Math.round(y), 0), CHUNK);
  return !Number.isNaN(heights[row * CHUNK_SAMPLES + column]!);
}

/** From sample (column, row) to the system's coordinates: x = x0 + xColumn·c + xRow·r, y likewise. */
export interface Affine {
  readonly x0: number;
  readonly y0: number;
  readonly xColumn: number;
  readonly xRow: number;
  readonly yColumn: number;
  readonly yRow: number;
}

/** One file of elevations. Sample (0, 0) is a point: the centre of its pixel, whatever the file's convention. */
export interface Raster {
  readonly file: string;
  /** Distinguishes its samples in the cache: the file, its version, its overview. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly grid: Affine;
  readonly projection: Projection;
  /** Samples are read in units of this size (truncated at the right and at the bottom), which suits the file's layout. */
  readonly unitWidth: number;
  readonly unitHeight: number;
  /** Whether any other file's samples take precedence. Default: false. */
  readonly yields?: boolean | undefined;
  /** Elevations in metres of one unit, row by row, NaN = no data. */
  readUnit(column: number, row: number): Promise<Float32Array>;
}

/** Limits of heights on Earth, including the sea floor: beyond them are undeclared fill values. */
const LOWEST = -12_000;
const HIGHEST = 9_500;
const FILL = -9999;
const SMALLEST_INT16 = -32768;

/** Writes NaN for missing elevations; `scale` and `offset` convert stored values to metres. */
export function clean(heights: Float32Array, noData: number | undefined, scale = 1, offset = 0): Float32Array {
  const fill = noData === undefined ? Number.NaN : Math.fround(noData);
  for (let i = 0; i < heights.length; i++) {
    const stored = heights[i]!;
    const height = stored * scale + offset;
    const isFill = stored === fill || stored === FILL || stored === SMALLEST_INT16;
    const missing = isFill || !(height > LOWEST && height < HIGHEST);
    heights[i] = missing ? Number.NaN : height;
  }
  return heights;
}

export class ByteCache {
  /** Most bytes that settled entries may hold together. */
  readonly limit: number;
  readonly #entries: Lru<{ readonly value: unknown; readonly bytes: number }>;
  readonly #loading = new Map<string, Promise<unknown>>();
  #peak = 0;
  #closed = false;

  constructor(limit: number) {
    this.limit = limit;
    this.#entries = lruOf(limit, ({ bytes }) => bytes);
  }

  get bytes(): number {
    return this.#entries.total;
  }

  get peak(): number {
    return this.#peak;
  }

  /** The value, if present. */
  peek<T>(key: string): T | undefined {
    return this.#entries.get(key)?.value as T | undefined;
  }

  /** The value, loaded if missing; a failed load is not kept. */
  async get<T>(key: string, load: () => Promise<T>, bytesOf: (value: T) => number): Promise<T> {
    const kept = this.peek<T>(key);
    if (kept !== undefined) return kept;
    const running = this.#loading.get(key);
    if (running !== undefined) return running as Promise<T>;
    const loading = load().finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    const value = await loading;
    if (!this.#closed) this.#entries.set(key, { value, bytes: bytesOf(value) });
    this.#peak = Math.max(this.#peak, this.bytes);
    return value;
  }

  /** Removes everything, and does not keep values that are still being loaded. */
  close(): void {
    this.#closed = true;
    this.#entries.clear();
  }
}
