/**
 * Faiman's model with radiation to the sky.
 *
 * Driesse, Stein & Theristis 2022, Improving Common PV Module Temperature Models by Incorporating Radiative Losses to
 * the Sky, SAND2022-11604, doi 10.2172/1884890.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";
import { type FaimanOptions, faimanRows } from "./faiman.js";

/** Stefan–Boltzmann constant, W/(m² K⁴): 2π⁵k⁴/(15h³c²), which the SI of 2019 makes exact. */
const STEFAN_BOLTZMANN = 5.670374419184429e-8;

/** @experimental */
export interface FaimanRadOptions extends FaimanOptions {
  /** Effective view factor to the sky, 0…1; (1 + 3·cos(tilt))/4 is a first estimate. Default 1 (horizontal). */
  skyView?: number | undefined;
  /** Infrared emissivity of the module's front, 0…1. Default 0.88. */
  emissivity?: number | undefined;
}

/**
 * poaGlobal in W/m², tempAir in °C, irDown in W/m² → poaGlobal less the net loss to the sky, W/m²: the irradiance to
 * give to `faimanRows`. `net` may be the same column as `poaGlobal`.
 */
export function lessSkyRadiationRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  irDown: Float64Array,
  skyView: number,
  emissivity: number,
  net: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const kelvin = tempAir[i]! + 273.15;
    const squared = kelvin * kelvin;
    const irUp = STEFAN_BOLTZMANN * (squared * squared);
    net[i] = poaGlobal[i]! - emissivity * skyView * (irUp - irDown[i]!);
  }
}

/**
 * Module or cell temperature: T + (G − ε·F·(σ·(T + 273.15)⁴ − irDown))/(u0 + u1·v).
 *
 * Without irDown it is `faiman`. With it, u0 and u1 of the original model count part of the radiation twice: use those
 * fitted together with irDown.
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s; default 1), irDown (thermal radiation from the sky on
 *   a horizontal plane, W/m²; may be left out); numbers or arrays of one length
 * @param options u0 (25 W/(m² °C)), u1 (6.84), skyView F (1), emissivity ε (0.88)
 * @returns tempCell in °C, below the air's on clear nights; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function faimanRad(
  inputs: {
    poaGlobal: ColumnInput;
    tempAir: ColumnInput;
    windSpeed?: ColumnInput | undefined;
    irDown?: ColumnInput | undefined;
  },
  options: FaimanRadOptions = {},
): { tempCell: Float64Array } {
  const { u0 = 25, u1 = 6.84, skyView = 1, emissivity = 0.88 } = options;
  checkNumbers("faimanRad", { u0, u1 });
  checkNumbers("faimanRad", { skyView, emissivity }, 0, 1);
  const { poaGlobal, tempAir, windSpeed = 1, irDown } = inputs;
  const c = toColumns("faimanRad", { poaGlobal, tempAir, windSpeed, irDown: irDown === undefined ? 0 : irDown });
  const tempCell = new Float64Array(c.n);
  if (irDown === undefined) tempCell.set(c.poaGlobal);
  else lessSkyRadiationRows(0, c.n, c.poaGlobal, c.tempAir, c.irDown, skyView, emissivity, tempCell);
  faimanRows(0, c.n, tempCell, c.tempAir, c.windSpeed, u0, u1, tempCell);
  return { tempCell };
}
