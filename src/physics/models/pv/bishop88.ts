/**
 * The single-diode curve with recombination in the intrinsic layer of thin-film cells and with avalanche breakdown in
 * reverse bias.
 *
 * Bishop 1988, Solar Cells 25, 73–89, doi 10.1016/0379-6787(88)90059-2 (explicit form, reverse bias); Merten et al. 1998,
 * IEEE Trans. Electron Devices 45, 423–429, and Mermoud & Lejeune 2010, 25th EU PVSEC (recombination). Names and defaults
 * are those of pvlib's functions of the same names.
 */
import { checkNumbers, columnsOf, emptyColumns, type Inputs, model } from "../model.js";
import { FIVE, type SingleDiodeInputs, withFive } from "./single-diode/points.js";
import {
  currentAt,
  currentAtVoltage,
  diodeVoltage,
  expm1,
  extraCurvature,
  extraSlope,
  maximumPowerVoltage,
} from "./single-diode/solve.js";

export interface Bishop88Options {
  /** Thickness² of the intrinsic layer over the carriers' diffusion length, V; amorphous silicon and CdTe. Default 0. */
  d2mutau?: number | undefined;
  /** Cells in series × built-in voltage (0.9 V per junction), V. Default Infinity. */
  NsVbi?: number | undefined;
  /** Share of the shunt current in avalanche breakdown. Default 0: no reverse-bias term. */
  breakdownFactor?: number | undefined;
  /** Breakdown voltage, V, below 0. Default −5.5. */
  breakdownVoltage?: number | undefined;
  /** Its exponent. Default 3.28. */
  breakdownExp?: number | undefined;
}

interface Terms {
  readonly d2mutau: number;
  readonly builtIn: number;
  readonly factor: number;
  readonly vbr: number;
  readonly m: number;
}

function readTerms(model: string, options: Bishop88Options): Terms {
  const { d2mutau = 0, NsVbi = Number.POSITIVE_INFINITY, breakdownFactor = 0 } = options;
  const { breakdownVoltage = -5.5, breakdownExp = 3.28 } = options;
  checkNumbers(model, { d2mutau, breakdownFactor }, 0);
  checkNumbers(model, { breakdownExp, breakdownVoltage });
  if (typeof NsVbi !== "number") throw new TypeError(`${model}: NsVbi must be a number, got ${String(NsVbi)}`);
  if (!(NsVbi > 0)) throw new RangeError(`${model}: NsVbi must be above 0 V, got ${NsVbi}`);
  if (!(breakdownVoltage < 0)) {
    throw new RangeError(`${model}: breakdownVoltage must be below 0 V, got ${breakdownVoltage}`);
  }
  // Without a finite built-in voltage the recombination term is 0.
  const recombination = NsVbi < Number.POSITIVE_INFINITY ? d2mutau : 0;
  return { d2mutau: recombination, builtIn: NsVbi, factor: breakdownFactor, vbr: breakdownVoltage, m: breakdownExp };
}

/** Columns that `bishop88` adds with `gradients`. */
export interface Bishop88Gradients {
  /** dI/dVd, A/V. */
  gradI: Float64Array;
  /** dV/dVd. */
  gradV: Float64Array;
  /** dI/dV, A/V. */
  grad: Float64Array;
  /** dP/dV, A. */
  gradP: Float64Array;
  /** d²P/(dV dVd), A/V. */
  grad2p: Float64Array;
}

export interface Bishop88Points {
  current: Float64Array;
  voltage: Float64Array;
  power: Float64Array;
}

