/** Full PV systems as public functions with a stage: AC power per kWp from the irradiance on the plane, by the modules that they have. */
import { checkNumbers } from "../model.js";
import { type Stage, withStage } from "../stage.js";
import type { CalcparamsCecOptions } from "./calcparams.js";
import { type HuldOptions, huld, huldCoefficients } from "./huld.js";
import { type SingleDiodeParameters, singleDiodeModule } from "./modules.js";
import { pvwattsDcRows } from "./pvwatts.js";
import {
  ASSUMED_WIND,
  computeSystem,
  type PreparedSystem,
  prepareSystem,
  runSystem,
  SYSTEM_OPTIONS,
  type SystemInputs,
  type SystemOptions,
} from "./system.js";

/**
 * A system by what is prepared of its options. Pure: bundlers may drop it.
 *
 * @param ownOptions names of the options of its modules
 * @returns with a stage that throws RangeError for cells on both sides without rows: the light on the rear depends on them
 */
export function pvSystem<Options extends SystemOptions>(
  name: string,
  ownOptions: readonly string[],
  prepare: (options: Options) => PreparedSystem,
): ((inputs: SystemInputs, options?: Options) => { power: Float64Array }) & {
  readonly stage: Stage<Options, PreparedSystem>;
} {
  const compute = (inputs: SystemInputs, options = {} as Options) => computeSystem(name, inputs, prepare(options));
  return withStage(compute, {
    name,
    family: "pv",
    grid: "compute",
    reach: 0,
    writes: ["pv"],
    reads: [
      "directTilted",
      "diffuseTilted",
      "globalTilted",
      "ghi",
      "albedo",
      "cosIncidence",
      "cosTilt",
      "temperature",
      "windSpeed",
      "relativeAirmass",
      "pressure",
    ],
    assumedWind: ASSUMED_WIND,
    accepts: SYSTEM_OPTIONS.concat(ownOptions),
    prepare: (_site, options: Options, hasRows) => {
      if (options.bifacial !== undefined && !hasRows) {
        throw new RangeError(`${name}: bifacial needs the rows that the modules stand in: context.rows`);
      }
      const system = prepare(options);
      if (system.spectralReads.length > 0) {
        throw new RangeError(
          `${name}: the spectrum "${options.spectrum}" is one of yields and of the function itself; the pipeline has none and deSoto`,
        );
      }
      return system;
    },
    run: runSystem,
  });
}

/**
 * A module's row of the CEC database in the names of `calcparamsCec`. Default: one of monocrystalline silicon, Canadian
 * Solar CS5P-220M.
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

function cecModule(options: CecSystemOptions): SingleDiodeParameters {
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
 *
 * Source: Dobos 2012, J. Solar Energy Engineering 134; De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88.
 */
export const cecSystem = /* @__PURE__ */ pvSystem(
  "cecSystem",
  /* @__PURE__ */ Object.keys(CEC_DEFAULTS),
  (options: CecSystemOptions) =>
    prepareSystem("cecSystem", options, singleDiodeModule("cecSystem", cecModule(options)).rows),
);

/** `cellType` (default "csi") and `kVersion` as for `huld`; k in W for a pdc0 of 1000 W. */
export interface HuldSystemOptions extends SystemOptions, Omit<HuldOptions, "pdc0"> {}

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
 *
 * Source: Huld et al. 2011, Solar Energy Materials & Solar Cells 95, 3359–3369; PVGIS itself takes Faiman's module
 * temperature, Martin & Ruiz's reflection, a spectral correction, and one percentage for all losses in place of an inverter.
 * @experimental
 */
export const huldSystem = /* @__PURE__ */ pvSystem(
  "huldSystem",
  ["k", "cellType", "kVersion"],
  (options: HuldSystemOptions) => {
    const { iam = "martinRuiz", cellTemperature = "faiman", cellType = "csi" } = options;
    const k = huldCoefficients("huldSystem", { ...options, cellType, pdc0: 1000 });
    return prepareSystem("huldSystem", { ...options, iam, cellTemperature }, (from, to, effective, tempCell, pdc) =>
      huld.rows(from, to, { effectiveIrradiance: effective, tempMod: tempCell, pdc }, { pdc0: 1000, k }),
    );
  },
);

/** Temperature coefficients of power of version 8's module types, 1/°C. */
export const PVWATTS_MODULES = { standard: -0.0037, premium: -0.0035, thinFilm: -0.0032 } as const;

export interface PvwattsSystemOptions extends SystemOptions {
  /** Temperature coefficient of power, 1/°C. Default −0.0037: the standard module of `PVWATTS_MODULES`. */
  gammaPdc?: number | undefined;
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
 *
 * Source: Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641, with the modules and defaults of version 8 in NREL's
 * System Advisor Model (ssc, cmod_pvwattsv8.cpp). What version 8 has and this has not: shading of rows by one another, except
 * as `context.rows`. With cellTemperature "noctSam" and spectrum "deSoto" it is within 0.5 % of version 8's years
 * (research/yield.md).
 * @experimental
 */
export const pvwattsSystem = /* @__PURE__ */ pvSystem(
  "pvwattsSystem",
  ["gammaPdc"],
  (options: PvwattsSystemOptions) => {
    const { gammaPdc = PVWATTS_MODULES.standard } = options;
    checkNumbers("pvwattsSystem", { gammaPdc });
    return prepareSystem("pvwattsSystem", options, (from, to, effective, tempCell, pdc) =>
      pvwattsDcRows(from, to, effective, tempCell, 1000, gammaPdc, 25, pdc),
    );
  },
);
