/**
 * Points of a module's current–voltage curve from the five parameters of the single-diode equation.
 *
 * I = IL − I0·(exp((V + I·Rs)/nNsVth) − 1) − (V + I·Rs)/Rsh: De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88;
 * solved in the diode voltage (see solve.ts). The points are those of SAPM: King, Boyson & Kratochvil 2004,
 * SAND2004-3535.
 */
import { type ColumnInput, toColumns } from "../../columns.js";
import { currentAt, currentAtVoltage, diodeVoltage, log1p, maximumPowerVoltage } from "./solve.js";

/** The five parameters, as a `calcparams…` function gives them. @experimental */
export interface SingleDiodeInputs {
  /** IL in A. */
  photocurrent: ColumnInput;
  /** I0 in A. */
  saturationCurrent: ColumnInput;
  /** Rs in Ω. */
  resistanceSeries: ColumnInput;
  /** Rsh in Ω; Infinity for none. */
  resistanceShunt: ColumnInput;
  /** Diode factor × cells in series × thermal voltage, V. */
  nNsVth: ColumnInput;
}

/** Voltage in V → current in A at the terminals. */
export function iFromVRows(
  i0: number,
  i1: number,
  voltage: Float64Array,
  photocurrent: Float64Array,
  saturationCurrent: Float64Array,
  resistanceSeries: Float64Array,
  resistanceShunt: Float64Array,
  nNsVth: Float64Array,
  current: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const gsh = 1 / resistanceShunt[i]!;
    const il = photocurrent[i]!;
    const rs = resistanceSeries[i]!;
    current[i] = currentAtVoltage(voltage[i]!, il, saturationCurrent[i]!, rs, gsh, nNsVth[i]!, 0, 0, 0, 0, 0);
  }
}

/** Current in A → voltage in V at the terminals. */
export function vFromIRows(
  i0: number,
  i1: number,
  current: Float64Array,
  photocurrent: Float64Array,
  saturationCurrent: Float64Array,
  resistanceSeries: Float64Array,
  resistanceShunt: Float64Array,
  nNsVth: Float64Array,
  voltage: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const amperes = current[i]!;
    const gsh = 1 / resistanceShunt[i]!;
    const x = diodeVoltage(photocurrent[i]! - amperes, gsh, 1, saturationCurrent[i]!, nNsVth[i]!, 0, 0, 0, 0, 0);
    voltage[i] = resistanceSeries[i]! >= 0 ? x - amperes * resistanceSeries[i]! : Number.NaN;
  }
}

/** The five parameters → current (A), voltage (V) and power (W) of maximum power. */
export function maxPowerPointRows(
  i0: number,
  i1: number,
  photocurrent: Float64Array,
  saturationCurrent: Float64Array,
  resistanceSeries: Float64Array,
  resistanceShunt: Float64Array,
  nNsVth: Float64Array,
  iMp: Float64Array,
  vMp: Float64Array,
  pMp: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const rs = resistanceSeries[i]!;
    const gsh = 1 / resistanceShunt[i]!;
    const il = photocurrent[i]!;
    const is = saturationCurrent[i]!;
    const a = nNsVth[i]!;
    const x = maximumPowerVoltage(il, is, rs, gsh, a, 0, 0, 0, 0, 0);
    const current = x === 0 ? 0 : currentAt(x, il, is, gsh, a, 0, 0, 0, 0, 0);
    iMp[i] = current;
    vMp[i] = x - current * rs;
    pMp[i] = current * (x - current * rs);
  }
}

