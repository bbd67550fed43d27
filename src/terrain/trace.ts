/**
 * The steepest line of sight from an observer to a stretch of a ray over one chunk.
 *
 * Heights are seen on a sphere of radius R' = R/(1 − k): R is the Earth's radius of curvature in the ray's azimuth, k the
 * coefficient of refraction (light bends along a circle of radius R/k; standard in levelling). A point of height h at
 * distance s along the ellipsoid then has, with γ = s/R',
 *   tan(elevation) = (h − h₀ − (R' + h)(1 − cos γ)) / ((R' + h) sin γ).
 *
 * A block of the pyramid is passed over only if even its highest sample, seen from the nearer (when it stands above the
 * observer) or farther end of the stretch, stays below the best so far; the tangent grows with h, and a bilinear cell is
 * nowhere higher than its highest corner: no peak can be missed. Cells that remain are evaluated exactly. So the result
 * does not depend on the order of chunks.
 */
import { heightAt } from "./cells.js";
import { CHUNK, CHUNK_SAMPLES, type Chunk, LEVEL_SIDE, LEVEL_START, SHIFT, TOP } from "./chunk.js";

export interface Sight {
  /** Height of the observer's eye (m). */
  readonly eye: number;
  /** R' (m). */
  readonly radius: number;
}

/** A straight piece of a ray over a chunk: column x + dx·(s − s0), row y + dy·(s − s0), s in metres along the ray. */
export interface Piece {
  x: number;
  y: number;
  dx: number;
  dy: number;
  s0: number;
}

/** Rounding of the bound against the exact evaluation. */
const SLACK = 1e-12;

/** Tangent of the elevation at which a height is seen at a distance. */
export function tangentAt(height: number, s: number, eye: number, radius: number): number {
  const q = (s / radius) * (s / radius);
  // 1 − cos γ and sin γ / γ to 1e-13 for γ < 0.08 (500 km).
  const versine = 0.5 * q * (1 - (q / 12) * (1 - q / 30));
  const sinc = 1 - (q / 6) * (1 - (q / 20) * (1 - q / 42));
  return (height - eye - (radius + height) * versine) / ((1 + height / radius) * s * sinc);
}

/** Whether no height up to `highest` between distances s and `end` is seen above tangent `best`. */
export function staysBelow(highest: number, s: number, end: number, best: number, { eye, radius }: Sight): boolean {
  return stays(highest, s, end, best, eye, radius);
}

function stays(highest: number, s: number, end: number, best: number, eye: number, radius: number): boolean {
  const q = (s / radius) * (s / radius);
  const versine = 0.5 * q * (1 - (q / 12) * (1 - q / 30));
  const rise = highest - eye - (radius + highest) * versine;
  const scale = 1 + highest / radius;
  const across = rise >= 0 ? scale * s * (1 - q / 6) : scale * end;
  return rise <= (best - SLACK) * across;
}

/**
 * @param piece in the chunk's own columns and rows
 * @param start, end of the stretch (m along the ray); it must lie in the chunk
 * @param best tangent so far
 * @returns the larger of `best` and what the stretch shows
 */
export function traceChunk(chunk: Chunk, piece: Piece, start: number, end: number, sight: Sight, best: number): number {
  const { heights, pyramid } = chunk;
  const { x, y, dx, dy, s0 } = piece;
  const { eye, radius } = sight;
  const last = CHUNK - 1;
  let column = Math.min(Math.max(Math.floor(x + dx * (start - s0)), 0), last);
  let row = Math.min(Math.max(Math.floor(y + dy * (start - s0)), 0), last);
  let s = start;
  let level = TOP;
  while (true) {
    const shift = level * SHIFT;
    const blockColumn = column >> shift;
    const blockRow = row >> shift;
    const edgeX = (dx > 0 ? blockColumn + 1 : blockColumn) << shift;
    const edgeY = (dy > 0 ? blockRow + 1 : blockRow) << shift;
    const exitX = dx === 0 ? Number.POSITIVE_INFINITY : s0 + (edgeX - x) / dx;
    const exitY = dy === 0 ? Number.POSITIVE_INFINITY : s0 + (edgeY - y) / dy;
    const exit = Math.max(Math.min(exitX, exitY, end), s);
    let highest: number;
    if (level > 0) highest = pyramid[LEVEL_START[level]! + blockRow * LEVEL_SIDE[level]! + blockColumn]!;
    else highest = highestCorner(heights, column, row);
    if (!stays(highest, s, exit, best, eye, radius)) {
      if (level > 0) {
        level--;
        continue;
      }
      best = Math.max(best, cellTangent(heights, piece, s, exit, sight));
    }
    if (exit >= end) return best;
    if (exitX <= exitY) {
      column = dx > 0 ? edgeX : edgeX - 1;
      row = Math.min(Math.max(Math.floor(y + dy * (exit - s0)), blockRow << shift), ((blockRow + 1) << shift) - 1);
    } else {
      row = dy > 0 ? edgeY : edgeY - 1;
      column = Math.min(
        Math.max(Math.floor(x + dx * (exit - s0)), blockColumn << shift),
        ((blockColumn + 1) << shift) - 1,
      );
    }
    if (column < 0 || column > last || row < 0 || row > last) return best;
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

/** The largest tangent over one cell: at its ends, and where the surface bulges between them. */
function cellTangent(heights: Float32Array, piece: Piece, start: number, end: number, { eye, radius }: Sight): number {
  const { x, y, dx, dy, s0 } = piece;
  const middle = (start + end) / 2;
  const h0 = heightAt(heights, x + dx * (start - s0), y + dy * (start - s0));
  const h1 = heightAt(heights, x + dx * (end - s0), y + dy * (end - s0));
  const hm = heightAt(heights, x + dx * (middle - s0), y + dy * (middle - s0));
  let best = Number.NEGATIVE_INFINITY;
  const t0 = tangentAt(h0, start, eye, radius);
  const t1 = tangentAt(h1, end, eye, radius);
  const tm = tangentAt(hm, middle, eye, radius);
  // NaN (no data there) is never larger.
  if (t0 > best) best = t0;
  if (t1 > best) best = t1;
  if (tm > best) best = tm;
  // Along a straight line a bilinear height is a parabola, h0 + slope·τ + bend·τ² for τ = 0…1; its tangent is largest
  // where h − best·s − s²/2R' is (Dinkelbach 1967), twice for the last digits.
  const length = end - start;
  const bend = 2 * (h0 + h1 - 2 * hm);
  const slope = h1 - h0 - bend;
  const curvature = 2 * bend - (length * length) / radius;
  if (!(curvature < 0)) return best;
  for (let round = 0; round < 2; round++) {
    const tau = (best * length + (start * length) / radius - slope) / curvature;
    if (!(tau > 0 && tau < 1)) break;
    const t = tangentAt(h0 + tau * (slope + tau * bend), start + tau * length, eye, radius);
    if (t > best) best = t;
  }
  return best;
}
