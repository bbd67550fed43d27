/**
 * The Sandia Array Performance Model: effective irradiance, and five points of a module's curve.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, eq. 1 to 10; the irradiance is that of eq. 7
 * without soiling, and in W/m².
 */
import { log } from "../../../foundation/math/index.js";
import { type SapmIamOptions, sapm as sapmIam } from "../incidence/beam.js";
import { checkNumbers, checkPositive, columnsOf, type Inputs, model, type Outputs } from "../model.js";
import { type SapmSpectralOptions, spectralFactorSapm } from "../spectrum/factors.js";
import { BOLTZMANN_EV, CELSIUS_ZERO } from "./calcparams.js";

/** Parameters as SAM's library of Sandia modules names them. */
export interface SapmOpticalModule extends SapmSpectralOptions, Omit<SapmIamOptions, "upper"> {
  /** Share of diffuse light on the plane that is used. */
  FD: number;
}

/**
 * Irradiance that a module's cells turn into current: f1(AM)·(Eb·f2(AOI) + FD·Ed).
 *
 * @param inputs poaDirect Eb, poaDiffuse Ed (W/m²), airmassAbsolute AM, aoi (degrees); numbers or arrays of one length
 * @param module A0…A4 of f1, B0…B5 of f2, FD
 * @returns effectiveIrradiance in W/m²; no direct part from the plane's back; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or parameter
 * @experimental
 */
export const sapmEffectiveIrradiance = /* @__PURE__ */ model("sapmEffectiveIrradiance", {
  inputs: ["poaDirect", "poaDiffuse", "airmassAbsolute", "aoi"],
  outputs: ["effectiveIrradiance"],
  settings(module: SapmOpticalModule) {
    const { FD, A0, A1, A2, A3, A4, B0, B1, B2, B3, B4, B5 } = module;
    checkNumbers("sapmEffectiveIrradiance", { FD });
    return {
      FD,
      spectral: spectralFactorSapm.settings({ A0, A1, A2, A3, A4 }),
      optical: sapmIam.settings({ B0, B1, B2, B3, B4, B5 }),
    };
  },
  rows(from, to, { poaDirect, poaDiffuse, airmassAbsolute, aoi, effectiveIrradiance }, { FD, spectral, optical }) {
    const iam = new Float64Array(to);
    sapmIam.rows(from, to, { aoi, iam }, optical);
    spectralFactorSapm.rows(from, to, { airmassAbsolute, mismatch: effectiveIrradiance }, spectral);
    for (let i = from; i < to; i++) {
      effectiveIrradiance[i] = effectiveIrradiance[i]! * (poaDirect[i]! * iam[i]! + FD * poaDiffuse[i]!);
    }
  },
});

/** Parameters as SAM's library of Sandia modules names them: a row of it can be passed unchanged. @experimental */
export interface SapmModule {
  /** Short-circuit, maximum-power current (A) and open-circuit, maximum-power voltage (V) at reference conditions. */
  Isco: number;
  Impo: number;
  Voco: number;
  Vmpo: number;
  /** Their temperature coefficients: relative, 1/°C, for currents; V/°C for voltages. */
  Aisc: number;
  Aimp: number;
  Bvoco: number;
  Bvmpo: number;
  /** Changes of the voltages' coefficients with irradiance, V/°C. */
  Mbvoc: number;
  Mbvmp: number;
  /** Cells' diode factor. */
  N: number;
  Cells_in_Series: number;
  /** Impo and irradiance (C0, C1), Vmpo and irradiance (C2, C3 in 1/V). */
  C0: number;
  C1: number;
  C2: number;
  C3: number;
  /** The current at half of the open-circuit voltage, A, and its dependence on irradiance; optional. */
  IXO?: number | undefined;
  C4?: number | undefined;
  C5?: number | undefined;
  /** The current half-way from maximum power to open circuit, A, and its dependence on irradiance; optional. */
  IXXO?: number | undefined;
  C6?: number | undefined;
  C7?: number | undefined;
}

export interface SapmOptions extends SapmModule {
  /** Reference cell temperature, °C. Default 25. */
  temperatureRef?: number | undefined;
  /** Reference irradiance, W/m². Default 1000. */
  irradianceRef?: number | undefined;
}

/** effectiveIrradiance in W/m², tempCell in °C → current = i·(a·E + b·E²)·(1 + α(T − Tref)) in A, E relative to irradianceRef. */
export function sapmCurrentRows(
  i0: number,
  i1: number,
  effectiveIrradiance: Float64Array,
  tempCell: Float64Array,
  reference: number,
  linear: number,
  square: number,
  alpha: number,
  temperatureRef: number,
  irradianceRef: number,
  current: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const e = effectiveIrradiance[i]! / irradianceRef;
    current[i] = reference * (linear * e + square * e * e) * (1 + alpha * (tempCell[i]! - temperatureRef));
  }
}

