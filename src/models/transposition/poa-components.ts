/** Sum of the irradiance components on a plane. */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/**
 * Beam on the plane, and the sums of the components. No source: the definition.
 *
 * @param inputs aoi (deg; above 90 the beam is 0), dni, poaSkyDiffuse, poaGroundDiffuse (W/m²); numbers or arrays of
 *   one length
 * @returns poaGlobal, poaDirect, poaDiffuse, poaSkyDiffuse, poaGroundDiffuse in W/m²; NaN in the sums where an input
 *   is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function poaComponents(inputs: {
  aoi: ColumnInput;
  dni: ColumnInput;
  poaSkyDiffuse: ColumnInput;
  poaGroundDiffuse: ColumnInput;
}): {
  poaGlobal: Float64Array;
  poaDirect: Float64Array;
  poaDiffuse: Float64Array;
  poaSkyDiffuse: Float64Array;
  poaGroundDiffuse: Float64Array;
} {
  const { aoi, dni, poaSkyDiffuse, poaGroundDiffuse } = inputs;
  const c = toColumns("poaComponents", { aoi, dni, poaSkyDiffuse, poaGroundDiffuse });
  const poaDirect = c.dni.map((normal, i) => Math.max(normal * cos(c.aoi[i]! * DEG), 0));
  const poaDiffuse = c.poaSkyDiffuse.map((sky, i) => sky + c.poaGroundDiffuse[i]!);
  return {
    poaGlobal: poaDirect.map((direct, i) => direct + poaDiffuse[i]!),
    poaDirect,
    poaDiffuse,
    poaSkyDiffuse: c.poaSkyDiffuse.slice(),
    poaGroundDiffuse: c.poaGroundDiffuse.slice(),
  };
}
