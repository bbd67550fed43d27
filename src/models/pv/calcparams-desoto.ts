/**
 * The five parameters of the single-diode equation at given irradiance and cell temperature, after De Soto and as used
 * with the CEC module database.
 *
 * De Soto, Klein & Beckman 2006, Improvement and validation of a model for photovoltaic array performance, Solar Energy
 * 80, 78–88; Dobos 2012, An improved coefficient calculator for the California Energy Commission 6
 * parameter photovoltaic module model, J. Solar Energy Engineering 134, 021011 (Adjust).
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";

/** Boltzmann's constant in eV/K, exact in the SI of 2019: 1.380649e-23 J/K over 1.602176634e-19 C. */
export const BOLTZMANN_EV = 8.617333262145179e-5;
export const CELSIUS_ZERO = 273.15;

/** @experimental */
export interface CalcparamsDesotoOptions {
  /** Temperature coefficient of the short-circuit current, A/°C. */
  alphaSc: number;
  /** nNsVth at reference conditions, V. */
  aRef: number;
  /** Photocurrent at reference conditions, A. */
  ILRef: number;
  /** Saturation current at reference conditions, A. */
  IORef: number;
  /** Shunt resistance at reference conditions, Ω. */
  RShRef: number;
  /** Series resistance, Ω. */
  RS: number;
  /** Band gap at the reference temperature, eV. Default 1.121 (silicon). */
  EgRef?: number | undefined;
  /** Its relative change with temperature, 1/K. Default −0.0002677 (silicon). */
  dEgdT?: number | undefined;
  /** Reference irradiance, W/m². Default 1000. */
  irradRef?: number | undefined;
  /** Reference cell temperature, °C. Default 25. */
  tempRef?: number | undefined;
}

/** @experimental */
export interface CalcparamsCecOptions extends CalcparamsDesotoOptions {
  /** Percentage by which alphaSc is reduced. */
  Adjust: number;
}

/** Columns that `singlediode` takes: A, A, Ω, Ω, V. @experimental */
export interface SingleDiodeParameters {
  photocurrent: Float64Array;
  saturationCurrent: Float64Array;
  resistanceSeries: Float64Array;
  resistanceShunt: Float64Array;
  nNsVth: Float64Array;
}

/** effectiveIrradiance in W/m², tempCell in °C → photocurrent, saturationCurrent (A), resistanceShunt (Ω), nNsVth (V). */
export function calcparamsDesotoRows(
  i0: number,
  i1: number,
  effectiveIrradiance: Float64Array,
  tempCell: Float64Array,
  alphaSc: number,
  aRef: number,
  ilRef: number,
  ioRef: number,
  rshRef: number,
  egRef: number,
  dEgdT: number,
  irradRef: number,
  tempRef: number,
  photocurrent: Float64Array,
  saturationCurrent: Float64Array,
  resistanceShunt: Float64Array,
  nNsVth: Float64Array,
): void {
  const reference = tempRef + CELSIUS_ZERO;
  const exponentRef = egRef / (BOLTZMANN_EV * reference);
  for (let i = i0; i < i1; i++) {
    const irradiance = effectiveIrradiance[i]!;
    const kelvin = tempCell[i]! + CELSIUS_ZERO;
    const warmer = kelvin - reference;
    const ratio = kelvin / reference;
    const gap = egRef * (1 + dEgdT * warmer);
    nNsVth[i] = aRef * ratio;
    photocurrent[i] = (irradiance / irradRef) * (ilRef + alphaSc * warmer);
    saturationCurrent[i] = ioRef * ratio * ratio * ratio * exp(exponentRef - gap / (BOLTZMANN_EV * kelvin));
    resistanceShunt[i] = rshRef * (irradRef / irradiance);
  }
}

/**
 * The five parameters after De Soto.
 *
 * Without irradiance the shunt resistance is Infinity, which `singlediode` takes. Irradiance is not limited: below 0 the
 * formulas carry on (photocurrent and shunt resistance negative), and `singlediode` gives NaN for them, so limit it first.
 *
 * @param inputs effectiveIrradiance (W/m², after reflection and spectral losses), tempCell (°C); numbers or arrays of one
 *   length
 * @param options see `CalcparamsDesotoOptions`
 * @returns photocurrent, saturationCurrent (A), resistanceSeries, resistanceShunt (Ω), nNsVth (V); NaN where what they
 *   depend on is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function calcparamsDesoto(
  inputs: { effectiveIrradiance: ColumnInput; tempCell: ColumnInput },
  options: CalcparamsDesotoOptions,
): SingleDiodeParameters {
  return calcparams("calcparamsDesoto", inputs, options ?? {}, options?.alphaSc);
}

/**
 * The five parameters with the coefficients of the CEC module database: De Soto's, with alphaSc·(1 − Adjust/100).
 *
 * Range as for `calcparamsDesoto`. The database's parameters are found with the default EgRef and dEgdT for every cell
 * type.
 *
 * @param inputs effectiveIrradiance (W/m², after reflection and spectral losses), tempCell (°C); numbers or arrays of one
 *   length
 * @param options see `CalcparamsCecOptions`
 * @returns photocurrent, saturationCurrent (A), resistanceSeries, resistanceShunt (Ω), nNsVth (V); NaN where what they
 *   depend on is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function calcparamsCec(
  inputs: { effectiveIrradiance: ColumnInput; tempCell: ColumnInput },
  options: CalcparamsCecOptions,
): SingleDiodeParameters {
  const { alphaSc, Adjust } = options ?? {};
  checkNumbers("calcparamsCec", { alphaSc, Adjust });
  return calcparams("calcparamsCec", inputs, options, alphaSc * (1 - Adjust / 100));
}

function calcparams(
  model: string,
  inputs: { effectiveIrradiance: ColumnInput; tempCell: ColumnInput },
  options: CalcparamsDesotoOptions,
  alphaSc: number,
): SingleDiodeParameters {
  const { aRef, ILRef, IORef, RShRef, RS, EgRef = 1.121, dEgdT = -0.0002677, irradRef = 1000, tempRef = 25 } = options;
  checkNumbers(model, { alphaSc, aRef, ILRef, IORef, RShRef, RS, dEgdT });
  checkNumbers(model, { tempRef }, -CELSIUS_ZERO);
  checkPositive(model, { EgRef, irradRef });
  const { effectiveIrradiance, tempCell } = inputs;
  const c = toColumns(model, { effectiveIrradiance, tempCell });
  const out = emptyParameters(c.n, RS);
  calcparamsDesotoRows(
    0,
    c.n,
    c.effectiveIrradiance,
    c.tempCell,
    alphaSc,
    aRef,
    ILRef,
    IORef,
    RShRef,
    EgRef,
    dEgdT,
    irradRef,
    tempRef,
    out.photocurrent,
    out.saturationCurrent,
    out.resistanceShunt,
    out.nNsVth,
  );
  return out;
}

/** Room for n rows of parameters; the series resistance does not change. */
export function emptyParameters(n: number, resistanceSeries: number): SingleDiodeParameters {
  return {
    photocurrent: new Float64Array(n),
    saturationCurrent: new Float64Array(n),
    resistanceSeries: new Float64Array(n).fill(resistanceSeries),
    resistanceShunt: new Float64Array(n),
    nNsVth: new Float64Array(n),
  };
}