/** effectiveIrradiance in W/m², tempCell in °C → open-circuit and maximum-power voltage in V, at least 0. */
export function sapmVoltageRows(
  i0: number,
  i1: number,
  effectiveIrradiance: Float64Array,
  tempCell: Float64Array,
  module: SapmModule,
  temperatureRef: number,
  irradianceRef: number,
  vOc: Float64Array,
  vMp: Float64Array,
): void {
  const { Voco, Vmpo, Bvoco, Mbvoc, Bvmpo, Mbvmp, C2, C3, N, Cells_in_Series: cells } = module;
  for (let i = i0; i < i1; i++) {
    const e = effectiveIrradiance[i]! / irradianceRef;
    const warmer = tempCell[i]! - temperatureRef;
    const perCell = N * BOLTZMANN_EV * (tempCell[i]! + CELSIUS_ZERO) * log(e);
    vOc[i] = Math.max(Voco + cells * perCell + (Bvoco + Mbvoc * (1 - e)) * warmer, 0);
    const atMaximum = Vmpo + C2 * cells * perCell + C3 * cells * perCell * perCell;
    vMp[i] = Math.max(atMaximum + (Bvmpo + Mbvmp * (1 - e)) * warmer, 0);
  }
}

/**
 * Five points of a module's curve by fitted polynomials.
 *
 * Fitted for irradiance of some tens of W/m² and more. At 0 the currents and vOc are 0, vMp is 0 where C3 is negative and
 * not defined where it is 0 or positive (NaN, as in pvlib); for negative irradiance voltages are NaN.
 *
 * @param inputs effectiveIrradiance (W/m², see `sapmEffectiveIrradiance`), tempCell (°C); numbers or arrays of one length
 * @param module see `SapmModule`; temperatureRef (25 °C), irradianceRef (1000 W/m²)
 * @returns iSc, iMp (A), vOc, vMp (V), pMp (W), and iX, iXx (A) where the module has IXO, C4, C5 and IXXO, C6, C7; NaN
 *   where an input is NaN
 * @throws TypeError, RangeError for a bad column or parameter
 * @experimental
 */
export function sapm(
  inputs: Inputs<"effectiveIrradiance" | "tempCell">,
  module: SapmOptions,
): Outputs<"iSc" | "iMp" | "vOc" | "vMp" | "pMp"> & { iX?: Float64Array; iXx?: Float64Array } {
  const { temperatureRef = 25, irradianceRef = 1000 } = module ?? {};
  const { Isco, Impo, Voco, Vmpo, Aisc, Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, N, Cells_in_Series, C0, C1, C2, C3 } =
    module ?? {};
  checkNumbers("sapm", { Isco, Impo, Voco, Vmpo, Aisc, Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, C0, C1, C2, C3 });
  checkNumbers("sapm", { temperatureRef });
  const { IXO, C4, C5, IXXO, C6, C7 } = module;
  const more = Object.entries({ IXO, C4, C5, IXXO, C6, C7 }).filter(([, value]) => value !== undefined);
  checkNumbers("sapm", Object.fromEntries(more));
  checkPositive("sapm", { N, Cells_in_Series, irradianceRef });
  const { effectiveIrradiance: light, tempCell, n } = columnsOf("sapm", inputs, ["effectiveIrradiance", "tempCell"]);
  const current = (reference: number, linear: number, square: number, alpha: number) => {
    const out = new Float64Array(n);
    sapmCurrentRows(0, n, light, tempCell, reference, linear, square, alpha, temperatureRef, irradianceRef, out);
    return out;
  };
  const iMp = current(Impo, C0, C1, Aimp);
  const [vOc, vMp] = [new Float64Array(n), new Float64Array(n)];
  sapmVoltageRows(0, n, light, tempCell, module, temperatureRef, irradianceRef, vOc, vMp);
  return {
    iSc: current(Isco, 1, 0, Aisc),
    iMp,
    vOc,
    vMp,
    pMp: iMp.map((amperes, i) => amperes * vMp[i]!),
    ...(IXO === undefined || C4 === undefined || C5 === undefined ? {} : { iX: current(IXO, C4, C5, Aisc) }),
    ...(IXXO === undefined || C6 === undefined || C7 === undefined ? {} : { iXx: current(IXXO, C6, C7, Aimp) }),
  };
}
