/**
 * The beam at a grid of points on a plane: the shadows of all bodies on it, thrown by the sun as one point, body by body. That is as exact as
 * a ray to each point, and costs less the more points there are.
 */
import { type Area, normalOf } from "./area.js";
import { ELLIPSOID, PER_ROUND, PER_TRIANGLE } from "./bodies.js";
import type { Rays } from "./rays.js";

type Vector = readonly [number, number, number];

/** m before the plane, from where on a body throws a shadow. */
const AHEAD = 1e-6;
/** Corners of a triangle that the plane cuts. */
const MOST_CORNERS = 4;

export class Shadows {
  /** Share of the beam that is left of the last sun: by season, row and column. */
  readonly share: Float64Array;
  /** Of the plane, of length 1. */
  readonly normal: Vector;
  private readonly rays: Rays;
  private readonly corner: Vector;
  private readonly sides: readonly [Vector, Vector];
  private readonly columns: Float64Array;
  private readonly rows: Float64Array;
  /** Of the corners of all triangles, and of boxes and round bodies with their radius: along both sides, and before the plane, m. */
  private readonly triangles: Float64Array;
  private readonly spheres: Float64Array;
  private readonly boxes: Float64Array;
  /** Sun over its part along the normal: how far a shadow moves along both sides for each metre before the plane. */
  private readonly move = new Float64Array(2);
  private readonly outline = new Float64Array(2 * MOST_CORNERS);

  /** @param area whose corner and sides the plane has; @param columns, rows metres along its sides, rising */
  constructor(rays: Rays, area: Area, columns: Float64Array, rows: Float64Array) {
    this.rays = rays;
    this.corner = area.corner;
    this.sides = [unit(area.across), unit(area.up)];
    this.normal = normalOf(area);
    [this.columns, this.rows] = [columns, rows];
    this.share = new Float64Array(rays.passed.length * rows.length * columns.length);
    const { triangles, rounds } = rays.bodies;
    this.triangles = new Float64Array(triangles.length);
    for (let at = 0; at < triangles.length; at += 3)
      this.place([triangles[at]!, triangles[at + 1]!, triangles[at + 2]!], this.triangles, at);
    this.spheres = new Float64Array((4 * rounds.length) / PER_ROUND);
    for (let at = 0, to = 0; at < rounds.length; at += PER_ROUND, to += 4) this.placeRound(at, to);
    this.boxes = new Float64Array(4 * rays.tree.nodes);
    for (let node = 0; node < rays.tree.nodes; node++) this.placeBox(node);
  }

  private place(point: Vector, to: Float64Array, at: number): void {
    const away = [0, 1, 2].map((axis) => point[axis]! - this.corner[axis]!) as unknown as Vector;
    to[at] = dot(away, this.sides[0]);
    to[at + 1] = dot(away, this.sides[1]);
    to[at + 2] = dot(away, this.normal);
  }

  private placeRound(at: number, to: number): void {
    const { rounds } = this.rays.bodies;
    const [x, y, z, a, b, c] = rounds.subarray(at + 1, at + PER_ROUND) as unknown as [...Vector, ...Vector];
    const isEllipsoid = rounds[at] === ELLIPSOID;
    this.place([x, y, isEllipsoid ? z : z + c / 2], this.spheres, to);
    this.spheres[to + 3] = isEllipsoid
      ? Math.max(a, b)
      : Math.sqrt((c / 2) * (c / 2) + Math.max(a, b) * Math.max(a, b));
  }

  private placeBox(node: number): void {
    const box = this.rays.tree.boxes.subarray(6 * node, 6 * node + 6);
    const half = [0, 1, 2].map((axis) => (box[axis + 3]! - box[axis]!) / 2) as unknown as Vector;
    this.place([box[0]! + half[0], box[1]! + half[1], box[2]! + half[2]], this.boxes, 4 * node);
    this.boxes[4 * node + 3] = Math.sqrt(dot(half, half));
  }

  /** @param sun its direction, of length 1, in front of the plane */
  cast(sun: Vector): void {
    const { tree, bodies } = this.rays;
    const ahead = dot(sun, this.normal);
    this.move[0] = dot(sun, this.sides[0]) / ahead;
    this.move[1] = dot(sun, this.sides[1]) / ahead;
    this.share.fill(1);
    const triangles = bodies.triangles.length / PER_TRIANGLE;
    for (let node = 0; node < tree.nodes; ) {
      if (!this.reaches(this.boxes, 4 * node)) {
        node = tree.skip[node]!;
        continue;
      }
      for (let k = tree.first[node]!; k < tree.first[node]! + tree.count[node]!; k++) {
        const body = tree.order[k]!;
        if (body < triangles) this.shadeTriangle(body);
        else this.shadeRound(body, 4 * (body - triangles), sun);
      }
      node++;
    }
  }

