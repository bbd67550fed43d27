/**
 * Cell temperature by constant heat loss factors, as in PVsyst.
 *
 * PVsyst help, Array thermal losses; Faiman 2008, Progress in Photovoltaics 16, 307–315, with conversion taken off.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** @experimental */
export interface PvsystCellOptions {
  /** Heat loss factor, W/(m² °C). Default 29 (free-standing). */
  uC?: number | undefined;
  /** Its increase with wind, W/(m² °C) per m/s. Default 0. */
  uV?: number | undefined;
  /** Share of the plane's irradiance that becomes electricity, 0…1. Default 0.1. */
  moduleEfficiency?: number | undefined;
  /** Share that is absorbed, 0…1. Default 0.9. */
  alphaAbsorption?: number | undefined;
}

/** poaGlobal in W/m², tempAir in °C, windSpeed in m/s → tempCell in °C. */
export function pvsystCellRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  windSpeed: Float64Array,
  uC: number,
  uV: number,
  moduleEfficiency: number,
  alphaAbsorption: number,
  tempCell: Float64Array,
): void {
  const heat = alphaAbsorption * (1 - moduleEfficiency);
  for (let i = i0; i < i1; i++) tempCell[i] = tempAir[i]! + (poaGlobal[i]! * heat) / (uC + uV * windSpeed[i]!);
}

/**
 * Cell temperature: T + α·G·(1 − η)/(uC + uV·v).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s, where uV was found; default 1); numbers or arrays of
 *   one length
 * @param options uC (29 W/(m² °C)), uV (0), moduleEfficiency η (0.1), alphaAbsorption α (0.9); see
 *   `TEMPERATURE_MODEL_PARAMETERS.pvsyst`
 * @returns tempCell in °C; not finite where the loss factor is 0; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function pvsystCell(
  inputs: { poaGlobal: ColumnInput; tempAir: ColumnInput; windSpeed?: ColumnInput | undefined },
  options: PvsystCellOptions = {},
): { tempCell: Float64Array } {
  const { uC = 29, uV = 0, moduleEfficiency = 0.1, alphaAbsorption = 0.9 } = options;
  checkNumbers("pvsystCell", { uC, uV, moduleEfficiency, alphaAbsorption });
  const { poaGlobal, tempAir, windSpeed = 1 } = inputs;
  const c = toColumns("pvsystCell", { poaGlobal, tempAir, windSpeed });
  const tempCell = new Float64Array(c.n);
  pvsystCellRows(0, c.n, c.poaGlobal, c.tempAir, c.windSpeed, uC, uV, moduleEfficiency, alphaAbsorption, tempCell);
  return { tempCell };
}
