import { type ColumnInput, toColumns } from "../columns.js";
import { earthSunDistanceRows } from "./extraterrestrial.js";

/**
 * Earth–sun distance by the full SPA.
 *
 * @param inputs `time` Unix ms (UTC)
 * @returns `distance` in AU; NaN for NaN and outside the years −2000…6000. ΔT follows `deltaT`; pvlib's constant 67 s
 *   changes the distance by less than 1e-7
 * @throws TypeError for a column of wrong kind
 *
 * Source: I. Reda, A. Andreas, NREL/TP-560-34302, revised 2008, section 3.2 (radius vector R).
 * @experimental
 */
export function nrelEarthsunDistance(inputs: { time: ColumnInput }): { distance: Float64Array } {
  const { time, n } = toColumns("nrelEarthsunDistance", { time: inputs.time });
  const distance = new Float64Array(n);
  earthSunDistanceRows(0, n, time, distance);
  return { distance };
}
