/**
 * Sandia's inverter model, for one input and for several.
 *
 * King, Gonzalez, Galbraith & Boyson 2007, Performance Model for Grid-Connected Photovoltaic Inverters, SAND2007-5036, eq. 1
 * to 4; several inputs: Hansen, Johnson, Darbali-Zamora & Gurule 2022, Modeling Efficiency of Inverters with Multiple
 * Inputs, 49th IEEE PVSC.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";
import { sumColumns, toInputColumns } from "./inputs.js";

/** Parameters as SAM's library of inverters names them: a row of it can be passed unchanged. @experimental */
export interface SandiaInverter {
  /** Rated AC power, W: the limit. */
  Paco: number;
  /** DC power that gives Paco at Vdco, W. */
  Pdco: number;
  /** DC voltage of the rating, V. */
  Vdco: number;
  /** DC power to start, W. */
  Pso: number;
  /** Curvature of AC over DC power at Vdco, 1/W. */
  C0: number;
  /** Changes of Pdco, Pso and C0 with voltage, 1/V. */
  C1: number;
  C2: number;
  C3: number;
  /** AC power taken from the grid at night, W. */
  Pnt: number;
}

/** AC power in W of DC power (W) at a DC voltage (V), neither limited nor started. */
function sandiaPower(vDc: number, pDc: number, inverter: SandiaInverter): number {
  const volts = vDc - inverter.Vdco;
  const a = inverter.Pdco * (1 + inverter.C1 * volts);
  const b = inverter.Pso * (1 + inverter.C2 * volts);
  const c = inverter.C0 * (1 + inverter.C3 * volts);
  return (inverter.Paco / (a - b) - c * (a - b)) * (pDc - b) + c * (pDc - b) * (pDc - b);
}

/** vDc in V, pDc in W → powerAc in W. */
export function sandiaRows(
  i0: number,
  i1: number,
  vDc: Float64Array,
  pDc: Float64Array,
  inverter: SandiaInverter,
  powerAc: Float64Array,
): void {
  for (let i = i0; i < i1; i++) powerAc[i] = sandiaPower(vDc[i]!, pDc[i]!, inverter);
  sandiaLimitRows(i0, i1, pDc, inverter, powerAc);
}

/**
 * Of `count` inverters that share pDc (W) evenly: powerAc in W without the limit at Paco, and the night's consumption below the start.
 *
 * @param vDc V; null: the rated voltage
 */
export function sandiaUnlimitedRows(
  i0: number,
  i1: number,
  vDc: Float64Array | null,
  pDc: Float64Array,
  inverter: SandiaInverter,
  count: number,
  powerAc: Float64Array,
): void {
  const night = -Math.abs(inverter.Pnt);
  for (let i = i0; i < i1; i++) {
    const power = pDc[i]! / count;
    const isOff = power < inverter.Pso;
    powerAc[i] = count * (isOff ? night : sandiaPower(vDc === null ? inverter.Vdco : vDc[i]!, power, inverter));
  }
}

/** Clips powerAc (W) at the rating and puts the night's consumption where pDc (W) does not start the inverter. */
export function sandiaLimitRows(
  i0: number,
  i1: number,
  pDc: Float64Array,
  inverter: SandiaInverter,
  powerAc: Float64Array,
): void {
  const night = -Math.abs(inverter.Pnt);
  for (let i = i0; i < i1; i++) {
    const power = powerAc[i]!;
    powerAc[i] = pDc[i]! < inverter.Pso && !Number.isNaN(power) ? night : Math.min(power, inverter.Paco);
  }
}

/**
 * AC power of an inverter with one input.
 *
 * Clipped at Paco; below the starting power Pso it is −|Pnt|. Voltage windows and current limits are not modelled.
 *
 * @param inputs vDc (V), pDc (W) at the inverter's input; numbers or arrays of one length
 * @param inverter see `SandiaInverter`
 * @returns powerAc in W; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or parameter
 * @experimental
 */
export function sandia(
  inputs: { vDc: ColumnInput; pDc: ColumnInput },
  inverter: SandiaInverter,
): { powerAc: Float64Array } {
  checkSandia("sandia", inverter);
  const c = toColumns("sandia", { vDc: inputs.vDc, pDc: inputs.pDc });
  const powerAc = new Float64Array(c.n);
  sandiaRows(0, c.n, c.vDc, c.pDc, inverter, powerAc);
  return { powerAc };
}

/**
 * AC power of an inverter with several inputs of different voltage: the powers that the whole DC power would give at each
 * voltage, weighted by the inputs' shares of it.
 *
 * @param inputs vDc (V) and pDc (W): one column for each input; numbers or arrays of one length
 * @param inverter see `SandiaInverter`
 * @returns powerAc in W, −|Pnt| below Pso, also for no power at all (0 shares of 0); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or parameter
 * @experimental
 */
export function sandiaMulti(
  inputs: { vDc: readonly ColumnInput[]; pDc: readonly ColumnInput[] },
  inverter: SandiaInverter,
): { powerAc: Float64Array } {
  checkSandia("sandiaMulti", inverter);
  const { vDc, pDc, n } = toInputColumns("sandiaMulti", { vDc: inputs.vDc, pDc: inputs.pDc });
  const total = sumColumns("sandiaMulti", "pDc", pDc);
  const powerAc = new Float64Array(n);
  for (let k = 0; k < vDc.length; k++) {
    for (let i = 0; i < n; i++) {
      const share = total[i] === 0 ? 1 / vDc.length : pDc[k]![i]! / total[i]!;
      powerAc[i] = powerAc[i]! + share * sandiaPower(vDc[k]![i]!, total[i]!, inverter);
    }
  }
  sandiaLimitRows(0, n, total, inverter, powerAc);
  return { powerAc };
}

/** @throws TypeError, RangeError naming the parameter: no inverter gives more than it takes */
export function checkSandia(model: string, inverter: SandiaInverter): void {
  const { Paco, Pdco, Vdco, Pso, C0, C1, C2, C3, Pnt } = inverter ?? {};
  checkNumbers(model, { Paco, Pdco, Vdco, Pso, C0, C1, C2, C3, Pnt });
  if (Paco <= Pdco) return;
  throw new RangeError(`${model}: Paco must be at most Pdco, ${Pdco} W, or AC power exceeds DC power, got ${Paco}`);
}

/** The highest AC over DC power between Pso and Pdco at the rated voltage: at an end, or where the curve's slope is 0. */
export function sandiaPeak(inverter: SandiaInverter): number {
  const { Paco, Pdco, Vdco, Pso, C0 } = inverter;
  const slope = Paco / (Pdco - Pso) - C0 * (Pdco - Pso);
  const flat = Math.sqrt(Pso * Pso - (slope * Pso) / C0);
  const inside = flat > Pso && flat < Pdco ? flat : Pdco;
  // An inverter that starts at 0 is best just above it, if its curve bends down.
  const least = Math.max(Pso, Pdco * 1e-6);
  return Math.max(...[least, inside, Pdco].map((power) => sandiaPower(Vdco, power, inverter) / power));
}
