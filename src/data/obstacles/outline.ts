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

/** Sides that cross one another; those that are apart from west to east are not looked at. */
function firstCrossing(points: readonly Flat[]): readonly [number, number] | undefined {
  const count = points.length;
  const after = (k: number) => points[k + 1 === count ? 0 : k + 1]!;
  const west = points.map(([x], k) => Math.min(x, after(k)[0]));
  const order = west.map((_, k) => k).sort((i, j) => west[i]! - west[j]!);
  for (const [k, i] of order.entries()) {
    const [a, b] = [points[i]!, after(i)];
    const east = Math.max(a[0], b[0]);
    for (let next = k + 1; next < count && west[order[next]!]! <= east; next++) {
      const j = order[next]!;
      const apart = Math.abs(i - j);
      if (apart === 1 || apart === count - 1) continue;
      const [c, d] = [points[j]!, after(j)];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)
        return [Math.min(i, j), Math.max(i, j)];
    }
  }
  return undefined;
}

/** Triangles of a counterclockwise outline, by cutting off ears: numbers of corners. */
export function trianglesOf(points: readonly Flat[]): number[] {
  const left = points.map((_, k) => k);
  const found: number[] = [];
  const around = (at: number): [number, number, number] => {
    const count = left.length;
    return [left[(at + count - 1) % count]!, left[(at + count) % count]!, left[(at + 1) % count]!];
  };
  const sticksOut = ([p, q, r]: readonly [number, number, number]) => side(points[p]!, points[q]!, points[r]!) > 0;
  // The others are never in an ear, and stay as they are.
  const hollow = new Set(left.filter((_, at) => !sticksOut(around(at))));
  while (left.length > 3) {
    const at = Math.max(
      0,
      left.findIndex((_, k) => isEar(points, around(k), hollow)),
    );
    found.push(...around(at));
    hollow.delete(left.splice(at, 1)[0]!);
    for (const beside of [around(at - 1), around(at)]) if (sticksOut(beside)) hollow.delete(beside[1]);
  }
  return [...found, ...left];
}

/** A corner that sticks out, with no other corner in its triangle. There is none in an outline that touches itself. */
function isEar(points: readonly Flat[], [p, q, r]: readonly [number, number, number], hollow: ReadonlySet<number>) {
  const [a, b, c] = [points[p]!, points[q]!, points[r]!];
  if (side(a, b, c) <= 0) return false;
  for (const other of hollow) {
    const point = points[other]!;
    const isCorner = other === p || other === q || other === r;
    if (!isCorner && side(a, b, point) > 0 && side(b, c, point) > 0 && side(c, a, point) > 0) return false;
  }
  return true;
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
