/**
 * A module by Sandia's polynomials.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, eq. 2 and 4. Their effective irradiance is that
 * behind the cover; reflection and spectrum are stages of a system's chain, the same for every module.
 */
import { checkNumbers, checkPositive } from "../../options.js";
import { type SapmModule, sapmCurrentRows, sapmVoltageRows } from "../sapm.js";
import { type PreparedModule, ratedModule, STC } from "./rated.js";

/** @throws TypeError, RangeError for parameters that no module has */
export function sandiaModule(caller: string, module: SapmModule): PreparedModule {
  const { Impo, Voco, Vmpo, Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, N, Cells_in_Series, C0, C1, C2, C3 } = module;
  checkNumbers(caller, { Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, C0, C1, C2, C3 });
  checkPositive(caller, { Impo, Voco, Vmpo, N, Cells_in_Series });
  let open = new Float64Array(1);
  return ratedModule((i0, i1, effective, tempCell, power, voltage) => {
    if (open.length < i1) open = new Float64Array(Math.ceil(i1 * 1.5));
    sapmCurrentRows(i0, i1, effective, tempCell, Impo, C0, C1, Aimp, STC[1], STC[0], power);
    sapmVoltageRows(i0, i1, effective, tempCell, module, STC[1], STC[0], open, voltage);
    for (let i = i0; i < i1; i++) {
      // The logarithm of no light is infinite.
      if (effective[i]! <= 0) voltage[i] = 0;
      power[i] = effective[i]! <= 0 ? 0 : power[i]! * voltage[i]!;
    }
  });
}
