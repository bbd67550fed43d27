/**
 * Ground-reflected irradiance on a tilted plane: isotropic reflection from a horizontal, unobstructed ground.
 *
 * Liu & Jordan 1963, Solar Energy 7, 53–74; as in Loutzenhiser et al. 2007, Solar Energy 81, 254–267.
 */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** ghi in W/m², albedo 0…1, cosTilt of the plane → groundDiffuse in W/m². */
export function groundDiffuseRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  albedo: Float64Array,
  cosTilt: Float64Array,
  groundDiffuse: Float64Array,
): void {
  for (let i = i0; i < i1; i++) groundDiffuse[i] = ghi[i]! * albedo[i]! * (1 - cosTilt[i]!) * 0.5;
}

/**
 * Irradiance that the ground reflects onto a tilted plane.
 *
 * @param inputs surfaceTilt (deg), ghi (W/m²), albedo (0…1, default 0.25 as in pvlib); numbers or arrays of one length
 * @returns groundDiffuse in W/m²; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function getGroundDiffuse(inputs: {
  surfaceTilt: ColumnInput;
  ghi: ColumnInput;
  albedo?: ColumnInput | undefined;
}): {
  groundDiffuse: Float64Array;
} {
  const { surfaceTilt, ghi, albedo = 0.25 } = inputs;
  const c = toColumns("getGroundDiffuse", { surfaceTilt, ghi, albedo });
  const cosTilt = c.surfaceTilt.map((tilt) => cos(tilt * DEG));
  const groundDiffuse = new Float64Array(c.n);
  groundDiffuseRows(0, c.n, c.ghi, c.albedo, cosTilt, groundDiffuse);
  return { groundDiffuse };
}
