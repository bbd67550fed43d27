/**
 * Points of a module's current–voltage curve from the five parameters of the single-diode equation.
 *
 * I = IL − I0·(exp((V + I·Rs)/nNsVth) − 1) − (V + I·Rs)/Rsh: De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88;
 * solved in the diode voltage (see solve.ts). The points are those of SAPM: King, Boyson & Kratochvil 2004,
 * SAND2004-3535.
 */
import { type ColumnInput, type Columns, model } from "../../model.js";
import { currentAt, currentAtVoltage, diodeVoltage, log1p, maximumPowerVoltage } from "./solve.js";

/** The five parameters, as a `calcparams…` function gives them. */
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

/** The names of the five parameters. */
export const FIVE = [
  "photocurrent",
  "saturationCurrent",
  "resistanceSeries",
  "resistanceShunt",
  "nNsVth",
] as const satisfies readonly (keyof SingleDiodeInputs)[];

/** One more input and the five. A call, because a bundler keeps an array that spreads another, and with it the model. */
export function withFive<const Name extends string>(name: Name): readonly (Name | (typeof FIVE)[number])[] {
  return [name, ...FIVE];
}

type Parameters = Columns<(typeof FIVE)[number]>;

/** Voltage in V → current in A at the terminals. */
function currentRows(from: number, to: number, c: Parameters, voltage: Float64Array, current: Float64Array): void {
  const { photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth } = c;
  for (let i = from; i < to; i++) {
    const gsh = 1 / resistanceShunt[i]!;
    const il = photocurrent[i]!;
    const rs = resistanceSeries[i]!;
    current[i] = currentAtVoltage(voltage[i]!, il, saturationCurrent[i]!, rs, gsh, nNsVth[i]!, 0, 0, 0, 0, 0);
  }
}

/** Current in A → voltage in V at the terminals. */
function voltageRows(from: number, to: number, c: Parameters, current: Float64Array, voltage: Float64Array): void {
  const { photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth } = c;
  for (let i = from; i < to; i++) {
    const amperes = current[i]!;
    const gsh = 1 / resistanceShunt[i]!;
    const x = diodeVoltage(photocurrent[i]! - amperes, gsh, 1, saturationCurrent[i]!, nNsVth[i]!, 0, 0, 0, 0, 0);
    voltage[i] = resistanceSeries[i]! >= 0 ? x - amperes * resistanceSeries[i]! : Number.NaN;
  }
}

/** The five parameters → current (A), voltage (V) and power (W) of maximum power. */
export function maxPowerPointRows(
  from: number,
  to: number,
  { photocurrent, saturationCurrent, resistanceSeries, resistanceShunt, nNsVth }: Parameters,
  iMp: Float64Array,
  vMp: Float64Array,
  pMp: Float64Array,
): void {
  for (let i = from; i < to; i++) {
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
export const iFromV = /* @__PURE__ */ model("iFromV", {
  inputs: /* @__PURE__ */ withFive("voltage"),
  outputs: ["current"],
  rows: (from, to, c) => currentRows(from, to, c, c.voltage, c.current),
});

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
export const vFromI = /* @__PURE__ */ model("vFromI", {
  inputs: /* @__PURE__ */ withFive("current"),
  outputs: ["voltage"],
  rows: (from, to, c) => voltageRows(from, to, c, c.current, c.voltage),
});

/**
 * Open-circuit voltage of a module without a shunt: nNsVth·log(1 + IL/I0), an upper bound of `singlediode`'s.
 *
 * @param inputs photocurrent, saturationCurrent (A), nNsVth (V); numbers or arrays of one length
 * @returns vOc in V; NaN where an input is NaN or the photocurrent below −I0
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const estimateVoc = /* @__PURE__ */ model("estimateVoc", {
  inputs: ["photocurrent", "saturationCurrent", "nNsVth"],
  outputs: ["vOc"],
  rows(from, to, { photocurrent, saturationCurrent, nNsVth, vOc }) {
    for (let i = from; i < to; i++) vOc[i] = nNsVth[i]! * log1p(photocurrent[i]! / saturationCurrent[i]!);
  },
});

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
export const singlediode = /* @__PURE__ */ model("singlediode", {
  inputs: FIVE,
  outputs: ["iSc", "vOc", "iMp", "vMp", "pMp", "iX", "iXx"],
  rows(from, to, c) {
    const given = new Float64Array(to);
    currentRows(from, to, c, given, c.iSc);
    voltageRows(from, to, c, given, c.vOc);
    maxPowerPointRows(from, to, c, c.iMp, c.vMp, c.pMp);
    for (let i = from; i < to; i++) given[i] = 0.5 * c.vOc[i]!;
    currentRows(from, to, c, given, c.iX);
    for (let i = from; i < to; i++) given[i] = 0.5 * (c.vOc[i]! + c.vMp[i]!);
    currentRows(from, to, c, given, c.iXx);
  },
});
