/**
 * A system with modules after Huld, the model of PVGIS: AC power per kWp from the irradiance on the plane.
 *
 * Huld et al. 2011, Solar Energy Materials & Solar Cells 95, 3359–3369; PVGIS itself takes Faiman's module temperature,
 * Martin & Ruiz's reflection, a spectral correction, and one percentage for all losses in place of an inverter.
 */

import { type HuldOptions, huldCoefficients, huldRows } from "./huld.js";
import { pvSystem } from "./pv-system.js";
import { type PreparedSystem, prepareSystem, type SystemOptions } from "./system.js";

/** `cellType` (default "csi") and `kVersion` as for `huld`; k in W for a pdc0 of 1000 W. @experimental */
export interface HuldSystemOptions extends SystemOptions, Omit<HuldOptions, "pdc0"> {}

function prepareHuld(options: HuldSystemOptions): PreparedSystem {
  const { iam = "martinRuiz", cellTemperature = "faiman", cellType = "csi" } = options;
  const [k1, k2, k3, k4, k5, k6] = huldCoefficients("huldSystem", { ...options, cellType, pdc0: 1000 });
  return prepareSystem("huldSystem", { ...options, iam, cellTemperature }, (i0, i1, effective, tempCell, pdc) =>
    huldRows(i0, i1, effective, tempCell, 1000, k1, k2, k3, k4, k5, k6, pdc),
  );
}

/**
 * Power of a system with modules after Huld: reflection, module temperature, DC power with its loss in low light, losses,
 * inverter with clipping.
 *
 * As `context.models.pv` it runs at every sub-step and the mean comes last. There a missing wind is 1 m/s.
 *
 * @param inputs poaDirect, poaSkyDiffuse, poaGroundDiffuse (W/m² on the plane), aoi, surfaceTilt (deg), tempAir (°C),
 *   windSpeed (m/s; default 1); numbers or arrays of one length
 * @param options cellType ("csi"), kVersion ("pvgis5") or k; losses (14.08 %), iam ("martinRuiz"), cellTemperature
 *   ("faiman"), dcAcRatio (1.2), inverterEfficiency (0.96); see `SystemOptions`
 * @returns power in W per kWp, from 0 to 1000/dcAcRatio; 0 without irradiance, even without a temperature; NaN where an input is
 *   NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const huldSystem = /* @__PURE__ */ pvSystem("huldSystem", ["k", "cellType", "kVersion"], prepareHuld);
