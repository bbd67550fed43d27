/** Losses in the conductors of an array and in a transformer, losses put together, and points of a curve scaled to an array (pvlib's helpers). */
import { type ColumnInput, checkNumbers, checkPositive, model, type Outputs, toColumns } from "../model.js";

/**
 * Resistance of an array's conductors from the loss they are meant to have at reference conditions:
 * dcOhmicPercent/100·(vmpRef·modulesPerString)/(impRef·strings).
 *
 * @param inputs vmpRef (V), impRef (A) of one module, dcOhmicPercent (%); numbers or arrays of one length
 * @param options modulesPerString (1), strings (1)
 * @returns resistance in Ω; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const dcOhmsFromPercent = /* @__PURE__ */ model("dcOhmsFromPercent", {
  inputs: ["vmpRef", "impRef", "dcOhmicPercent"],
  outputs: ["resistance"],
  settings(options: { modulesPerString?: number | undefined; strings?: number | undefined }) {
    const { modulesPerString = 1, strings = 1 } = options;
    checkPositive("dcOhmsFromPercent", { modulesPerString, strings });
    return { modulesPerString, strings };
  },
  rows(from, to, { vmpRef, impRef, dcOhmicPercent, resistance }, { modulesPerString, strings }) {
    for (let i = from; i < to; i++) {
      resistance[i] = (dcOhmicPercent[i]! / 100) * ((modulesPerString * vmpRef[i]!) / (strings * impRef[i]!));
    }
  },
});

/**
 * Power that conductors turn to heat: R·I².
 *
 * @param inputs resistance (Ω), current (A); numbers or arrays of one length
 * @returns loss in W; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const dcOhmicLosses = /* @__PURE__ */ model("dcOhmicLosses", {
  inputs: ["resistance", "current"],
  outputs: ["loss"],
  rows(from, to, { resistance, current, loss }) {
    for (let i = from; i < to; i++) loss[i] = resistance[i]! * current[i]! * current[i]!;
  },
});

/**
 * One loss in place of several independent ones: 1 − Π(1 − L). The rows must refer to the same times (pvlib's function
 * of this name brings series to one index first).
 *
 * @param inputs losses as shares, 0…1, under any names; numbers or arrays of one length
 * @returns loss as a share; 0 when there are none; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function combineLossFactors(inputs: { readonly [name: string]: ColumnInput }): Outputs<"loss"> {
  const { n, ...columns } = toColumns("combineLossFactors", inputs);
  const loss = new Float64Array(n).fill(1);
  for (const column of Object.values(columns) as Float64Array[]) {
    for (let i = 0; i < n; i++) loss[i] = loss[i]! * (1 - column[i]!);
  }
  for (let i = 0; i < n; i++) loss[i] = 1 - loss[i]!;
  return { loss };
}

const SCALES = { vMp: "v", vOc: "v", iMp: "i", iX: "i", iXx: "i", iSc: "i", pMp: "p" } as const;
export type ScaledPoint = keyof typeof SCALES;

/**
 * The points of one module's curve as those of an array: voltages times modules in series, currents times strings, power
 * times both.
 *
 * @param inputs any of vMp, vOc (V), iMp, iX, iXx, iSc (A), pMp (W), as `singlediode` and `sapm` return them
 * @param options voltage (1), current (1): the factors
 * @returns the given columns, scaled; NaN where an input is NaN
 * @throws TypeError for a column of another name; TypeError, RangeError for a bad column or option
 * @experimental
 */
export function scaleVoltageCurrentPower<Name extends ScaledPoint>(
  inputs: { readonly [name in Name]: ColumnInput },
  options: { voltage?: number | undefined; current?: number | undefined } = {},
): { [name in Name]: Float64Array } {
  const { voltage = 1, current = 1 } = options;
  checkNumbers("scaleVoltageCurrentPower", { voltage, current });
  for (const name in inputs) {
    if (!Object.hasOwn(SCALES, name)) {
      const known = Object.keys(SCALES).join(", ");
      throw new TypeError(`scaleVoltageCurrentPower: unknown column ${name}; known are ${known}`);
    }
  }
  const { n, ...columns } = toColumns("scaleVoltageCurrentPower", inputs);
  const factors = { v: voltage, i: current, p: voltage * current };
  const scaled = Object.entries(columns as { [name: string]: Float64Array }).map(([name, column]) => {
    const factor = factors[SCALES[name as ScaledPoint]];
    return [name, Float64Array.from({ length: n }, (_, i) => column[i]! * factor)];
  });
  return Object.fromEntries(scaled);
}

export interface SimpleEfficiencyOptions {
  /** Share of the rating that is lost always, 0…1. */
  noLoadLoss: number;
  /** Share of the rating that is lost in addition at rated output, 0…1; it goes with the square of the output. */
  loadLoss: number;
  /** Rated output power, W. */
  transformerRating: number;
}

/**
 * Row kernel: inputPower and rating in W, losses as shares of the rating → outputPower in W, which may be the same column. Where more is
 * drawn through it than any output can be, it draws the most, −rating/(2·loadLoss) or less.
 */
export function simpleEfficiencyRows(
  i0: number,
  i1: number,
  inputPower: Float64Array,
  noLoadLoss: number,
  loadLoss: number,
  rating: number,
  outputPower: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    // out + noLoad + load·out² = in, all over the rating; this form of the root holds without load losses, too.
    const lacking = noLoadLoss - inputPower[i]! / rating;
    outputPower[i] = (-2 * lacking * rating) / (1 + Math.sqrt(Math.max(1 - 4 * loadLoss * lacking, 0)));
  }
}

/**
 * Power behind a transformer: the input less a constant loss and one that goes with the square of the output.
 *
 * Without input the output is below 0: the transformer takes its losses from the grid. Where more is drawn than the losses let
 * through, the output is that limit (pvlib: NaN).
 *
 * @param inputs inputPower (W); a number or an array
 * @param options noLoadLoss, loadLoss (shares of the rating), transformerRating (W)
 * @returns outputPower in W; NaN where inputPower is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Central Station Engineers of the Westinghouse Electric Corporation, Electrical Transmission and Distribution
 * Reference Book, 4th edition, p. 101, solved for the output as `pvlib.transformer.simple_efficiency` has it.
 * @experimental
 */
export const simpleEfficiency = /* @__PURE__ */ model("simpleEfficiency", {
  inputs: ["inputPower"],
  outputs: ["outputPower"],
  settings({ noLoadLoss, loadLoss, transformerRating }: SimpleEfficiencyOptions) {
    checkNumbers("simpleEfficiency", { noLoadLoss, loadLoss }, 0, 1);
    checkPositive("simpleEfficiency", { transformerRating });
    return { noLoadLoss, loadLoss, transformerRating };
  },
  rows(from, to, { inputPower, outputPower }, { noLoadLoss, loadLoss, transformerRating }) {
    simpleEfficiencyRows(from, to, inputPower, noLoadLoss, loadLoss, transformerRating, outputPower);
  },
});

/**
 * Power behind cables, W: pvlib's `dc_ohmic_losses`, R·I², with the current as the power over a steady voltage, so that the loss goes
 * with the square of the power. Cables take all of a power at most, and what is drawn through them is drawn with their loss.
 *
 * @param share of the power that is lost, per W of it
 * @param out may be the same column
 */
export function behindCables(power: Float64Array, share: number, out: Float64Array): Float64Array {
  for (let i = 0; i < out.length; i++) {
    const left = power[i]! - share * power[i]! * power[i]!;
    out[i] = left < 0 && power[i]! > 0 ? 0 : left;
  }
  return out;
}
