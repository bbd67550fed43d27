/**
 * Where a tracker's plane looks at a given rotation.
 *
 * Marion & Dobos 2013, Rotation Angle for the Optimum Tracking of One-Axis Trackers, NREL/TP-6A20-58891, eq. 1–4.
 */
import { atan2, cos, DEG, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Below this sine of its tilt (1e-9°) a plane counts as horizontal. */
const HORIZONTAL = 1e-9 * DEG;

/** trackerTheta, axisTilt, axisAzimuth in degrees → surfaceTilt, surfaceAzimuth in degrees. */
export function surfaceOrientationRows(
  i0: number,
  i1: number,
  trackerTheta: Float64Array,
  axisTilt: number,
  axisAzimuth: number,
  surfaceTilt: Float64Array,
  surfaceAzimuth: Float64Array,
): void {
  const cosAxisTilt = cos(axisTilt * DEG);
  const sinAxisTilt = sin(axisTilt * DEG);
  for (let i = i0; i < i1; i++) {
    // The plane's normal: across and along the axis' direction on the ground, and up. Arc tangents keep full precision
    // where the published arc cosine and arc sine lose half the digits (flat plane, horizontal axis).
    const across = sin(trackerTheta[i]! * DEG);
    const cosTheta = cos(trackerTheta[i]! * DEG);
    const along = cosTheta * sinAxisTilt;
    const horizontal = Math.sqrt(across * across + along * along);
    surfaceTilt[i] = atan2(horizontal, cosTheta * cosAxisTilt) * RAD;
    // A horizontal plane looks nowhere; it is given 90° from the axis, as in pvlib, whatever rounding made of it.
    const turned = axisAzimuth + (horizontal < HORIZONTAL ? 90 : atan2(across, along) * RAD);
    surfaceAzimuth[i] = turned - 360 * Math.floor(turned / 360);
  }
}

/**
 * Tilt and azimuth of a tracker's plane from its rotation.
 *
 * @param inputs trackerTheta in degrees, right-handed about the axis (positive to the right seen along axisAzimuth)
 * @param options axisTilt (deg, 0…90, default 0), axisAzimuth (deg, default 0)
 * @returns surfaceTilt (0…180) and surfaceAzimuth (0…360) in degrees; NaN where trackerTheta is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function calcSurfaceOrientation(
  inputs: { trackerTheta: ColumnInput },
  options: { axisTilt?: number | undefined; axisAzimuth?: number | undefined } = {},
): { surfaceTilt: Float64Array; surfaceAzimuth: Float64Array } {
  const { axisTilt = 0, axisAzimuth = 0 } = options;
  checkAngle("calcSurfaceOrientation", "axisTilt", axisTilt, 0, 90);
  checkAngle("calcSurfaceOrientation", "axisAzimuth", axisAzimuth);
  const c = toColumns("calcSurfaceOrientation", { trackerTheta: inputs.trackerTheta });
  const surfaceTilt = new Float64Array(c.n);
  const surfaceAzimuth = new Float64Array(c.n);
  surfaceOrientationRows(0, c.n, c.trackerTheta, axisTilt, axisAzimuth, surfaceTilt, surfaceAzimuth);
  return { surfaceTilt, surfaceAzimuth };
}

/** Throws unless `value` is a finite number within the range (deg). */
export function checkAngle(
  caller: string,
  name: string,
  value: unknown,
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
): void {
  if (typeof value !== "number") throw new TypeError(`${caller}: ${name} must be a number, got ${String(value)}`);
  if (!(Number.isFinite(value) && value >= least && value <= most)) {
    const range = Number.isFinite(least) ? ` from ${least} to ${most}` : "";
    throw new RangeError(`${caller}: ${name} must be a finite number${range} (degrees), got ${value}`);
  }
}
