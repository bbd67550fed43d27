/**
 * How power swings within an interval of weather of which only means are known: as the clear-sky index does by Skartveit & Olseth 1992
 * (see `minute-law.ts`), given the index of the interval and those of its neighbours.
 */
import type { Notice } from "../../../data/contract/observation/types.js";
import { exp, positivePow } from "../../../foundation/math/index.js";
import {
  drawnSpread,
  expectedSpread,
  fillDistribution,
  MINUTE_LAW,
  NODES,
  neighbourSpread,
  positionOf,
  type Span,
} from "../../climate/generation/minute-law.js";

/** Equal shares of the time, the darkest first, of each cell of the table. */
export const SHARES = 48;

/** Cells: indices 0…1.2 and expected spreads 0…0.45, as far as the law goes. */
const INDEX_STEP = 0.03;
const INDICES = 41;
const SPREAD_STEP = 0.015;
const SPREADS = 31;
/** Draws of the spread, and quantiles of each, that make a cell. */
const DRAWS = 8;
const QUANTILES = 48;

/**
 * The law has minutes up to an index of 1.5, which cloud edges reach for seconds. Over a minute, and over the modules of an inverter, more
 * than 1.2 is rare: there the law's tail ends.
 */
const MOST = 1.2;

/**
 * The changes of the light, as shares of its mean: SHARES for each cell, each cell's mean 0; those that were asked for once. Made of
 * the law alone, so that every run finds the same.
 */
const changes = /* @__PURE__ */ new Float64Array(INDICES * SPREADS * SHARES);
const isMade = /* @__PURE__ */ new Uint8Array(INDICES * SPREADS);

const distribution = /* @__PURE__ */ new Float64Array(NODES);
const range: Span = { least: 0, span: 0 };

/**
 * How much more minutes swing than the law's five: what is clipped at Desert Rock. The other stations of research/yield.md were in sight
 * when it was settled, so that none of them is a blind test. Lyngby alone would ask for 1.6, Penn State for 1.3 or less. The spread of
 * the generated minutes is 1.3, from seven other stations.
 */
const SWING = 1.4;

/** No cell: it is night, or nothing is known. */
export const STEADY = -1;

/** Cells of the weather's intervals, of which `changes` has the rows. */
export interface Swing {
  readonly cells: Int32Array;
  readonly changes: Float64Array;
}

/**
 * @param clearness GHI over that of a clear sky, of consecutive intervals of weather; NaN where the sun is down or nothing is known
 * @param interval seconds
 */
export function swingOf(clearness: Float64Array, interval: number): Swing {
  const cells = new Int32Array(clearness.length).fill(STEADY);
  cellRows(clearness, SWING * Math.sqrt(shareWithin(interval) / shareWithin(3600)), cells);
  return { cells, changes };
}

/** A function of its own: a loop behind which more follows is compiled at every call anew. */
function cellRows(clearness: Float64Array, swing: number, cells: Int32Array): void {
  for (let i = 0; i < clearness.length; i++) {
    if (Number.isNaN(clearness[i]!)) continue;
    const k = indexOf(clearness, i);
    const spread = expectedSpread(k, neighbourSpread(indexOf(clearness, i - 1), k, indexOf(clearness, i + 1)), swing);
    const cell = Math.round(k / INDEX_STEP) * SPREADS + Math.min(Math.round(spread / SPREAD_STEP), SPREADS - 1);
    if (isMade[cell] === 0) makeCell(cell);
    cells[i] = cell;
  }
}

/** As far as the law goes; NaN where there is none. */
function indexOf(clearness: Float64Array, i: number): number {
  const k = i < 0 || i >= clearness.length ? Number.NaN : clearness[i]!;
  return Math.min(Math.max(k, 0.02), 1.2);
}

/**
 * Share of the variance of a chain of minutes (each goes with the next by the law's correlation ρ) that is within an interval of n of
 * them: 1 − (1 + 2·Σ(1 − j/n)·ρ^j)/n. The law's own interval is the hour; shorter ones swing less.
 */
function shareWithin(interval: number): number {
  const n = Math.max(Math.round(interval / 60), 1);
  let sum = 1;
  for (let j = 1; j < n; j++) sum += 2 * (1 - j / n) * positivePow(MINUTE_LAW.correlation, j);
  return 1 - sum / n;
}

function makeCell(cell: number): void {
  const k = Math.max(Math.floor(cell / SPREADS) * INDEX_STEP, 0.02);
  const expected = Math.max((cell % SPREADS) * SPREAD_STEP, 0.001);
  const all = new Float64Array(DRAWS * QUANTILES);
  for (let draw = 0; draw < DRAWS; draw++) {
    fillDistribution(k, drawnSpread(k, expected, (draw + 0.5) / DRAWS), distribution, range);
    for (let q = 0; q < QUANTILES; q++) {
      const index = range.least + range.span * positionOf(distribution, (q + 0.5) / QUANTILES);
      all[draw * QUANTILES + q] = Math.min(index, Math.max(MOST, k));
    }
  }
  all.sort();
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const each = all.length / SHARES;
  for (let share = 0; share < SHARES; share++) {
    const part = all.subarray(share * each, (share + 1) * each).reduce((sum, value) => sum + value, 0) / each;
    changes[cell * SHARES + share] = part / mean - 1;
  }
  isMade[cell] = 1;
}

/*
 * Power behind a limit when only the means of the light are known. Behind broken clouds the power of an hour swings about its mean, and
 * what is above the limit is lost although the mean is below it: the mean of min(P, limit) is less than min(mean of P, limit).
 */

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
    for (let k = 0; k < out.length; k++)
      if (this.#clear[k]! > LITTLE_LIGHT * this.#time[k]!) out[k] = this.#light[k]! / this.#clear[k]!;
    return out;
  }
}

/*
 * The power of a large plant: clouds take time to cross it, so that it is a low-pass of the irradiance at a point. J. Marcos, L. Marroyo,
 * E. Lorenzo, D. Alvira, E. Izco (2011), From irradiance to output power fluctuations: the PV plant as a low pass filter, Progress in
 * Photovoltaics 19, 505–510: first order, with a cut-off at 0.021/√S Hz for S hectares (0.5 to 48 MW measured at 1 s).
 */

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
 * Row kernel: means of the filtered power over the same steps, in order of time; exact for power that is constant
 * within a step. What the filter holds back comes out later, so that the sum over a day stays (to e^(−hours of
 * night/time)); a missing step starts it anew, and is missing still. `out` may be `power`.
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
