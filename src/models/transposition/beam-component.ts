/** The sun's beam on a plane. */
import { type ColumnInput, toColumns } from "../columns.js";
import { type AoiInputs, aoiProjectionRows } from "./aoi.js";

/**
 * Beam irradiance on a plane, max(DNI·cos aoi, 0). No source: the definition.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dni (W/m²); numbers or arrays of one length
 * @returns beam in W/m²; 0 with the sun behind the plane; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function beamComponent(inputs: AoiInputs & { dni: ColumnInput }): { beam: Float64Array } {
  const { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, dni } = inputs;
  const c = toColumns("beamComponent", { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, dni });
  const beam = new Float64Array(c.n);
  aoiProjectionRows(0, c.n, c.surfaceTilt, c.surfaceAzimuth, c.solarZenith, c.solarAzimuth, beam);
  for (let i = 0; i < c.n; i++) beam[i] = Math.max(c.dni[i]! * beam[i]!, 0);
  return { beam };
}
