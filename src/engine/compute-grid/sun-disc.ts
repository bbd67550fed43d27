/**
 * Visible fraction of the sun's disc, averaged over a sub-step's cell: within minutes the sun may cross a horizon line
 * completely, so its position at the node says little. Its path through the cell is approximated by a straight line, and the
 * horizon is what it is: straight between whole degrees. Like the fraction at a point, the average never increases when the
 * line rises.
 */
import {
  type Horizon,
  horizonElevationAt,
  meanVisibleDiscFraction,
  NEARBY,
  SUN_DIAMETER,
  sectorOf,
} from "../../models/shading/horizon-line.js";
import type { SunSite } from "../../models/solar-position/ephemeris.js";
import { compassDegrees } from "../../models/solar-position/spa.js";
import { STEPS } from "../memory/columns.js";
import { compassAngle } from "./kernels/angles.js";

const s = STEPS;

/** Local copy: imported bindings are looked up at every use (measured). */
const SUN_RADIUS = SUN_DIAMETER / 2;
const NEAR = NEARBY;
/** Degrees by which the hour angle increases per second. */
const DEGREES_PER_SECOND = 360 / 86_400;
/** Within 0.6° of the zenith the azimuth turns too fast to mean anything (cos² of the elevation). */
const LEAST_HORIZONTAL = 1e-4;
const SQRT_HALF = 0.7071067811865475;

/** How the disc is looked at. */
export interface DiscView {
  readonly sun: SunSite;
  /** As the mean over each sub-step's cell; else at its node. */
  readonly moving: boolean;
  /** With the azimuth of the model alone. */
  readonly exact: boolean;
}

/** Share of the disc above 0° (`visible`). */
export function visibleRows(i0: number, i1: number, { sun, moving }: DiscView): void {
  const { elevation, weight, visible } = s;
  const rate = moving ? DEGREES_PER_SECOND : 0;
  for (let i = i0; ; i++) {
    // Nearly all rows, in a separate loop (measured: the chain with default sub-steps takes 1 % less).
    for (; i < i1 && isAbove(elevation[i]!, 0, rate * weight[i]!); i++) visible[i] = 1;
    if (i >= i1) return;
    visible[i] = shareAboveLevel(i, 0, rate, sun);
  }
}

/** Share of the disc above the line (`visibleAboveLine`). Only a sun low enough to meet the line needs its azimuth. */
export function aboveLineRows(i0: number, i1: number, { sun, moving, exact }: DiscView, horizon: Horizon): void {
  const { elevation, east, north, up, weight, lead, visibleAboveLine } = s;
  const { highest, highestNearby, lowestNearby } = horizon;
  const rate = moving ? DEGREES_PER_SECOND : 0;
  const most = 1 * highest;
  for (let i = i0; ; i++) {
    for (; i < i1 && isAbove(elevation[i]!, most, rate * weight[i]!); i++) visibleAboveLine[i] = 1;
    if (i >= i1) return;
    const height = elevation[i]!;
    const e = east[i]!;
    const n = north[i]!;
    const way = rate * Math.max(lead[i]!, weight[i]! - lead[i]!);
    const atLeast = (Math.abs(e) + Math.abs(n)) * SQRT_HALF; // of the horizontal part of the direction
    let high = 90;
    let low = 0;
    if (way * (atLeast + Math.abs(up[i]!)) <= NEAR * atLeast) {
      // Wherever the sun goes in the cell, it meets no more of the line than what is nearby (measured: saves two thirds).
      const sector = sectorOf(e, n);
      high = highestNearby[sector]!;
      low = lowestNearby[sector]!;
    }
    if (isAbove(height, high, way)) visibleAboveLine[i] = 1;
    else if (isAbove(low, height, way)) visibleAboveLine[i] = 0;
    else if (high === low) visibleAboveLine[i] = shareAboveLevel(i, low, rate, sun);
    else visibleAboveLine[i] = shareAboveLine(i, exact ? compassDegrees(e, n) : compassAngle(e, n), rate, sun, horizon);
  }
}

/** Whether the whole disc stays above a line wherever the sun goes by so many degrees. */
function isAbove(elevation: number, line: number, way: number): boolean {
  return elevation - way >= line + SUN_RADIUS;
}

/** Mean share of the disc above a level line in the cell of row i. */
function shareAboveLevel(i: number, line: number, rate: number, sun: SunSite): number {
  const height = s.elevation[i]!;
  const climb = climbAt(i, rate, sun);
  const before = height - climb * s.lead[i]! - line;
  const after = height + climb * (s.weight[i]! - s.lead[i]!) - line;
  return meanShare(before, height - line, after, s.lead[i]! / s.weight[i]!);
}

/** Degrees of height that the sun gains in a second at the node of row i. */
function climbAt(i: number, rate: number, sun: SunSite): number {
  return (rate * sun.cosLatitude * s.east[i]!) / Math.sqrt(horizontal2At(i));
}

/** Square of the horizontal part of the sun's direction. */
function horizontal2At(i: number): number {
  return Math.max(s.east[i]! * s.east[i]! + s.north[i]! * s.north[i]!, LEAST_HORIZONTAL);
}

/** From its heights above a line at the start of the cell, at its node and at its end. */
function meanShare(before: number, at: number, after: number, share: number): number {
  return share * meanVisibleDiscFraction(before, at) + (1 - share) * meanVisibleDiscFraction(at, after);
}

/**
 * Mean share of the disc above the line in the cell of row i, the sun at an azimuth (deg) at its node: a sum over the pieces
 * between the whole degrees at which the line bends, each of them exact.
 */
function shareAboveLine(i: number, azimuth: number, rate: number, sun: SunSite, horizon: Horizon): number {
  const { elevation, north, up, weight, lead } = s;
  const node = elevation[i]!;
  const rest = weight[i]! - lead[i]!;
  const climb = climbAt(i, rate, sun);
  const turn = rate * (sun.sinLatitude - (sun.cosLatitude * up[i]! * north[i]!) / horizontal2At(i));
  const start = azimuth - turn * lead[i]!;
  const end = azimuth + turn * rest;
  const height = node - climb * lead[i]!;
  const before = height - horizonElevationAt(start, horizon);
  const after = node + climb * rest - horizonElevationAt(end, horizon);
  const slope = climb / turn;
  const step = turn > 0 ? 1 : -1;
  const line = horizon.elevation;
  let above = before;
  let share = 0;
  let sum = 0;
  let from = 0;
  // From the first whole degree ahead on.
  for (let degree = (step * (Math.floor(step * start) + 1)) | 0; step * degree < step * end; degree += step) {
    const k = ((degree % 360) + 360) % 360;
    if (line[k + 1]! - line[k]! === line[k]! - line[(k || 360) - 1]!) continue;
    const to = degree - start;
    const there = height + slope * to - line[k]!;
    const next = meanVisibleDiscFraction(above, there);
    // By parts, so that equal shares have just that mean.
    sum += from * (share - next);
    share = next;
    from = to;
    above = there;
  }
  if (from === 0) return meanShare(before, node - horizonElevationAt(azimuth, horizon), after, lead[i]! / weight[i]!);
  const last = meanVisibleDiscFraction(above, after);
  return last + (sum + from * (share - last)) / (end - start);
}
