/**
 * Minutes of an hour: A. Skartveit, J. A. Olseth (1992), The probability density and autocorrelation of short-term global and
 * beam irradiance, Solar Energy 49, 477–487. The hour's clear-sky index and those of its neighbours say how unsettled it is,
 * and that gives the distribution of its minutes, a mixture of two betas, which a Gaussian chain is mapped through.
 */
import { exp, log, positivePow } from "../../math/index.js";
import { normalProbability } from "../../statistics/normal.js";
import type { Random } from "../../statistics/random.js";
import { addDistribution, type BetaTable, betaTable, NODES } from "./beta-table.js";
import { mostOfMinutes } from "./bound.js";
import { DAYS, HOURS } from "./calendar.js";
import type { Envelope } from "./envelope.js";
import { bendToSum } from "./exact-mean.js";
import { PURPOSE } from "./purpose.js";

/** How much more minutes swing than the five minutes of the paper, and how much one goes with the next. */
export interface MinuteLaw {
  readonly swing: number;
  readonly correlation: number;
}

/** The paper has 1 and 0.90, for five minutes. `research/fit-minutes.mjs` judges it at each of seven stations without it. */
const LAW: MinuteLaw = { swing: 1.3, correlation: 0.92 };
/** Minutes count as at least this clear-sky index. */
const LEAST = 0.003;

/** Variances of the lower and of the upper beta. */
const LOWER_VARIANCE = 0.014;
const UPPER_VARIANCE = 0.006;

let lowerBetas: BetaTable | undefined;
let upperBetas: BetaTable | undefined;

/** Distribution of the minutes of the hour that is drawn, between `least` and `least` + `span`. */
const distribution = /* @__PURE__ */ new Float64Array(NODES);
let least = 0;
let span = 0;

/**
 * Minutes (525,600) of global irradiance, W/m², that have the hours' means.
 *
 * @param hourly clear-sky indices of the hours, 0 where there is no light
 */
export function minuteIrradiance(
  hourly: Float64Array,
  envelope: Envelope,
  random: Random,
  law: MinuteLaw = LAW,
): Float64Array {
  const clear = envelope.minutes!.global;
  const minutes = new Float64Array(clear.length);
  for (let day = 0; day < DAYS; day++) {
    const [row, end] = [day * HOURS, (day + 1) * HOURS];
    drawMinutes(
      {
        index: hourly.subarray(row, end),
        clear: envelope.global.subarray(row, end),
        clearMinutes: clear.subarray(row * 60, end * 60),
        most: (hour) => mostOfMinutes(envelope, row + hour),
        address: row,
      },
      random,
      minutes.subarray(row * 60, end * 60),
      law,
    );
  }
  return minutes;
}

/** The 24 hours of a day whose minutes are drawn: days know nothing of one another. */
export interface DayOfHours {
  /** Clear-sky indices, 0 where there is no light. */
  readonly index: Float64Array;
  /** What they are indices of, W/m²: the mean of each hour, and each of its minutes (1440). */
  readonly clear: Float64Array;
  readonly clearMinutes: Float64Array;
  /** The most that a minute of an hour can have, as an index. */
  readonly most: (hour: number) => number;
  /** Address of the first hour's random numbers. */
  readonly address: number;
}

/** @param minutes where the 1440 minutes of GHI go, W/m², zeros before */
export function drawMinutes(
  { index, clear, clearMinutes, most, address }: DayOfHours,
  random: Random,
  minutes: Float64Array,
  { swing, correlation }: MinuteLaw = LAW,
): void {
  lowerBetas ??= betaTable(LOWER_VARIANCE);
  upperBetas ??= betaTable(UPPER_VARIANCE);
  let z = Number.NaN;
  for (let hour = 0; hour < HOURS; hour++) {
    if (!(index[hour]! > 0)) continue;
    prepareHour(index, hour, swing, random.uniform(PURPOSE.unsettled, address + hour, 0, 0));
    z = drawHour(hour, address + hour, z, correlation, clearMinutes, random, minutes);
    const sum = 60 * index[hour]! * clear[hour]!;
    const bound = most(hour);
    bendToSum(minutes, clearMinutes, hour * 60, hour * 60 + 60, sum, bound, LEAST / bound);
  }
  for (let i = 0; i < minutes.length; i++) minutes[i]! *= clearMinutes[i]!;
}

