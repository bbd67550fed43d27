/**
 * Minutes of an hour: A. Skartveit, J. A. Olseth (1992), The probability density and autocorrelation of short-term global and
 * beam irradiance, Solar Energy 49, 477–487. The hour's clear-sky index and those of its neighbours say how unsettled it is,
 * and that gives the distribution of its minutes, a mixture of two betas, which a Gaussian chain is mapped through.
 */
import { normalProbability } from "../../../foundation/statistics/normal.js";
import type { Random } from "../../../foundation/statistics/random.js";
import { DAYS, HOURS, PURPOSE } from "./calendar.js";
import type { Envelope } from "./envelope.js";
import { bendToSum } from "./exact-mean.js";
import {
  drawnSpread,
  expectedSpread,
  fillDistribution,
  MINUTE_LAW,
  type MinuteLaw,
  NODES,
  neighbourSpread,
  positionOf,
  type Span,
} from "./minute-law.js";
import { mostOfMinutes } from "./months.js";

/** Minutes count as at least this clear-sky index. */
const LEAST = 0.003;

/** Distribution of the minutes of the hour that is drawn, and where it lies. */
const distribution = /* @__PURE__ */ new Float64Array(NODES);
const range: Span = { least: 0, span: 0 };

/**
 * Minutes (525,600) of global irradiance, W/m², that have the hours' means.
 * @param hourly clear-sky indices of the hours, 0 where there is no light
 */
export function minuteIrradiance(
  hourly: Float64Array,
  envelope: Envelope,
  random: Random,
  law: MinuteLaw = MINUTE_LAW,
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
  { swing, correlation }: MinuteLaw = MINUTE_LAW,
): void {
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
    minutes[i] = range.least + range.span * positionOf(distribution, normalProbability(z));
  }
  return z;
}

/** The distribution of an hour whose spread a uniform number draws; at the ends of the day it is its own neighbour. */
function prepareHour(index: Float64Array, hour: number, swing: number, u: number): void {
  const at = (other: number) => (index[other]! > 0 ? index[other]! : Number.NaN);
  const k = Math.min(Math.max(index[hour]!, 0.02), 1.2);
  const variability = neighbourSpread(
    hour > 0 ? at(hour - 1) : Number.NaN,
    k,
    hour < HOURS - 1 ? at(hour + 1) : Number.NaN,
  );
  fillDistribution(k, drawnSpread(k, expectedSpread(k, variability, swing), u), distribution, range);
}
