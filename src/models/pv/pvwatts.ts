/**
 * PVWatts DC power.
 *
 * Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641; correction for low light: Marion 2008, 33rd IEEE
 * PVSC, 1–6.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** @experimental */
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

/** Takes Marion's correction off `pdc`, in place, and limits it at 0. */
export function marionCorrectionRows(
  i0: number,
  i1: number,
  effectiveIrradiance: Float64Array,
  pdc0: number,
  k: number,
  capAdjustment: boolean,
  pdc: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const irradiance = effectiveIrradiance[i]!;
    const dim = 1 - irradiance / 200;
    const uncapped = irradiance <= 200 ? k * (1 - dim * dim * dim * dim) : (k * (1000 - irradiance)) / 800;
    const error = capAdjustment && irradiance >= 1000 ? 0 : uncapped;
    pdc[i] = Math.max(pdc[i]! - pdc0 * error, 0);
  }
}

/**
 * DC power of an array after PVWatts.
 *
 * @param inputs effectiveIrradiance (W/m², after reflection losses), tempCell (°C); numbers or arrays of one length
 * @param options see `PvwattsDcOptions`; pdc0 and gammaPdc are required
 * @returns pdc in W; may be negative far above the reference temperature unless k is given; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function pvwattsDc(
  inputs: { effectiveIrradiance: ColumnInput; tempCell: ColumnInput },
  options: PvwattsDcOptions,
): { pdc: Float64Array } {
  const { pdc0, gammaPdc, tempRef = 25, k, capAdjustment = false } = options ?? {};
  checkNumbers("pvwattsDc", { pdc0, gammaPdc, tempRef, ...(k === undefined ? {} : { k }) });
  const { effectiveIrradiance, tempCell } = inputs;
  const c = toColumns("pvwattsDc", { effectiveIrradiance, tempCell });
  const pdc = new Float64Array(c.n);
  pvwattsDcRows(0, c.n, c.effectiveIrradiance, c.tempCell, pdc0, gammaPdc, tempRef, pdc);
  if (k !== undefined) marionCorrectionRows(0, c.n, c.effectiveIrradiance, pdc0, k, capAdjustment, pdc);
  return { pdc };
}
