/**
 * Smoothing of a steady-state cell temperature by the module's thermal inertia.
 *
 * Prilliman, Stein, Riley & Tamizhmani 2020, Transient Weighted Moving-Average Model of Photovoltaic Module Back-Surface
 * Temperature, IEEE Journal of Photovoltaics 10, 1053–1060, doi 10.1109/JPHOTOV.2020.2992351, eq. 9 and table II.
 */
import { exp } from "../../../foundation/math/index.js";
import { checkNumbers, checkPositive, checkTimes, columnsOf, type Inputs, type Outputs } from "../model.js";

/** a0…a3 of table II: P in 1/s from wind (m/s) and mass (kg/m²). */
const PRILLIMAN_COEFFICIENTS: readonly number[] = [0.0046, 0.00046, -0.00023, -1.6e-5];
/** How far back the average looks, ms. */
const WINDOW = 20 * 60_000;

export interface PrillimanOptions {
  /** Mass per area of the module's front, kg/m², above 0. Default 11.1. */
  unitMass?: number | undefined;
  /** Four coefficients in place of `PRILLIMAN_COEFFICIENTS`. */
  coefficients?: readonly number[] | undefined;
}

/**
 * Row kernel: time (Unix ms), tempCell (°C), windSpeed (m/s) → smoothed (°C, another column). p0 and p1 are the constant
 * and the slope with wind of the decay P in 1/s. Rows [first, i1) may be read.
 */
export function prillimanRows(
  i0: number,
  i1: number,
  first: number,
  time: Float64Array,
  tempCell: Float64Array,
  windSpeed: Float64Array,
  p0: number,
  p1: number,
  smoothed: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const decay = (p0 + p1 * windSpeed[i]!) / 1000;
    let sum = 0;
    let weights = 0;
    const coarse = i > first && time[i]! - time[i - 1]! >= WINDOW;
    for (let j = i - 1; j >= first && !coarse; j--) {
      const lag = time[i]! - time[j]!;
      if (lag > WINDOW) break;
      if (Number.isNaN(tempCell[j]!)) continue;
      const weight = exp(-decay * lag);
      sum += weight * tempCell[j]!;
      weights += weight;
    }
    const missing = Number.isNaN(tempCell[i]! + windSpeed[i]!);
    smoothed[i] = missing ? Number.NaN : weights === 0 ? tempCell[i]! : sum / weights;
  }
}

/**
 * Cell temperature as a weighted average of the 20 minutes before each row: weight exp(−P·lag) with
 * P = a0 + a1·v + a2·m + a3·v·m in 1/s. Rows may be spaced unevenly.
 *
 * The first row, and a row whose predecessor is 20 minutes or more before it, keeps its value. A NaN in tempCell is left
 * out of the averages of the rows after it; where nothing is left, the row keeps its value (pvlib: NaN).
 *
 * @param inputs time (Unix ms, increasing), tempCell (°C, of a steady-state model), windSpeed v (m/s at the module); numbers
 *   or arrays of one length
 * @param options unitMass m (11.1 kg/m²), coefficients a0…a3
 * @returns tempCell in °C; NaN where an input is NaN (pvlib smooths over a missing tempCell and keeps the first row)
 * @throws TypeError, RangeError for a bad column or option, or a time that is not after the one before
 * @experimental
 */
export function prilliman(
  inputs: Inputs<"time" | "tempCell" | "windSpeed">,
  options: PrillimanOptions = {},
): Outputs<"tempCell"> {
  const { unitMass = 11.1, coefficients = PRILLIMAN_COEFFICIENTS } = options;
  const [a0, a1, a2, a3] = coefficients as [number, number, number, number];
  checkPositive("prilliman", { unitMass });
  checkNumbers("prilliman", { a0, a1, a2, a3 });
  const c = columnsOf("prilliman", inputs, ["time", "tempCell", "windSpeed"]);
  checkTimes("prilliman", c.n, c.time);
  const smoothed = new Float64Array(c.n);
  prillimanRows(0, c.n, 0, c.time, c.tempCell, c.windSpeed, a0 + a2 * unitMass, a1 + a3 * unitMass, smoothed);
  return { tempCell: smoothed };
}
