/** Whether a point is inside a mesh, however its faces are turned. */
import type { Point } from "./types.js";

/** Ways to look: axis and sense. Down is left out, as houses of maps have no floor. */
const WAYS = [
  [2, 1],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
] as const;

/** An odd number of triangles in front of it, whichever way it looks: under a roof without walls it is outside. */
export function isInside(triangles: Float64Array, point: Point): boolean {
  return WAYS.every(([axis, sense]) => {
    let isOdd = false;
    for (let at = 0; at < triangles.length; at += 9)
      if (sense * depthOf(triangles, at, axis, point) > 0) isOdd = !isOdd;
    return isOdd;
  });
}

/** Of a triangle before a point along an axis; NaN beside it. An edge that two triangles share is on one of them. */
function depthOf(t: Float64Array, at: number, axis: 0 | 1 | 2, point: Point): number {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const [x, y] = [point[u]!, point[v]!];
  let isWithin = false;
  for (let from = at, k = 0; k < 3; k++) {
    const to = k === 2 ? at : from + 3;
    const [ax, ay, bx, by] = [t[from + u]!, t[from + v]!, t[to + u]!, t[to + v]!];
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isWithin = !isWithin;
    from = to;
  }
  if (!isWithin) return Number.NaN;
  const [px, py, pz] = [t[at + 3 + u]! - t[at + u]!, t[at + 3 + v]! - t[at + v]!, t[at + 3 + axis]! - t[at + axis]!];
  const [qx, qy, qz] = [t[at + 6 + u]! - t[at + u]!, t[at + 6 + v]! - t[at + v]!, t[at + 6 + axis]! - t[at + axis]!];
  const [nx, ny, nz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
  return t[at + axis]! - (nx * (x - t[at + u]!) + ny * (y - t[at + v]!)) / nz - point[axis];
}
