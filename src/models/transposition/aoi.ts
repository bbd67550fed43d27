/**
 * Angle of incidence of the sun's beam on a plane, from angles.
 *
 * Spherical law of cosines; clipped as in pvlib (its issue 1185).
 */
import { acos, cos, DEG, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Cosine of the angle of incidence, clipped to [−1, 1] against rounding. Angles in degrees. */
export function aoiProjectionRows(
  i0: number,
  i1: number,
  surfaceTilt: Float64Array,
  surfaceAzimuth: Float64Array,
  solarZenith: Float64Array,
  solarAzimuth: Float64Array,
  aoiProjection: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const tilt = surfaceTilt[i]! * DEG;
    const zenith = solarZenith[i]! * DEG;
    const projection =
      cos(tilt) * cos(zenith) + sin(tilt) * sin(zenith) * cos((solarAzimuth[i]! - surfaceAzimuth[i]!) * DEG);
    aoiProjection[i] = Math.min(Math.max(projection, -1), 1);
  }
}

/** @experimental */
export interface AoiInputs {
  /** deg from horizontal, 0…180 */
  surfaceTilt: ColumnInput;
  /** deg, 0 = north, clockwise */
  surfaceAzimuth: ColumnInput;
  /** deg; the apparent zenith for the beam */
  solarZenith: ColumnInput;
  /** deg, 0 = north, clockwise */
  solarAzimuth: ColumnInput;
}

/**
 * Cosine of the angle between the sun and the plane's normal; negative when the sun is behind the plane.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth in degrees (numbers or arrays of one length)
 * @returns aoiProjection, −1…1; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function aoiProjection(inputs: AoiInputs): { aoiProjection: Float64Array } {
  return { aoiProjection: projection("aoiProjection", inputs) };
}

function projection(model: string, inputs: AoiInputs): Float64Array {
  const { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth } = inputs;
  const c = toColumns(model, { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth });
  const out = new Float64Array(c.n);
  aoiProjectionRows(0, c.n, c.surfaceTilt, c.surfaceAzimuth, c.solarZenith, c.solarAzimuth, out);
  return out;
}

/**
 * Angle of incidence of the sun on the plane; above 90° when the sun is behind the plane.
 *
 * Below about 1e-6° the arc cosine resolves no angle (as in every formula of this form).
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth in degrees (numbers or arrays of one length)
 * @returns aoi in degrees, 0…180; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 *
 * @example
 * ```js
 * import { aoi } from "irradiance-engine/models/transposition";
 *
 * const angles = aoi({ surfaceTilt: 30, surfaceAzimuth: 180, solarZenith: [30, 60], solarAzimuth: 180 });
 * console.log(Array.from(angles.aoi, Math.round)); // [ 0, 30 ]
 * ```
 */
export function aoi(inputs: AoiInputs): { aoi: Float64Array } {
  const out = projection("aoi", inputs);
  for (let i = 0; i < out.length; i++) out[i] = acos(out[i]!) * RAD;
  return { aoi: out };
}
