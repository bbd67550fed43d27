/** Obstacles as triangles and round bodies, in the scene's own axes; and whether a point is inside, where an obstacle has an inside. */
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { ELLIPSOID, FRUSTUM } from "../../physics/rays/bodies.js";
import { isInside } from "./inside.js";
import { checkOutline, type Flat, isWithin, trianglesOf } from "./outline.js";
import type { Obstacle, Point, Transmittance } from "./types.js";

export interface Solid {
  /** Nine numbers for each triangle. */
  readonly triangles: readonly number[] | Float64Array;
  /** As `Bodies.rounds` has one. */
  readonly round?: readonly number[];
  readonly transmittance?: Transmittance | undefined;
  readonly contains?: (point: Point) => boolean;
}

type Of<Kind extends Obstacle["kind"]> = Extract<Obstacle, { readonly kind: Kind }>;

/** m within which a point is on a body's face, not inside. */
const SKIN = 0.005;
/** m by which a corner of a flat polygon may be off its plane. */
const FLATNESS = 0.05;

/** @throws RangeError, TypeError for a shape without an area, or one that crosses itself */
export function solidOf(obstacle: Obstacle, where: string): Solid {
  switch (obstacle.kind) {
    case "box":
      return box(obstacle);
    case "prism":
      return prism(obstacle, where);
    case "house":
      return house(obstacle, where);
    case "surface":
      return surface(obstacle, where);
    case "mesh":
      return mesh(obstacle, where);
    default:
      return round(obstacle);
  }
}

function box({ at: [x, y, z], size: [across, along, height], turn = 0 }: Of<"box">): Solid {
  const outline = rectangle([x, y], across, along, turn);
  return upright(outline, z, z + height);
}

function prism({ outline, bottom = 0, top }: Of<"prism">, where: string): Solid {
  if (!(top > bottom)) throw new RangeError(`${where}.top must be above its bottom, ${bottom} m, got ${top}`);
  return upright(checkOutline(outline, `${where}.outline`), bottom, top);
}

/** Counterclockwise from the south-west. */
function rectangle([x, y]: Flat, across: number, along: number, turn: number): Flat[] {
  const [s, c] = [sin(turn * DEG), cos(turn * DEG)];
  const corner = (e: number, n: number): Flat => [x + e * c + n * s, y - e * s + n * c];
  const [e, n] = [across / 2, along / 2];
  return [corner(-e, -n), corner(e, -n), corner(e, n), corner(-e, n)];
}

/** Walls and a lid: what comes in from below goes out by one of them. */
function upright(outline: readonly Flat[], bottom: number, top: number): Solid {
  const lid = trianglesOf(outline).flatMap((k) => [...outline[k]!, top]);
  return {
    triangles: [...walls(outline, bottom, top), ...lid],
    contains: ([x, y, z]) => z > bottom + SKIN && z < top - SKIN && isWithin(outline, [x, y]),
  };
}

function walls(outline: readonly Flat[], bottom: number, top: number): number[] {
  return outline.flatMap(([x, y], k) => {
    const [toX, toY] = outline[(k + 1) % outline.length]!;
    return quad([x, y, bottom], [toX, toY, bottom], [toX, toY, top], [x, y, top]);
  });
}

function quad(a: Point, b: Point, c: Point, d: Point): number[] {
  return [...a, ...b, ...c, ...a, ...c, ...d];
}

function house({ at, size: [across, along], eaves, ridge, roof, turn = 0 }: Of<"house">, where: string): Solid {
  const [x, y, z] = at;
  const outline = rectangle([x, y], across, along, turn);
  if (roof === "flat") return upright(outline, z, z + eaves);
  if (!(ridge > eaves)) throw new RangeError(`${where}.ridge must be above the eaves, ${eaves} m, got ${ridge}`);
  const [low, high] = [z + eaves, z + ridge];
  const [a, b, c, d] = outline.map(([e, n]): Point => [e, n, low]) as [Point, Point, Point, Point];
  const inset = roof === "hip" ? Math.min(across, along) / 2 : 0;
  const half = along / 2 - inset;
  const [s, n] = [sin(turn * DEG), cos(turn * DEG)];
  const [front, back]: [Point, Point] = [
    [x - half * s, y - half * n, high],
    [x + half * s, y + half * n, high],
  ];
  const faces = [...quad(b, c, back, front), ...quad(d, a, front, back), ...a, ...b, ...front, ...c, ...d, ...back];
  const contains = ([px, py, pz]: Point) => {
    const [e, f] = [px - x, py - y];
    const off = Math.abs(e * n - f * s);
    const length = Math.abs(e * s + f * n);
    const slope = (ridge - eaves) / (across / 2);
    const side = (ridge - eaves) / Math.max(inset, SKIN);
    const lid = Math.min(
      slope * (across / 2 - off),
      roof === "hip" ? side * (along / 2 - length) : Number.POSITIVE_INFINITY,
    );
    return off < across / 2 - SKIN && length < along / 2 - SKIN && pz > z + SKIN && pz < low + lid - SKIN;
  };
  return { triangles: [...walls(outline, z, low), ...faces], contains };
}

