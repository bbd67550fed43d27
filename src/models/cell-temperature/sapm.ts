/**
 * Temperature of module and cell after the Sandia Array Performance Model.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, eq. 11 and 12.
 */
import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";

/** poaGlobal in W/m², tempAir in °C, windSpeed in m/s at 10 m → temperature of the module's back in °C (eq. 11). */
export function sapmModuleRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  windSpeed: Float64Array,
  a: number,
  b: number,
  moduleTemperature: Float64Array,
): void {
  for (let i = i0; i < i1; i++) moduleTemperature[i] = poaGlobal[i]! * exp(a + b * windSpeed[i]!) + tempAir[i]!;
}

/** Eq. 12: adds deltaT per irradRef (W/m²). `tempCell` may be the same column as `moduleTemperature`. */
export function sapmCellFromModuleRows(
  i0: number,
  i1: number,
  moduleTemperature: Float64Array,
  poaGlobal: Float64Array,
  deltaT: number,
  irradRef: number,
  tempCell: Float64Array,
): void {
  for (let i = i0; i < i1; i++) tempCell[i] = moduleTemperature[i]! + (poaGlobal[i]! / irradRef) * deltaT;
}

/** @experimental */
export interface SapmModuleOptions {
  /** Logarithm of °C per W/m² without wind. */
  a: number;
  /** Its change per m/s of wind; negative. */
  b: number;
}

/** @experimental */
export interface SapmCellFromModuleOptions {
  /** Cell above back at irradRef, °C. */
  deltaT: number;
  /** Reference irradiance, W/m². Default 1000. */
  irradRef?: number | undefined;
}

/**
 * Temperature of a module's back: G·exp(a + b·v) + T.
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s, 10 m above ground); numbers or arrays of one length
 * @param options a, b: see `TEMPERATURE_MODEL_PARAMETERS.sapm`
 * @returns moduleTemperature in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function sapmModule(
  inputs: { poaGlobal: ColumnInput; tempAir: ColumnInput; windSpeed: ColumnInput },
  options: SapmModuleOptions,
): { moduleTemperature: Float64Array } {
  const { a, b } = options ?? {};
  checkNumbers("sapmModule", { a, b });
  const { poaGlobal, tempAir, windSpeed } = inputs;
  const c = toColumns("sapmModule", { poaGlobal, tempAir, windSpeed });
  const moduleTemperature = new Float64Array(c.n);
  sapmModuleRows(0, c.n, c.poaGlobal, c.tempAir, c.windSpeed, a, b, moduleTemperature);
  return { moduleTemperature };
}

/**
 * Cell temperature from that of the module's back: Tm + G/irradRef·deltaT.
 *
 * @param inputs moduleTemperature (°C), poaGlobal (W/m²); numbers or arrays of one length
 * @param options deltaT (°C), irradRef (1000 W/m²)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function sapmCellFromModule(
  inputs: { moduleTemperature: ColumnInput; poaGlobal: ColumnInput },
  options: SapmCellFromModuleOptions,
): { tempCell: Float64Array } {
  const { deltaT, irradRef = 1000 } = options ?? {};
  checkNumbers("sapmCellFromModule", { deltaT });
  checkPositive("sapmCellFromModule", { irradRef });
  const { moduleTemperature, poaGlobal } = inputs;
  const c = toColumns("sapmCellFromModule", { moduleTemperature, poaGlobal });
  const tempCell = new Float64Array(c.n);
  sapmCellFromModuleRows(0, c.n, c.moduleTemperature, c.poaGlobal, deltaT, irradRef, tempCell);
  return { tempCell };
}

/**
 * Cell temperature: G·exp(a + b·v) + T + G/irradRef·deltaT.
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s, 10 m above ground); numbers or arrays of one length
 * @param options a, b, deltaT (°C): see `TEMPERATURE_MODEL_PARAMETERS.sapm`; irradRef (1000 W/m²)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function sapmCell(
  inputs: { poaGlobal: ColumnInput; tempAir: ColumnInput; windSpeed: ColumnInput },
  options: SapmModuleOptions & SapmCellFromModuleOptions,
): { tempCell: Float64Array } {
  const { a, b, deltaT, irradRef = 1000 } = options ?? {};
  checkNumbers("sapmCell", { a, b, deltaT });
  checkPositive("sapmCell", { irradRef });
  const { poaGlobal, tempAir, windSpeed } = inputs;
  const c = toColumns("sapmCell", { poaGlobal, tempAir, windSpeed });
  const tempCell = new Float64Array(c.n);
  sapmModuleRows(0, c.n, c.poaGlobal, c.tempAir, c.windSpeed, a, b, tempCell);
  sapmCellFromModuleRows(0, c.n, tempCell, c.poaGlobal, deltaT, irradRef, tempCell);
  return { tempCell };
}
