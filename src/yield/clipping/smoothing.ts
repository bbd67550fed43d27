/**
 * The power of a large plant: clouds take time to cross it, so that it is a low-pass of the irradiance at a point. J. Marcos, L. Marroyo,
 * E. Lorenzo, D. Alvira, E. Izco (2011), From irradiance to output power fluctuations: the PV plant as a low pass filter, Progress in
 * Photovoltaics 19, 505–510: first order, with a cut-off at 0.021/√S Hz for S hectares (0.5 to 48 MW measured at 1 s).
 */
import type { Notice } from "../../contract/observation/types.js";
import { exp } from "../../math/index.js";

const CUT_OFF = 0.021;

/** Seconds that the power of so many hectares lags behind the light: the time constant of the filter. */
export function smoothingTime(hectares: number): number {
  return Math.sqrt(hectares) / (2 * Math.PI * CUT_OFF);
}

/** Seconds; means over longer steps have lost the swings that a plant smooths. */
export const COARSEST_SMOOTHED = 300;

/** Says where smoothing is asked for and cannot be used. @param interval of the weather, seconds */
export function smoothingNotices(smoothing: "auto" | number | undefined, interval: number): Notice[] {
  if (smoothing === undefined || smoothing === 0 || interval <= COARSEST_SMOOTHED) return [];
  const message = `system.smoothing is not used: the weather has means over ${interval / 60} minutes, a plant smooths what swings within 5`;
  return [{ code: "smoothing", message }];
}

/**
 * Row kernel: means of the filtered power over the same steps, in order of time; exact for power that is constant within a step. What
 * the filter holds back comes out later, so that the sum over a day stays (to e^(−hours of night/time)); a missing step starts it
 * anew, and is missing still. `out` may be `power`.
 *
 * @param power in any unit
 * @param duration seconds of each step
 * @param time seconds, above 0: `smoothingTime`
 */
export function smoothedRows(
  i0: number,
  i1: number,
  power: Float64Array,
  duration: Float64Array,
  time: number,
  out: Float64Array,
): void {
  let state = Number.NaN;
  for (let i = i0; i < i1; i++) {
    const next = power[i]!;
    const before = Number.isNaN(state) ? next : state;
    const share = (time / duration[i]!) * (1 - exp(-duration[i]! / time));
    out[i] = next + (before - next) * share;
    state = next + (before - next) * (1 - share * (duration[i]! / time));
  }
}
