/**
 * The horizon line around a place, and how much of the sun's disc stands above it.
 */
import { acos } from "../../math/index.js";

/** Apparent diameter of the sun's disc in degrees; it stays within 0.524–0.542 through the year. */
export const SUN_DIAMETER = 0.53;
const SUN_RADIUS = SUN_DIAMETER / 2;

/** A horizon line ready for use. Plain data: it can be cloned and shared between threads. */
export interface Horizon {
  /** Elevations in degrees at azimuth 0, 1 … 360; the last is the first again. */
  readonly elevation: Float64Array;
  /** The highest of them. */
  readonly highest: number;
  /** The highest and the lowest within `NEARBY` degrees of the stretch from each whole degree to the next. */
  readonly highestNearby: Float64Array;
  readonly lowestNearby: Float64Array;
}

/** Whole degrees of azimuth that count as near. */
export const NEARBY = 2;

/**
 * Prepares a horizon line: linear between 360 elevations at whole degrees of azimuth.
 *
 * @param elevations 360 elevations in degrees, index = azimuth (0 = north, clockwise), 0…90; below 0 counts as 0, as the
 *   engine's sky ends there; null = 0 all around
 * @throws TypeError when it is no array of numbers; RangeError for another length, NaN or more than 90
 */
export function prepareHorizon(elevations: ArrayLike<number> | null): Horizon {
  const elevation = new Float64Array(361);
  if (elevations === null) return ranged(elevation);
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
    elevation[azimuth] = Math.max(value, 0);
  }
  elevation[360] = elevation[0]!;
  return ranged(elevation);
}

function ranged(elevation: Float64Array): Horizon {
  const highestNearby = new Float64Array(360);
  const lowestNearby = new Float64Array(360).fill(90);
  for (let degree = 0; degree < 360; degree++) {
    for (let off = -NEARBY; off <= NEARBY + 1; off++) {
      const value = elevation[(degree + off + 360) % 360]!;
      highestNearby[degree] = Math.max(highestNearby[degree]!, value);
      lowestNearby[degree] = Math.min(lowestNearby[degree]!, value);
    }
  }
  const highest = highestNearby.reduce((most, value) => Math.max(most, value), 0);
  return { elevation, highest, highestNearby, lowestNearby };
}

/** Elevation of the line (deg) at an azimuth (deg, any turn); NaN for NaN. */
export function horizonElevationAt(azimuth: number, { elevation }: Horizon): number {
  const turned = azimuth - 360 * Math.floor(azimuth / 360);
  // The remainder of a tiny negative azimuth rounds to 360 itself, hence the limit.
  const k = Math.min(Math.floor(turned), 359);
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
 * @throws nothing: it checks nothing
 */
export function visibleDiscFraction(elevation: number, line: number): number {
  const height = (elevation - line) / SUN_RADIUS;
  if (height >= 1) return 1;
  if (height <= -1) return 0;
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
  const from = before / SUN_RADIUS;
  const to = after / SUN_RADIUS;
  if (from >= 1 && to >= 1) return 1;
  if (from <= -1 && to <= -1) return 0;
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

/** `visibleDiscFraction` for rows; `line` is a column, or one elevation for all rows. */
export function visibleDiscRows(
  i0: number,
  i1: number,
  elevation: Float64Array,
  line: Float64Array | number,
  visible: Float64Array,
): void {
  if (typeof line === "number") {
    for (let i = i0; i < i1; i++) visible[i] = visibleDiscFraction(elevation[i]!, line);
  } else {
    for (let i = i0; i < i1; i++) visible[i] = visibleDiscFraction(elevation[i]!, line[i]!);
  }
}
