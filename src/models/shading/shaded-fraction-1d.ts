/**
 * How much of a row lies in the shadow of the row next to it.
 *
 * Anderson & Jensen 2024, Shaded fraction and backtracking in single-axis trackers on rolling terrain, J. Renewable
 * Sustainable Energy 16, 023504, doi 10.1063/5.0202220, eq. 12.
 */
import { cos, DEG, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { projectedSolarZenithRows } from "./projected-solar-zenith-angle.js";

/** All angles in degrees; lengths in one unit. `projected` from `projectedSolarZenithRows`. */
export function shadedFraction1dRows(
  i0: number,
  i1: number,
  projected: Float64Array,
  shadingRotation: Float64Array,
  shadedRotation: Float64Array,
  collectorWidth: Float64Array,
  pitch: Float64Array,
  surfaceToAxisOffset: Float64Array,
  crossAxisSlope: Float64Array,
  shadedFraction: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const sun = projected[i]!;
    const shading = (shadingRotation[i]! - sun) * DEG;
    const shaded = (shadedRotation[i]! - sun) * DEG;
    const facing = Math.abs(cos(shaded));
    const side = sun > 0 ? 1 : sun < 0 ? -1 : 0;
    const width = collectorWidth[i]! * facing;
    const slope = crossAxisSlope[i]!;
    const offset = (side * surfaceToAxisOffset[i]! * (sin(shaded) - sin(shading))) / width;
    const gap = (pitch[i]! * cos((sun - slope) * DEG)) / (width * cos(slope * DEG));
    const fraction = 0.5 + (0.5 * Math.abs(cos(shading))) / facing + offset - gap;
    shadedFraction[i] = Math.min(Math.max(fraction, 0), 1);
  }
}

/** @experimental */
export interface ShadedFractionInputs {
  /** deg, apparent */
  solarZenith: ColumnInput;
  /** deg, 0 = north, clockwise */
  solarAzimuth: ColumnInput;
  /** Direction of the rows' axis, deg; for fixed rows that of their length */
  axisAzimuth: ColumnInput;
  /** Right-handed rotation about the axis of the row in the shadow, deg */
  shadedRowRotation: ColumnInput;
  /** Width of a row */
  collectorWidth: ColumnInput;
  /** Horizontal distance between the axes, in the unit of collectorWidth */
  pitch: ColumnInput;
  /** deg; default 0 */
  axisTilt?: ColumnInput | undefined;
  /** Distance from the axis to the collector's surface, in the unit of collectorWidth; default 0 */
  surfaceToAxisOffset?: ColumnInput | undefined;
  /** Tilt across the axes of the plane through them, deg, right-handed; default 0 */
  crossAxisSlope?: ColumnInput | undefined;
  /** Rotation of the row that casts the shadow, deg; default: as the shaded row's */
  shadingRowRotation?: ColumnInput | undefined;
}

/**
 * Share of a row's width that the row next to it shades.
 *
 * For the sun above the horizon and in front of the rows; elsewhere the formula gives some number within 0…1. Which row
 * shades and which is shaded changes with the sign of the projected solar zenith (`projectedSolarZenithAngle`): with
 * differing rotations the caller exchanges them.
 *
 * @param inputs see `ShadedFractionInputs`; numbers or arrays of one length
 * @returns shadedFraction, 0 (no shadow) to 1; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function shadedFraction1d(inputs: ShadedFractionInputs): { shadedFraction: Float64Array } {
  const { solarZenith, solarAzimuth, axisAzimuth, shadedRowRotation, collectorWidth, pitch } = inputs;
  const { axisTilt = 0, surfaceToAxisOffset = 0, crossAxisSlope = 0, shadingRowRotation = shadedRowRotation } = inputs;
  const c = toColumns("shadedFraction1d", {
    ...{ solarZenith, solarAzimuth, axisAzimuth, shadedRowRotation, collectorWidth, pitch },
    ...{ axisTilt, surfaceToAxisOffset, crossAxisSlope, shadingRowRotation },
  });
  const projected = new Float64Array(c.n);
  const shadedFraction = new Float64Array(c.n);
  projectedSolarZenithRows(0, c.n, c.solarZenith, c.solarAzimuth, c.axisTilt, c.axisAzimuth, projected);
  shadedFraction1dRows(
    0,
    c.n,
    projected,
    c.shadingRowRotation,
    c.shadedRowRotation,
    c.collectorWidth,
    c.pitch,
    c.surfaceToAxisOffset,
    c.crossAxisSlope,
    shadedFraction,
  );
  return { shadedFraction };
}
