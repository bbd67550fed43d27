/**
 * Cell temperature by Fuentes' energy balance of a module with heat capacity, as used in PVWatts.
 *
 * Fuentes 1987, A Simplified Thermal Model for Flat-Plate Photovoltaic Arrays, SAND85-0330, equations and the program of
 * its appendix A; Dobos 2014, PVWatts Version 5 Manual, NREL/TP-6A20-62641. Physical constants are the program's.
 */
import { DEG, exp, pow, sin } from "../../../foundation/math/index.js";
import { type Columns, checkNumbers, checkPositive, checkTimes, model, stepBefore } from "../model.js";

const STEFAN_BOLTZMANN = 5.669e-8;
const ZERO_CELSIUS = 273.15;
/** Air at NOCT, K; the sky's temperature there is 282.21 K. */
const NOCT_AIR = 293.15;
const NOCT_SKY_4 = 282.21 * 282.21 * 282.21 * 282.21;
const NOCT_IRRADIANCE = 800;
/** Module's heat capacity, J/(m² K). */
const CAPACITY = 11000;
/** NOCT above which the mounting's mass counts, K (equations 26 and 27). */
const COUPLED_NOCT = 321.15;
/** Reynolds number; at NOCT the flow is always taken as laminar. */
const TURBULENT_ABOVE = 1.2e5;
/** The heat balance is solved anew with its own result; Fuentes' program does so ten times. */
const ITERATIONS = 10;

export interface FuentesOptions {
  /** "Installed" nominal operating cell temperature, °C, above 20; 45 on a rack, 49 on a roof with little air. */
  noctInstalled: number;
  /** Height of the module's centre above ground, m. Default 5. */
  moduleHeight?: number | undefined;
  /** Height at which the wind is measured, m. Default 9.144. */
  windHeight?: number | undefined;
  /** Infrared emissivity, 0…1. Default 0.84. */
  emissivity?: number | undefined;
  /** Share of irradiance that becomes heat, 0…1. Default 0.83. */
  absorption?: number | undefined;
  /** Tilt of the module, deg. Default 30. */
  surfaceTilt?: number | undefined;
  /** Width of the module, m. Default 0.31579. */
  moduleWidth?: number | undefined;
  /** Length of the module, m. Default 1.2; with the default width the hydraulic diameter is the paper's 0.5 m. */
  moduleLength?: number | undefined;
}

/** A module as `fuentesRows` takes it. */
export interface FuentesModule {
  readonly emissivity: number;
  readonly absorption: number;
  /** m */
  readonly hydraulicDiameter: number;
  readonly sinTilt: number;
  /** Wind at the module per wind as measured. */
  readonly windFactor: number;
  /** J/(m² K) */
  readonly capacity: number;
  /** Total convection per that of the front. */
  readonly convectionRatio: number;
  /** Ground above air per module above air. */
  readonly groundRatio: number;
}

/** Coefficient of forced convection times the air's heat capacity, J/(kg K), over a power of the Prandtl number 0.71. */
const TURBULENT = /* @__PURE__ */ (() => (0.0282 * 1007) / pow(0.71, 0.4))();
const LAMINAR = /* @__PURE__ */ (() => (0.86 * 1007) / pow(0.71, 0.67))();

/**
 * Convection of the front in W/(m² K): free, and laminar or, above a Reynolds number, turbulent. Temperatures in K, wind
 * in m/s, length in m.
 */
function convection(
  mean: number,
  wind: number,
  difference: number,
  length: number,
  sinTilt: number,
  turbulentAbove: number,
): number {
  const density = (0.003484 * 101325) / mean;
  const viscosity = (0.24237e-6 * pow(mean, 0.76)) / density;
  const conductivity = 2.1695e-4 * pow(mean, 0.84);
  const reynolds = (wind * length) / viscosity;
  const forced = reynolds > turbulentAbove ? TURBULENT / pow(reynolds, 0.2) : LAMINAR / Math.sqrt(reynolds);
  const grashof = ((9.8 / mean) * difference * length * length * length * sinTilt) / (viscosity * viscosity);
  const free = (0.21 * pow(grashof * 0.71, 0.32) * conductivity) / length;
  const flow = forced * density * wind;
  return pow(free * free * free + flow * flow * flow, 1 / 3);
}

/** Sum of squares times sum: (a⁴ − b⁴)/(a − b). */
function radiative(a: number, b: number): number {
  return (a * a + b * b) * (a + b);
}

function fourth(x: number): number {
  return x * x * x * x;
}

/**
 * The module's constants, from its balance at NOCT (lengths in m, noctInstalled in °C).
 *
 * @returns what `fuentesRows` takes
 * @throws TypeError, RangeError for a bad option
 * @experimental
 */
