/** From where and to where rays go for one direction of the sun: points of areas, each with a point of the sun's disc. */
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { SUN_DIAMETER } from "../models/shading/horizon-line.js";
import { type Area, farthest, normalOf } from "./area.js";
import type { Rays } from "./rays.js";

/** Evenly spread points of a square: powers of the root of x³ = x + 1, upside down (Roberts 2018, its R2; on areas errors are a third of R4's). */
const AREA_STEPS = [0.7548776662466927, 0.5698402909980532] as const;
/** Of the disc: √2 and √3, which go with no multiple of the others. */
const DISC_STEPS = [Math.SQRT2, 1.7320508075688772] as const;

/** Fraction of a number of steps. */
const part = (k: number, step: number) => {
  const along = 0.5 + (k + 1) * step;
  return along - Math.floor(along);
};

export class SkySamples {
  readonly count: number;
  /** Share that reaches the areas, by season, of the last direction. */
  readonly share: Float64Array;
  /** Of the plane of the areas, of length 1. */
  readonly normal: readonly [number, number, number];
  /** Middle of all points, and the largest distance from there, m. */
  readonly middle: readonly [number, number, number];
  readonly radius: number;
  private readonly rays: Rays;
  private readonly points: Float64Array;
  /** To the side and up from the middle of the disc, as tangents. */
  private readonly disc: Float64Array;
  /** What stopped the last ray of each point: the next one goes nearly the same way. */
  private readonly stopped: Int32Array;

  /** @param least points: each area has as many as the others */
  constructor(rays: Rays, areas: readonly Area[], least: number) {
    const each = Math.ceil(least / areas.length);
    this.count = each * areas.length;
    this.rays = rays;
    this.share = new Float64Array(rays.passed.length);
    this.points = new Float64Array(3 * this.count);
    this.disc = new Float64Array(2 * this.count);
    this.stopped = new Int32Array(this.count).fill(-1);
    for (let k = 0; k < this.count; k++) {
      const { corner, across, up } = areas[k % areas.length]!;
      // The points of one area follow one another, so they are even on it; the first points are on all areas.
      const number = each * (k % areas.length) + Math.floor(k / areas.length);
      const [u, v] = AREA_STEPS.map((step) => part(number, step)) as [number, number];
      for (let axis = 0; axis < 3; axis++)
        this.points[3 * k + axis] = corner[axis]! + u * across[axis]! + v * up[axis]!;
      const off = Math.sqrt(part(number, DISC_STEPS[0])) * (SUN_DIAMETER / 2) * DEG;
      const turn = 360 * part(number, DISC_STEPS[1]) * DEG;
      this.disc[2 * k] = off * sin(turn);
      this.disc[2 * k + 1] = off * cos(turn);
    }
    this.normal = normalOf(areas[0]!);
    const middle = [0, 1, 2].map((axis) => this.mean(axis)) as [number, number, number];
    this.middle = middle;
    this.radius = Math.sqrt(areas.reduce((most, area) => Math.max(most, farthest(area, middle)), 0));
  }

  private mean(axis: number): number {
    let sum = 0;
    for (let k = 0; k < this.count; k++) sum += this.points[3 * k + axis]!;
    return sum / this.count;
  }

  /** Looks to a direction in degrees with the first `count` points. What of the disc is behind the plane does not count; a disc that is wholly behind it counts as seen. */
  look(azimuth: number, elevation: number, count: number): void {
    const { rays, points, disc, stopped, share, normal } = this;
    const [sa, ca] = [sin(azimuth * DEG), cos(azimuth * DEG)];
    const [se, ce] = [sin(elevation * DEG), cos(elevation * DEG)];
    share.fill(0);
    let seen = 0;
    for (let k = 0; k < count; k++) {
      const side = disc[2 * k]!;
      const higher = disc[2 * k + 1]!;
      const flat = ce - se * higher;
      const east = sa * flat + ca * side;
      const north = ca * flat - sa * side;
      const up = Math.abs(se + ce * higher);
      if (!(east * normal[0] + north * normal[1] + up * normal[2] > 0)) continue;
      seen++;
      const by = rays.follow(points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!, east, north, up, stopped[k]!);
      if (by >= 0) stopped[k] = by;
      else for (let season = 0; season < share.length; season++) share[season]! += rays.passed[season]!;
    }
    for (let season = 0; season < share.length; season++) share[season] = seen === 0 ? 1 : share[season]! / seen;
  }
}