function surface({ corners, transmittance }: Of<"surface">, where: string): Solid {
  const normal = newell(corners);
  const length = Math.sqrt(normal.reduce((sum, part) => sum + part * part, 0));
  if (!(length > 0)) throw new RangeError(`${where}.corners must have an area, got none`);
  const [a] = corners as [Point];
  for (const [k, corner] of corners.entries()) {
    const off = normal.reduce((sum, part, axis) => sum + part * (corner[axis]! - a[axis]!), 0) / length;
    if (Math.abs(off) <= FLATNESS) continue;
    throw new RangeError(
      `${where}.corners must be in one plane, within ${FLATNESS} m: corner ${k} is ${Math.abs(off).toFixed(2)} m off`,
    );
  }
  return { triangles: polygonTriangles(corners, normal, `${where}.corners`), transmittance };
}

/** Triangles of a polygon, seen along the axis that is nearest to its normal: there no polygon of a plane folds. @throws RangeError */
export function polygonTriangles(corners: readonly Point[], normal: readonly number[], where: string): number[] {
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const flat = corners.map((corner): Flat => [corner[u]!, corner[v]!]);
  const outline = checkOutline(flat, where);
  return trianglesOf(outline).flatMap((k) => [...corners[flat.indexOf(outline[k]!)]!]);
}

/** Twice the area of a polygon, as a vector (Newell's method). */
export function newell(corners: readonly Point[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const [k, a] of corners.entries()) {
    const b = corners[(k + 1) % corners.length]!;
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      sum[axis]! += (a[u]! - b[u]!) * (a[v]! + b[v]!);
    }
  }
  return sum;
}

function round(obstacle: Of<"pole" | "cone" | "sphere">): Solid {
  const { kind, at, radius } = obstacle;
  const [x, y, z] = at;
  const transmittance = kind === "pole" ? undefined : obstacle.transmittance;
  const height = obstacle.height ?? 2 * radius;
  if (kind === "sphere") return { triangles: [], round: [ELLIPSOID, x, y, z, radius, height / 2, 0], transmittance };
  if (kind === "cone") return { triangles: [], round: [FRUSTUM, x, y, z, radius, 0, height], transmittance };
  const contains = ([px, py, pz]: Point) => {
    const [e, n, up] = [px - x, py - y, pz - z];
    return up > SKIN && up < height - SKIN && e * e + n * n < (radius - SKIN) * (radius - SKIN);
  };
  return { triangles: [], round: [FRUSTUM, x, y, z, radius, radius, height], contains };
}

/** Triangles without an area are left out. */
function mesh({ points, triangles, transmittance }: Of<"mesh">, where: string): Solid {
  const count = Math.floor(points.length / 3);
  const found = new Float64Array(3 * triangles.length);
  let size = 0;
  for (let k = 0; k + 2 < triangles.length; k += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const point = triangles[k + corner]!;
      if (!(Number.isInteger(point) && point >= 0 && point < count))
        throw new RangeError(
          `${where}.triangles[${k + corner}] must be the number of a point below ${count}, got ${point}`,
        );
      for (let axis = 0; axis < 3; axis++) found[size + 3 * corner + axis] = points[3 * point + axis]!;
    }
    if (hasArea(found, size)) size += 9;
  }
  if (size === 0) throw new RangeError(`${where} must have a triangle with an area, got none`);
  const kept = found.subarray(0, size);
  return { triangles: kept, transmittance, contains: (point) => isInside(kept, point) };
}

export function hasArea(t: ArrayLike<number>, at: number): boolean {
  const [ux, uy, uz] = [t[at + 3]! - t[at]!, t[at + 4]! - t[at + 1]!, t[at + 5]! - t[at + 2]!];
  const [vx, vy, vz] = [t[at + 6]! - t[at]!, t[at + 7]! - t[at + 1]!, t[at + 8]! - t[at + 2]!];
  return uy * vz - uz * vy !== 0 || uz * vx - ux * vz !== 0 || ux * vy - uy * vx !== 0;
}
