/**
 * Rays through bodies: which share of the light comes from a direction to a point. A ray takes the transmittance of a round body once,
 * however long its way in it, and of each triangle that it crosses. No ray allocates memory.
 */
import { type Bodies, ELLIPSOID, PER_ROUND, PER_TRIANGLE } from "./bodies.js";
import { type Tree, treeOf } from "./tree.js";

/** Nothing is as near as this (m, times the length of the direction): a ray does not meet the face that it starts on. */
const NEAREST = 1e-6;
/** Share of a triangle's side by which its edges are wider: no ray slips between two triangles. */
const SEAM = 1e-9;
const FAR = 1e9;

/** Least part of a direction along an axis, so that it can be divided by. */
const LEAST = 1e-30;

export class Rays {
  readonly tree: Tree;
  /** Share of the light that passes, by season, of the last ray. */
  readonly passed: Float64Array;
  readonly bodies: Bodies;
  private readonly count: number;
  private readonly origin = new Float64Array(3);
  private readonly direction = new Float64Array(3);

  constructor(bodies: Bodies) {
    this.bodies = bodies;
    this.tree = treeOf(bodies);
    this.passed = new Float64Array(bodies.seasons);
    this.count = bodies.triangles.length / PER_TRIANGLE;
  }

  /**
   * Follows a ray from a point (m) in a direction of any length.
   *
   * @param hint number of a body that may stop it, which is asked first; −1: none
   * @returns number of the body that let nothing pass in any season; −1: `passed` has what passes
   */
  follow(x: number, y: number, z: number, dx: number, dy: number, dz: number, hint: number): number {
    const { tree, origin, direction, passed } = this;
    origin[0] = x;
    origin[1] = y;
    origin[2] = z;
    direction[0] = dx;
    direction[1] = dy;
    direction[2] = dz;
    passed.fill(1);
    if (hint >= 0 && this.meets(hint) && this.isClosed(hint)) return hint;
    const { boxes, skip, first, count, order, nodes } = tree;
    const ix = inverse(dx);
    const iy = inverse(dy);
    const iz = inverse(dz);
    // Where a ray enters and leaves a box along each axis. No lists here, nor minima of many: this takes most of a map's time (measured).
    const inX = ix < 0 ? 3 : 0;
    const inY = iy < 0 ? 4 : 1;
    const inZ = iz < 0 ? 5 : 2;
    for (let node = 0; node < nodes; ) {
      const at = 6 * node;
      let near = (boxes[at + inX]! - x) * ix;
      let far = (boxes[at + 3 - inX]! - x) * ix;
      const nearY = (boxes[at + inY]! - y) * iy;
      const farY = (boxes[at + 5 - inY]! - y) * iy;
      const nearZ = (boxes[at + inZ]! - z) * iz;
      const farZ = (boxes[at + 7 - inZ]! - z) * iz;
      if (nearY > near) near = nearY;
      if (nearZ > near) near = nearZ;
      if (farY < far) far = farY;
      if (farZ < far) far = farZ;
      if (far < near || far < 0) {
        node = skip[node]!;
        continue;
      }
      const end = first[node]! + count[node]!;
      for (let k = first[node]!; k < end; k++) {
        const body = order[k]!;
        if (this.meets(body) && this.stops(body)) return body;
      }
      node++;
    }
    return -1;
  }

  /** Whether a ray from a point in a direction meets a body. */
  meetsBody(x: number, y: number, z: number, [dx, dy, dz]: readonly [number, number, number], body: number): boolean {
    const { origin, direction } = this;
    [origin[0], origin[1], origin[2]] = [x, y, z];
    [direction[0], direction[1], direction[2]] = [dx, dy, dz];
    return this.meets(body);
  }

  private isClosed(body: number): boolean {
    const { materials, passes, seasons } = this.bodies;
    const at = materials[body]! * seasons;
    for (let season = 0; season < seasons; season++) if (passes[at + season]! > 0) return false;
    return true;
  }

  /** Takes the body's share. @returns whether nothing is left in any season */
  private stops(body: number): boolean {
    const { materials, passes, seasons } = this.bodies;
    const at = materials[body]! * seasons;
    let left = 0;
    for (let season = 0; season < seasons; season++) {
      this.passed[season]! *= passes[at + season]!;
      left += this.passed[season]!;
    }
    return left === 0;
  }

