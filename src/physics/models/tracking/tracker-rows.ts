/**
 * How trackers stand to a sun given as a unit vector: the pipeline's own, a horizontal north–south axis on level ground, and the others.
 */
import { acos, atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { backtrackRows } from "./singleaxis.js";

/**
 * Rotation in degrees, positive when the plane faces west. Backtracking first, then ±maxAngle (deg); flat while the sun
 * is down. East and west mirror each other to the last bit.
 */
export function horizontalTrackerRows(
  i0: number,
  i1: number,
  east: Float64Array,
  up: Float64Array,
  maxAngle: number,
  gcr: number,
  backtrack: boolean,
  rotation: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const height = up[i]!;
    if (height <= 0) {
      rotation[i] = 0;
      continue;
    }
    const side = Math.abs(east[i]!);
    let angle = atan2(side, height) * RAD;
    if (backtrack) {
      const shadow = height / (Math.sqrt(side * side + height * height) * gcr);
      if (shadow < 1) angle -= acos(shadow) * RAD;
    }
    const limited = Math.min(Math.max(angle, 0), maxAngle);
    rotation[i] = east[i]! > 0 ? -limited : limited;
  }
}

/** A plane that turns about one axis; angles in degrees, as in `SingleaxisOptions`. */
export interface SingleAxisTracker {
  readonly mode: "single-axis";
  /** 0…90, falling towards `axisAzimuth`. */
  readonly axisTilt: number;
  readonly axisAzimuth: number;
  /** Largest rotation either way, 0…90. */
  readonly maxAngle: number;
  readonly gcr: number;
  readonly backtrack: boolean;
  readonly crossAxisTilt: number;
}

/** A plane that faces the sun. */
export interface DualAxisTracker {
  readonly mode: "dual-axis";
  /** Largest tilt, 0…90 degrees. */
  readonly maxAngle: number;
}

/** The tracker of the interface specification, 4.1. */
export const INTERFACE_TRACKER: SingleAxisTracker = {
  mode: "single-axis",
  axisTilt: 0,
  axisAzimuth: 180,
  maxAngle: 45,
  gcr: 0.3,
  backtrack: true,
  crossAxisTilt: 0,
};

/**
 * Rotation in degrees (right-handed about the axis), and cosines of the incidence and of the tilt: `singleaxis` from the sun's unit
 * vector. While the sun is down the rotation is 0.
 */
export function singleAxisTrackerRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  { axisTilt, axisAzimuth, maxAngle, gcr, backtrack, crossAxisTilt }: SingleAxisTracker,
  rotation: Float64Array,
  cosIncidence: Float64Array,
  cosTilt: Float64Array,
): void {
  const [sinAzimuth, cosAzimuth] = [sin(axisAzimuth * DEG), cos(axisAzimuth * DEG)];
  const [sinAxis, cosAxis] = [sin(axisTilt * DEG), cos(axisTilt * DEG)];
  // The sun across the axis and above the plane of the axis: cosIncidence and cosTilt hold them until the rotation is known.
  const [across, above] = [cosIncidence, cosTilt];
  for (let i = i0; i < i1; i++) {
    const along = north[i]! * cosAzimuth + east[i]! * sinAzimuth;
    across[i] = east[i]! * cosAzimuth - north[i]! * sinAzimuth;
    above[i] = along * sinAxis + up[i]! * cosAxis;
    rotation[i] = up[i]! > 0 ? atan2(across[i]!, above[i]!) * RAD : 0;
  }
  if (backtrack) backtrackRows(i0, i1, gcr, crossAxisTilt, rotation);
  for (let i = i0; i < i1; i++) {
    const limited = Math.min(Math.max(rotation[i]!, -maxAngle), maxAngle);
    const [s, c] = [sin(limited * DEG), cos(limited * DEG)];
    rotation[i] = limited;
    cosIncidence[i] = across[i]! * s + above[i]! * c;
    cosTilt[i] = c * cosAxis;
  }
}

/**
 * Tilt in degrees (as `rotation`), and cosines of the incidence and of the tilt: `dualAxis` from the sun's height. Flat while the sun
 * is down.
 */
export function dualAxisTrackerRows(
  i0: number,
  i1: number,
  up: Float64Array,
  { maxAngle }: DualAxisTracker,
  rotation: Float64Array,
  cosIncidence: Float64Array,
  cosTilt: Float64Array,
): void {
  const [sinMost, cosMost] = [sin(maxAngle * DEG), cos(maxAngle * DEG)];
  for (let i = i0; i < i1; i++) {
    const height = up[i]!;
    if (!(height > 0)) {
      rotation[i] = 0;
      cosTilt[i] = 1;
      cosIncidence[i] = height;
    } else if (height >= cosMost) {
      const cosine = Math.min(height, 1);
      rotation[i] = acos(cosine) * RAD;
      cosTilt[i] = cosine;
      cosIncidence[i] = 1;
    } else {
      rotation[i] = maxAngle;
      cosTilt[i] = cosMost;
      cosIncidence[i] = height * cosMost + Math.sqrt(1 - height * height) * sinMost;
    }
  }
}
