/**
 * Cell temperature by a generic linear heat loss factor, to which the parameters of other models translate.
 *
 * Driesse, Theristis & Stein 2022, PV Module Operating Temperature Model Equivalence and Parameter Translation, 49th IEEE
 * PVSC, doi 10.1109/PVSC48317.2022.9938895.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** @experimental */
export interface GenericLinearOptions {
  /** Heat transfer coefficient without wind, W/(m² °C). */
  uConst: number;
  /** Its increase with wind, W/(m² °C) per m/s. */
  duWind: number;
  /** Electrical efficiency, 0…1. */
  moduleEfficiency: number;
  /** Share of light absorbed, 0…1. */
  absorptance: number;
}

/** poaGlobal in W/m², tempAir in °C, windSpeed in m/s → tempCell in °C. */
export function genericLinearRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  windSpeed: Float64Array,
  uConst: number,
  duWind: number,
  moduleEfficiency: number,
  absorptance: number,
  tempCell: Float64Array,
): void {
  const heat = absorptance - moduleEfficiency;
  for (let i = i0; i < i1; i++) tempCell[i] = tempAir[i]! + (poaGlobal[i]! * heat) / (uConst + duWind * windSpeed[i]!);
}

/**
 * Cell temperature: T + G·(α − η)/(uConst + duWind·v).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s at 10 m, or where duWind was found); numbers or arrays
 *   of one length
 * @param options uConst, duWind, moduleEfficiency η, absorptance α; `GenericLinearModel` gets them from other models
 * @returns tempCell in °C; not finite where the loss factor is 0; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function genericLinear(
  inputs: { poaGlobal: ColumnInput; tempAir: ColumnInput; windSpeed: ColumnInput },
  options: GenericLinearOptions,
): { tempCell: Float64Array } {
  const { uConst, duWind, moduleEfficiency, absorptance } = options ?? {};
  checkNumbers("genericLinear", { uConst, duWind, moduleEfficiency, absorptance });
  const { poaGlobal, tempAir, windSpeed } = inputs;
  const c = toColumns("genericLinear", { poaGlobal, tempAir, windSpeed });
  const tempCell = new Float64Array(c.n);
  genericLinearRows(
    0,
    c.n,
    c.poaGlobal,
    c.tempAir,
    c.windSpeed,
    uConst,
    duWind,
    moduleEfficiency,
    absorptance,
    tempCell,
  );
  return { tempCell };
}
