/**
 * Power behind a limit when only the means of the light are known. Behind broken clouds the power of an hour swings about its mean, and
 * what is above the limit is lost although the mean is below it: the mean of min(P, limit) is less than min(mean of P, limit).
 */
import { SHARES, STEADY, type Swing } from "./swing.js";

/**
 * How much the power of a module changes with the light, both in shares: cells get hotter in more light. With G·(1 − γ·c·G) it is
 * 1 − γ·c·G/(1 − γ·c·G): 0.93 for γ = 0.37 %/°C, c = 0.03 °C per W/m² (an open rack in some wind) and G = 600 W/m².
 */
const POWER_OF_LIGHT = 0.93;

/** Bounds of the ratio of beam shares: beyond them the plane gets next to nothing, or the horizontal does. */
const BEAM_RATIOS = [0.5, 1.6] as const;
/** Share of beam on the horizontal below which clouds leave no sun to swing with. */
const LITTLE_BEAM = 0.05;

/**
 * Row kernel: how much more the light on the plane swings than that on the horizontal: the ratio of their shares of beam, which is
 * what clouds take away. All W/m².
 */
export function beamRatioRows(
  i0: number,
  i1: number,
  directTilted: Float64Array,
  globalTilted: Float64Array,
  directHorizontal: Float64Array,
  ghi: Float64Array,
  ratio: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const level = directHorizontal[i]! / ghi[i]!;
    const plane = directTilted[i]! / globalTilted[i]!;
    ratio[i] =
      level > LITTLE_BEAM && plane >= 0 ? Math.min(Math.max(plane / level, BEAM_RATIOS[0]), BEAM_RATIOS[1]) : 1;
  }
}

/**
 * Row kernel: mean power behind the limit, never above the mean power or the limit; NaN stays NaN. `out` may be `power`.
 *
 * @param power mean of all planes of an inverter at a sub-step before the limit, in the unit of `limit`
 * @param interval the interval of weather that each row lies in, by its place in `swing.cells`
 * @param beamRatio as `beamRatioRows` gives it, of several planes the mean weighted by their power
 */
export function clippedRows(
  i0: number,
  i1: number,
  power: Float64Array,
  limit: number,
  interval: Int32Array,
  beamRatio: Float64Array,
  { cells, changes }: Swing,
  out: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const mean = power[i]!;
    const cell = cells[interval[i]!]!;
    if (cell === STEADY || !(mean > 0)) {
      out[i] = mean > limit ? limit : mean;
      continue;
    }
    const swing = POWER_OF_LIGHT * beamRatio[i]!;
    const first = cell * SHARES;
    let lost = 0;
    for (let share = first + SHARES - 1; share >= first; share--) {
      const over = mean * (1 + swing * changes[share]!) - limit;
      if (!(over > 0)) break;
      lost += over;
    }
    const kept = mean - lost / SHARES;
    out[i] = kept > limit ? limit : kept;
  }
}

/** W/m², below which no plant reaches its limit and indices mean little. */
const LITTLE_LIGHT = 10;

/** GHI over that of a clear sky of each interval of weather, added up from sub-steps. */
export class Clearness {
  readonly #light: Float64Array;
  readonly #clear: Float64Array;
  readonly #time: Float64Array;

  /** @param count intervals */
  constructor(count: number) {
    this.#light = new Float64Array(count);
    this.#clear = new Float64Array(count);
    this.#time = new Float64Array(count);
  }

  /** @param weight seconds of a sub-step; @param interval that it lies in */
  add(ghi: number, clearGhi: number, weight: number, interval: number): void {
    this.#light[interval]! += ghi * weight;
    this.#clear[interval]! += clearGhi * weight;
    this.#time[interval]! += weight;
  }

  /** NaN for intervals in which the clear sky gives next to nothing, or light is missing. */
  indices(): Float64Array {
    const out = new Float64Array(this.#light.length).fill(Number.NaN);
    for (let k = 0; k < out.length; k++) {
      if (this.#clear[k]! > LITTLE_LIGHT * this.#time[k]!) out[k] = this.#light[k]! / this.#clear[k]!;
    }
    return out;
  }
}
