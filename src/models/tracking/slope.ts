/**
 * Angles of trackers on sloping ground.
 *
 * Anderson & Mikofski 2020, Slope-Aware Backtracking for Single-Axis Trackers, NREL/TP-5K00-76626, eq. 18–26.
 */
import { asin, atan2, cos, DEG, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/**
 * Tilt of an axis that lies on a slope, eq. 18–19.
 *
 * @param inputs slopeAzimuth (down-slope direction), slopeTilt (0…90), axisAzimuth in degrees; numbers or arrays
 * @returns axisTilt in degrees, positive when the axis falls along its azimuth; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function calcAxisTilt(inputs: { slopeAzimuth: ColumnInput; slopeTilt: ColumnInput; axisAzimuth: ColumnInput }): {
  axisTilt: Float64Array;
} {
  const { slopeAzimuth, slopeTilt, axisAzimuth } = inputs;
  const c = toColumns("calcAxisTilt", { slopeAzimuth, slopeTilt, axisAzimuth });
  const axisTilt = new Float64Array(c.n);
  for (let i = 0; i < c.n; i++) {
    const slope = c.slopeTilt[i]! * DEG;
    axisTilt[i] = atan2(cos((c.axisAzimuth[i]! - c.slopeAzimuth[i]!) * DEG) * sin(slope), cos(slope)) * RAD;
  }
  return { axisTilt };
}

/**
 * Tilt across the axes of the slope that carries them, eq. 22–26: the `crossAxisTilt` of `singleaxis`.
 *
 * @param inputs slopeAzimuth, slopeTilt (0…90), axisAzimuth, axisTilt (0…90) in degrees; numbers or arrays
 * @returns crossAxisTilt in degrees, right-handed (axis to the south: positive when the slope falls to the west); NaN
 *   where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function calcCrossAxisTilt(inputs: {
  slopeAzimuth: ColumnInput;
  slopeTilt: ColumnInput;
  axisAzimuth: ColumnInput;
  axisTilt: ColumnInput;
}): { crossAxisTilt: Float64Array } {
  const { slopeAzimuth, slopeTilt, axisAzimuth, axisTilt } = inputs;
  const c = toColumns("calcCrossAxisTilt", { slopeAzimuth, slopeTilt, axisAzimuth, axisTilt });
  const crossAxisTilt = new Float64Array(c.n);
  for (let i = 0; i < c.n; i++) {
    const gamma = (c.axisAzimuth[i]! - c.slopeAzimuth[i]!) * DEG;
    const ground = c.slopeTilt[i]! * DEG;
    const axis = c.axisTilt[i]! * DEG;
    // Eq. 22: the tracker's normal on the slope, axis direction × normal of the slope.
    const x = sin(gamma) * cos(axis) * cos(ground);
    const y = sin(axis) * sin(ground) + cos(gamma) * cos(axis) * cos(ground);
    const z = -sin(gamma) * sin(ground) * cos(axis);
    const norm = Math.sqrt(x * x + y * y + z * z);
    const rise = (x * cos(gamma) - y * sin(gamma)) * sin(axis) + z * cos(axis); // eq. 26
    crossAxisTilt[i] = asin(Math.min(Math.max(rise / norm, -1), 1)) * RAD;
  }
  return { crossAxisTilt };
}
