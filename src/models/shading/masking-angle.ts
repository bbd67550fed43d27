/**
 * Elevation below which the row in front hides the sky, and its mirror image towards the ground.
 *
 * Passias & Källbäck 1984, Shading effects in rows of solar cell panels, Solar Cells 11, 281–291, eq. 8 (divided by the
 * width of the row).
 */
import { atan2, cos, DEG, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** @experimental */
export interface RowInputs {
  /** deg from horizontal, 0…90 */
  surfaceTilt: ColumnInput;
  /** Ground coverage ratio: width of a row over the distance between rows, above 0 up to 1 */
  gcr: ColumnInput;
  /** Height of the point along the row's width, 0 = lower edge, 1 = upper edge */
  slantHeight: ColumnInput;
}

/** Angle in degrees of the line from a point of the row to the upper edge of the row in front. */
export function maskingAngleRows(
  i0: number,
  i1: number,
  surfaceTilt: Float64Array,
  gcr: Float64Array,
  slantHeight: Float64Array,
  maskAngle: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const above = gcr[i]! * (1 - slantHeight[i]!);
    const tilt = surfaceTilt[i]! * DEG;
    maskAngle[i] = atan2(above * sin(tilt), 1 - above * cos(tilt)) * RAD;
  }
}

/** Angle in degrees, downwards, of the line from a point of the row to the lower edge of the row that it faces. */
export function groundAngleRows(
  i0: number,
  i1: number,
  surfaceTilt: Float64Array,
  gcr: Float64Array,
  slantHeight: Float64Array,
  psi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const below = gcr[i]! * slantHeight[i]!;
    const tilt = surfaceTilt[i]! * DEG;
    psi[i] = atan2(below * sin(tilt), 1 + below * cos(tilt)) * RAD;
  }
}

/**
 * Masking angle at a point of a row: the elevation below which the row in front blocks diffuse light. At the lower edge
 * (slantHeight 0) it is largest.
 *
 * @param inputs surfaceTilt (deg, 0…90), gcr (above 0 up to 1), slantHeight (0…1); numbers or arrays of one length
 * @returns maskAngle in degrees; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function maskingAngle(inputs: RowInputs): { maskAngle: Float64Array } {
  const { surfaceTilt, gcr, slantHeight } = inputs;
  const c = toColumns("maskingAngle", { surfaceTilt, gcr, slantHeight });
  const maskAngle = new Float64Array(c.n);
  maskingAngleRows(0, c.n, c.surfaceTilt, c.gcr, c.slantHeight, maskAngle);
  return { maskAngle };
}

/**
 * Angle below the horizontal of the line from a point of a row to the lower edge of the row that it faces.
 *
 * @param inputs surfaceTilt (deg, 0…90), gcr (above 0 up to 1), slantHeight (0…1); numbers or arrays of one length
 * @returns psi in degrees, positive downwards; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function groundAngle(inputs: RowInputs): { psi: Float64Array } {
  const { surfaceTilt, gcr, slantHeight } = inputs;
  const c = toColumns("groundAngle", { surfaceTilt, gcr, slantHeight });
  const psi = new Float64Array(c.n);
  groundAngleRows(0, c.n, c.surfaceTilt, c.gcr, c.slantHeight, psi);
  return { psi };
}