/** Clear-sky indices of the hour's minutes; returns where the chain stands. */
function drawHour(
  hour: number,
  address: number,
  before: number,
  correlation: number,
  weights: Float64Array,
  random: Random,
  minutes: Float64Array,
): number {
  let z = before;
  for (let minute = 0; minute < 60; minute++) {
    const i = hour * 60 + minute;
    if (!(weights[i]! > 0)) continue;
    const fresh = random.normal(PURPOSE.minutes, address, minute, 0);
    z = Number.isNaN(z) ? fresh : correlation * z + Math.sqrt(1 - correlation * correlation) * fresh;
    minutes[i] = least + span * positionOf(normalProbability(z));
  }
  return z;
}

/** Where on [0, 1] the distribution reaches a probability. */
function positionOf(probability: number): number {
  let low = 0;
  let high = NODES - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (distribution[middle]! < probability) low = middle;
    else high = middle;
  }
  const below = distribution[low]!;
  const width = distribution[high]! - below;
  return (low + (width > 0 ? Math.min(Math.max((probability - below) / width, 0), 1) : 0.5)) / (NODES - 1);
}

/** Equations 3–9 of the paper. */
function prepareHour(index: Float64Array, hour: number, swing: number, u: number): void {
  const k = Math.min(Math.max(index[hour]!, 0.02), 1.2);
  const variability = neighbourSpread(index, hour, k);
  const sigma = drawnSpread(k, variability, swing, u);
  least = Math.max(0, (k - 0.03) * exp(-11 * positivePow(sigma, 1.4)) - 0.09);
  span = Math.max((k - 1.5) * exp(-9 * positivePow(sigma, 1.3)) + 1.5 - least, 1e-3);
  const t = Math.min(Math.max((k - least) / span, 0.01), 0.99);
  const s = sigma / span;
  const t1 = t * (0.01 + 0.98 * exp(-60 * positivePow(s, 3.3)));
  const t2 = Math.max((t - 1) * (0.01 + 0.98 * exp(-11 * s * s)) + 1, t1 + 1e-6);
  const lower = Math.min(Math.max((t2 - t) / (t2 - t1), 0), 1);
  distribution.fill(0);
  addDistribution(lowerBetas!, t1, lower, distribution);
  addDistribution(upperBetas!, t2, 1 - lower, distribution);
}

/** Root mean square difference to the hours before and after; at the ends of the day to itself. */
function neighbourSpread(index: Float64Array, hour: number, k: number): number {
  const before = hour > 0 && index[hour - 1]! > 0 ? index[hour - 1]! : k;
  const after = hour < HOURS - 1 && index[hour + 1]! > 0 ? index[hour + 1]! : k;
  return Math.sqrt(0.5 * ((k - before) * (k - before) + (after - k) * (after - k)));
}

/** Standard deviation inside the hour: its expectation, spread by a Weibull law with the mean 1. */
function drawnSpread(k: number, variability: number, swing: number, u: number): number {
  const expected = swing * Math.max(0.87 * k * k * (1 - k) + 0.39 * Math.sqrt(k) * variability, 0.001);
  const shape = 0.88 + 42 * expected * expected;
  const weibull = positivePow(-log(1 - u), 1 / shape) / gammaOfOnePlus(1 / shape);
  const sigma = Math.min(0.45, expected * weibull);
  // 0.8^1.5 = 0.7155…
  return Math.max(sigma, sigma * (1 + 0.7155417527999327 * (0.6 - 1.3 * sigma) * (k - 0.2)), 1e-9);
}

/** Γ(1 + x), 0 ≤ x ≤ 2, to 3e-7: Abramowitz & Stegun 1964, eq. 6.1.36. */
function gammaOfOnePlus(x: number): number {
  if (x > 1) return x * gammaOfOnePlus(x - 1);
  const upper = ((0.035868343 * x - 0.193527818) * x + 0.482199394) * x - 0.756704078;
  return (((upper * x + 0.918206857) * x - 0.897056937) * x + 0.988205891) * x * x - 0.577191652 * x + 1;
}
