/**
 * What of the sun's disc is to be seen in the mean of a sub-step's cell: in some minutes the sun passes a horizon line
 * whole, so its place at the node says little. The way through the cell is taken as straight from its start to the node
 * and from there to its end. The share never rises with the line, as that at one point does not either.
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

/** What another module exports is looked up at every use (measured). */
const SUN_RADIUS = SUN_DIAMETER / 2;
const NEAR = NEARBY;
/** Degrees that the hour angle grows in a second. */
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
  const { elevation, east, north, weight, lead, visible } = s;
  const rate = moving ? DEGREES_PER_SECOND : 0;
  for (let i = i0; ; i++) {
    // Nearly every row, in a loop of its own (measured: the chain with default sub-steps takes a hundredth less).
    for (; i < i1 && isAbove(elevation[i]!, 0, rate * weight[i]!); i++) visible[i] = 1;
    if (i >= i1) return;
    const height = elevation[i]!;
    const e = east[i]!;
    const horizontal = Math.sqrt(Math.max(e * e + north[i]! * north[i]!, LEAST_HORIZONTAL));
    const climb = (rate * sun.cosLatitude * e) / horizontal;
    const share = lead[i]! / weight[i]!;
    visible[i] =
      share * meanVisibleDiscFraction(height - climb * lead[i]!, height) +
      (1 - share) * meanVisibleDiscFraction(height, height + climb * (weight[i]! - lead[i]!));
  }
}

/**
 * Share of the disc above the line (`visibleAboveLine`), after `visibleRows`. Only a sun low enough to meet the line needs
 * its azimuth.
 */
export function aboveLineRows(i0: number, i1: number, { sun, moving, exact }: DiscView, horizon: Horizon): void {
  const { elevation, east, north, up, weight, lead, visible, visibleAboveLine } = s;
  const { highest, highestNearby, lowestNearby } = horizon;
  const rate = moving ? DEGREES_PER_SECOND : 0;
  const most = 1 * highest;
  for (let i = i0; ; i++) {
    for (; i < i1 && isAbove(elevation[i]!, most, rate * weight[i]!); i++) visibleAboveLine[i] = 1;
    if (i >= i1) return;
    const height = elevation[i]!;
    if (visible[i] === 0) {
      visibleAboveLine[i] = 0;
      continue;
    }
    const e = east[i]!;
    const n = north[i]!;
    const rest = weight[i]! - lead[i]!;
    const way = rate * Math.max(lead[i]!, rest);
    const atLeast = (Math.abs(e) + Math.abs(n)) * SQRT_HALF; // of the horizontal part of the direction
    if (way * (atLeast + Math.abs(up[i]!)) <= NEAR * atLeast) {
      // Wherever the sun goes in the cell, it meets no more of the line than what is nearby (measured: saves two thirds).
      const sector = sectorOf(e, n);
      if (height - way >= highestNearby[sector]! + SUN_RADIUS) {
        visibleAboveLine[i] = 1;
        continue;
      }
      if (height + way <= lowestNearby[sector]! - SUN_RADIUS) {
        visibleAboveLine[i] = 0;
        continue;
      }
    }
    const azimuth = exact ? compassDegrees(e, n) : compassAngle(e, n);
    const horizontal2 = Math.max(e * e + n * n, LEAST_HORIZONTAL);
    const climb = (rate * sun.cosLatitude * e) / Math.sqrt(horizontal2);
    const turn = rate * (sun.sinLatitude - (sun.cosLatitude * up[i]! * n) / horizontal2);
    const above = height - horizonElevationAt(azimuth, horizon);
    const share = lead[i]! / weight[i]!;
    visibleAboveLine[i] =
      share * shareOnWay(azimuth, height, above, -turn * lead[i]!, -climb * lead[i]!, horizon) +
      (1 - share) * shareOnWay(azimuth, height, above, turn * rest, climb * rest, horizon);
  }
}

/** Whether the whole disc stays above a line wherever the sun goes by so many degrees. */
function isAbove(elevation: number, line: number, way: number): boolean {
  return elevation - way >= line + SUN_RADIUS;
}

/**
 * Mean share of the disc above the line while the sun goes straight from a place, by so much azimuth and height (deg): a sum
 * over the pieces between the whole degrees at which the line bends, each of them exact.
 */
function shareOnWay(
  azimuth: number,
  height: number,
  aboveLine: number,
  turn: number,
  climb: number,
  horizon: Horizon,
): number {
  const line = horizon.elevation;
  const end = azimuth + turn;
  const step = turn > 0 ? 1 : -1;
  let sum = 0;
  let from = 0;
  let above = aboveLine;
  // From the first whole degree ahead on.
  for (let degree = (step * (Math.floor(step * azimuth) + 1)) | 0; step * degree < step * end; degree += step) {
    const k = ((degree % 360) + 360) % 360;
    if (line[k + 1]! - line[k]! === line[k]! - line[(k || 360) - 1]!) continue;
    const to = (degree - azimuth) / turn;
    const there = height + climb * to - line[k]!;
    sum += (to - from) * meanVisibleDiscFraction(above, there);
    from = to;
    above = there;
  }
  return sum + (1 - from) * meanVisibleDiscFraction(above, height + climb - horizonElevationAt(end, horizon));
}
