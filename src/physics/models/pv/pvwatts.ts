/** PVWatts: DC power, inverter, and system losses. */
import {
  type ColumnInput,
  checkNumbers,
  checkPositive,
  columnsOf,
  type Inputs,
  model,
  type Outputs,
  toColumns,
} from "../model.js";
import { sumColumns } from "./inverters.js";

export interface PvwattsDcOptions {
  /** Power in W at 1000 W/m² and the reference temperature. */
  pdc0: number;
  /** Temperature coefficient of power, 1/°C, typically −0.002…−0.005. */
  gammaPdc: number;
  /** Reference cell temperature in °C. Default 25. */
  tempRef?: number | undefined;
  /** Marion's irradiance correction: relative loss at 200 W/m² times 0.2. Default none. */
  k?: number | undefined;
  /** Apply the correction only below 1000 W/m². Default false. */
  capAdjustment?: boolean | undefined;
}

/** effectiveIrradiance in W/m², tempCell in °C → pdc in W: G/1000·pdc0·(1 + γ(T − Tref)), not limited. */
export function pvwattsDcRows(
  i0: number,
  i1: number,
  effectiveIrradiance: Float64Array,
  tempCell: Float64Array,
  pdc0: number,
  gammaPdc: number,
  tempRef: number,
  pdc: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    pdc[i] = effectiveIrradiance[i]! * 0.001 * pdc0 * (1 + gammaPdc * (tempCell[i]! - tempRef));
  }
}

/**
 * DC power of an array after PVWatts.
 *
 * @param inputs effectiveIrradiance (W/m², after reflection losses), tempCell (°C); numbers or arrays of one length
 * @param options see `PvwattsDcOptions`; pdc0 and gammaPdc are required
 * @returns pdc in W; may be negative far above the reference temperature unless k is given; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641; correction for low light: Marion 2008, 33rd IEEE PVSC,
 * 1–6.
 * @experimental
 */
export const pvwattsDc = /* @__PURE__ */ model("pvwattsDc", {
  inputs: ["effectiveIrradiance", "tempCell"],
  outputs: ["pdc"],
  settings({ pdc0, gammaPdc, tempRef = 25, k, capAdjustment = false }: PvwattsDcOptions) {
    checkNumbers("pvwattsDc", { pdc0, gammaPdc, tempRef, ...(k === undefined ? {} : { k }) });
    return { pdc0, gammaPdc, tempRef, k, capAdjustment };
  },
  rows(from, to, { effectiveIrradiance, tempCell, pdc }, { pdc0, gammaPdc, tempRef, k, capAdjustment }) {
    pvwattsDcRows(from, to, effectiveIrradiance, tempCell, pdc0, gammaPdc, tempRef, pdc);
    if (k === undefined) return;
    // Marion's correction, taken off, and the power limited at 0.
    for (let i = from; i < to; i++) {
      const irradiance = effectiveIrradiance[i]!;
      const dim = 1 - irradiance / 200;
      const uncapped = irradiance <= 200 ? k * (1 - dim * dim * dim * dim) : (k * (1000 - irradiance)) / 800;
      const error = capAdjustment && irradiance >= 1000 ? 0 : uncapped;
      pdc[i] = Math.max(pdc[i]! - pdc0 * error, 0);
    }
  },
});

/** Efficiency that the polynomial has at its reference, for which the manual scales it. */
export const PVWATTS_REFERENCE_EFFICIENCY = 0.9637;

/** The highest value of the polynomial, at a load of √(0.0059/0.0162), over its reference: AC over DC power for a nominal efficiency of 1. */
export const PVWATTS_PEAK = (0.9858 - 2 * Math.sqrt(0.0162 * 0.0059)) / PVWATTS_REFERENCE_EFFICIENCY;

export interface PvwattsOptions {
  /** DC power at which the inverter reaches its AC limit, same unit as pdc. */
  pdc0: number;
  /** Nominal efficiency, above 0, at most 1. Default 0.96. */
  etaInvNom?: number | undefined;
  /** Reference efficiency, above 0, at most 1. Default 0.9637. */
  etaInvRef?: number | undefined;
}

/**
 * pdc, pdc0 in one unit → powerAc in it, from 0 to etaInvNom·pdc0. `powerAc` may be the same column as `pdc`. The load's reciprocal in
 * the efficiency is multiplied out, so that no load is 0.
 */
export function pvwattsRows(
  i0: number,
  i1: number,
  pdc: Float64Array,
  pdc0: number,
  etaInvNom: number,
  etaInvRef: number,
  powerAc: Float64Array,
): void {
  const limit = etaInvNom * pdc0;
  pvwattsUnlimitedRows(i0, i1, pdc, pdc0, etaInvNom, etaInvRef, powerAc);
  for (let i = i0; i < i1; i++) powerAc[i] = Math.min(powerAc[i]!, limit);
}

