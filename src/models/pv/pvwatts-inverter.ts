/**
 * PVWatts inverter.
 *
 * Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641; some printings leave out the parentheses around the
 * efficiency's polynomial.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";
import { sumColumns } from "./inputs.js";

/** Efficiency that the polynomial has at its reference, for which the manual scales it. */
export const PVWATTS_REFERENCE_EFFICIENCY = 0.9637;

/** The highest value of the polynomial, at a load of √(0.0059/0.0162), over its reference: AC over DC power for a nominal efficiency of 1. */
export const PVWATTS_PEAK = (0.9858 - 2 * Math.sqrt(0.0162 * 0.0059)) / PVWATTS_REFERENCE_EFFICIENCY;

/** @experimental */
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
 * @experimental
 */
export function pvwatts(inputs: { pdc: ColumnInput }, options: PvwattsOptions): { powerAc: Float64Array } {
  const c = toColumns("pvwatts", { pdc: inputs.pdc });
  return convert("pvwatts", c.pdc, options);
}

/**
 * AC power of an inverter with several inputs: that of the sum of their DC powers.
 *
 * @param inputs pdc (W, or the unit of pdc0): one column for each input; numbers or arrays of one length
 * @param options pdc0 (of all inputs together), etaInvNom (0.96), etaInvRef (0.9637)
 * @returns powerAc in the unit of pdc; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function pvwattsMulti(
  inputs: { pdc: readonly ColumnInput[] },
  options: PvwattsOptions,
): { powerAc: Float64Array } {
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
