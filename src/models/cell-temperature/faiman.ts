/**
 * Module temperature after Faiman, also used for the cell (IEC 61853-2 and -3).
 *
 * Faiman 2008, Assessing the outdoor operating temperature of photovoltaic modules, Progress in Photovoltaics 16,
 * 307–315, doi 10.1002/pip.813; the defaults are the mean of seven silicon modules on an open rack in the Negev.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** @experimental */
export interface FaimanOptions {
  /** Heat loss factor without wind, W/(m² °C). Default 25. */
  u0?: number | undefined;
  /** Its increase with wind, W/(m² °C) per m/s. Default 6.84. */
  u1?: number | undefined;
}

/** poaGlobal in W/m², tempAir in °C, windSpeed in m/s → tempCell in °C. */
export function faimanRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  windSpeed: Float64Array,
  u0: number,
  u1: number,
  tempCell: Float64Array,
): void {
  for (let i = i0; i < i1; i++) tempCell[i] = tempAir[i]! + poaGlobal[i]! / (u0 + u1 * windSpeed[i]!);
}

/**
 * Module or cell temperature: T + G/(u0 + u1·v).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s, where u1 was found; default 1); numbers or arrays of
 *   one length
 * @param options u0 (25 W/(m² °C)), u1 (6.84 W/(m² °C) per m/s)
 * @returns tempCell in °C; not finite where the loss factor is 0; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function faiman(
  inputs: { poaGlobal: ColumnInput; tempAir: ColumnInput; windSpeed?: ColumnInput | undefined },
  options: FaimanOptions = {},
): { tempCell: Float64Array } {
  const { u0 = 25, u1 = 6.84 } = options;
  checkNumbers("faiman", { u0, u1 });
  const { poaGlobal, tempAir, windSpeed = 1 } = inputs;
  const c = toColumns("faiman", { poaGlobal, tempAir, windSpeed });
  const tempCell = new Float64Array(c.n);
  faimanRows(0, c.n, c.poaGlobal, c.tempAir, c.windSpeed, u0, u1, tempCell);
  return { tempCell };
}
