/** Losses in the conductors of an array, losses put together, and points of a curve scaled to an array (pvlib's helpers). */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";

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
export function dcOhmsFromPercent(
  inputs: { vmpRef: ColumnInput; impRef: ColumnInput; dcOhmicPercent: ColumnInput },
  options: { modulesPerString?: number | undefined; strings?: number | undefined } = {},
): { resistance: Float64Array } {
  const { modulesPerString = 1, strings = 1 } = options;
  checkPositive("dcOhmsFromPercent", { modulesPerString, strings });
  const { vmpRef, impRef, dcOhmicPercent } = inputs;
  const c = toColumns("dcOhmsFromPercent", { vmpRef, impRef, dcOhmicPercent });
  const resistance = new Float64Array(c.n);
  for (let i = 0; i < c.n; i++) {
    resistance[i] = (c.dcOhmicPercent[i]! / 100) * ((modulesPerString * c.vmpRef[i]!) / (strings * c.impRef[i]!));
  }
  return { resistance };
}

/**
 * Power that conductors turn to heat: R·I².
 *
 * @param inputs resistance (Ω), current (A); numbers or arrays of one length
 * @returns loss in W; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function dcOhmicLosses(inputs: { resistance: ColumnInput; current: ColumnInput }): { loss: Float64Array } {
  const c = toColumns("dcOhmicLosses", { resistance: inputs.resistance, current: inputs.current });
  const loss = new Float64Array(c.n);
  for (let i = 0; i < c.n; i++) loss[i] = c.resistance[i]! * c.current[i]! * c.current[i]!;
  return { loss };
}

/**
 * One loss in place of several independent ones: 1 − Π(1 − L). The rows must refer to the same times (pvlib's function
 * of this name brings series to one index first).
 *
 * @param inputs losses as shares, 0…1, under any names; numbers or arrays of one length
 * @returns loss as a share; 0 when there are none; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function combineLossFactors(inputs: { readonly [name: string]: ColumnInput }): { loss: Float64Array } {
  const { n, ...columns } = toColumns("combineLossFactors", inputs);
  const loss = new Float64Array(n).fill(1);
  for (const column of Object.values(columns) as Float64Array[]) {
    for (let i = 0; i < n; i++) loss[i] = loss[i]! * (1 - column[i]!);
  }
  for (let i = 0; i < n; i++) loss[i] = 1 - loss[i]!;
  return { loss };
}

const SCALES = { vMp: "v", vOc: "v", iMp: "i", iX: "i", iXx: "i", iSc: "i", pMp: "p" } as const;
/** @experimental */
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
