/**
 * The highest tangent of elevation from an observer to a stretch of a ray over one chunk.
 *
 * Heights are seen on a sphere of radius R' = R/(1 − k): R is the Earth's radius of curvature in the ray's azimuth, k the
 * coefficient of refraction (light bends along a circle of radius R/k; standard in levelling). A point of height h at
 * distance s along the ellipsoid then has, with γ = s/R',
 *   tan(elevation) = (h − h₀ − (R' + h)(1 − cos γ)) / ((R' + h) sin γ).
 *
 * A block of the pyramid is skipped only if even its highest sample, at the nearer end of the stretch (if it is above the
 * observer) or the farther end, stays below the best so far; the tangent increases with h, and a bilinear cell is
 * nowhere higher than its highest corner: no peak can be missed. Remaining cells are evaluated exactly. So the result
 * does not depend on the order of chunks.
 */
import { CHUNK, CHUNK_SAMPLES, type Chunk, heightAt, LEVEL_SIDE, LEVEL_START, SHIFT, TOP } from "../surface/chunk.js";
import { filesOf, type Layer, toLattice } from "../surface/layer.js";
import { AZIMUTHS, type Rays } from "./rays.js";

export interface Sight {
  /** Height of the observer's eye (m). */
  readonly eye: number;
  /** 1/R' (1/m). */
  readonly curvature: number;
}

/** A straight piece of a ray over a chunk: column x + dx·(s − s0), row y + dy·(s − s0), s in metres along the ray. */
export interface Piece {
  x: number;
  y: number;
  dx: number;
  dy: number;
  s0: number;
  /** Written by traceChunk: the position of its last new maximum. */
  seen: number;
}

/** Rounding of the bound against the exact evaluation. */
const SLACK = 1e-12;
const MOST_ROUNDS = 8;

/** Tangent of the elevation angle of a height at a distance; `curvature` is 1/R'. */
export function tangentAt(height: number, s: number, eye: number, curvature: number): number {
  const angle = s * curvature;
  const q = angle * angle;
  // (1 − cos γ)/γ² and sin γ/γ to 1e-13 for γ < 0.08 (500 km). Factors instead of divisions, which take 10 % longer (measured).
  const half = 0.5 * (1 - q * (1 / 12) * (1 - q * (1 / 30) * (1 - q * (1 / 56))));
  const sinc = 1 - q * (1 / 6) * (1 - q * (1 / 20) * (1 - q * (1 / 42)));
  const drop = half * angle * (s + height * angle);
  return (height - eye - drop) / ((1 + height * curvature) * s * sinc);
}

/**
 * Whether no height up to `highest` between distances s and `end` rises above tangent `best`. Two per cent of the
 * curvature's drop are omitted: this covers the error of s²/2R' for heights above −10 km and up to 500 km.
 */
export function stays(highest: number, s: number, end: number, best: number, eye: number, curvature: number): boolean {
  const drop = s * s * curvature;
  const rise = highest - eye - 0.49 * drop;
  const across = rise >= 0 ? s - 0.17 * drop * s * curvature : end;
  return rise <= (best - SLACK) * across * (1 + highest * curvature);
}

/**
 * @param piece in the chunk's own columns and rows
 * @param start, end of the stretch (m along the ray); it must lie in the chunk, whose highest point the caller has
 *   compared already
 * @param best tangent so far
 * @returns the larger of `best` and the maximum over the stretch
 */
