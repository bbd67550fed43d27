/**
 * Points of a module's current–voltage curve from the five parameters of the single-diode equation.
 *
 * I = IL − I0·(exp((V + I·Rs)/nNsVth) − 1) − (V + I·Rs)/Rsh: De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88;
 * solved in the diode voltage (see solve.ts). The points are those of SAPM: King, Boyson & Kratochvil 2004,
 * SAND2004-3535.
 */
import { type ColumnInput, type Columns, model } from "../../model.js";
import type { DiodeColumns, DiodeTerms } from "./solve.js";
import { currentAt, currentAtVoltage, Diode, diodeVoltage, FIVE, log1p, maximumPowerVoltage } from "./solve.js";

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

/** One more input and the five. A call, because a bundler keeps an array that spreads another, and with it the model. */
export function withFive<const Name extends string>(name: Name): readonly (Name | (typeof FIVE)[number])[] {
  return [name, ...FIVE];
}

type Point = Columns<"voltage" | "current">;

/** Voltage in V → current in A at the terminals. */
export function currentRows(from: number, to: number, c: DiodeColumns & Point, terms?: DiodeTerms): void {
  const diode = new Diode(terms);
  for (let i = from; i < to; i++) c.current[i] = currentAtVoltage(c.voltage[i]!, diode.at(i, c));
}

/** Current in A → voltage in V at the terminals. */
export function voltageRows(from: number, to: number, c: DiodeColumns & Point, terms?: DiodeTerms): void {
  const diode = new Diode(terms);
  for (let i = from; i < to; i++) {
    const { il, rs, gsh } = diode.at(i, c);
    const amperes = c.current[i]!;
    c.voltage[i] = rs >= 0 ? diodeVoltage(il - amperes, gsh, 1, diode) - amperes * rs : Number.NaN;
  }
}

/** Current (A), voltage (V) and power (W) of maximum power. */
export function maxPowerPointRows(
  from: number,
  to: number,
  c: DiodeColumns & Columns<"iMp" | "vMp" | "pMp">,
  terms?: DiodeTerms,
): void {
  const diode = new Diode(terms);
  for (let i = from; i < to; i++) {
    const x = maximumPowerVoltage(diode.at(i, c));
    const current = x === 0 ? 0 : currentAt(x, diode);
    c.iMp[i] = current;
    c.vMp[i] = x - current * diode.rs;
    c.pMp[i] = current * (x - current * diode.rs);
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
  rows: (from, to, c) => currentRows(from, to, c),
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
  rows: (from, to, c) => voltageRows(from, to, c),
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
    currentRows(from, to, { ...c, voltage: given, current: c.iSc });
    voltageRows(from, to, { ...c, current: given, voltage: c.vOc });
    maxPowerPointRows(from, to, c);
    for (let i = from; i < to; i++) given[i] = 0.5 * c.vOc[i]!;
    currentRows(from, to, { ...c, voltage: given, current: c.iX });
    for (let i = from; i < to; i++) given[i] = 0.5 * (c.vOc[i]! + c.vMp[i]!);
    currentRows(from, to, { ...c, voltage: given, current: c.iXx });
  },
});
