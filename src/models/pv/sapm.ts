/**
 * The Sandia Array Performance Model: five points of a module's curve.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, eq. 1 to 10.
 */
import { log } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";
import { BOLTZMANN_EV, CELSIUS_ZERO } from "./calcparams-desoto.js";

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

/** @experimental */
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
  inputs: { effectiveIrradiance: ColumnInput; tempCell: ColumnInput },
  module: SapmOptions,
): {
  iSc: Float64Array;
  iMp: Float64Array;
  vOc: Float64Array;
  vMp: Float64Array;
  pMp: Float64Array;
  iX?: Float64Array;
  iXx?: Float64Array;
} {
  const { temperatureRef = 25, irradianceRef = 1000 } = module ?? {};
  const { Isco, Impo, Voco, Vmpo, Aisc, Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, N, Cells_in_Series, C0, C1, C2, C3 } =
    module ?? {};
  checkNumbers("sapm", { Isco, Impo, Voco, Vmpo, Aisc, Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, C0, C1, C2, C3 });
  checkNumbers("sapm", { temperatureRef });
  const { IXO, C4, C5, IXXO, C6, C7 } = module;
  const more = Object.entries({ IXO, C4, C5, IXXO, C6, C7 }).filter(([, value]) => value !== undefined);
  checkNumbers("sapm", Object.fromEntries(more));
  checkPositive("sapm", { N, Cells_in_Series, irradianceRef });
  const c = toColumns("sapm", { effectiveIrradiance: inputs.effectiveIrradiance, tempCell: inputs.tempCell });
  const current = (reference: number, linear: number, square: number, alpha: number) => {
    const out = new Float64Array(c.n);
    sapmCurrentRows(
      0,
      c.n,
      c.effectiveIrradiance,
      c.tempCell,
      reference,
      linear,
      square,
      alpha,
      temperatureRef,
      irradianceRef,
      out,
    );
    return out;
  };
  const iMp = current(Impo, C0, C1, Aimp);
  const [vOc, vMp, pMp] = [new Float64Array(c.n), new Float64Array(c.n), new Float64Array(c.n)] as const;
  sapmVoltageRows(0, c.n, c.effectiveIrradiance, c.tempCell, module, temperatureRef, irradianceRef, vOc, vMp);
  for (let i = 0; i < c.n; i++) pMp[i] = iMp[i]! * vMp[i]!;
  return {
    iSc: current(Isco, 1, 0, Aisc),
    iMp,
    vOc,
    vMp,
    pMp,
    ...(IXO === undefined || C4 === undefined || C5 === undefined ? {} : { iX: current(IXO, C4, C5, Aisc) }),
    ...(IXXO === undefined || C6 === undefined || C7 === undefined ? {} : { iXx: current(IXXO, C6, C7, Aimp) }),
  };
}
