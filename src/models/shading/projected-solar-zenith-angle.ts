/**
 * Solar zenith projected onto the plane across a row's axis.
 *
 * Anderson & Mikofski 2020, Slope-Aware Backtracking for Single-Axis Trackers, NREL/TP-5K00-76626, eq. 4–5.
 */
import { atan2, cos, DEG, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/**
 * Projected zenith in degrees for an axis of the given tilt and azimuth (deg). `sinTilt`… are of the axis; its positive
 * x-axis lies 90° clockwise from the axis azimuth.
 */
export function projectedSolarZenithRows(
  i0: number,
  i1: number,
  solarZenith: Float64Array,
  solarAzimuth: Float64Array,
  axisTilt: Float64Array,
  axisAzimuth: Float64Array,
  projected: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const zenith = solarZenith[i]! * DEG;
    const tilt = axisTilt[i]! * DEG;
    const fromAxis = (solarAzimuth[i]! - axisAzimuth[i]!) * DEG;
    const horizontal = sin(zenith);
    const across = horizontal * sin(fromAxis);
    const above = horizontal * cos(fromAxis) * sin(tilt) + cos(zenith) * cos(tilt);
    projected[i] = atan2(across, above) * RAD;
  }
}

/**
 * Projected solar zenith angle: the rotation that points a tracker at the sun, or the angle for row-to-row shading.
 *
 * @param inputs solarZenith (apparent), solarAzimuth, axisTilt, axisAzimuth in degrees; numbers or arrays of one length
 * @returns projectedSolarZenith in degrees, −180…180, positive to the right of the axis seen along its azimuth;
 *   NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function projectedSolarZenithAngle(inputs: {
  solarZenith: ColumnInput;
  solarAzimuth: ColumnInput;
  axisTilt: ColumnInput;
  axisAzimuth: ColumnInput;
}): { projectedSolarZenith: Float64Array } {
  const { solarZenith, solarAzimuth, axisTilt, axisAzimuth } = inputs;
  const c = toColumns("projectedSolarZenithAngle", { solarZenith, solarAzimuth, axisTilt, axisAzimuth });
  const out = new Float64Array(c.n);
  projectedSolarZenithRows(0, c.n, c.solarZenith, c.solarAzimuth, c.axisTilt, c.axisAzimuth, out);
  return { projectedSolarZenith: out };
}