/**
 * Current of a module at a given voltage.
 *
 * Any voltage, also far beyond open circuit and in reverse. NaN for parameters that no diode has: a negative resistance
 * or saturation current, an nNsVth or a shunt of 0 or less.
 *
 * @param inputs voltage (V) and the five parameters; numbers or arrays of one length
 * @returns current in A; −Infinity where it exceeds the largest double; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function iFromV(inputs: SingleDiodeInputs & { voltage: ColumnInput }): { current: Float64Array } {
  const { voltage, photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth } = inputs;
  const c = toColumns("iFromV", {
    voltage,
    photocurrent,
    saturationCurrent,
    resistanceSeries,
    resistanceShunt,
    nNsVth,
  });
  const current = new Float64Array(c.n);
  iFromVRows(
    0,
    c.n,
    c.voltage,
    c.photocurrent,
    c.saturationCurrent,
    c.resistanceSeries,
    c.resistanceShunt,
    c.nNsVth,
    current,
  );
  return { current };
}

/**
 * Voltage of a module at a given current.
 *
 * NaN where no voltage gives the current (above IL + I0 without a shunt), and for parameters that no diode has.
 *
 * @param inputs current (A) and the five parameters; numbers or arrays of one length
 * @returns voltage in V; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function vFromI(inputs: SingleDiodeInputs & { current: ColumnInput }): { voltage: Float64Array } {
  const { current, photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth } = inputs;
  const c = toColumns("vFromI", {
    current,
    photocurrent,
    saturationCurrent,
    resistanceSeries,
    resistanceShunt,
    nNsVth,
  });
  const voltage = new Float64Array(c.n);
  vFromIRows(
    0,
    c.n,
    c.current,
    c.photocurrent,
    c.saturationCurrent,
    c.resistanceSeries,
    c.resistanceShunt,
    c.nNsVth,
    voltage,
  );
  return { voltage };
}

/**
 * Open-circuit voltage of a module without a shunt: nNsVth·log(1 + IL/I0), an upper bound of `singlediode`'s.
 *
 * @param inputs photocurrent, saturationCurrent (A), nNsVth (V); numbers or arrays of one length
 * @returns vOc in V; NaN where an input is NaN or the photocurrent below −I0
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function estimateVoc(inputs: Pick<SingleDiodeInputs, "photocurrent" | "saturationCurrent" | "nNsVth">): {
  vOc: Float64Array;
} {
  const { photocurrent, saturationCurrent, nNsVth } = inputs;
  const c = toColumns("estimateVoc", { photocurrent, saturationCurrent, nNsVth });
  const vOc = new Float64Array(c.n);
  for (let i = 0; i < c.n; i++) vOc[i] = c.nNsVth[i]! * log1p(c.photocurrent[i]! / c.saturationCurrent[i]!);
  return { vOc };
}

/**
 * The seven points of a curve: short circuit, open circuit, maximum power, and the currents at half of the open-circuit
 * voltage (iX) and half-way from maximum power to open circuit (iXx).
 *
 * Without irradiance (photocurrent 0) all are 0. A negative photocurrent, as an unlimited sensor offset gives it, has no
 * maximum: power, current and voltage of it are 0. NaN for parameters that no diode has.
 *
 * @param inputs the five parameters; numbers or arrays of one length
 * @returns iSc, iMp, iX, iXx (A), vOc, vMp (V), pMp (W); NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function singlediode(inputs: SingleDiodeInputs): { [name in SingleDiodePoint]: Float64Array } {
  const { photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth } = inputs;
  const c = toColumns("singlediode", {
    photocurrent,
    saturationCurrent,
    resistanceSeries,
    resistanceShunt,
    nNsVth,
  });
  const five = [c.photocurrent, c.saturationCurrent, c.resistanceSeries, c.resistanceShunt, c.nNsVth] as const;
  const [iSc, vOc, iMp, vMp, pMp, iX, iXx] = Array.from({ length: 7 }, () => new Float64Array(c.n)) as Seven;
  const given = new Float64Array(c.n);
  iFromVRows(0, c.n, given, ...five, iSc);
  vFromIRows(0, c.n, given, ...five, vOc);
  maxPowerPointRows(0, c.n, ...five, iMp, vMp, pMp);
  for (let i = 0; i < c.n; i++) given[i] = 0.5 * vOc[i]!;
  iFromVRows(0, c.n, given, ...five, iX);
  for (let i = 0; i < c.n; i++) given[i] = 0.5 * (vOc[i]! + vMp[i]!);
  iFromVRows(0, c.n, given, ...five, iXx);
  return { iSc, vOc, iMp, vMp, pMp, iX, iXx };
}

/** @experimental */
export type SingleDiodePoint = "iSc" | "vOc" | "iMp" | "vMp" | "pMp" | "iX" | "iXx";
type Column = Float64Array;
type Seven = [Column, Column, Column, Column, Column, Column, Column];
