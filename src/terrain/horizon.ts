import { atan, RAD } from "../math/index.js";
import type { ByteCache } from "./cache.js";
import { hasHeight } from "./cells.js";
import { CHUNK, type Chunk } from "./chunk.js";
import { type Cover, coverOf, coverStretch, coverUpTo, eachGap, makeBins } from "./coverage.js";
import { type Crossed, crossedChunks, type LatticeRays, raysOnLattice } from "./crossings.js";
import { chunkKey, type Layer, peekChunk, readChunk } from "./layer.js";
import { AZIMUTHS, castRays, type Rays } from "./rays.js";
import { type Piece, type Sight, staysBelow, tangentAt, traceChunk } from "./trace.js";

export interface SightOptions {
  /** Height of the observer's eye above the ground (m). */
  readonly observerHeight: number;
  /** How far to look (m). */
  readonly range: number;
  /** Coefficient of refraction k. */
  readonly refraction: number;
}

/** Straight pieces of rays leave the geodesic by less than this many samples. */
const STRAIGHT = 0.02;
const MOST_PIECES = 512;
/** Chunks read ahead of the one that is traced. */
const READ_AHEAD = 4;
/** Bounds chunks that were not read yet; far above any. */
const NO_HIGHER = 1e5;

/** Elevations of the horizon at the whole degrees of azimuth (deg), and how far the data reach. */
export async function traceHorizon(
  layers: readonly Layer[],
  latitude: number,
  longitude: number,
  ground: number,
  options: SightOptions,
  cache: ByteCache,
): Promise<{ elevation: Float64Array; cover: Cover }> {
  const { range } = options;
  const rays = castRays(latitude, longitude, range, pieceCount(layers, latitude, longitude, range));
  const eye = ground + options.observerHeight;
  const sights = Array.from(rays.radius, (radius) => ({ eye, radius: radius / (1 - options.refraction) }));
  const best = new Float64Array(AZIMUTHS).fill(Number.NEGATIVE_INFINITY);
  const bins = makeBins();
  for (const [index, layer] of layers.entries()) {
    const lattice = raysOnLattice(layer, rays);
    const from = Math.min(halfCell(lattice, rays), range);
    if (index === 0) coverUpTo(from, bins, range);
    // Finer layers come first: where they have data, coarser ones have no say.
    const finer = index === 0 ? undefined : bins.slice();
    const task: Task = { layer, rays, lattice, sights, best, bins, finer, range };
    await traceLayer(task, inOrder(task, crossedChunks(layer, rays, lattice, from), from), cache);
  }
  return { elevation: best.map((tangent) => RAD * atan(tangent)), cover: coverOf(bins, range) };
}

interface Task {
  readonly layer: Layer;
  readonly rays: Rays;
  readonly lattice: LatticeRays;
  readonly sights: readonly Sight[];
  /** Tangents so far. */
  readonly best: Float64Array;
  readonly bins: Uint8Array;
  /** What finer layers cover. */
  readonly finer: Uint8Array | undefined;
  readonly range: number;
}

/** How many straight pieces follow the geodesics closely enough on all lattices. */
function pieceCount(layers: readonly Layer[], latitude: number, longitude: number, range: number): number {
  const probes = [0, 45, 90, 135, 180, 225, 270, 315];
  for (let count = 4; count < MOST_PIECES; count *= 2) {
    const rays = castRays(latitude, longitude, range, 2 * count, probes);
    if (layers.every((layer) => bend(raysOnLattice(layer, rays), 2 * count + 1) < STRAIGHT)) return count;
  }
  return MOST_PIECES;
}

/** Largest distance (samples) of every second node from the straight line between its neighbours. */
function bend({ column, row }: LatticeRays, nodes: number): number {
  let most = 0;
  for (let first = 0; first < column.length; first += nodes) {
    for (let i = first + 1; i < first + nodes - 1; i += 2) {
      const x = column[i]! - (column[i - 1]! + column[i + 1]!) / 2;
      const y = row[i]! - (row[i - 1]! + row[i + 1]!) / 2;
      // NaN (outside the layer's system) is never larger.
      if (Math.abs(x) > most) most = Math.abs(x);
      if (Math.abs(y) > most) most = Math.abs(y);
    }
  }
  return most;
}

/**
 * Half a cell, in metres: sight begins there. What lies nearer is one facet of the interpolation and not terrain; its
 * slope counts from there on.
 */
