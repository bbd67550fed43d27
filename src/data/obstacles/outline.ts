/** Polygons: checked, and cut into triangles. */

export type Flat = readonly [number, number];

/** Square metres (m² of an outline), below which it is a line. */
const LEAST_AREA = 1e-6;
const MOST_CORNERS = 2000;

/** Twice the area, positive counterclockwise. */
function twiceArea(points: readonly Flat[]): number {
  let sum = 0;
  for (const [k, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(k + 1) % points.length]!;
    sum += x * nextY - nextX * y;
  }
  return sum;
}

/** Positive where c is to the left of the way from a to b. */
function side([ax, ay]: Flat, [bx, by]: Flat, [cx, cy]: Flat): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/**
 * An outline counterclockwise, without corners that are there twice in a row.
 *
 * @throws RangeError for one without an area, or that crosses itself
 */
export function checkOutline(given: readonly Flat[], where: string): Flat[] {
  const points = given.filter(([x, y], k) => {
    const [beforeX, beforeY] = given[(k + given.length - 1) % given.length]!;
    return given.length === 1 || x !== beforeX || y !== beforeY;
  });
  if (points.length < 3 || points.length > MOST_CORNERS)
    throw new RangeError(`${where} must have 3 to ${MOST_CORNERS} different corners, got ${points.length}`);
  const area = twiceArea(points) / 2;
  const crossing = firstCrossing(points);
  if (crossing !== undefined)
    throw new RangeError(`${where} must not cross itself, as its sides from corners ${crossing.join(" and ")} do`);
  if (!(Math.abs(area) > LEAST_AREA)) throw new RangeError(`${where} must have an area, got ${Math.abs(area)} m²`);
  return area > 0 ? points : points.reverse();
}

/** Sides that cross one another. */
function firstCrossing(points: readonly Flat[]): readonly [number, number] | undefined {
  const count = points.length;
  for (let i = 0; i < count; i++) {
    const [a, b] = [points[i]!, points[(i + 1) % count]!];
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      const [c, d] = [points[j]!, points[(j + 1) % count]!];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return [i, j];
    }
  }
  return undefined;
}

/** Triangles of a counterclockwise outline, by cutting off ears: numbers of corners. */
export function trianglesOf(points: readonly Flat[]): number[] {
  const left = points.map((_, k) => k);
  const found: number[] = [];
  while (left.length > 3) {
    const at = Math.max(0, earOf(points, left));
    const [before, after] = [left[(at + left.length - 1) % left.length]!, left[(at + 1) % left.length]!];
    found.push(before, left[at]!, after);
    left.splice(at, 1);
  }
  return [...found, ...left];
}

/** A corner that sticks out, with no other corner in its triangle; −1: none, in an outline that touches itself. */
function earOf(points: readonly Flat[], left: readonly number[]): number {
  return left.findIndex((corner, k) => {
    const [p, q, r] = [left[(k + left.length - 1) % left.length]!, corner, left[(k + 1) % left.length]!];
    const [a, b, c] = [points[p]!, points[q]!, points[r]!];
    if (side(a, b, c) <= 0) return false;
    return left.every((other) => {
      if (other === p || other === q || other === r) return true;
      const point = points[other]!;
      return !(side(a, b, point) > 0 && side(b, c, point) > 0 && side(c, a, point) > 0);
    });
  });
}

/** Whether a point is within an outline. */
export function isWithin(points: readonly Flat[], [x, y]: Flat): boolean {
  let within = false;
  for (const [k, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(k + 1) % points.length]!;
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) within = !within;
  }
  return within;
}