  private meets(body: number): boolean {
    if (body < this.count) return this.meetsTriangle(PER_TRIANGLE * body);
    const at = PER_ROUND * (body - this.count);
    return this.bodies.rounds[at] === ELLIPSOID ? this.meetsEllipsoid(at) : this.meetsFrustum(at);
  }

  /** Möller & Trumbore 1997, Fast, minimum storage ray/triangle intersection, Journal of Graphics Tools 2, 21–28. */
  private meetsTriangle(at: number): boolean {
    const { direction, origin } = this;
    const { triangles: t } = this.bodies;
    const ax = t[at]!;
    const ay = t[at + 1]!;
    const az = t[at + 2]!;
    const ux = t[at + 3]! - ax;
    const uy = t[at + 4]! - ay;
    const uz = t[at + 5]! - az;
    const vx = t[at + 6]! - ax;
    const vy = t[at + 7]! - ay;
    const vz = t[at + 8]! - az;
    const dx = direction[0]!;
    const dy = direction[1]!;
    const dz = direction[2]!;
    const px = dy * vz - dz * vy;
    const py = dz * vx - dx * vz;
    const pz = dx * vy - dy * vx;
    const volume = ux * px + uy * py + uz * pz;
    if (volume === 0) return false;
    const per = 1 / volume;
    const ox = origin[0]! - ax;
    const oy = origin[1]! - ay;
    const oz = origin[2]! - az;
    const u = (ox * px + oy * py + oz * pz) * per;
    if (!(u >= -SEAM && u <= 1 + SEAM)) return false;
    const qx = oy * uz - oz * uy;
    const qy = oz * ux - ox * uz;
    const qz = ox * uy - oy * ux;
    const v = (dx * qx + dy * qy + dz * qz) * per;
    if (!(v >= -SEAM && u + v <= 1 + SEAM)) return false;
    return (vx * qx + vy * qy + vz * qz) * per > NEAREST;
  }

  private meetsEllipsoid(at: number): boolean {
    const { rounds } = this.bodies;
    const radius = rounds[at + 4]!;
    const flat = radius / rounds[at + 5]!;
    const x = this.origin[0]! - rounds[at + 1]!;
    const y = this.origin[1]! - rounds[at + 2]!;
    const z = (this.origin[2]! - rounds[at + 3]!) * flat;
    const out = x * x + y * y + z * z - radius * radius;
    if (out < 0) return true;
    const [dx, dy, dz] = [this.direction[0]!, this.direction[1]!, this.direction[2]! * flat];
    const towards = x * dx + y * dy + z * dz;
    return towards < 0 && towards * towards > (dx * dx + dy * dy + dz * dz) * out;
  }

  private meetsFrustum(at: number): boolean {
    const { rounds } = this.bodies;
    const [base, top, height] = [rounds[at + 4]!, rounds[at + 5]!, rounds[at + 6]!];
    const [x, y] = [this.origin[0]! - rounds[at + 1]!, this.origin[1]! - rounds[at + 2]!];
    const z = this.origin[2]! - rounds[at + 3]!;
    const [dx, dy, dz] = [this.direction[0]!, this.direction[1]!, this.direction[2]!];
    // The ray is between base and top from `from` to `to`.
    const [low, high] = [-z * inverse(dz), (height - z) * inverse(dz)];
    const from = Math.max(0, Math.min(low, high));
    const to = Math.min(FAR, Math.max(low, high));
    if (!(from < to)) return false;
    // Square of the distance from the axis less that of the radius: a t² + 2 b t + c.
    const slope = (top - base) / height;
    const radius = base + slope * z;
    const narrower = slope * dz;
    const a = dx * dx + dy * dy - narrower * narrower;
    const b = x * dx + y * dy - radius * narrower;
    const c = x * x + y * y - radius * radius;
    if ((a * from + 2 * b) * from + c < 0 || (a * to + 2 * b) * to + c < 0) return true;
    const nearest = -b / a;
    return a > 0 && nearest > from && nearest < to && b * nearest + c < 0;
  }
}

function inverse(part: number): number {
  return 1 / (Math.abs(part) < LEAST ? LEAST : part);
}