export function fuentesModule(options: FuentesOptions): FuentesModule {
  const { noctInstalled, moduleHeight = 5, windHeight = 9.144, emissivity = 0.84, absorption = 0.83 } = options ?? {};
  const { surfaceTilt = 30, moduleWidth = 0.31579, moduleLength = 1.2 } = options ?? {};
  checkNumbers("fuentes", { emissivity, absorption }, 0, 1);
  checkNumbers("fuentes", { surfaceTilt }, 0, 180);
  checkPositive("fuentes", { moduleHeight, windHeight, moduleWidth, moduleLength });
  checkNumbers("fuentes", { noctInstalled });
  if (noctInstalled <= 20) throw new RangeError(`fuentes: noctInstalled must be above 20 °C, got ${noctInstalled}`);

  const hydraulicDiameter = (2 * (moduleWidth * moduleLength)) / (moduleWidth + moduleLength);
  const sinTilt = sin(surfaceTilt * DEG);
  const noct = noctInstalled + ZERO_CELSIUS;
  const above = noct - NOCT_AIR;
  const emitted = emissivity * STEFAN_BOLTZMANN;
  const front = convection((noct + NOCT_AIR) / 2, 1, above, hydraulicDiameter, sinTilt, Number.POSITIVE_INFINITY);
  const toGround = emitted * radiative(noct, NOCT_AIR);
  const absorbed = absorption * NOCT_IRRADIANCE;
  const backRatio = (absorbed - emitted * (fourth(noct) - NOCT_SKY_4) - front * above) / ((toGround + front) * above);
  const ground4 = fourth(noct) - backRatio * (fourth(noct) - fourth(NOCT_AIR));
  const ground = Math.min(Math.max(Math.sqrt(Math.sqrt(Math.max(ground4, 0))), NOCT_AIR), noct);
  return {
    emissivity,
    absorption,
    hydraulicDiameter,
    sinTilt,
    windFactor: pow(moduleHeight / windHeight, 0.2),
    capacity: noct > COUPLED_NOCT ? CAPACITY * (1 + (noct - COUPLED_NOCT) / 12) : CAPACITY,
    convectionRatio: (absorbed - emitted * (2 * fourth(noct) - NOCT_SKY_4 - fourth(ground))) / (front * above),
    groundRatio: (ground - NOCT_AIR) / above,
  };
}

export type FuentesColumns = Columns<"time" | "poaGlobal" | "tempAir" | "windSpeed" | "tempCell">;

/**
 * Row kernel: time (Unix ms), poaGlobal (W/m²), tempAir (°C), windSpeed (m/s) → tempCell (°C). A row goes on from the last
 * row before it whose tempCell is not NaN, which is why [0, i0) must have been done before; n is the series' length.
 */
export function fuentesRows(i0: number, i1: number, n: number, c: FuentesColumns, module: FuentesModule): void {
  const { time, poaGlobal, tempAir, windSpeed, tempCell } = c;
  let before = i0 - 1;
  while (before >= 0 && Number.isNaN(tempCell[before]!)) before--;
  for (let i = i0; i < i1; i++) {
    const step = before >= 0 ? time[i]! - time[before]! : stepBefore(i, n, time);
    tempCell[i] = balance(
      before >= 0 ? tempCell[before]! + ZERO_CELSIUS : NOCT_AIR,
      before >= 0 ? poaGlobal[before]! * module.absorption : 0,
      poaGlobal[i]! * module.absorption,
      tempAir[i]! + ZERO_CELSIUS,
      windSpeed[i]! * module.windFactor + 1e-4, // equation 22; never calm, or convection would have no length scale
      step / 1000,
      module,
    );
    if (!Number.isNaN(tempCell[i]!)) before = i;
  }
}

/** Module temperature in °C after `seconds`, during which the heat of the sun goes from `sunBefore` to `sun` (W/m²). */
function balance(
  before: number,
  sunBefore: number,
  sun: number,
  air: number,
  wind: number,
  seconds: number,
  module: FuentesModule,
): number {
  const emitted = module.emissivity * STEFAN_BOLTZMANN;
  const sky = 0.68 * 0.0552 * air * Math.sqrt(air) + 0.32 * air; // equation 24
  let temperature = before;
  for (let k = 0; k < ITERATIONS; k++) {
    const difference = Math.abs(temperature - air);
    const mean = (temperature + air) / 2;
    const front = convection(mean, wind, difference, module.hydraulicDiameter, module.sinTilt, TURBULENT_ABOVE);
    const toAir = module.convectionRatio * front;
    const toSky = emitted * radiative(temperature, sky); // equation 3
    const ground = air + module.groundRatio * (temperature - air);
    const toGround = emitted * radiative(temperature, ground); // equation 4
    const loss = toAir + toSky + toGround;
    const lag = (-loss / module.capacity) * seconds; // equation 8
    const rest = lag > -10 ? exp(lag) : 0;
    const sources = toAir * air + toSky * sky + toGround * ground + sunBefore + (sun - sunBefore) / lag;
    temperature = before * rest + ((1 - rest) * sources + sun - sunBefore) / loss; // equation 7
  }
  return temperature - ZERO_CELSIUS;
}

/**
 * Cell temperature of a series of rows that follow one another; the module starts at 20 °C.
 *
 * A row with NaN in it, or with negative wind, gets NaN and is stepped over: the next row goes on from the last good
 * one, over the longer time, with irradiance changing linearly between them. (In pvlib every row after a NaN is NaN.)
 * The first step is taken as long as the second, a single row counts as an hour.
 *
 * @param inputs time (Unix ms, increasing), poaGlobal (W/m²), tempAir (°C), windSpeed (m/s at windHeight); numbers or
 *   arrays of one length
 * @param options see `FuentesOptions`; noctInstalled (°C) is required
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export const fuentes = /* @__PURE__ */ model("fuentes", {
  inputs: ["time", "poaGlobal", "tempAir", "windSpeed"],
  outputs: ["tempCell"],
  settings: fuentesModule,
  rows(from, to, { time, poaGlobal, tempAir, windSpeed, tempCell }, module) {
    checkTimes("fuentes", to, time);
    fuentesRows(from, to, to, { time, poaGlobal, tempAir, windSpeed, tempCell }, module);
  },
});
