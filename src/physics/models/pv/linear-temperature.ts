/**
 * The engine's default PV model: plane irradiance, a fixed system efficiency and a linear loss with cell temperature.
 *
 * The formula is the engine's own, kept simple so that a reader of a response can recompute it. Its parts are of known
 * form: a cell 0.03 °C per W/m² above the air (Ross 1981, 15th IEEE PVSC; Skoplaki & Palyvos 2009, Renewable Energy 34,
 * 23–29, give 0.026 for a well and 0.034 for a poorly ventilated roof) and PVWatts' linear loss of power with it.
 */
import { model } from "../model.js";
import { type Stage, withStage } from "../stage.js";

/** Share of the rated power that arrives at 25 °C cell temperature. */
export const PERFORMANCE = 0.82;
/** Loss per °C. */
export const TEMPERATURE_COEFFICIENT = 0.005;
/** °C per W/m² of plane irradiance. */
export const CELL_HEATING = 0.03;
/** °C at which the modules are rated. */
export const REFERENCE_TEMPERATURE = 25;

// The same for the rows here: imported bindings are looked up at every use (measured).
const performance = PERFORMANCE;
const coefficient = TEMPERATURE_COEFFICIENT;
const heating = CELL_HEATING;
const reference = REFERENCE_TEMPERATURE;

/** Plane irradiance in W/m², air in °C → power in W per kWp, never below 0. Without irradiance it is 0 whatever the temperature. */
export function defaultPower(poaGlobal: number, tempAir: number): number {
  const above = tempAir + heating * poaGlobal - reference;
  const produced = performance * poaGlobal * (1 - coefficient * above);
  return poaGlobal === 0 || produced < 0 ? 0 : produced;
}

/** `defaultPower` for rows. */
export function defaultPvRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  power: Float64Array,
): void {
  for (let i = i0; i < i1; i++) power[i] = defaultPower(poaGlobal[i]!, tempAir[i]!);
}

const defaultPvModel = /* @__PURE__ */ model("defaultPv", {
  inputs: ["poaGlobal", "tempAir"],
  outputs: ["power"],
  rows: (from, to, c) => defaultPvRows(from, to, c.poaGlobal, c.tempAir, c.power),
});

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const defaultPvStage: Stage<unknown, null> = {
  name: "defaultPv",
  family: "pv",
  grid: "compute",
  reach: 0,
  reads: ["globalTilted", "temperature"],
  writes: ["pv"],
  prepare: () => null,
  run({ from, to, columns }) {
    defaultPvRows(from, to, columns.globalTilted, columns.temperature, columns.pv);
  },
};

/**
 * Power of a typical installation by a simple formula: max(0, 0.82·G·(1 − 0.005·(T + 0.03·G − 25))). For the energy of a system with
 * its losses and inverter there is `pvwattsSystem`.
 *
 * The formula is concave in G. On the means of an hour it is 0.1…0.2 % a year above the mean along the sun's course within the
 * hour, which `context.pv.step: "sub-step"` takes. Clouds within the hour, which hourly weather does not have, make it 0.3 to 0.8 %
 * (measured at Desert Rock, Penn State and Lyngby, 35° south); hours of weather in minutes lose that by the same option, too.
 *
 * @param inputs poaGlobal G (W/m², on the plane), tempAir T (°C); numbers or arrays of one length
 * @returns power in W per kWp installed; 0 where G is 0, even without a temperature; else NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export const defaultPv = /* @__PURE__ */ withStage(defaultPvModel, defaultPvStage);
