/**
 * Pressure and altitude of the standard atmosphere: 101325 Pa and 288.15 K at sea level, lapse rate −6.5 K/km,
 * g = 9.80665 m/s², dry air (287.053 J/(kg K)).
 *
 * Source: A Quick Derivation relating altitude to air pressure, Portland State Aerospace Society, version 1.03
 * (22 December 2004), as in pvlib-python. The two formulas there carry differently rounded constants; hence a round
 * trip closes to 0.2 m, not exactly.
 */
import { positivePow } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/**
 * `alt2pres` for one number.
 *
 * @param altitude in m
 * @returns pressure in Pa; NaN above 44331.514 m, where the formula's atmosphere ends
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function standardPressure(altitude: number): number {
  const height = 44331.514 - altitude;
  return height < 0 ? Number.NaN : 100 * positivePow(height / 11880.516, 1 / 0.1902632);
}

/**
 * `pres2alt` for one number.
 *
 * @param pressure in Pa
 * @returns altitude in m at which the standard atmosphere has it; NaN for a negative one
 * @throws nothing; arguments are not validated
 * @experimental
 */
export function standardAltitude(pressure: number): number {
  return pressure < 0 ? Number.NaN : 44331.5 - 4946.62 * positivePow(pressure, 0.190263);
}

/**
 * Standard pressure at an altitude.
 *
 * @param inputs `altitude` above sea level in m, valid in the troposphere (below 11 km)
 * @returns `pressure` in Pa; NaN for NaN and above 44331.514 m
 * @throws TypeError, RangeError for a column of wrong kind
 * @experimental
 */
export function alt2pres(inputs: { altitude: ColumnInput }): { pressure: Float64Array } {
  return { pressure: toColumns("alt2pres", { altitude: inputs.altitude }).altitude.map(standardPressure) };
}

/**
 * Altitude of a standard pressure.
 *
 * @param inputs `pressure` in Pa
 * @returns `altitude` above sea level in m; NaN for NaN and for a negative pressure
 * @throws TypeError, RangeError for a column of wrong kind
 * @experimental
 */
export function pres2alt(inputs: { pressure: ColumnInput }): { altitude: Float64Array } {
  return { altitude: toColumns("pres2alt", { pressure: inputs.pressure }).pressure.map(standardAltitude) };
}
