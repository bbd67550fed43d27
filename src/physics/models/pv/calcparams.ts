/** The five parameters of the single-diode equation at given irradiance and cell temperature. */
import { exp } from "../../../foundation/math/index.js";
import { type Columns, checkNumbers, checkPositive, columnsOf, type Inputs, type Outputs } from "../model.js";

/** Boltzmann's constant in eV/K, exact in the SI of 2019: 1.380649e-23 J/K over 1.602176634e-19 C. */
export const BOLTZMANN_EV = 8.617333262145179e-5;
export const CELSIUS_ZERO = 273.15;

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

export interface CalcparamsCecOptions extends CalcparamsDesotoOptions {
  /** Percentage by which alphaSc is reduced. */
  Adjust: number;
}

/** Columns that `singlediode` takes: A, A, Ω, Ω, V. */
export type SingleDiodeParameters = Outputs<
  "photocurrent" | "saturationCurrent" | "resistanceSeries" | "resistanceShunt" | "nNsVth"
>;

/** What `desotoRows` takes: the options, checked, and alphaSc as it counts. */
export type DesotoSettings = Omit<{ readonly [name in keyof CalcparamsDesotoOptions]-?: number }, "RS">;

/** effectiveIrradiance in W/m², tempCell in °C → photocurrent, saturationCurrent (A), resistanceShunt (Ω), nNsVth (V). */
export function desotoRows(
  from: number,
  to: number,
  c: Columns<"effectiveIrradiance" | "tempCell"> & Omit<SingleDiodeParameters, "resistanceSeries">,
  { alphaSc, aRef, ILRef, IORef, RShRef, EgRef, dEgdT, irradRef, tempRef }: DesotoSettings,
): void {
  const { effectiveIrradiance, tempCell, photocurrent, saturationCurrent, resistanceShunt, nNsVth } = c;
  const reference = tempRef + CELSIUS_ZERO;
  const exponentRef = EgRef / (BOLTZMANN_EV * reference);
  for (let i = from; i < to; i++) {
    const irradiance = effectiveIrradiance[i]!;
    const kelvin = tempCell[i]! + CELSIUS_ZERO;
    const warmer = kelvin - reference;
    const ratio = kelvin / reference;
    const gap = EgRef * (1 + dEgdT * warmer);
    nNsVth[i] = aRef * ratio;
    photocurrent[i] = (irradiance / irradRef) * (ILRef + alphaSc * warmer);
    saturationCurrent[i] = IORef * ratio * ratio * ratio * exp(exponentRef - gap / (BOLTZMANN_EV * kelvin));
    resistanceShunt[i] = RShRef * (irradRef / irradiance);
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
 *
 * Source: De Soto, Klein & Beckman 2006, Improvement and validation of a model for photovoltaic array performance, Solar
 * Energy 80, 78–88; Dobos 2012, An improved coefficient calculator for the California Energy Commission 6 parameter
 * photovoltaic module model, J. Solar Energy Engineering 134, 021011 (Adjust).
 * @experimental
 */
export function calcparamsDesoto(
  inputs: Inputs<"effectiveIrradiance" | "tempCell">,
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
 *
 * Source: De Soto, Klein & Beckman 2006, Improvement and validation of a model for photovoltaic array performance, Solar
 * Energy 80, 78–88; Dobos 2012, An improved coefficient calculator for the California Energy Commission 6 parameter
 * photovoltaic module model, J. Solar Energy Engineering 134, 021011 (Adjust).
 * @experimental
 */
export function calcparamsCec(
  inputs: Inputs<"effectiveIrradiance" | "tempCell">,
  options: CalcparamsCecOptions,
): SingleDiodeParameters {
  const { alphaSc, Adjust } = options ?? {};
  checkNumbers("calcparamsCec", { alphaSc, Adjust });
  return calcparams("calcparamsCec", inputs, options, alphaSc * (1 - Adjust / 100));
}

function calcparams(
  model: string,
  inputs: Inputs<"effectiveIrradiance" | "tempCell">,
  options: CalcparamsDesotoOptions,
  alphaSc: number,
): SingleDiodeParameters {
  const { aRef, ILRef, IORef, RShRef, RS, EgRef = 1.121, dEgdT = -0.0002677, irradRef = 1000, tempRef = 25 } = options;
  checkNumbers(model, { alphaSc, aRef, ILRef, IORef, RShRef, RS, dEgdT });
  checkNumbers(model, { tempRef }, -CELSIUS_ZERO);
  checkPositive(model, { EgRef, irradRef });
  const { n, ...c } = columnsOf(model, inputs, ["effectiveIrradiance", "tempCell"]);
  const out = emptyParameters(n, RS);
  desotoRows(0, n, { ...c, ...out }, { alphaSc, aRef, ILRef, IORef, RShRef, EgRef, dEgdT, irradRef, tempRef });
  return out;
}

/** Room for n rows of parameters; the series resistance does not change. */
function emptyParameters(n: number, resistanceSeries: number): SingleDiodeParameters {
  return {
    photocurrent: new Float64Array(n),
    saturationCurrent: new Float64Array(n),
    resistanceSeries: new Float64Array(n).fill(resistanceSeries),
    resistanceShunt: new Float64Array(n),
    nNsVth: new Float64Array(n),
  };
}

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
 *
 * Source: Sauer, Roessler & Hansen 2015, Modeling the irradiance and temperature dependence of photovoltaic modules in PVsyst,
 * IEEE J. Photovoltaics 5(1); Mermoud & Lejeune 2010, 25th EU PVSEC; as in pvlib-python 0.15.0.
 * @experimental
 */
export function calcparamsPvsyst(
  inputs: Inputs<"effectiveIrradiance" | "tempCell">,
  options: CalcparamsPvsystOptions,
): SingleDiodeParameters {
  const { alphaSc, gammaRef, muGamma, ILRef, IORef, RShRef, RSh0, RS, cellsInSeries } = options ?? {};
  const { RShExp = 5.5, EgRef = 1.121, irradRef = 1000, tempRef = 25 } = options ?? {};
  checkNumbers("calcparamsPvsyst", { alphaSc, gammaRef, muGamma, ILRef, IORef, RShRef, RSh0, RS });
  checkPositive("calcparamsPvsyst", { cellsInSeries, RShExp, EgRef, irradRef });
  checkNumbers("calcparamsPvsyst", { tempRef }, -CELSIUS_ZERO);
  const { effectiveIrradiance, tempCell, n } = columnsOf("calcparamsPvsyst", inputs, [
    "effectiveIrradiance",
    "tempCell",
  ]);
  const out = emptyParameters(n, RS);
  const reference = tempRef + CELSIUS_ZERO;
  // The shunt resistance falls exponentially from RSh0 in the dark towards a base.
  const fallen = exp(-RShExp);
  const base = Math.max((RShRef - RSh0 * fallen) / (1 - fallen), 0);
  for (let i = 0; i < n; i++) {
    const kelvin = tempCell[i]! + CELSIUS_ZERO;
    const warmer = kelvin - reference;
    const ratio = kelvin / reference;
    const gamma = gammaRef + muGamma * warmer;
    out.nNsVth[i] = gamma * BOLTZMANN_EV * cellsInSeries * kelvin;
    out.photocurrent[i] = (effectiveIrradiance[i]! / irradRef) * (ILRef + alphaSc * warmer);
    out.saturationCurrent[i] =
      IORef * ratio * ratio * ratio * exp((EgRef / (BOLTZMANN_EV * gamma)) * (warmer / (reference * kelvin)));
    out.resistanceShunt[i] = base + (RSh0 - base) * exp((-RShExp * effectiveIrradiance[i]!) / irradRef);
  }
  return out;
}
