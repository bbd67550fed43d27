/**
 * Rotation of a single-axis tracker, with backtracking also on sloping ground.
 *
 * Anderson & Mikofski 2020, Slope-Aware Backtracking for Single-Axis Trackers, NREL/TP-5K00-76626 (true tracking eq. 5,
 * backtracking eq. 14–16); Lorenzo, Narvarte & Muñoz 2011, Prog. Photovolt. 19, 747–753.
 */
import { acos, cos, DEG, RAD } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { projectedSolarZenithRows } from "../shading/projected-solar-zenith-angle.js";
import { aoiProjectionRows } from "../transposition/aoi.js";
import { checkAngle, surfaceOrientationRows } from "./surface-orientation.js";

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

/** @experimental */
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
export function singleaxis(
  inputs: { apparentZenith: ColumnInput; solarAzimuth: ColumnInput },
  options: SingleaxisOptions = {},
): { trackerTheta: Float64Array; aoi: Float64Array; surfaceTilt: Float64Array; surfaceAzimuth: Float64Array } {
  const { axisTilt, axisAzimuth, minAngle, maxAngle, backtrack, gcr, crossAxisTilt } = checkOptions(options);
  const { apparentZenith, solarAzimuth } = inputs;
  const c = toColumns("singleaxis", { apparentZenith, solarAzimuth, axisTilt, axisAzimuth });
  const trackerTheta = new Float64Array(c.n);
  const surfaceTilt = new Float64Array(c.n);
  const surfaceAzimuth = new Float64Array(c.n);
  const aoi = new Float64Array(c.n);
  projectedSolarZenithRows(0, c.n, c.apparentZenith, c.solarAzimuth, c.axisTilt, c.axisAzimuth, trackerTheta);
  if (backtrack) backtrackRows(0, c.n, gcr, crossAxisTilt, trackerTheta);
  for (let i = 0; i < c.n; i++) {
    const limited = Math.min(Math.max(trackerTheta[i]!, minAngle), maxAngle);
    trackerTheta[i] = c.apparentZenith[i]! > 90 ? Number.NaN : limited;
  }
  surfaceOrientationRows(0, c.n, trackerTheta, axisTilt, axisAzimuth, surfaceTilt, surfaceAzimuth);
  aoiProjectionRows(0, c.n, surfaceTilt, surfaceAzimuth, c.apparentZenith, c.solarAzimuth, aoi);
  for (let i = 0; i < c.n; i++) aoi[i] = acos(aoi[i]!) * RAD;
  return { trackerTheta, aoi, surfaceTilt, surfaceAzimuth };
}

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
