/**
 * Temperature of module and cell after the Sandia Array Performance Model.
 *
 * King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, eq. 11 and 12.
 */
import { exp } from "../../../foundation/math/index.js";
import { type Columns, checkNumbers, checkPositive, model } from "../model.js";

/** Options of `sapmCell` (a; b in s/m; deltaT in °C) and `pvsystCell` (uC in W/(m² °C), uV in W/(m² °C) per m/s) by model and
 * mounting. sapm: King et al. 2004, table 1; pvsyst: PVsyst's defaults. Both as in pvlib-python 0.15.0, whose names are kept.
 * @experimental */
export const TEMPERATURE_MODEL_PARAMETERS = {
  sapm: {
    open_rack_glass_glass: { a: -3.47, b: -0.0594, deltaT: 3 },
    close_mount_glass_glass: { a: -2.98, b: -0.0471, deltaT: 1 },
    open_rack_glass_polymer: { a: -3.56, b: -0.075, deltaT: 3 },
    insulated_back_glass_polymer: { a: -2.81, b: -0.0455, deltaT: 0 },
  },
  pvsyst: {
    freestanding: { uC: 29, uV: 0 },
    insulated: { uC: 15, uV: 0 },
    semi_integrated: { uC: 20, uV: 0 },
  },
} as const;

export interface SapmModuleOptions {
  /** Logarithm of °C per W/m² without wind. */
  a: number;
  /** Its change per m/s of wind; negative. */
  b: number;
}

export interface SapmCellFromModuleOptions {
  /** Cell above back at irradRef, °C. */
  deltaT: number;
  /** Reference irradiance, W/m². Default 1000. */
  irradRef?: number | undefined;
}

type Weather = "poaGlobal" | "tempAir" | "windSpeed";

function moduleRows(
  from: number,
  to: number,
  { poaGlobal, tempAir, windSpeed }: Columns<Weather>,
  { a, b }: SapmModuleOptions,
  temperature: Float64Array,
): void {
  for (let i = from; i < to; i++) temperature[i] = poaGlobal[i]! * exp(a + b * windSpeed[i]!) + tempAir[i]!;
}

/** Eq. 12. `tempCell` may be the same column as `module`. */
function cellRows(
  from: number,
  to: number,
  module: Float64Array,
  poaGlobal: Float64Array,
  { deltaT, irradRef }: { readonly deltaT: number; readonly irradRef: number },
  tempCell: Float64Array,
): void {
  for (let i = from; i < to; i++) tempCell[i] = module[i]! + (poaGlobal[i]! / irradRef) * deltaT;
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
export const sapmModule = /* @__PURE__ */ model("sapmModule", {
  inputs: ["poaGlobal", "tempAir", "windSpeed"],
  outputs: ["moduleTemperature"],
  settings({ a, b }: SapmModuleOptions) {
    checkNumbers("sapmModule", { a, b });
    return { a, b };
  },
  rows: (from, to, c, set) => moduleRows(from, to, c, set, c.moduleTemperature),
});

/**
 * Cell temperature from that of the module's back: Tm + G/irradRef·deltaT.
 *
 * @param inputs moduleTemperature (°C), poaGlobal (W/m²); numbers or arrays of one length
 * @param options deltaT (°C), irradRef (1000 W/m²)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const sapmCellFromModule = /* @__PURE__ */ model("sapmCellFromModule", {
  inputs: ["moduleTemperature", "poaGlobal"],
  outputs: ["tempCell"],
  settings({ deltaT, irradRef = 1000 }: SapmCellFromModuleOptions) {
    checkNumbers("sapmCellFromModule", { deltaT });
    checkPositive("sapmCellFromModule", { irradRef });
    return { deltaT, irradRef };
  },
  rows: (from, to, c, set) => cellRows(from, to, c.moduleTemperature, c.poaGlobal, set, c.tempCell),
});

/**
 * Cell temperature: G·exp(a + b·v) + T + G/irradRef·deltaT.
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s, 10 m above ground); numbers or arrays of one length
 * @param options a, b, deltaT (°C): see `TEMPERATURE_MODEL_PARAMETERS.sapm`; irradRef (1000 W/m²)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const sapmCell = /* @__PURE__ */ model("sapmCell", {
  inputs: ["poaGlobal", "tempAir", "windSpeed"],
  outputs: ["tempCell"],
  settings({ a, b, deltaT, irradRef = 1000 }: SapmModuleOptions & SapmCellFromModuleOptions) {
    checkNumbers("sapmCell", { a, b, deltaT });
    checkPositive("sapmCell", { irradRef });
    return { a, b, deltaT, irradRef };
  },
  rows(from, to, c, set) {
    moduleRows(from, to, c, set, c.tempCell);
    cellRows(from, to, c.tempCell, c.poaGlobal, set, c.tempCell);
  },
});
