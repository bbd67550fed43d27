/** Inverters by published parameters: Sandia's model, for one input and for several, and Driesse's. */
import { type ColumnInput, checkNumbers, checkPositive, model, type Outputs, toColumns } from "../model.js";

/**
 * The columns of each named list, by input of the inverter.
 *
 * @throws TypeError when a list is none or an element no column; RangeError when a list is empty or lengths differ
 */
function toInputColumns<Name extends string>(
  model: string,
  lists: { readonly [name in Name]: readonly ColumnInput[] },
): { readonly [name in Name]: readonly Float64Array[] } & { readonly n: number } {
  const flat: { [key: string]: ColumnInput } = {};
  let inputs = -1;
  let first = "";
  for (const name in lists) {
    const list: unknown = lists[name];
    if (!Array.isArray(list)) throw new TypeError(`${model}: ${name} must be an array of columns, got ${String(list)}`);
    if (list.length === 0) throw new RangeError(`${model}: ${name} must have a column for each input, got none`);
    if (inputs >= 0 && list.length !== inputs) {
      throw new RangeError(`${model}: ${name} has ${list.length} inputs, but ${first} has ${inputs}`);
    }
    inputs = list.length;
    first = name;
    for (let k = 0; k < inputs; k++) flat[`${name}[${k}]`] = list[k];
  }
  const columns = toColumns(model, flat);
  const byName = Object.keys(lists).map((name) => [
    name,
    Array.from({ length: inputs }, (_, k) => columns[`${name}[${k}]`]),
  ]);
  return { n: columns.n, ...Object.fromEntries(byName) };
}

