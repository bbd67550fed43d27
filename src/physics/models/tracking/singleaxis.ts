/**
 * Trackers by angles: rotation about one axis with backtracking also on sloping ground, about two; where a plane looks; angles of slopes.
 *
 * Anderson & Mikofski 2020, Slope-Aware Backtracking for Single-Axis Trackers, NREL/TP-5K00-76626 (true tracking eq. 5, backtracking eq.
 * 14–16, slopes eq. 18–26); Lorenzo, Narvarte & Muñoz 2011, Prog. Photovolt. 19, 747–753. Orientation: Marion & Dobos 2013, Rotation Angle
 * for the Optimum Tracking of One-Axis Trackers, NREL/TP-6A20-58891, eq. 1–4.
 */
import { acos, asin, atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { model } from "../model.js";
import { projectedSolarZenithRows } from "../shading/rows.js";
import { aoiProjectionRows } from "../transposition/plane.js";

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
export const calcSurfaceOrientation = /* @__PURE__ */ model("calcSurfaceOrientation", {
  inputs: ["trackerTheta"],
  outputs: ["surfaceTilt", "surfaceAzimuth"],
  settings({ axisTilt = 0, axisAzimuth = 0 }: Pick<SingleaxisOptions, "axisTilt" | "axisAzimuth">) {
    checkAngle("calcSurfaceOrientation", "axisTilt", axisTilt, 0, 90);
    checkAngle("calcSurfaceOrientation", "axisAzimuth", axisAzimuth);
    return { axisTilt, axisAzimuth };
  },
  rows(from, to, c, { axisTilt, axisAzimuth }) {
    surfaceOrientationRows(from, to, c.trackerTheta, axisTilt, axisAzimuth, c.surfaceTilt, c.surfaceAzimuth);
  },
});

/** Throws unless `value` is a finite number within the range (deg). */
function checkAngle(
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

/**
 * Turns true-tracking rotations (deg, in place) back as far as needed to keep rows from shading each other.
 * `gcr`: ground coverage ratio; `crossAxisTilt` in degrees.
 */
export function backtrackRows(
  i0: number,
  i1: number,
  gcr: number,
  crossAxisTilt: number,
  rotation: Float64Array,
): void {
  const axesDistance = 1 / (gcr * cos(crossAxisTilt * DEG));
  for (let i = i0; i < i1; i++) {
    const ideal = rotation[i]!;
    // The sun can stand below the plane of the rows' axes, hence the absolute value (pvlib issue 824).
    const shadow = Math.abs(axesDistance * cos((ideal - crossAxisTilt) * DEG));
    if (shadow < 1) rotation[i] = ideal - (ideal > 0 ? 1 : ideal < 0 ? -1 : 0) * acos(shadow) * RAD;
  }
}

export interface SingleaxisOptions {
  /** Tilt of the axis in degrees, 0…90. Default 0. */
  axisTilt?: number | undefined;
  /** Direction of the axis in degrees, 0 = north, clockwise. Default 0. */
  axisAzimuth?: number | undefined;
  /** Largest rotation either way, or [least, largest], in degrees, −180…180. Default 90. */
  maxAngle?: number | readonly [number, number] | undefined;
  /** Avoid row-to-row shading. Default true. */
  backtrack?: boolean | undefined;
  /** Ground coverage ratio: width of a row over the distance between axes, above 0 up to 1. Default 2/7. */
  gcr?: number | undefined;
  /** Tilt of the ground across the axes in degrees, see `calcCrossAxisTilt`. Default 0. */
  crossAxisTilt?: number | undefined;
}

/**
 * Rotation, incidence and orientation of a single-axis tracker. The rotation is right-handed about the axis: with
 * axisAzimuth 180 positive faces west. Backtracking comes first, then the limits of the rotation.
 *
 * @param inputs apparentZenith, solarAzimuth in degrees; numbers or arrays of one length
 * @param options see `SingleaxisOptions`
 * @returns trackerTheta, aoi, surfaceTilt, surfaceAzimuth in degrees; NaN for a zenith above 90 and where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const singleaxis = /* @__PURE__ */ model("singleaxis", {
  inputs: ["apparentZenith", "solarAzimuth"],
  outputs: ["trackerTheta", "aoi", "surfaceTilt", "surfaceAzimuth"],
  settings: checkOptions,
  rows(from, to, c, set) {
    const { apparentZenith: solarZenith, solarAzimuth, trackerTheta, aoi, surfaceTilt, surfaceAzimuth } = c;
    const { axisTilt, axisAzimuth, minAngle, maxAngle, backtrack, gcr, crossAxisTilt } = set;
    const axis = { axisTilt: solarZenith.map(() => axisTilt), axisAzimuth: solarZenith.map(() => axisAzimuth) };
    projectedSolarZenithRows(from, to, { solarZenith, solarAzimuth, ...axis }, trackerTheta);
    if (backtrack) backtrackRows(from, to, gcr, crossAxisTilt, trackerTheta);
    for (let i = from; i < to; i++) {
      const limited = Math.min(Math.max(trackerTheta[i]!, minAngle), maxAngle);
      trackerTheta[i] = solarZenith[i]! > 90 ? Number.NaN : limited;
    }
    surfaceOrientationRows(from, to, trackerTheta, axisTilt, axisAzimuth, surfaceTilt, surfaceAzimuth);
    aoiProjectionRows(from, to, surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, aoi);
    for (let i = from; i < to; i++) aoi[i] = acos(aoi[i]!) * RAD;
  },
});

function checkOptions(options: SingleaxisOptions) {
  const { axisTilt = 0, axisAzimuth = 0, maxAngle = 90, backtrack = true, gcr = 2 / 7, crossAxisTilt = 0 } = options;
  checkAngle("singleaxis", "axisTilt", axisTilt, 0, 90);
  checkAngle("singleaxis", "axisAzimuth", axisAzimuth);
  checkAngle("singleaxis", "crossAxisTilt", crossAxisTilt, -90, 90);
  if (typeof backtrack !== "boolean") {
    throw new TypeError(`singleaxis: backtrack must be true or false, got ${String(backtrack)}`);
  }
  if (typeof gcr !== "number") throw new TypeError(`singleaxis: gcr must be a number, got ${String(gcr)}`);
  if (!(gcr > 0 && gcr <= 1)) throw new RangeError(`singleaxis: gcr must be above 0 and at most 1, got ${gcr}`);
  const limits: readonly [number, number] = typeof maxAngle === "number" ? [-maxAngle, maxAngle] : maxAngle;
  if (!Array.isArray(limits)) {
    throw new TypeError(`singleaxis: maxAngle must be a number or [least, largest], got ${String(maxAngle)}`);
  }
  const [least, largest] = limits;
  checkAngle("singleaxis", "maxAngle", least, -180, 180);
  checkAngle("singleaxis", "maxAngle", largest, -180, 180);
  if (!(least <= largest))
    throw new RangeError(`singleaxis: maxAngle must not be negative or reversed, got ${maxAngle}`);
  return { axisTilt, axisAzimuth, minAngle: least, maxAngle: largest, backtrack, gcr, crossAxisTilt };
}

/**
 * Orientation and incidence of a two-axis tracker (vertical axis first): it looks at the sun's azimuth, tilted by the
 * sun's zenith or its limit. No source: the plane faces the sun.
 *
 * @param inputs apparentZenith, solarAzimuth in degrees; numbers or arrays of one length
 * @param options maxTilt: largest tilt in degrees, 0…90, default 90
 * @returns surfaceTilt, surfaceAzimuth (0…360) and aoi in degrees; aoi is 0 until the limit is reached; NaN for a zenith
 *   above 90 (as `singleaxis`) and where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const dualAxis = /* @__PURE__ */ model("dualAxis", {
  inputs: ["apparentZenith", "solarAzimuth"],
  outputs: ["surfaceTilt", "surfaceAzimuth", "aoi"],
  settings({ maxTilt = 90 }: { maxTilt?: number | undefined }): number {
    checkAngle("dualAxis", "maxTilt", maxTilt, 0, 90);
    return maxTilt;
  },
  rows(from, to, c, maxTilt) {
    for (let i = from; i < to; i++) {
      const azimuth = c.solarAzimuth[i]!;
      const zenith = c.apparentZenith[i]! > 90 || Number.isNaN(azimuth) ? Number.NaN : c.apparentZenith[i]!;
      c.surfaceTilt[i] = Math.min(zenith, maxTilt);
      c.surfaceAzimuth[i] = Number.isNaN(zenith) ? Number.NaN : azimuth - 360 * Math.floor(azimuth / 360);
      c.aoi[i] = zenith - c.surfaceTilt[i]!;
    }
  },
});

/**
 * Tilt of an axis that lies on a slope, eq. 18–19.
 *
 * @param inputs slopeAzimuth (down-slope direction), slopeTilt (0…90), axisAzimuth in degrees; numbers or arrays
 * @returns axisTilt in degrees, positive when the axis falls along its azimuth; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const calcAxisTilt = /* @__PURE__ */ model("calcAxisTilt", {
  inputs: ["slopeAzimuth", "slopeTilt", "axisAzimuth"],
  outputs: ["axisTilt"],
  rows(from, to, c) {
    for (let i = from; i < to; i++) {
      const slope = c.slopeTilt[i]! * DEG;
      c.axisTilt[i] = atan2(cos((c.axisAzimuth[i]! - c.slopeAzimuth[i]!) * DEG) * sin(slope), cos(slope)) * RAD;
    }
  },
});

/**
 * Tilt across the axes of the slope that carries them, eq. 22–26: the `crossAxisTilt` of `singleaxis`.
 *
 * @param inputs slopeAzimuth, slopeTilt (0…90), axisAzimuth, axisTilt (0…90) in degrees; numbers or arrays
 * @returns crossAxisTilt in degrees, right-handed (axis to the south: positive when the slope falls to the west); NaN
 *   where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const calcCrossAxisTilt = /* @__PURE__ */ model("calcCrossAxisTilt", {
  inputs: ["slopeAzimuth", "slopeTilt", "axisAzimuth", "axisTilt"],
  outputs: ["crossAxisTilt"],
  rows(from, to, c) {
    for (let i = from; i < to; i++) {
      const gamma = (c.axisAzimuth[i]! - c.slopeAzimuth[i]!) * DEG;
      const ground = c.slopeTilt[i]! * DEG;
      const axis = c.axisTilt[i]! * DEG;
      // Eq. 22: the tracker's normal on the slope, axis direction × normal of the slope.
      const x = sin(gamma) * cos(axis) * cos(ground);
      const y = sin(axis) * sin(ground) + cos(gamma) * cos(axis) * cos(ground);
      const z = -sin(gamma) * sin(ground) * cos(axis);
      const norm = Math.sqrt(x * x + y * y + z * z);
      const rise = (x * cos(gamma) - y * sin(gamma)) * sin(axis) + z * cos(axis); // eq. 26
      c.crossAxisTilt[i] = asin(Math.min(Math.max(rise / norm, -1), 1)) * RAD;
    }
  },
});
