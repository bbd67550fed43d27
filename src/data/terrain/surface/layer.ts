/** Elevation data as layers around a place. */
import type { Projection } from "../crs/crs.js";
import { TerrainError } from "../errors.js";
import type { Affine, ByteCache, Raster } from "./chunk.js";
import {
  CHUNK,
  CHUNK_SAMPLES,
  type Chunk,
  type ChunkSummary,
  chunkBytes,
  contributionAt,
  EMPTY,
  heightAt,
  makeChunk,
} from "./chunk.js";

export interface Surface {
  /** For messages. */
  readonly name: string;
  /** Whom the heights are owed to. */
  readonly attribution: string | undefined;
  /** The layers within a distance of a place, the finest first: the same objects for the same surroundings. @param range metres */
  layersAround(latitude: number, longitude: number, range: number): Promise<readonly Layer[]>;
  /** After a failure: what is known of the files may be out of date. */
  forget(): void;
  close(): Promise<void>;
}

/** Two lattices are the same if, over a file's width, their samples stay within this fraction of a step. */
const ALIGNMENT = 0.02;
/** Tolerance for heights of one sample in two files: SRTM editions differ by some metres along seams, units and datums by more. */
const MOST_DIFFERENCE = 30;
/** Chunks of files on a disk that are read ahead. */
const READ_AHEAD = 4;

/** A file and the position of its first sample on the layer's lattice. */
export interface Placed {
  readonly raster: Raster;
  readonly column: number;
  readonly row: number;
}

export interface Layer {
  /** Distinguishes its chunks in the cache. */
  readonly id: number;
  readonly projection: Projection;
  readonly grid: Affine;
  /** Columns after which the lattice repeats; 0 if it does not. */
  readonly period: number;
  readonly placed: readonly Placed[];
  /** Metres from the observer between which it is searched. */
  readonly from: number;
  readonly to: number;
  /** Chunks that are read ahead of the one that is traced. */
  readonly ahead: number;
  /** Metres beyond a search that are read after it, for the next place. */
  readonly margin: number;
  /** By chunkKey: summaries of chunks that were read. */
  readonly summaries: Map<number, ChunkSummary>;
  /** By chunkKey: the files that have samples in a chunk. */
  readonly files: Map<number, readonly Placed[]>;
}

/** Column and row (with fractions) of coordinates. */
export function toLattice(grid: Affine, x: number, y: number, out: Float64Array): void {
  const { xColumn, xRow, yColumn, yRow } = grid;
  if (xRow === 0 && yColumn === 0) {
    out[0] = (x - grid.x0) / xColumn;
    out[1] = (y - grid.y0) / yRow;
    return;
  }
  const determinant = xColumn * yRow - xRow * yColumn;
  const dx = x - grid.x0;
  const dy = y - grid.y0;
  out[0] = (yRow * dx - xRow * dy) / determinant;
  out[1] = (xColumn * dy - yColumn * dx) / determinant;
}

/** Layers of files, the finest first. @param firstId layers get numbers from here on */
export function makeLayers(rasters: readonly Raster[], firstId = 0): Layer[] {
  const groups: Raster[][] = [];
  for (const raster of rasters) {
    const group = groups.find(([first]) => aligned(first!, raster));
    if (group) group.push(raster);
    else groups.push([raster]);
  }
  return finestFirst(groups.map((group, i) => makeLayer(group, firstId + i)));
}

/** Layers in the order in which they are used. */
export function finestFirst(layers: readonly Layer[]): Layer[] {
  return [...layers].sort((a, b) => cellArea(a) - cellArea(b) || a.id - b.id);
}

function aligned(a: Raster, b: Raster): boolean {
  if (a.projection.key !== b.projection.key) return false;
  const reach = Math.max(b.width, b.height);
  const step = Math.abs(a.grid.xColumn) + Math.abs(a.grid.yColumn);
  const drift = (["xColumn", "xRow", "yColumn", "yRow"] as const).map((k) => Math.abs(a.grid[k] - b.grid[k]) * reach);
  if (!drift.every((d) => d <= ALIGNMENT * step)) return false;
  const at = new Float64Array(2);
  toLattice(a.grid, b.grid.x0, b.grid.y0, at);
  return at.every((v) => Math.abs(v - Math.round(v)) <= ALIGNMENT);
}

