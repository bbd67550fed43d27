/**
 * A system with modules of the CEC database: AC power per kWp from the irradiance on the plane, by the single-diode equation.
 *
 * Dobos 2012, J. Solar Energy Engineering 134; De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88.
 */

import type { CalcparamsCecOptions } from "./calcparams-desoto.js";
import { type SingleDiodeParameters, singleDiodeModule } from "./modules/single-diode.js";
import { pvSystem } from "./pv-system.js";
import { prepareSystem, type SystemOptions } from "./system.js";

/**
 * A module's row of the CEC database in the names of `calcparamsCec`. Default: one of monocrystalline silicon, Canadian
 * Solar CS5P-220M.
 * @experimental
 */
export interface CecSystemOptions extends SystemOptions, SomeCecParameters {}

type SomeCecParameters = { [name in keyof CalcparamsCecOptions]?: CalcparamsCecOptions[name] | undefined };

/** Canadian Solar CS5P-220M, as SAM's library of CEC modules has it in pvlib-python 0.15.0. */
const CS5P_220M = {
  alphaSc: 0.004539,
  aRef: 2.635926,
  ILRef: 5.11426,
  IORef: 8.102508e-10,
  RShRef: 381.254425,
  RS: 1.066023,
  Adjust: 8.619516,
};

const CEC_DEFAULTS = { EgRef: 1.121, dEgdT: -0.0002677, irradRef: 1000, tempRef: 25, ...CS5P_220M };

function withDefaults(options: CecSystemOptions): SingleDiodeParameters {
  const module = { ...CEC_DEFAULTS };
  for (const name of Object.keys(module) as (keyof typeof module)[]) module[name] = options[name] ?? module[name];
  return module;
}

/**
 * Power of a system with modules of the CEC database: reflection, cell temperature, the maximum power of the single-diode
 * curve over that at 1000 W/m² and 25 °C, losses, inverter with clipping.
 *
 * As `context.models.pv` it runs at every sub-step and the mean comes last. There a missing wind is 1 m/s.
 *
 * @param inputs poaDirect, poaSkyDiffuse, poaGroundDiffuse (W/m² on the plane), aoi, surfaceTilt (deg), tempAir (°C),
 *   windSpeed (m/s at 10 m; default 1); numbers or arrays of one length
 * @param options the module's alphaSc, aRef, ILRef, IORef, RShRef, RS, Adjust (a Canadian Solar CS5P-220M); losses
 *   (14.08 %), iam ("physical"), cellTemperature ("sapm"), dcAcRatio (1.2), inverterEfficiency (0.96); see `SystemOptions`
 * @returns power in W per kWp, from 0 to 1000/dcAcRatio; 0 without irradiance, even without a temperature; NaN where an input is
 *   NaN
 * @throws TypeError, RangeError for a bad column or option
 */
export const cecSystem = /* @__PURE__ */ pvSystem(
  "cecSystem",
  /* @__PURE__ */ Object.keys(CEC_DEFAULTS),
  (options: CecSystemOptions) =>
    prepareSystem("cecSystem", options, singleDiodeModule("cecSystem", withDefaults(options)).rows),
);
