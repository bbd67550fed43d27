/**
 * The five parameters of the single-diode equation as in PVsyst 6 and later.
 *
 * Sauer, Roessler & Hansen 2015, Modeling the irradiance and temperature dependence of photovoltaic modules in PVsyst, IEEE
 * J. Photovoltaics 5(1); Mermoud & Lejeune 2010, 25th EU PVSEC; as in pvlib-python 0.15.0.
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";
import { BOLTZMANN_EV, CELSIUS_ZERO, emptyParameters, type SingleDiodeParameters } from "./calcparams-desoto.js";

/** @experimental */
export interface CalcparamsPvsystOptions {
  /** Temperature coefficient of the short-circuit current, A/°C. */
  alphaSc: number;
  /** Diode ideality factor at the reference temperature. */
  gammaRef: number;
  /** Its change, 1/°C. */
  muGamma: number;
  /** Photocurrent at reference conditions, A. */
  ILRef: number;
  /** Saturation current at reference conditions, A. */
  IORef: number;
  /** Shunt resistance at reference conditions, Ω. */
  RShRef: number;
  /** Shunt resistance without irradiance, Ω. */
  RSh0: number;
  /** Series resistance, Ω. */
  RS: number;
  cellsInSeries: number;
  /** Exponent of the shunt resistance, above 0. Default 5.5. */
  RShExp?: number | undefined;
  /** Band gap, eV. Default 1.121 (silicon). */
  EgRef?: number | undefined;
  /** Reference irradiance, W/m². Default 1000. */
  irradRef?: number | undefined;
  /** Reference cell temperature, °C. Default 25. */
  tempRef?: number | undefined;
}

/** effectiveIrradiance in W/m², tempCell in °C → photocurrent, saturationCurrent (A), nNsVth (V). */
export function calcparamsPvsystRows(
  i0: number,
  i1: number,
  effectiveIrradiance: Float64Array,
  tempCell: Float64Array,
  alphaSc: number,
  gammaRef: number,
  muGamma: number,
  ilRef: number,
  ioRef: number,
  cellsInSeries: number,
  egRef: number,
  irradRef: number,
  tempRef: number,
  photocurrent: Float64Array,
  saturationCurrent: Float64Array,
  nNsVth: Float64Array,
): void {
  const reference = tempRef + CELSIUS_ZERO;
  for (let i = i0; i < i1; i++) {
    const kelvin = tempCell[i]! + CELSIUS_ZERO;
    const warmer = kelvin - reference;
    const ratio = kelvin / reference;
    const gamma = gammaRef + muGamma * warmer;
    nNsVth[i] = gamma * BOLTZMANN_EV * cellsInSeries * kelvin;
    photocurrent[i] = (effectiveIrradiance[i]! / irradRef) * (ilRef + alphaSc * warmer);
    saturationCurrent[i] =
      ioRef * ratio * ratio * ratio * exp((egRef / (BOLTZMANN_EV * gamma)) * (warmer / (reference * kelvin)));
  }
}

/** effectiveIrradiance in W/m² → resistanceShunt in Ω: exponential from rsh0 in the dark towards a base. */
export function pvsystShuntRows(
  i0: number,
  i1: number,
  effectiveIrradiance: Float64Array,
  rshRef: number,
  rsh0: number,
  rshExp: number,
  irradRef: number,
  resistanceShunt: Float64Array,
): void {
  const fallen = exp(-rshExp);
  const base = Math.max((rshRef - rsh0 * fallen) / (1 - fallen), 0);
  for (let i = i0; i < i1; i++) {
    resistanceShunt[i] = base + (rsh0 - base) * exp((-rshExp * effectiveIrradiance[i]!) / irradRef);
  }
}

/**
 * The five parameters after PVsyst. For amorphous silicon and CdTe, `maxPowerPoint` takes d2mutau and NsVbi with them.
 *
 * Irradiance is not limited: below 0 the photocurrent is negative.
 *
 * @param inputs effectiveIrradiance (W/m², after reflection and spectral losses), tempCell (°C); numbers or arrays of one
 *   length
 * @param options see `CalcparamsPvsystOptions`
 * @returns photocurrent, saturationCurrent (A), resistanceSeries, resistanceShunt (Ω), nNsVth (V); NaN where what they
 *   depend on is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function calcparamsPvsyst(
  inputs: { effectiveIrradiance: ColumnInput; tempCell: ColumnInput },
  options: CalcparamsPvsystOptions,
): SingleDiodeParameters {
  const { alphaSc, gammaRef, muGamma, ILRef, IORef, RShRef, RSh0, RS, cellsInSeries } = options ?? {};
  const { RShExp = 5.5, EgRef = 1.121, irradRef = 1000, tempRef = 25 } = options ?? {};
  checkNumbers("calcparamsPvsyst", { alphaSc, gammaRef, muGamma, ILRef, IORef, RShRef, RSh0, RS });
  checkPositive("calcparamsPvsyst", { cellsInSeries, RShExp, EgRef, irradRef });
  checkNumbers("calcparamsPvsyst", { tempRef }, -CELSIUS_ZERO);
  const { effectiveIrradiance, tempCell } = inputs;
  const c = toColumns("calcparamsPvsyst", { effectiveIrradiance, tempCell });
  const out = emptyParameters(c.n, RS);
  calcparamsPvsystRows(
    0,
    c.n,
    c.effectiveIrradiance,
    c.tempCell,
    alphaSc,
    gammaRef,
    muGamma,
    ILRef,
    IORef,
    cellsInSeries,
    EgRef,
    irradRef,
    tempRef,
    out.photocurrent,
    out.saturationCurrent,
    out.nNsVth,
  );
  pvsystShuntRows(0, c.n, c.effectiveIrradiance, RShRef, RSh0, RShExp, irradRef, out.resistanceShunt);
  return out;
}
