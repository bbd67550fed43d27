/** The chunks of a layer that the rays cross, and the crossings. */
import { CHUNK } from "../surface/chunk.js";
import { filesOf, type Layer, toLattice } from "../surface/layer.js";
import { AZIMUTHS, type Rays } from "./rays.js";

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
