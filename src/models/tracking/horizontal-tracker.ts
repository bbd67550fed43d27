/**
 * The pipeline's tracker: a horizontal north–south axis on level ground, from the sun's unit vector.
 *
 * The special case axisTilt 0, axisAzimuth 180, crossAxisTilt 0 of `singleaxis` (sources there), where the projected
 * zenith is the angle of (east, up) and its cosine needs no trigonometry.
 */
import { acos, atan2, RAD } from "../../math/index.js";

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
