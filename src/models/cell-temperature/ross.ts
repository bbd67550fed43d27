/**
 * Cell temperature after Ross: proportional to irradiance above the air's.
 *
 * Ross 1981, Design Techniques for Flat-Plate Photovoltaic Arrays, 15th IEEE PVSC.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/**
 * The Ross coefficient k in °C per W/m² by mounting: Skoplaki & Palyvos 2009, Renewable Energy 34, 23–29, table 1, after
 * Nordmann & Clavadetscher 2003, 3rd World Conference on Photovoltaic Energy Conversion.
 * @experimental
 */
export const ROSS_COEFFICIENTS = {
  slopedRoofWellVentilated: 0.02,
  freeStanding: 0.0208,
  flatRoofWellVentilated: 0.026,
  slopedRoofPoorlyVentilated: 0.0342,
  facadeSemiVentilated: 0.0455,
  facadePoorlyVentilated: 0.0538,
  slopedRoofNonVentilated: 0.0563,
} as const;

/** Exactly one of the two. @experimental */
export interface RossOptions {
  /** Nominal operating cell temperature, °C (at 800 W/m², 20 °C, 1 m/s). */
  noct?: number | undefined;
  /** Ross coefficient, °C per W/m². */
  k?: number | undefined;
}

/** poaGlobal in W/m², tempAir in °C, k in °C per W/m² → tempCell in °C. */
export function rossRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  k: number,
  tempCell: Float64Array,
): void {
  for (let i = i0; i < i1; i++) tempCell[i] = tempAir[i]! + k * poaGlobal[i]!;
}

/**
 * Cell temperature: T + k·G, with k = (noct − 20)/800 where noct is given. For slowly changing irradiance and wind of
 * about 1 m/s.
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C); numbers or arrays of one length
 * @param options either noct (°C) or k (°C per W/m², see `ROSS_COEFFICIENTS`)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError when neither or both of noct and k are given; TypeError, RangeError for a bad column or option
 * @experimental
 */
export function ross(
  inputs: { poaGlobal: ColumnInput; tempAir: ColumnInput },
  options: RossOptions,
): { tempCell: Float64Array } {
  const { noct, k } = options ?? {};
  if ((noct === undefined) === (k === undefined)) {
    throw new TypeError(`ross: either noct or k must be given, got ${noct === undefined ? "neither" : "both"}`);
  }
  checkNumbers("ross", noct === undefined ? { k } : { noct });
  const { poaGlobal, tempAir } = inputs;
  const c = toColumns("ross", { poaGlobal, tempAir });
  const tempCell = new Float64Array(c.n);
  rossRows(0, c.n, c.poaGlobal, c.tempAir, k ?? (noct! - 20) / 800, tempCell);
  return { tempCell };
}
