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
  visibleDiscFraction,
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
  const { cosLatitude } = sun;
  const moves = moving ? 1 : 0;
  for (let i = i0; ; i++) {
    // Nearly every row, in a loop of its own (measured: the chain with default sub-steps takes a hundredth less).
    for (; i < i1 && isAbove(elevation[i]!, 0, weight[i]! * moves); i++) visible[i] = 1;
    if (i >= i1) return;
    const height = elevation[i]!;
    if (!moving) {
      visible[i] = visibleDiscFraction(height, 0);
      continue;
    }
    const e = east[i]!;
    const horizontal = Math.sqrt(Math.max(e * e + north[i]! * north[i]!, LEAST_HORIZONTAL));
    const climb = (DEGREES_PER_SECOND * cosLatitude * e) / horizontal;
    const before = height - climb * lead[i]!;
    const after = height + climb * (weight[i]! - lead[i]!);
    visible[i] = meanShare(before, height, after, lead[i]! / weight[i]!);
  }
}

/**
 * Share of the disc above the line (`visibleAboveLine`), after `visibleRows`. Only a sun low enough to meet the line needs
 * its azimuth.
 */
export function aboveLineRows(i0: number, i1: number, { sun, moving, exact }: DiscView, horizon: Horizon): void {
  const { elevation, east, north, up, weight, lead, visible, visibleAboveLine } = s;
  const { sinLatitude, cosLatitude } = sun;
  const { highest, highestNearby, lowestNearby } = horizon;
  const moves = moving ? 1 : 0;
  const most = 1 * highest;
  for (let i = i0; ; i++) {
    for (; i < i1 && isAbove(elevation[i]!, most, weight[i]! * moves); i++) visibleAboveLine[i] = 1;
    if (i >= i1) return;
    const height = elevation[i]!;
    if (visible[i] === 0) {
      visibleAboveLine[i] = 0;
      continue;
    }
    const e = east[i]!;
    const n = north[i]!;
    const way = moves * DEGREES_PER_SECOND * Math.max(lead[i]!, weight[i]! - lead[i]!);
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
    if (!moving) {
      visibleAboveLine[i] = visibleDiscFraction(height, horizonElevationAt(azimuth, horizon));
      continue;
    }
    const horizontal2 = Math.max(e * e + n * n, LEAST_HORIZONTAL);
    const climb = (DEGREES_PER_SECOND * cosLatitude * e) / Math.sqrt(horizontal2);
    const turn = DEGREES_PER_SECOND * (sinLatitude - (cosLatitude * up[i]! * n) / horizontal2);
    const rest = weight[i]! - lead[i]!;
    const share = lead[i]! / weight[i]!;
    visibleAboveLine[i] =
      share * shareOnWay(azimuth, height, -turn * lead[i]!, -climb * lead[i]!, horizon) +
      (1 - share) * shareOnWay(azimuth, height, turn * rest, climb * rest, horizon);
  }
}

/**
 * Mean share of the disc above the line while the sun goes straight from a place by so much azimuth and height (deg): piece by
 * piece between the whole degrees at which the line bends.
 */
function shareOnWay(azimuth: number, height: number, turn: number, climb: number, horizon: Horizon): number {
  const line = horizon.elevation;
  const end = azimuth + turn;
  const step = turn > 0 ? 1 : -1;
  let sum = 0;
  let from = 0;
  let above = height - horizonElevationAt(azimuth, horizon);
  for (
    let degree = turn > 0 ? Math.floor(azimuth) + 1 : Math.ceil(azimuth) - 1;
    (end - degree) * step > 0;
    degree += step
  ) {
    const k = ((degree % 360) + 360) % 360;
    if (line[k + 1]! - line[k]! === line[k]! - line[k === 0 ? 359 : k - 1]!) continue;
    const to = (degree - azimuth) / turn;
    const there = height + climb * to - line[k]!;
    sum += (to - from) * meanVisibleDiscFraction(above, there);
    from = to;
    above = there;
  }
  return sum + (1 - from) * meanVisibleDiscFraction(above, height + climb - horizonElevationAt(end, horizon));
}

/** Whether the whole disc stays above a line all through a cell of `seconds`, wherever the sun goes. */
function isAbove(elevation: number, line: number, seconds: number): boolean {
  return elevation - DEGREES_PER_SECOND * seconds >= line + SUN_RADIUS;
}

function meanShare(before: number, at: number, after: number, share: number): number {
  return share * meanVisibleDiscFraction(before, at) + (1 - share) * meanVisibleDiscFraction(at, after);
}