export function traceChunk(chunk: Chunk, piece: Piece, start: number, end: number, sight: Sight, best: number): number {
  const { heights, pyramid } = chunk;
  const { x, y, dx, dy, s0 } = piece;
  const { eye, curvature } = sight;
  const last = CHUNK - 1;
  const perColumn = 1 / dx;
  const perRow = 1 / dy;
  const eastward = dx > 0 ? 1 : 0;
  const southward = dy > 0 ? 1 : 0;
  let column = Math.min(Math.max(Math.floor(x + dx * (start - s0)), 0), last);
  let row = Math.min(Math.max(Math.floor(y + dy * (start - s0)), 0), last);
  let s = start;
  let level = TOP - 1;
  while (true) {
    const shift = level * SHIFT;
    const blockColumn = column >> shift;
    const blockRow = row >> shift;
    const edgeX = (blockColumn + eastward) << shift;
    const edgeY = (blockRow + southward) << shift;
    const exitX = dx === 0 ? Number.POSITIVE_INFINITY : s0 + (edgeX - x) * perColumn;
    const exitY = dy === 0 ? Number.POSITIVE_INFINITY : s0 + (edgeY - y) * perRow;
    const exit = exitX < exitY ? exitX : exitY;
    if (level > 0) {
      const highest = pyramid[LEVEL_START[level]! + blockRow * LEVEL_SIDE[level]! + blockColumn]!;
      if (!stays(highest, s, exit, best, eye, curvature)) {
        level--;
        continue;
      }
      if (exit >= end) return best;
      if (exitX <= exitY) {
        column = edgeX - 1 + eastward;
        row = Math.min(Math.max(Math.floor(y + dy * (exit - s0)), blockRow << shift), ((blockRow + 1) << shift) - 1);
      } else {
        row = edgeY - 1 + southward;
        column = Math.min(
          Math.max(Math.floor(x + dx * (exit - s0)), blockColumn << shift),
          ((blockColumn + 1) << shift) - 1,
        );
      }
    } else {
      if (!stays(highestCorner(heights, column, row), s, exit, best, eye, curvature)) {
        const to = exit < end ? exit : end;
        const seen = cellTangent(heights, piece, column, row, s, to, eye, curvature);
        if (seen > best) {
          best = seen;
          piece.seen = (s + to) / 2;
        }
      }
      if (exit >= end) return best;
      if (exitX <= exitY) column = edgeX - 1 + eastward;
      else row = edgeY - 1 + southward;
    }
    if ((column | row) & ~last) return best;
    s = exit;
    const above = shift + SHIFT;
    if (level < TOP && (column >> above !== blockColumn >> SHIFT || row >> above !== blockRow >> SHIFT)) level++;
  }
}

function highestCorner(heights: Float32Array, column: number, row: number): number {
  const at = row * CHUNK_SAMPLES + column;
  let highest = Number.NEGATIVE_INFINITY;
  if (heights[at]! > highest) highest = heights[at]!;
  if (heights[at + 1]! > highest) highest = heights[at + 1]!;
  if (heights[at + CHUNK_SAMPLES]! > highest) highest = heights[at + CHUNK_SAMPLES]!;
  if (heights[at + CHUNK_SAMPLES + 1]! > highest) highest = heights[at + CHUNK_SAMPLES + 1]!;
  return highest;
}

/**
 * The largest tangent over one cell between two distances. Along a straight line a bilinear height is a parabola,
 * h0 + slope·τ + bend·τ² for τ = 0…1, evaluated at its ends and at its vertex between them.
 */
function cellTangent(
  heights: Float32Array,
  { x, y, dx, dy, s0 }: Piece,
  column: number,
  row: number,
  start: number,
  end: number,
  eye: number,
  curvature: number,
): number {
  const at = row * CHUNK_SAMPLES + column;
  const h00 = heights[at]!;
  const east = heights[at + 1]! - h00;
  const south = heights[at + CHUNK_SAMPLES]! - h00;
  const twist = heights[at + CHUNK_SAMPLES + 1]! - h00 - east - south;
  const u = x + dx * (start - s0) - column;
  const v = y + dy * (start - s0) - row;
  const length = end - start;
  const du = dx * length;
  const dv = dy * length;
  const h0 = h00 + u * east + v * south + u * v * twist;
  if (Number.isNaN(h0)) return partialTangent(heights, x, y, dx, dy, s0, start, length, eye, curvature);
  const bend = du * dv * twist;
  const slope = du * east + dv * south + (u * dv + v * du) * twist;
  const t0 = tangentAt(h0, start, eye, curvature);
  const t1 = tangentAt(h0 + slope + bend, end, eye, curvature);
  let best = t0 > t1 ? t0 : t1;
  // The tangent (h − h₀ − …)/(…) is largest where numerator − best × denominator is (Dinkelbach 1967): also a parabola,
  // because the factor of h hardly changes over one cell. Each round about doubles the number of correct digits.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const factor = 1 - start * curvature * (best + 0.5 * start * curvature);
    const second = 2 * bend * factor - length * length * curvature;
    if (second >= 0) break;
    const tau = (best * length + start * length * curvature - slope * factor) / second;
    if (!(tau > 0 && tau < 1)) break;
    const t = tangentAt(h0 + tau * (slope + tau * bend), start + tau * length, eye, curvature);
    if (!(t > best + SLACK)) break;
    best = t;
  }
  return best;
}

/** Points evaluated in a cell with missing samples, where the height has steps. */
const PARTS = 8;

function partialTangent(
  heights: Float32Array,
  x: number,
  y: number,
  dx: number,
  dy: number,
  s0: number,
  start: number,
  length: number,
  eye: number,
  curvature: number,
): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let part = 0; part <= PARTS; part++) {
    const s = start + (part / PARTS) * length;
    const t = tangentAt(heightAt(heights, x + dx * (s - s0), y + dy * (s - s0)), s, eye, curvature);
    // NaN (no data there) is never larger.
    if (t > best) best = t;
  }
  return best;
}