  /** Whether the shadow of a sphere may reach the grid. */
  private reaches(spheres: Float64Array, at: number): boolean {
    const { columns, rows, move } = this;
    const [ahead, radius] = [spheres[at + 2]!, spheres[at + 3]!];
    if (ahead + radius < AHEAD) return false;
    const x = spheres[at]! - ahead * move[0]!;
    const y = spheres[at + 1]! - ahead * move[1]!;
    const wide = radius * Math.sqrt(1 + move[0]! * move[0]!);
    const high = radius * Math.sqrt(1 + move[1]! * move[1]!);
    const [right, top] = [columns[columns.length - 1]!, rows[rows.length - 1]!];
    return x + wide >= columns[0]! && x - wide <= right && y + high >= rows[0]! && y - high <= top;
  }

  private shadeTriangle(body: number): void {
    const { triangles, outline } = this;
    const from = PER_TRIANGLE * body;
    let corners = 0;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [from + 3 * k, from + 3 * ((k + 1) % 3)];
      const [ahead, next] = [triangles[a + 2]! - AHEAD, triangles[b + 2]! - AHEAD];
      if (ahead > 0) corners = this.addCorner(corners, triangles[a]!, triangles[a + 1]!, ahead);
      if (ahead > 0 === next > 0) continue;
      const cut = ahead / (ahead - next);
      const at = (axis: number) => triangles[a + axis]! + (triangles[b + axis]! - triangles[a + axis]!) * cut;
      corners = this.addCorner(corners, at(0), at(1), 0);
    }
    if (corners < 3) return;
    let [low, high] = [outline[1]!, outline[1]!];
    for (let k = 1; k < corners; k++) {
      low = Math.min(low, outline[2 * k + 1]!);
      high = Math.max(high, outline[2 * k + 1]!);
    }
    const { rows } = this;
    for (let row = firstFrom(rows, low); row < rows.length && rows[row]! <= high; row++)
      this.shadeRow(row, corners, body);
  }

  private addCorner(count: number, across: number, up: number, ahead: number): number {
    this.outline[2 * count] = across - ahead * this.move[0]!;
    this.outline[2 * count + 1] = up - ahead * this.move[1]!;
    return count + 1;
  }

  /** What of a row lies between the sides of the outline. */
  private shadeRow(row: number, corners: number, body: number): void {
    const { outline, columns } = this;
    const y = this.rows[row]!;
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = 0; k < corners; k++) {
      const [a, b] = [2 * k, 2 * ((k + 1) % corners)];
      const [from, to] = [outline[a + 1]! - y, outline[b + 1]! - y];
      if ((from > 0 && to > 0) || (from < 0 && to < 0) || from === to) continue;
      const x = outline[a]! + ((outline[b]! - outline[a]!) * from) / (from - to);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    for (let column = firstFrom(columns, left); column < columns.length && columns[column]! <= right; column++)
      this.take(body, row * columns.length + column);
  }

  private shadeRound(body: number, at: number, sun: Vector): void {
    if (!this.reaches(this.spheres, at)) return;
    const { spheres, move, rows, columns, corner, sides } = this;
    const [ahead, radius] = [spheres[at + 2]!, spheres[at + 3]!];
    const x = spheres[at]! - ahead * move[0]!;
    const y = spheres[at + 1]! - ahead * move[1]!;
    const wide = radius * Math.sqrt(1 + move[0]! * move[0]!);
    const high = radius * Math.sqrt(1 + move[1]! * move[1]!);
    for (let row = firstFrom(rows, y - high); row < rows.length && rows[row]! <= y + high; row++)
      for (
        let column = firstFrom(columns, x - wide);
        column < columns.length && columns[column]! <= x + wide;
        column++
      ) {
        const [u, v] = [columns[column]!, rows[row]!];
        const point = (axis: number) => corner[axis]! + u * sides[0][axis]! + v * sides[1][axis]!;
        if (this.rays.meetsBody(point(0), point(1), point(2), sun, body))
          this.take(body, row * columns.length + column);
      }
  }

  private take(body: number, cell: number): void {
    const { materials, passes, seasons } = this.rays.bodies;
    const each = this.rows.length * this.columns.length;
    for (let season = 0; season < seasons; season++)
      this.share[season * each + cell]! *= passes[materials[body]! * seasons + season]!;
  }
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(vector: Vector): Vector {
  const length = Math.sqrt(dot(vector, vector));
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** The first place of a rising list that is at least a value. */
function firstFrom(list: Float64Array, value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
