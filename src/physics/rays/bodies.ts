/** What rays meet: triangles and round bodies in metres east, north and up, each of a material that lets a share of the light pass. */
import { type Area, normalOf } from "./area.js";

/** Plain data: it can be cloned and shared between threads. */
export interface Bodies {
  /** Nine numbers for each triangle: its corners. Both sides stop light. */
  readonly triangles: Float64Array;
  /**
   * Seven numbers for each round body with an upright axis. An ellipsoid: `ELLIPSOID`, its middle, its radius, half its height, 0. A frustum:
   * `FRUSTUM`, the middle of its base, the radii at base and top, its height.
   */
  readonly rounds: Float64Array;
  /** Number of the material of each triangle, and then of each round body. */
  readonly materials: Int32Array;
  /** Share of the light that passes, by material and season: `material * seasons + season`. */
  readonly passes: Float64Array;
  /** Of the year: 1, or as many as differ. */
  readonly seasons: number;
}

export const ELLIPSOID = 0;
export const FRUSTUM = 1;
export const [PER_TRIANGLE, PER_ROUND] = [9, 7];

/** Boxes around all bodies, six numbers each: the least east, north and up, and the most. */
export function boxesOf({ triangles, rounds, materials }: Bodies): Float64Array {
  const boxes = new Float64Array(6 * materials.length);
  const count = triangles.length / PER_TRIANGLE;
  for (let body = 0; body < materials.length; body++) {
    if (body < count) triangleBox(triangles, PER_TRIANGLE * body, boxes, 6 * body);
    else roundBox(rounds, PER_ROUND * (body - count), boxes, 6 * body);
  }
  return boxes;
}

function triangleBox(triangles: Float64Array, at: number, boxes: Float64Array, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const [a, b, c] = [triangles[at + axis]!, triangles[at + 3 + axis]!, triangles[at + 6 + axis]!];
    boxes[to + axis] = Math.min(a, b, c);
    boxes[to + 3 + axis] = Math.max(a, b, c);
  }
}

function roundBox(rounds: Float64Array, at: number, boxes: Float64Array, to: number): void {
  const isEllipsoid = rounds[at] === ELLIPSOID;
  const [a, b, c] = [rounds[at + 4]!, rounds[at + 5]!, rounds[at + 6]!];
  const radius = isEllipsoid ? a : Math.max(a, b);
  for (let axis = 0; axis < 2; axis++) {
    boxes[to + axis] = rounds[at + 1 + axis]! - radius;
    boxes[to + 3 + axis] = rounds[at + 1 + axis]! + radius;
  }
  boxes[to + 2] = rounds[at + 3]! - (isEllipsoid ? b : 0);
  boxes[to + 5] = rounds[at + 3]! + (isEllipsoid ? b : c);
}

/** m in front of a plane, from where on a body can take light from it. */
const AHEAD = 1e-6;

/** Those that light on its way down to areas of one plane can meet: in front of the plane, and higher than its lowest point. */
export function bodiesBefore(bodies: Bodies, areas: readonly Area[]): Bodies {
  const boxes = boxesOf(bodies);
  const normal = normalOf(areas[0]!);
  const lowest = areas.reduce((least, { corner, across, up }) => {
    return Math.min(least, corner[2] + Math.min(0, across[2]) + Math.min(0, up[2]));
  }, Number.POSITIVE_INFINITY);
  const start = areas[0]!.corner.reduce((sum, part, axis) => sum + part * normal[axis]!, 0);
  const isBefore = (body: number) => {
    const ahead = normal.reduce((sum, part, axis) => sum + part * boxes[6 * body + (part > 0 ? 3 : 0) + axis]!, 0);
    return ahead - start > AHEAD && boxes[6 * body + 5]! > lowest;
  };
  return someBodies(bodies, isBefore);
}

/** @param isKept by the number of a body */
export function someBodies(bodies: Bodies, isKept: (body: number) => boolean): Bodies {
  const count = bodies.triangles.length / PER_TRIANGLE;
  const kept = Array.from(bodies.materials.keys()).filter(isKept);
  const [flat, round] = [kept.filter((body) => body < count), kept.filter((body) => body >= count)];
  const parts = (from: Float64Array, per: number, numbers: readonly number[]) => {
    const found = new Float64Array(per * numbers.length);
    for (const [k, number] of numbers.entries()) found.set(from.subarray(per * number, per * (number + 1)), per * k);
    return found;
  };
  return {
    ...bodies,
    triangles: parts(bodies.triangles, PER_TRIANGLE, flat),
    rounds: parts(
      bodies.rounds,
      PER_ROUND,
      round.map((body) => body - count),
    ),
    materials: Int32Array.from(kept, (body) => bodies.materials[body]!),
  };
}