/** As `pvwattsRows`, without the limit at etaInvNom·pdc0. */
export function pvwattsUnlimitedRows(
  i0: number,
  i1: number,
  pdc: Float64Array,
  pdc0: number,
  etaInvNom: number,
  etaInvRef: number,
  powerAc: Float64Array,
): void {
  const scale = etaInvNom / etaInvRef;
  for (let i = i0; i < i1; i++) {
    const power = pdc[i]!;
    const converted = scale * ((-0.0162 * (power / pdc0) + 0.9858) * power - 0.0059 * pdc0);
    powerAc[i] = power === 0 ? 0 : Math.max(converted, 0);
  }
}

/**
 * AC power after PVWatts: efficiency by load ζ = pdc/pdc0, η = etaInvNom/etaInvRef·(−0.0162ζ − 0.0059/ζ + 0.9858),
 * clipped at etaInvNom·pdc0, never below 0.
 *
 * @param inputs pdc: DC power, in the unit of pdc0; a number or an array
 * @param options pdc0, etaInvNom (0.96), etaInvRef (0.9637)
 * @returns powerAc in the unit of pdc; 0 for a load below 0.6 % and for negative power; NaN where pdc is NaN. With a nominal efficiency
 *   above 0.9973 it exceeds pdc at a part of the loads
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641; some printings leave out the parentheses around the
 * efficiency's polynomial.
 * @experimental
 */
export function pvwatts(inputs: Inputs<"pdc">, options: PvwattsOptions): Outputs<"powerAc"> {
  return convert("pvwatts", columnsOf("pvwatts", inputs, ["pdc"]).pdc, options);
}

/**
 * AC power of an inverter with several inputs: that of the sum of their DC powers.
 *
 * @param inputs pdc (W, or the unit of pdc0): one column for each input; numbers or arrays of one length
 * @param options pdc0 (of all inputs together), etaInvNom (0.96), etaInvRef (0.9637)
 * @returns powerAc in the unit of pdc; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641; some printings leave out the parentheses around the
 * efficiency's polynomial.
 * @experimental
 */
export function pvwattsMulti(inputs: { pdc: readonly ColumnInput[] }, options: PvwattsOptions): Outputs<"powerAc"> {
  return convert("pvwattsMulti", sumColumns("pvwattsMulti", "pdc", inputs.pdc), options);
}

function convert(model: string, pdc: Float64Array, options: PvwattsOptions): { powerAc: Float64Array } {
  const { pdc0, etaInvNom = 0.96, etaInvRef = PVWATTS_REFERENCE_EFFICIENCY } = options ?? {};
  checkPositive(model, { pdc0, etaInvNom, etaInvRef });
  checkNumbers(model, { etaInvNom, etaInvRef }, 0, 1);
  const powerAc = new Float64Array(pdc.length);
  pvwattsRows(0, pdc.length, pdc, pdc0, etaInvNom, etaInvRef, powerAc);
  return { powerAc };
}

/** The manual's losses in percent; together 14.08 %. @experimental */
export const PVWATTS_LOSSES = {
  soiling: 2,
  shading: 3,
  snow: 0,
  mismatch: 2,
  wiring: 2,
  connections: 0.5,
  lid: 1.5,
  nameplateRating: 1,
  age: 0,
  availability: 3,
} as const;

export type PvwattsLoss = keyof typeof PVWATTS_LOSSES;
type PvwattsLosses = { readonly [name in PvwattsLoss]?: ColumnInput | undefined };

/**
 * Total loss of independent losses: 100·(1 − Π(1 − L/100)).
 *
 * @param inputs any of soiling, shading, snow, mismatch, wiring, connections, lid (light-induced degradation),
 *   nameplateRating, age, availability, in %; numbers or arrays of one length; those left out take the manual's
 *   values, `PVWATTS_LOSSES`
 * @returns losses in %; NaN where an input is NaN
 * @throws TypeError for an input that is not a column or of unknown name; RangeError for unequal lengths
 *
 * Source: Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641.
 * @experimental
 */
export function pvwattsLosses(inputs: PvwattsLosses = {}): Outputs<"losses"> {
  for (const name in inputs) {
    if (Object.hasOwn(PVWATTS_LOSSES, name)) continue;
    throw new TypeError(`pvwattsLosses: unknown loss ${name}; known are ${Object.keys(PVWATTS_LOSSES).join(", ")}`);
  }
  const all: { [name in PvwattsLoss]: ColumnInput } = { ...PVWATTS_LOSSES };
  for (const name of Object.keys(all) as PvwattsLoss[]) {
    const given = inputs[name];
    if (given !== undefined) all[name] = given;
  }
  const { n, ...columns } = toColumns<PvwattsLoss>("pvwattsLosses", all);
  const losses = new Float64Array(n).fill(1);
  for (const column of Object.values(columns)) {
    for (let i = 0; i < n; i++) losses[i] = losses[i]! * (1 - column[i]! / 100);
  }
  for (let i = 0; i < n; i++) losses[i] = (1 - losses[i]!) * 100;
  return { losses };
}
