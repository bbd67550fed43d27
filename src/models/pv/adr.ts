/**
 * Driesse's model of an inverter's efficiency.
 *
 * Driesse, Jain & Harrison 2008, Beyond the curves: modeling the electrical efficiency of photovoltaic inverters, 33rd IEEE
 * PVSC, doi 10.1109/PVSC.2008.4922827.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";

/** Parameters as pvlib's table of inverters names them. @experimental */
export interface AdrInverter {
  /** Nominal DC power, W. */
  Pnom: number;
  /** Nominal DC voltage, V. */
  Vnom: number;
  /** Limit of AC power, W. */
  Pacmax: number;
  /** AC power taken from the grid at night, W. */
  Pnt: number;
  /** b00, b10, b20, b01, b11, b21, b02, b12, b22: losses by power (first index) and voltage, shares of Pnom. */
  ADRCoefficients: readonly number[];
  /** Range of DC voltage, V; NaN if not known. */
  Vmax: number;
  Vmin: number;
  Vdcmax: number;
  MPPTHi: number;
  MPPTLow: number;
}

/** @experimental */
export interface AdrOptions extends AdrInverter {
  /** How far beyond the range of voltage the model is used, as a share of it, 0…1. Default 0.1. */
  vtol?: number | undefined;
}

/** vDc in V, pDc in W → powerAc in W; NaN outside the voltages lower…upper but for 0 V, which is night. */
export function adrRows(
  i0: number,
  i1: number,
  vDc: Float64Array,
  pDc: Float64Array,
  inverter: AdrInverter,
  lower: number,
  upper: number,
  powerAc: Float64Array,
): void {
  const { Pnom, Vnom, Pacmax, ADRCoefficients } = inverter;
  const night = -Math.abs(inverter.Pnt);
  const [b00, b10, b20, b01, b11, b21, b02, b12, b22] = ADRCoefficients as unknown as Nine;
  for (let i = i0; i < i1; i++) {
    const volts = vDc[i]!;
    const p = pDc[i]! / Pnom;
    const v = volts / Vnom;
    const linear = v - 1;
    const reciprocal = 1 / v - 1;
    const loss =
      b00 +
      b01 * linear +
      b02 * reciprocal +
      p * (b10 + b11 * linear + b12 * reciprocal + p * (b20 + b21 * linear + b22 * reciprocal));
    const power = Math.min(Math.max(Pnom * (p - loss), night), Pacmax);
    if (v === 0) powerAc[i] = Number.isNaN(p) ? p : Math.min(night, Pacmax);
    else powerAc[i] = volts > upper || volts < lower ? Number.NaN : power;
  }
}

type Nine = readonly [number, number, number, number, number, number, number, number, number];

/**
 * AC power of an inverter: DC power less losses that are quadratic in power, with a linear and a reciprocal term of
 * voltage.
 *
 * Clipped at Pacmax, at least −|Pnt|, which it is without voltage. NaN above (1 + vtol) times the largest of Vmax, Vdcmax
 * and MPPTHi and below (1 − vtol) times the larger of Vmin and MPPTLow.
 *
 * @param inputs vDc (V), pDc (W), at least 0; numbers or arrays of one length
 * @param options the inverter, see `AdrInverter`, and vtol (0.1)
 * @returns powerAc in W; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or parameter
 * @experimental
 */
export function adr(inputs: { vDc: ColumnInput; pDc: ColumnInput }, options: AdrOptions): { powerAc: Float64Array } {
  const { Pnom, Vnom, Pacmax, Pnt, ADRCoefficients, vtol = 0.1 } = options ?? {};
  checkPositive("adr", { Pnom, Vnom });
  checkNumbers("adr", { Pacmax, Pnt });
  checkNumbers("adr", { vtol }, 0, 1);
  if (!Array.isArray(ADRCoefficients) || ADRCoefficients.length !== 9) {
    throw new TypeError(`adr: ADRCoefficients must be an array of 9 numbers, got ${String(ADRCoefficients)}`);
  }
  checkNumbers("adr", Object.fromEntries(ADRCoefficients.map((value, k) => [`ADRCoefficients[${k}]`, value])));
  const [b00, b10, b20] = ADRCoefficients as unknown as Nine;
  if (b00 + b10 + b20 < 0) {
    const sum = Number((b00 + b10 + b20).toPrecision(6));
    throw new RangeError(
      `adr: ADRCoefficients must lose power at Pnom and Vnom, b00 + b10 + b20 from 0 up, got ${sum}`,
    );
  }
  const { Vmax, Vdcmax, MPPTHi, Vmin, MPPTLow } = options;
  const upper = largest({ Vmax, Vdcmax, MPPTHi }) * (1 + vtol);
  const lower = largest({ Vmin, MPPTLow }) * (1 - vtol);
  const c = toColumns("adr", { vDc: inputs.vDc, pDc: inputs.pDc });
  const powerAc = new Float64Array(c.n);
  adrRows(0, c.n, c.vDc, c.pDc, options, lower, upper, powerAc);
  return { powerAc };
}

/** The largest of the limits that are known; NaN, which no voltage is beyond, when none is. */
function largest(limits: { readonly [name: string]: number }): number {
  const known = Object.fromEntries(Object.entries(limits).filter(([, volts = Number.NaN]) => !Number.isNaN(volts)));
  checkNumbers("adr", known);
  return Object.keys(known).length === 0 ? Number.NaN : Math.max(...Object.values(known));
}