/** Tangent at one point of a segment; NaN if there is no height. */
export function pointTangent({ heights }: Chunk, { x, y, dx, dy, s0 }: Piece, s: number, sight: Sight): number {
  return tangentAt(heightAt(heights, x + dx * (s - s0), y + dy * (s - s0)), s, sight.eye, sight.curvature);
}

/** Rays on a layer's lattice: by azimuth · (count + 1) + node, NaN where the layer's system has no coordinates. */
export interface LatticeRays {
  readonly column: Float64Array;
  readonly row: Float64Array;
}

export interface Crossed {
  readonly column: number;
  readonly row: number;
  /** Nearest distance of a ray's stretch (m). */
  nearest: number;
  /** Four numbers for each stretch: azimuth, node before it, start and end (m along the ray). */
  readonly stretches: number[];
}

export function raysOnLattice(layer: Layer, { longitude, latitude }: Rays): LatticeRays {
  const rays = { column: new Float64Array(longitude.length), row: new Float64Array(longitude.length) };
  const at = new Float64Array(2);
  for (let i = 0; i < longitude.length; i++) {
    layer.projection.forward(longitude[i]!, latitude[i]!, at);
    toLattice(layer.grid, at[0]!, at[1]!, at);
    rays.column[i] = at[0]!;
    rays.row[i] = at[1]!;
  }
  return rays;
}

/** Chunks with files that the rays cross from `from` on, as far as the layer is searched. */
export function crossedChunks(layer: Layer, rays: Rays, lattice: LatticeRays, from: number): Crossed[] {
  const found: Found = {
    column: Math.floor(lattice.column[0]! / CHUNK),
    row: Math.floor(lattice.row[0]! / CHUNK),
    chunks: new Map(),
  };
  const { step, count } = rays;
  for (let azimuth = 0; azimuth < AZIMUTHS; azimuth++) {
    for (let node = 0; node < count; node++) {
      const start = Math.max(node * step, from);
      const end = Math.min((node + 1) * step, layer.to);
      if (start < end) crossPiece(layer, lattice, rays, azimuth, node, start, end, found);
    }
  }
  return [...found.chunks.values()].filter((crossed) => crossed !== null);
}

/** Chunks found so far, by position relative to the observer's: null if there are no files. */
interface Found {
  readonly column: number;
  readonly row: number;
  readonly chunks: Map<number, Crossed | null>;
}
/** Rows of that numbering: small integers, for which maps are fast. */
const NEAR = 32768;

/** Follows one straight segment from chunk to chunk. */
function crossPiece(
  layer: Layer,
  lattice: LatticeRays,
  { step, count }: Rays,
  azimuth: number,
  node: number,
  start: number,
  end: number,
  found: Found,
): void {
  const i = azimuth * (count + 1) + node;
  const x = lattice.column[i]!;
  const y = lattice.row[i]!;
  const dx = (lattice.column[i + 1]! - x) / step;
  const dy = (lattice.row[i + 1]! - y) / step;
  const s0 = node * step;
  const perColumn = 1 / dx;
  const perRow = 1 / dy;
  let s = start;
  let column = Math.floor((x + dx * (s - s0)) / CHUNK);
  let row = Math.floor((y + dy * (s - s0)) / CHUNK);
  while (Number.isFinite(column) && Number.isFinite(row)) {
    const edgeX = (dx > 0 ? column + 1 : column) * CHUNK;
    const edgeY = (dy > 0 ? row + 1 : row) * CHUNK;
    const exitX = dx === 0 ? Number.POSITIVE_INFINITY : s0 + (edgeX - x) * perColumn;
    const exitY = dy === 0 ? Number.POSITIVE_INFINITY : s0 + (edgeY - y) * perRow;
    const exit = Math.max(Math.min(exitX, exitY, end), s);
    const key = (row - found.row) * NEAR + column - found.column;
    let crossed = found.chunks.get(key);
    if (crossed === undefined) {
      const empty = filesOf(layer, column, row).length === 0;
      crossed = empty ? null : { column, row, nearest: s, stretches: [] };
      found.chunks.set(key, crossed);
    }
    if (crossed !== null) {
      crossed.stretches.push(azimuth, node, s, exit);
      if (s < crossed.nearest) crossed.nearest = s;
    }
    if (exit >= end) return;
    if (exitX <= exitY) column += dx > 0 ? 1 : -1;
    else row += dy > 0 ? 1 : -1;
    s = exit;
  }
}
