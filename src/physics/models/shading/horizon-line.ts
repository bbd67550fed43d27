/**
 * The horizon line around a place, and the share of the sun's disc above it.
 */
import { acos, atan2, RAD } from "../../../foundation/math/index.js";

/** Apparent diameter of the sun's disc in degrees; it stays within 0.524–0.542 through the year. */
export const SUN_DIAMETER = 0.53;
const SUN_RADIUS = SUN_DIAMETER / 2;

/** A horizon line ready for use. Plain data: it can be cloned and shared between threads. */
export interface Horizon {
  /** Elevations in degrees at azimuth 0, 1 … 360; the last is the first again. */
  readonly elevation: Float64Array;
  /** The highest of them. */
  readonly highest: number;
  /** The highest and the lowest within `NEARBY` degrees of each sector of azimuth; see `sectorOf`. */
  readonly highestNearby: Float64Array;
  readonly lowestNearby: Float64Array;
}

/** Degrees of azimuth that count as near. */
export const NEARBY = 2;

/** Sectors of half a circle. */
const SECTORS = 128;

/**
 * Sector of a direction, clockwise from north: `SECTORS` east of it, as many west, of 0.9° to 1.8°. They are counted by a
 * ratio that grows with the azimuth, which spares the arctangent.
 */
export function sectorOf(east: number, north: number): number {
  const turned = 1 - north / (Math.abs(east) + Math.abs(north)); // 0 in the north, 2 in the south
  const k = Math.min((turned * (SECTORS / 2)) | 0, SECTORS - 1);
  return east < 0 ? 2 * SECTORS - 1 - k : k;
}

/** Azimuth in degrees at which the k-th sector east of north begins. */
function sectorEdge(k: number): number {
  const north = 1 - (2 * k) / SECTORS;
  return atan2(1 - Math.abs(north), north) * RAD;
}

/**
 * Prepares a horizon line: linear between 360 elevations at whole degrees of azimuth.
 *
 * @param elevations 360 elevations in degrees, index = azimuth (0 = north, clockwise), 0…90; below 0 counts as 0, as the
 *   engine's sky ends there; null = 0 all around
 * @throws TypeError when it is not an array of numbers; RangeError for another length, NaN or more than 90
 * @experimental
 */
export function prepareHorizon(elevations: ArrayLike<number> | null): Horizon {
  if (elevations === null) return horizonOf(new Float64Array(360));
  if (typeof elevations !== "object" || typeof elevations.length !== "number") {
    throw new TypeError(`prepareHorizon: elevations must be an array of 360 numbers or null, got ${elevations}`);
  }
  if (elevations.length !== 360) {
    throw new RangeError(`prepareHorizon: elevations must have 360 values, got ${elevations.length}`);
  }
  for (let azimuth = 0; azimuth < 360; azimuth++) {
    const value: unknown = elevations[azimuth];
    if (typeof value !== "number") {
      throw new TypeError(`prepareHorizon: elevations[${azimuth}] must be a number, got ${value}`);
    }
    if (!(value <= 90)) {
      throw new RangeError(`prepareHorizon: elevations[${azimuth}] must be at most 90 degrees, got ${value}`);
    }
  }
  return horizonOf(elevations);
}

/** `prepareHorizon` of 360 elevations that have been checked. */
export function horizonOf(elevations: ArrayLike<number>): Horizon {
  const elevation = Float64Array.from({ length: 361 }, (_, azimuth) => Math.max(elevations[azimuth % 360]!, 0));
  const highestNearby = new Float64Array(2 * SECTORS);
  const lowestNearby = new Float64Array(2 * SECTORS);
  for (let sector = 0; sector < 2 * SECTORS; sector++) {
    const side = sector < SECTORS ? 1 : -1;
    const k = side > 0 ? sector : 2 * SECTORS - 1 - sector;
    // A little more than the sector, which a rounded ratio may miss by its last digit.
    const last = Math.ceil(sectorEdge(k + 1) + NEARBY + 1e-9);
    let [high, low] = [0, 90];
    for (let degree = Math.floor(sectorEdge(k) - NEARBY - 1e-9); degree <= last; degree++) {
      const line = elevation[(360 + side * degree) % 360]!;
      high = Math.max(high, line);
      low = Math.min(low, line);
    }
    highestNearby[sector] = high;
    lowestNearby[sector] = low;
  }
  const highest = highestNearby.reduce((most, value) => Math.max(most, value), 0);
  return { elevation, highest, highestNearby, lowestNearby };
}

/** Elevation of the line (deg) at an azimuth (deg, any turn); NaN for NaN. */
export function horizonElevationAt(azimuth: number, { elevation }: Horizon): number {
  const turned = azimuth - 360 * Math.floor(azimuth * (1 / 360));
  // By rounding the remainder may be 360 itself, hence the limit, or a little below 0.
  const k = Math.min(turned | 0, 359);
  const below = elevation[k]!;
  return below + (elevation[k + 1]! - below) * (turned - k);
}

/** `horizonElevationAt` for rows. */
export function horizonElevationRows(
  i0: number,
  i1: number,
  azimuth: Float64Array,
  horizon: Horizon,
  line: Float64Array,
): void {
  for (let i = i0; i < i1; i++) line[i] = horizonElevationAt(azimuth[i]!, horizon);
}

/**
 * Share of the sun's disc above a level line: area of a circle's part above a chord. No source: plane geometry.
 *
 * @param elevation of the disc's centre, apparent, in degrees
 * @param line elevation of the line in degrees
 * @returns 0 (wholly hidden) … 0.5 (centre on the line) … 1; NaN for NaN
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function visibleDiscFraction(elevation: number, line: number): number {
  const above = elevation - line;
  if (above >= SUN_RADIUS) return 1;
  if (above <= -SUN_RADIUS) return 0;
  const height = above / SUN_RADIUS;
  const area = acos(-height) + height * Math.sqrt((1 - height) * (1 + height));
  return Math.min(Math.max(area / Math.PI, 0), 1);
}

/** Below this change of height (in radii of the disc) the mean over the way is the value at its middle. */
const SHORT_WAY = 1e-4;

/**
 * Mean share of the sun's disc above a line while its centre moves evenly from one height above the line to another.
 *
 * @param before, after heights of the disc's centre above the line, apparent, in degrees (negative: below)
 * @returns 0 … 1, never less for greater heights; NaN for NaN
 */
export function meanVisibleDiscFraction(before: number, after: number): number {
  if (before >= SUN_RADIUS && after >= SUN_RADIUS) return 1;
  if (before <= -SUN_RADIUS && after <= -SUN_RADIUS) return 0;
  const from = before / SUN_RADIUS;
  const to = after / SUN_RADIUS;
  const way = to - from;
  if (Math.abs(way) < SHORT_WAY) return visibleDiscFraction((before + after) / 2, 0);
  return Math.min(Math.max((integralOfShare(to) - integralOfShare(from)) / way, 0), 1);
}

/** Integral of the visible share over the height (in radii), from wholly hidden. */
function integralOfShare(height: number): number {
  if (height >= 1) return height;
  if (height <= -1) return 0;
  const halfChord2 = (1 - height) * (1 + height);
  const halfChord = Math.sqrt(halfChord2);
  return (height * acos(-height) + halfChord - (halfChord2 * halfChord) / 3) / Math.PI;
}
