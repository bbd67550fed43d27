/**
 * A PVWatts system: AC power per kWp from the irradiance on the plane.
 *
 * Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641, with the modules and defaults of version 8 in NREL's System
 * Advisor Model (ssc, cmod_pvwattsv8.cpp). What version 8 has and this has not: shading of rows by one another, except as `context.rows`.
 * With cellTemperature "noctSam" and spectrum "deSoto" it is within 0.5 % of version 8's years (research/yield.md).
 */

import { checkNumbers } from "../options.js";
import { pvSystem } from "./pv-system.js";
import { pvwattsDcRows } from "./pvwatts.js";
import { type PreparedSystem, prepareSystem, type SystemOptions } from "./system.js";

/** Temperature coefficients of power of version 8's module types, 1/°C. @experimental */
export const PVWATTS_MODULES = { standard: -0.0037, premium: -0.0035, thinFilm: -0.0032 } as const;

/** @experimental */
export interface PvwattsSystemOptions extends SystemOptions {
  /** Temperature coefficient of power, 1/°C. Default −0.0037: the standard module of `PVWATTS_MODULES`. */
  gammaPdc?: number | undefined;
}

function preparePvwatts(options: PvwattsSystemOptions): PreparedSystem {
  const { gammaPdc = PVWATTS_MODULES.standard } = options;
  checkNumbers("pvwattsSystem", { gammaPdc });
  return prepareSystem("pvwattsSystem", options, (i0, i1, effective, tempCell, pdc) =>
    pvwattsDcRows(i0, i1, effective, tempCell, 1000, gammaPdc, 25, pdc),
  );
}

/**
 * Power of a PVWatts system: reflection, cell temperature, linear DC power, losses, inverter with clipping.
 *
 * As `context.models.pv` it runs at every sub-step and the mean comes last, so that clipping sees the peaks. There a missing
 * wind is 1 m/s.
 *
 * @param inputs poaDirect, poaSkyDiffuse, poaGroundDiffuse (W/m² on the plane), aoi, surfaceTilt (deg), tempAir (°C),
 *   windSpeed (m/s at 10 m; default 1), airmassAbsolute (1.5), precipitableWater (cm) and aod500 for a spectrum; numbers or arrays of
 *   one length
 * @param options gammaPdc (−0.0037 1/°C), losses (14.08 %), iam ("physical") and iamOptions, cellTemperature ("sapm") and
 *   cellTemperatureOptions, dcAcRatio (1.2), inverterEfficiency (0.96); see `SystemOptions`
 * @returns power in W per kWp, from 0 to 1000/dcAcRatio; 0 without irradiance, even without a temperature; NaN where an input is
 *   NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const pvwattsSystem = /* @__PURE__ */ pvSystem("pvwattsSystem", ["gammaPdc"], preparePvwatts);
