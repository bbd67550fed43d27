import { atan, RAD } from "../../../foundation/math/index.js";
import { type ByteCache, CHUNK, type Chunk, type Extent, hasHeight } from "../surface/chunk.js";
import { chunkKey, type Layer, peekChunk, readChunk } from "../surface/layer.js";
import { AZIMUTHS, type Cover, Coverage, castRays, type Rays } from "./rays.js";
import {
  type Crossed,
  crossedChunks,
  type LatticeRays,
  type Piece,
  pointTangent,
  raysOnLattice,
  type Sight,
  stays,
  tangentAt,
  traceChunk,
} from "./trace.js";

export interface SightOptions {
  /** Height of the observer's eye above the ground (m). */
  readonly observerHeight: number;
  /** Range of the search (m). */
  readonly range: number;
  /** Coefficient of refraction k. */
  readonly refraction: number;
}

/** Straight segments of rays deviate from the geodesic by less than this many samples. */
const STRAIGHT = 0.1;
const MOST_PIECES = 512;
/** Larger than the rounding difference between a point's tangent and its cell's. */
const BELOW = 1e-6;
/** Bound for chunks that were not read yet; far above any height. */
const NO_HIGHER = 1e5;

/** Elevations of the horizon at the whole degrees of azimuth (deg), and the reach of the data. */
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
  const sights = Array.from(rays.radius, (radius) => ({ eye, curvature: (1 - options.refraction) / radius }));
  const best = new Float64Array(AZIMUTHS).fill(Number.NEGATIVE_INFINITY);
  const cover = new Coverage(range);
  for (const [index, layer] of layers.entries()) {
    const lattice = raysOnLattice(layer, rays);
    const from = Math.min(Math.max(halfCell(lattice, rays), layer.from), range);
    // The observer's own cell counts as seen.
    for (let azimuth = 0; index === 0 && azimuth < AZIMUTHS; azimuth++) cover.add(azimuth, 0, from);
    // Finer layers come first: coarser ones are used only where these have no data.
    const finer = index === 0 ? undefined : cover.copy();
    const task: Task = { layer, rays, lattice, sights, best, cover, finer };
    await traceLayer(task, inOrder(task, crossedChunks(layer, rays, lattice, from), from), cache);
  }
  return { elevation: best.map((tangent) => RAD * atan(tangent)), cover: cover.summary() };
}

/** Enough of them to know which chunks are crossed. */
const ROUGH_PIECES = 16;

/**
 * Reads what lies up to the layers' margin beyond a search, so that a place nearby does not wait for it.
 *
 * @param isWanted asked before each chunk
 */
export async function readMargin(
  layers: readonly Layer[],
  latitude: number,
  longitude: number,
  range: number,
  cache: ByteCache,
  isWanted: () => boolean,
): Promise<void> {
  for (const layer of layers) {
    if (layer.margin === 0 || layer.from > 0) continue;
    const to = Math.min(range, layer.to) + layer.margin;
    const rays = castRays(latitude, longitude, to, ROUGH_PIECES);
    for (const { column, row } of crossedChunks({ ...layer, to }, rays, raysOnLattice(layer, rays), 0)) {
      if (!isWanted()) return;
      if (!layer.summaries.has(chunkKey(column, row))) await readChunk(layer, column, row, cache);
    }
  }
}

interface Task {
  readonly layer: Layer;
  readonly rays: Rays;
  readonly lattice: LatticeRays;
  readonly sights: readonly Sight[];
  /** Tangents so far. */
  readonly best: Float64Array;
  readonly cover: Coverage;
  /** Coverage by finer layers. */
  readonly finer: Coverage | undefined;
}

/** Number of straight segments that follow the geodesics closely enough on all lattices. */
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
 * Half a cell, in metres: the line of sight begins there. Closer than that there is one facet of the interpolation, whose
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

/** Likely maxima first, so that most of the rest can be skipped. */
function inOrder({ layer, sights }: Task, crossed: readonly Crossed[], from: number): Crossed[] {
  const { eye, curvature } = sights[0]!;
  return crossed
    .map((chunk) => {
      const highest = layer.summaries.get(chunkKey(chunk.column, chunk.row))?.highest ?? NO_HIGHER;
      return { chunk, promise: tangentAt(highest, Math.max(chunk.nearest, from), eye, curvature) };
    })
    .sort((a, b) => b.promise - a.promise)
    .map(({ chunk }) => chunk);
}

async function traceLayer(task: Task, chunks: readonly Crossed[], cache: ByteCache): Promise<void> {
  const { layer } = task;
  const ahead: (Chunk | Promise<Chunk | undefined> | undefined)[] = [];
  const readAhead = (i: number) => {
    const crossed = chunks[i];
    if (crossed === undefined) return;
    const { column, row } = crossed;
    ahead[i] = peekChunk(layer, column, row, cache);
    if (ahead[i] !== undefined || isHidden(task, crossed)) return;
    const reading = readChunk(layer, column, row, cache);
    // A failure is reported when its turn comes.
    reading.catch(() => {});
    ahead[i] = reading;
  };
  for (let i = 0; i < layer.ahead; i++) readAhead(i);
  for (const [i, crossed] of chunks.entries()) {
    readAhead(i + layer.ahead);
    const kept = ahead[i];
    ahead[i] = undefined;
    if (isHidden(task, crossed)) {
      coverStretches(task, crossed);
      continue;
    }
    const reading = kept ?? readChunk(layer, crossed.column, crossed.row, cache);
    const chunk = reading instanceof Promise ? await reading : reading;
    if (chunk !== undefined) traceStretches(task, crossed, chunk);
  }
}