function halfCell({ column, row }: LatticeRays, { count, step }: Rays): number {
  let samples = 0;
  for (let i = 0; i < column.length; i += count + 1) {
    const x = column[i + 1]! - column[i]!;
    const y = row[i + 1]! - row[i]!;
    const distance = Math.sqrt(x * x + y * y);
    if (distance > samples) samples = distance;
  }
  return (0.5 * step) / samples;
}

/** What may stand highest goes first, so that most of the rest is passed over. */
function inOrder({ layer, sights }: Task, crossed: readonly Crossed[], from: number): Crossed[] {
  const { eye, radius } = sights[0]!;
  return crossed
    .map((chunk) => {
      const highest = layer.summaries.get(chunkKey(chunk.column, chunk.row))?.highest ?? NO_HIGHER;
      return { chunk, promise: tangentAt(highest, Math.max(chunk.nearest, from), eye, radius) };
    })
    .sort((a, b) => b.promise - a.promise)
    .map(({ chunk }) => chunk);
}

async function traceLayer(task: Task, chunks: readonly Crossed[], cache: ByteCache): Promise<void> {
  const { layer } = task;
  const ahead = new Map<number, Promise<Chunk | undefined>>();
  const readAhead = (i: number) => {
    const chunk = chunks[i];
    if (chunk === undefined || ahead.has(i) || peekChunk(layer, chunk.column, chunk.row, cache)) return;
    if (isHidden(task, chunk)) return;
    const reading = readChunk(layer, chunk.column, chunk.row, cache);
    // A failure is reported when its turn comes.
    reading.catch(() => {});
    ahead.set(i, reading);
  };
  for (const [i, crossed] of chunks.entries()) {
    if (isHidden(task, crossed)) {
      ahead.delete(i);
      coverStretches(task, crossed);
      continue;
    }
    for (let k = i; k <= i + READ_AHEAD; k++) readAhead(k);
    const { column, row } = crossed;
    const chunk =
      peekChunk(layer, column, row, cache) ?? (await (ahead.get(i) ?? readChunk(layer, column, row, cache)));
    ahead.delete(i);
    if (chunk !== undefined) traceStretches(task, crossed, chunk);
  }
}

/** What is known of a chunk is enough: it has data everywhere, none high enough to be seen. */
function isHidden({ layer, sights, best }: Task, { column, row, stretches }: Crossed): boolean {
  const summary = layer.summaries.get(chunkKey(column, row));
  if (summary?.cover !== "whole") return false;
  for (let k = 0; k < stretches.length; k += 4) {
    const azimuth = stretches[k]!;
    const sight = sights[azimuth]!;
    if (!staysBelow(summary.highest, stretches[k + 2]!, stretches[k + 3]!, best[azimuth]!, sight)) return false;
  }
  return true;
}

function coverStretches({ bins, range }: Task, { stretches }: Crossed): void {
  for (let k = 0; k < stretches.length; k += 4) {
    coverStretch(bins, range, stretches[k]!, stretches[k + 2]!, stretches[k + 3]!);
  }
}

function traceStretches(task: Task, crossed: Crossed, chunk: Chunk): void {
  const { rays, lattice, sights, best, bins, finer, range } = task;
  const { stretches } = crossed;
  const { cover } = chunk.summary;
  if (cover === "none") return;
  const piece: Piece = { x: 0, y: 0, dx: 0, dy: 0, s0: 0 };
  const hasData = (s: number) =>
    hasHeight(chunk.heights, piece.x + piece.dx * (s - piece.s0), piece.y + piece.dy * (s - piece.s0));
  for (let k = 0; k < stretches.length; k += 4) {
    const azimuth = stretches[k]!;
    const node = stretches[k + 1]!;
    const start = stretches[k + 2]!;
    const end = stretches[k + 3]!;
    const i = azimuth * (rays.count + 1) + node;
    const x = lattice.column[i]!;
    const y = lattice.row[i]!;
    piece.dx = (lattice.column[i + 1]! - x) / rays.step;
    piece.dy = (lattice.row[i + 1]! - y) / rays.step;
    piece.x = x - crossed.column * CHUNK;
    piece.y = y - crossed.row * CHUNK;
    piece.s0 = node * rays.step;
    coverStretch(bins, range, azimuth, start, end, cover === "whole" ? undefined : hasData);
    const trace = (from: number, to: number) => {
      best[azimuth] = traceChunk(chunk, piece, from, to, sights[azimuth]!, best[azimuth]!);
    };
    if (finer === undefined) trace(start, end);
    else eachGap(finer, range, azimuth, start, end, trace);
  }
}