function makeLayer(rasters: readonly Raster[], id: number): Layer {
  const first = rasters[0]!;
  const at = new Float64Array(2);
  const rough = rasters.map((raster) => {
    toLattice(first.grid, raster.grid.x0, raster.grid.y0, at);
    return { raster, column: Math.round(at[0]!), row: Math.round(at[1]!) };
  });
  // The origin is that of the outermost files, so that parts of a file have the lattice of the whole file, bit by bit.
  const files = rough.some(({ raster }) => !raster.yields) ? rough.filter(({ raster }) => !raster.yields) : rough;
  const leftmost = files.reduce((a, b) => (b.column < a.column ? b : a));
  const topmost = files.reduce((a, b) => (b.row < a.row ? b : a));
  const straight = first.grid.xRow === 0 && first.grid.yColumn === 0;
  const corner = { column: straight ? leftmost.column : 0, row: straight ? topmost.row : 0 };
  const grid = straight ? { ...first.grid, x0: leftmost.raster.grid.x0, y0: topmost.raster.grid.y0 } : first.grid;
  return {
    id,
    projection: first.projection,
    grid,
    period: first.projection.geographic && straight ? wholeTurn(grid.xColumn) : 0,
    placed: rough.map(({ raster, column, row }) => ({
      raster,
      column: column - corner.column,
      row: row - corner.row,
    })),
    from: 0,
    to: Number.POSITIVE_INFINITY,
    ahead: READ_AHEAD,
    margin: 0,
    summaries: new Map(),
    files: new Map(),
  };
}

function wholeTurn(step: number): number {
  const columns = 360 / Math.abs(step);
  return Math.abs(columns - Math.round(columns)) <= ALIGNMENT ? Math.round(columns) : 0;
}

/** Approximate area of a cell in the middle of the layer's first file, in m² (it only orders layers). */
function cellArea({ grid, projection, placed }: Layer): number {
  const area = Math.abs(grid.xColumn * grid.yRow - grid.xRow * grid.yColumn);
  if (!projection.geographic) return area;
  const { raster } = placed[0]!;
  const latitude = raster.grid.y0 + (raster.grid.yRow * raster.height) / 2;
  // Parabola through the equator and the poles: sufficient to tell 30 m from 90 m without a cosine.
  return area * 111_000 * 111_000 * Math.max(1 - (latitude / 90) * (latitude / 90), 0.01);
}

/** Chunks by number; columns and rows stay within ±2^25 chunks. */
export function chunkKey(column: number, row: number): number {
  return (row + 0x2000000) * 0x4000000 + (column + 0x2000000);
}

/** First column of a placed file in the turn nearest to a chunk. */
function columnNear({ period }: Layer, { column, raster }: Placed, chunkColumn: number): number {
  if (period === 0) return column;
  const distance = (chunkColumn + 0.5) * CHUNK - (column + raster.width / 2);
  return column + period * Math.round(distance / period);
}

/** Files with samples at or around the cells of a chunk. */
export function filesOf(layer: Layer, column: number, row: number): readonly Placed[] {
  const key = chunkKey(column, row);
  let files = layer.files.get(key);
  if (files === undefined) {
    const left = column * CHUNK;
    const top = row * CHUNK;
    files = layer.placed.flatMap((placed) => {
      const { raster } = placed;
      const start = columnNear(layer, placed, column);
      const touches = start <= left + CHUNK && start + raster.width > left;
      return touches && placed.row <= top + CHUNK && placed.row + raster.height > top
        ? [{ raster, column: start, row: placed.row }]
        : [];
    });
    if (files.length > 1)
      files = [...files].sort((a, b) => Number(a.raster.yields ?? 0) - Number(b.raster.yields ?? 0));
    layer.files.set(key, files);
  }
  return files;
}

function cacheKey(layer: Layer, key: number): string {
  return `${layer.id}:${key}`;
}

/** A chunk from the cache, if present. */
export function peekChunk(layer: Layer, column: number, row: number, cache: ByteCache): Chunk | undefined {
  return cache.peek(cacheKey(layer, chunkKey(column, row)));
}

/**
 * A chunk of the surface; undefined where there are no files.
 *
 * @throws TerrainError if a file cannot be read, or two files contradict each other
 */
export async function readChunk(
  layer: Layer,
  column: number,
  row: number,
  cache: ByteCache,
): Promise<Chunk | undefined> {
  const files = filesOf(layer, column, row);
  const key = chunkKey(column, row);
  if (files.length === 0) {
    layer.summaries.set(key, EMPTY);
    return undefined;
  }
  const chunk = await cache.get(cacheKey(layer, key), () => buildChunk(files, column, row, cache), chunkBytes);
  layer.summaries.set(key, chunk.summary);
  return chunk;
}

async function buildChunk(files: readonly Placed[], column: number, row: number, cache: ByteCache): Promise<Chunk> {
  const heights = new Float32Array(CHUNK_SAMPLES * CHUNK_SAMPLES).fill(Number.NaN);
  const from: (Placed | undefined)[] = [];
  for (const placed of files) await addFile(heights, placed, column * CHUNK, row * CHUNK, cache, from);
  return makeChunk(heights);
}