/** A known chunk suffices: it has data everywhere, none high enough to be seen. */
function isHidden({ layer, sights, best }: Task, { column, row, stretches }: Crossed): boolean {
  const summary = layer.summaries.get(chunkKey(column, row));
  if (summary?.cover !== "whole") return false;
  for (let k = 0; k < stretches.length; k += 4) {
    const azimuth = stretches[k]!;
    const sight = sights[azimuth]!;
    if (!stays(summary.highest, stretches[k + 2]!, stretches[k + 3]!, best[azimuth]!, sight.eye, sight.curvature))
      return false;
  }
  return true;
}

function coverStretches({ cover }: Task, { stretches }: Crossed): void {
  for (let k = 0; k < stretches.length; k += 4) cover.add(stretches[k]!, stretches[k + 2]!, stretches[k + 3]!);
}

function traceStretches(task: Task, crossed: Crossed, chunk: Chunk): void {
  const { rays, lattice, sights, best, finer } = task;
  const { stretches } = crossed;
  if (chunk.summary.cover === "none") return;
  const whole = chunk.summary.cover === "whole";
  const piece: Piece = { x: 0, y: 0, dx: 0, dy: 0, s0: 0, seen: Number.NaN };
  const hasData = (s: number) =>
    hasHeight(chunk.heights, piece.x + piece.dx * (s - piece.s0), piece.y + piece.dy * (s - piece.s0));
  const settle = (k: number) => {
    const node = stretches[k + 1]!;
    const i = stretches[k]! * (rays.count + 1) + node;
    const x = lattice.column[i]!;
    const y = lattice.row[i]!;
    piece.dx = (lattice.column[i + 1]! - x) / rays.step;
    piece.dy = (lattice.row[i + 1]! - y) / rays.step;
    piece.x = x - crossed.column * CHUNK;
    piece.y = y - crossed.row * CHUNK;
    piece.s0 = node * rays.step;
  };
  const { highest } = chunk.summary;
  const isBelow = (k: number, sight: Sight, tangent: number) =>
    stays(highest, stretches[k + 2]!, stretches[k + 3]!, tangent, sight.eye, sight.curvature);
  let seen = Number.NaN;
  for (let first = 0, next = 0; first < stretches.length; first = next) {
    const azimuth = stretches[first]!;
    const sight = sights[azimuth]!;
    let mark = best[azimuth]!;
    for (next = first; stretches[next] === azimuth; next += 4) {
      const start = stretches[next + 2]!;
      const end = stretches[next + 3]!;
      const below = finer !== undefined || isBelow(next, sight, mark);
      if (below && whole) {
        task.cover.add(azimuth, start, end);
        continue;
      }
      settle(next);
      if (whole) task.cover.add(azimuth, start, end);
      else coverWithin(task.cover, azimuth, chunk.extent, piece, start, end, hasData);
      if (!below) mark = raiseMark(chunk, piece, start, end, seen, sight, mark);
    }
    const traceFrom = (tangent: number) => {
      let found = tangent;
      for (let k = first; k < next; k += 4) {
        if (isBelow(k, sight, found)) continue;
        settle(k);
        piece.seen = Number.NaN;
        const trace = (from: number, to: number) => {
          found = traceChunk(chunk, piece, from, to, sight, found);
        };
        if (finer === undefined) trace(stretches[k + 2]!, stretches[k + 3]!);
        else finer.eachGap(azimuth, stretches[k + 2]!, stretches[k + 3]!, trace);
        if (!Number.isNaN(piece.seen)) seen = piece.seen;
      }
      return found;
    };
    const found = traceFrom(mark);
    // The mark may be a point in a cell with missing samples, whose steps are not sampled everywhere: then do without it.
    best[azimuth] = found > mark || mark === best[azimuth] ? found : traceFrom(best[azimuth]!);
  }
}

/** Covers what has data of a stretch: nothing that is farther than a sample from the chunk's extent. */
function coverWithin(
  cover: Coverage,
  azimuth: number,
  { west, east, north, south, isFull }: Extent,
  { x, y, dx, dy, s0 }: Piece,
  start: number,
  end: number,
  hasData: (s: number) => boolean,
): void {
  const [a, b] = [s0 + (west - 1 - x) / dx, s0 + (east + 1 - x) / dx];
  const [c, d] = [s0 + (north - 1 - y) / dy, s0 + (south + 1 - y) / dy];
  // Along a side dx or dy is 0: the quotients are infinite, or NaN on its very line, and then say nothing.
  const near = Math.max(start, Math.min(a, b) || start, Math.min(c, d) || start);
  const far = Math.min(end, Math.max(a, b) || end, Math.max(c, d) || end);
  cover.add(azimuth, near, far, hasData, isFull);
}

/** Points of a stretch that are evaluated before its cells. */
const PROBES = 2;

/**
 * Raises the threshold for cells: by the result of the previous ray, which this one likely repeats, and by some points
 * of the stretch. Slightly reduced, because the value itself must come from the cell, so that it does not depend on the
 * order of chunks.
 */
function raiseMark(
  chunk: Chunk,
  piece: Piece,
  start: number,
  end: number,
  seen: number,
  sight: Sight,
  mark: number,
): number {
  let best = seen >= start && seen <= end ? pointTangent(chunk, piece, seen, sight) : Number.NEGATIVE_INFINITY;
  for (let probe = 1; probe <= PROBES; probe++) {
    const tangent = pointTangent(chunk, piece, start + ((end - start) * probe) / PROBES, sight);
    if (tangent > best) best = tangent;
  }
  return best - BELOW > mark ? best - BELOW : mark;
}