/**
 * Current, voltage and power at given diode voltages Vd = V + I·Rs.
 *
 * Valid for Vd between breakdownVoltage (where that term is on) and NsVbi (where recombination is on); the formula carries
 * on outside.
 *
 * @param inputs diodeVoltage (V) and the five parameters of the curve; numbers or arrays of one length
 * @param options see `Bishop88Options`; gradients: true adds the columns of `Bishop88Gradients`
 * @returns current (A), voltage (V), power (W); NaN where an input is NaN, but for the current and gradI, which
 *   resistanceSeries does not enter
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function bishop88(
  inputs: SingleDiodeInputs & Inputs<"diodeVoltage">,
  options: Bishop88Options & { gradients: true },
): Bishop88Points & Bishop88Gradients;
export function bishop88(
  inputs: SingleDiodeInputs & Inputs<"diodeVoltage">,
  options?: Bishop88Options & { gradients?: boolean | undefined },
): Bishop88Points;
export function bishop88(
  inputs: SingleDiodeInputs & Inputs<"diodeVoltage">,
  options: Bishop88Options & { gradients?: boolean | undefined } = {},
): Bishop88Points & Partial<Bishop88Gradients> {
  const { d2mutau, builtIn, factor, vbr, m } = readTerms("bishop88", options);
  const p = columnsOf("bishop88", inputs, ["diodeVoltage", ...FIVE]);
  const out = emptyColumns(["current", "voltage", "power"], p.n);
  for (let i = 0; i < p.n; i++) {
    const x = p.diodeVoltage[i]!;
    const gsh = 1 / p.resistanceShunt[i]!;
    const il = p.photocurrent[i]!;
    const is = p.saturationCurrent[i]!;
    const current = currentAt(x, il, is, gsh, p.nNsVth[i]!, il * d2mutau, builtIn, factor * gsh, vbr, m);
    out.current[i] = current;
    out.voltage[i] = x - current * p.resistanceSeries[i]!;
    out.power[i] = current * out.voltage[i]!;
  }
  if (options.gradients !== true) return out;
  const gradients = emptyColumns(["gradI", "gradV", "grad", "gradP", "grad2p"], p.n);
  for (let i = 0; i < p.n; i++) {
    const x = p.diodeVoltage[i]!;
    const rs = p.resistanceSeries[i]!;
    const gsh = 1 / p.resistanceShunt[i]!;
    const a = p.nNsVth[i]!;
    const c = p.photocurrent[i]! * d2mutau;
    const k = factor * gsh;
    const diode = (p.saturationCurrent[i]! * (expm1(x / a) + 1)) / a;
    const gradI = -diode - gsh - extraSlope(x, c, builtIn, k, vbr, m);
    const grad2I = -diode / a - extraCurvature(x, c, builtIn, k, vbr, m);
    const gradV = 1 - gradI * rs;
    const grad = gradI / gradV;
    const voltage = out.voltage[i]!;
    gradients.gradI[i] = gradI;
    gradients.gradV[i] = gradV;
    gradients.grad[i] = grad;
    gradients.gradP[i] = voltage * grad + out.current[i]!;
    gradients.grad2p[i] = gradV * grad + voltage * (grad2I / gradV + (gradI * grad2I * rs) / (gradV * gradV)) + gradI;
  }
  return { ...out, ...gradients };
}

/**
 * Current at a given voltage. Always found where the curve has it: from the breakdown voltage to far beyond open circuit.
 *
 * @param inputs voltage (V) and the five parameters of the curve; numbers or arrays of one length
 * @param options see `Bishop88Options`
 * @returns current in A; NaN where an input is NaN or no diode has the parameters
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const bishop88IFromV = /* @__PURE__ */ model("bishop88IFromV", {
  inputs: /* @__PURE__ */ withFive("voltage"),
  outputs: ["current"],
  settings: (options: Bishop88Options) => readTerms("bishop88IFromV", options),
  rows(from, to, p, { d2mutau, builtIn, factor, vbr, m }) {
    for (let i = from; i < to; i++) {
      const rs = p.resistanceSeries[i]!;
      const gsh = 1 / p.resistanceShunt[i]!;
      const il = p.photocurrent[i]!;
      const is = p.saturationCurrent[i]!;
      const a = p.nNsVth[i]!;
      p.current[i] = currentAtVoltage(p.voltage[i]!, il, is, rs, gsh, a, il * d2mutau, builtIn, factor * gsh, vbr, m);
    }
  },
});

/**
 * Voltage at a given current.
 *
 * @param inputs current (A) and the five parameters of the curve; numbers or arrays of one length
 * @param options see `Bishop88Options`
 * @returns voltage in V; NaN where no voltage gives the current, an input is NaN or no diode has the parameters
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const bishop88VFromI = /* @__PURE__ */ model("bishop88VFromI", {
  inputs: /* @__PURE__ */ withFive("current"),
  outputs: ["voltage"],
  settings: (options: Bishop88Options) => readTerms("bishop88VFromI", options),
  rows(from, to, p, { d2mutau, builtIn, factor, vbr, m }) {
    for (let i = from; i < to; i++) {
      const rs = p.resistanceSeries[i]!;
      const gsh = 1 / p.resistanceShunt[i]!;
      const il = p.photocurrent[i]!;
      const current = p.current[i]!;
      const is = p.saturationCurrent[i]!;
      const x = diodeVoltage(il - current, gsh, 1, is, p.nNsVth[i]!, il * d2mutau, builtIn, factor * gsh, vbr, m);
      p.voltage[i] = rs >= 0 ? x - current * rs : Number.NaN;
    }
  },
});

/**
 * The point of maximum power. All 0 without irradiance, or where recombination takes all of it.
 *
 * @param inputs the five parameters of the curve; numbers or arrays of one length
 * @param options see `Bishop88Options`
 * @returns iMp (A), vMp (V), pMp (W); NaN where an input is NaN or no diode has the parameters
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const bishop88Mpp = /* @__PURE__ */ maximumPower<Bishop88Options>("bishop88Mpp");

/**
 * The point of maximum power of a module; with `d2mutau` and `NsVbi` for thin film. The same as `bishop88Mpp`, under the
 * name that pvlib's users know.
 *
 * @param inputs the five parameters of the curve; numbers or arrays of one length
 * @param options d2mutau (V), NsVbi (V)
 * @returns iMp (A), vMp (V), pMp (W); all 0 without irradiance; NaN where an input is NaN or no diode has the parameters
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const maxPowerPoint = /* @__PURE__ */ maximumPower<Pick<Bishop88Options, "d2mutau" | "NsVbi">>("maxPowerPoint");

function maximumPower<Options extends Bishop88Options>(name: string) {
  return model(name, {
    inputs: FIVE,
    outputs: ["iMp", "vMp", "pMp"],
    settings: (options: Options) => readTerms(name, options),
    rows(from, to, p, { d2mutau, builtIn, factor, vbr, m }) {
      for (let i = from; i < to; i++) {
        const rs = p.resistanceSeries[i]!;
        const gsh = 1 / p.resistanceShunt[i]!;
        const il = p.photocurrent[i]!;
        const is = p.saturationCurrent[i]!;
        const a = p.nNsVth[i]!;
        const c = il * d2mutau;
        const k = factor * gsh;
        const x = maximumPowerVoltage(il, is, rs, gsh, a, c, builtIn, k, vbr, m);
        const current = x === 0 ? 0 : currentAt(x, il, is, gsh, a, c, builtIn, k, vbr, m);
        p.iMp[i] = current;
        p.vMp[i] = x - current * rs;
        p.pMp[i] = current * (x - current * rs);
      }
    },
  });
}