/** Writes a file's samples into a chunk that begins at column `left` and row `top` of the lattice. */
async function addFile(
  heights: Float32Array,
  placed: Placed,
  left: number,
  top: number,
  cache: ByteCache,
  earlier: (Placed | undefined)[],
): Promise<void> {
  const { raster } = placed;
  const { width, height, unitWidth, unitHeight } = raster;
  const x0 = Math.max(left - placed.column, 0);
  const x1 = Math.min(left - placed.column + CHUNK_SAMPLES, width);
  const y0 = Math.max(top - placed.row, 0);
  const y1 = Math.min(top - placed.row + CHUNK_SAMPLES, height);
  for (let unitRow = Math.floor(y0 / unitHeight); unitRow * unitHeight < y1; unitRow++) {
    for (let unitColumn = Math.floor(x0 / unitWidth); unitColumn * unitWidth < x1; unitColumn++) {
      const unit = await cache.get(
        `${raster.key}:${unitColumn}:${unitRow}`,
        () => raster.readUnit(unitColumn, unitRow),
        (samples) => samples.byteLength,
      );
      const unitLeft = unitColumn * unitWidth;
      const unitTop = unitRow * unitHeight;
      const stride = Math.min(unitWidth, width - unitLeft);
      const xEnd = Math.min(x1, unitLeft + unitWidth);
      const yEnd = Math.min(y1, unitTop + unitHeight);
      for (let y = Math.max(y0, unitTop); y < yEnd; y++) {
        for (let x = Math.max(x0, unitLeft); x < xEnd; x++) {
          const value = unit[(y - unitTop) * stride + x - unitLeft]!;
          if (Number.isNaN(value)) continue;
          const to = (y + placed.row - top) * CHUNK_SAMPLES + x + placed.column - left;
          const there = heights[to]!;
          if (Number.isNaN(there)) heights[to] = value;
          else if (raster.yields) continue;
          else if (Math.abs(there - value) > MOST_DIFFERENCE) throw contradiction(placed, earlier, there, value, x, y);
        }
      }
    }
  }
  earlier.push(placed);
}

function contradiction(
  { raster }: Placed,
  earlier: (Placed | undefined)[],
  there: number,
  value: number,
  x: number,
  y: number,
): TerrainError {
  const others = earlier.map((placed) => placed?.raster.file).join(", ");
  return new TerrainError(
    `contradicts ${others}: ${value} m at column ${x}, row ${y}, but ${there} m there; omit one of the files`,
    raster.file,
  );
}

/** If the nearest sample is missing in each layer: the share of samples that must be present in all of them together. */
const LEAST_WEIGHT = 0.5;

export interface Ground {
  /** Metres; NaN without data. */
  readonly height: number;
  /** Files around the point. */
  readonly files: readonly string[];
}

/**
 * Bilinear height of the surface: of the finest layer that has all four samples around the point, else of all layers'
 * samples by their bilinear weights, which joins layers of different steps along a seam without a break.
 */
export async function groundAt(
  layers: readonly Layer[],
  latitude: number,
  longitude: number,
  cache: ByteCache,
): Promise<Ground> {
  const at = new Float64Array(2);
  const files: string[] = [];
  let sum = 0;
  let weight = 0;
  let near = false;
  for (const layer of layers) {
    layer.projection.forward(longitude, latitude, at);
    toLattice(layer.grid, at[0]!, at[1]!, at);
    if (!(Number.isFinite(at[0]) && Number.isFinite(at[1]))) continue;
    const column = Math.floor(at[0]! / CHUNK);
    const row = Math.floor(at[1]! / CHUNK);
    const x = at[0]! - column * CHUNK;
    const y = at[1]! - row * CHUNK;
    const chunk = await readChunk(layer, column, row, cache);
    if (chunk === undefined) continue;
    for (const placed of filesOf(layer, column, row)) {
      const [fileX, fileY] = [x + column * CHUNK - placed.column, y + row * CHUNK - placed.row];
      const { width, height } = placed.raster;
      if (fileX > -1 && fileX < width && fileY > -1 && fileY < height) files.push(placed.raster.file);
    }
    const part = contributionAt(chunk.heights, x, y);
    const height = heightAt(chunk.heights, x, y);
    if (part.weight > 0.999999) return { height, files };
    near ||= !Number.isNaN(height);
    sum += part.sum;
    weight += part.weight;
  }
  return { height: near || weight >= LEAST_WEIGHT ? sum / weight : Number.NaN, files };
}