/** Their sum, a new column. */
export function sumColumns(model: string, name: string, list: readonly ColumnInput[]): Float64Array {
  const columns = toInputColumns(model, { [name]: list });
  const sum = new Float64Array(columns.n);
  for (const column of columns[name] as readonly Float64Array[]) {
    for (let i = 0; i < columns.n; i++) sum[i] = sum[i]! + column[i]!;
  }
  return sum;
}

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
function limitRows(
  from: number,
  to: number,
  pDc: Float64Array,
  { Pnt, Pso, Paco }: SandiaInverter,
  powerAc: Float64Array,
): void {
  const night = -Math.abs(Pnt);
  for (let i = from; i < to; i++) {
    const power = powerAc[i]!;
    powerAc[i] = pDc[i]! < Pso && !Number.isNaN(power) ? night : Math.min(power, Paco);
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
 *
 * Source: King, Gonzalez, Galbraith & Boyson 2007, Performance Model for Grid-Connected Photovoltaic Inverters, SAND2007-5036,
 * eq. 1 to 4; several inputs: Hansen, Johnson, Darbali-Zamora & Gurule 2022, Modeling Efficiency of Inverters with Multiple
 * Inputs, 49th IEEE PVSC.
 * @experimental
 */
export const sandia = /* @__PURE__ */ model("sandia", {
  inputs: ["vDc", "pDc"],
  outputs: ["powerAc"],
  settings: (inverter: SandiaInverter) => checkSandia("sandia", inverter),
  rows(from, to, { vDc, pDc, powerAc }, inverter) {
    for (let i = from; i < to; i++) powerAc[i] = sandiaPower(vDc[i]!, pDc[i]!, inverter);
    limitRows(from, to, pDc, inverter, powerAc);
  },
});

/**
 * AC power of an inverter with several inputs of different voltage: the powers that the whole DC power would give at each
 * voltage, weighted by the inputs' shares of it.
 *
 * @param inputs vDc (V) and pDc (W): one column for each input; numbers or arrays of one length
 * @param inverter see `SandiaInverter`
 * @returns powerAc in W, −|Pnt| below Pso, also for no power at all (0 shares of 0); NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or parameter
 *
 * Source: King, Gonzalez, Galbraith & Boyson 2007, Performance Model for Grid-Connected Photovoltaic Inverters, SAND2007-5036,
 * eq. 1 to 4; several inputs: Hansen, Johnson, Darbali-Zamora & Gurule 2022, Modeling Efficiency of Inverters with Multiple
 * Inputs, 49th IEEE PVSC.
 * @experimental
 */
export function sandiaMulti(
  inputs: { vDc: readonly ColumnInput[]; pDc: readonly ColumnInput[] },
  inverter: SandiaInverter,
): Outputs<"powerAc"> {
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
  limitRows(0, n, total, inverter, powerAc);
  return { powerAc };
}

/** @throws TypeError, RangeError naming the parameter: no inverter gives more than it takes */
export function checkSandia(model: string, inverter: SandiaInverter): SandiaInverter {
  const { Paco, Pdco, Vdco, Pso, C0, C1, C2, C3, Pnt } = inverter ?? {};
  checkNumbers(model, { Paco, Pdco, Vdco, Pso, C0, C1, C2, C3, Pnt });
  if (Paco <= Pdco) return inverter;
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

/** Parameters as pvlib's table of inverters names them. */
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

export interface AdrOptions extends AdrInverter {
  /** How far beyond the range of voltage the model is used, as a share of it, 0…1. Default 0.1. */
  vtol?: number | undefined;
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
 *
 * Source: Driesse, Jain & Harrison 2008, Beyond the curves: modeling the electrical efficiency of photovoltaic inverters, 33rd
 * IEEE PVSC, doi 10.1109/PVSC.2008.4922827.
 * @experimental
 */
export const adr = /* @__PURE__ */ model("adr", {
  inputs: ["vDc", "pDc"],
  outputs: ["powerAc"],
  settings: checkAdr,
  rows(from, to, { vDc, pDc, powerAc }, { Pnom, Vnom, Pacmax, night, coefficients, lower, upper }) {
    const [b00, b10, b20, b01, b11, b21, b02, b12, b22] = coefficients;
    for (let i = from; i < to; i++) {
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
  },
});

function checkAdr({ Pnom, Vnom, Pacmax, Pnt, ADRCoefficients, vtol = 0.1, ...limits }: AdrOptions) {
  checkPositive("adr", { Pnom, Vnom });
  checkNumbers("adr", { Pacmax, Pnt });
  checkNumbers("adr", { vtol }, 0, 1);
  if (!Array.isArray(ADRCoefficients) || ADRCoefficients.length !== 9) {
    throw new TypeError(`adr: ADRCoefficients must be an array of 9 numbers, got ${String(ADRCoefficients)}`);
  }
  checkNumbers("adr", Object.fromEntries(ADRCoefficients.map((value, k) => [`ADRCoefficients[${k}]`, value])));
  const coefficients = ADRCoefficients as unknown as Nine;
  const [b00, b10, b20] = coefficients;
  if (b00 + b10 + b20 < 0) {
    const sum = Number((b00 + b10 + b20).toPrecision(6));
    throw new RangeError(
      `adr: ADRCoefficients must lose power at Pnom and Vnom, b00 + b10 + b20 from 0 up, got ${sum}`,
    );
  }
  const { Vmax, Vdcmax, MPPTHi, Vmin, MPPTLow } = limits;
  const upper = largest({ Vmax, Vdcmax, MPPTHi }) * (1 + vtol);
  const lower = largest({ Vmin, MPPTLow }) * (1 - vtol);
  return { Pnom, Vnom, Pacmax, night: -Math.abs(Pnt), coefficients, lower, upper };
}

/** The largest of the limits that are known; NaN, which no voltage is beyond, when none is. */
function largest(limits: { readonly [name: string]: number }): number {
  const known = Object.fromEntries(Object.entries(limits).filter(([, volts = Number.NaN]) => !Number.isNaN(volts)));
  checkNumbers("adr", known);
  return Object.keys(known).length === 0 ? Number.NaN : Math.max(...Object.values(known));
}
