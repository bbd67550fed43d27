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
import { heightAt } from "../surface/cells.js";
import { CHUNK, CHUNK_SAMPLES, type Chunk, LEVEL_SIDE, LEVEL_START, SHIFT, TOP } from "../surface/chunk.js";

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
export function staysBelow(highest: number, s: number, end: number, best: number, { eye, curvature }: Sight): boolean {
  return stays(highest, s, end, best, eye, curvature);
}

function stays(highest: number, s: number, end: number, best: number, eye: number, curvature: number): boolean {
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
