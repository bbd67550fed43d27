/**
 * What a forecast makes of the weather that comes. Its clear-sky index is smoother than the real one, drawn towards the mean of
 * the season, and wrong by as much as the whole run is and by what goes on from hour to hour:
 *
 *   k = m + w·(k₃ − m) + b + e
 *
 * with k₃ the mean of three hours, shifted by an hour in some runs; m the season's mean; b of the run; e a first-order
 * autoregression. The weight w of what really comes halves in five days, so that errors grow to those of the season's mean.
 */
import { positivePow } from "../../../foundation/math/index.js";
import type { Random } from "../../../foundation/statistics/random.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { calendarDayOf } from "../../../foundation/time/typical-year.js";
import { HOURS, PURPOSE } from "../generation/calendar.js";
import type { DayClearness } from "./clearness.js";
import { type DrawnDays, EPOCH } from "./types.js";

/** Hours between runs. */
const RUN_EVERY = 6;
const FIRST_WEIGHT = 0.7;
const HALF_LIFE = 5;
/** Standard deviations of b and e, and the correlation of e from hour to hour. */
const BIAS = 0.04;
const NOISE = 0.1;
const PERSISTENCE = 0.85;
/** No hour of a forecast is so much clearer than the clear sky. */
const CLEAREST = 1.05;
/** K by which temperature is off on the first day, and more with the root of the days. */
const AIR_ERROR = 1;
const AIR_GROWTH = 0.5;
/** Of air the error goes on for longer. */
const AIR_PERSISTENCE = 0.95;

const KINDS = { bias: 0, light: 1, air: 2, shift: 3 } as const;

/**
 * @param run Unix ms; @param days drawn, of which the rows in front of the run are left as they are
 * @param air temperature of the same hours: changed to what the run has
 * @returns GHI of the run, W/m²
 */
export function forecastHours(
  { random, clearness, zone }: { readonly random: Random; readonly clearness: DayClearness; readonly zone: number },
  run: number,
  days: DrawnDays,
  air: Float64Array,
): Float64Array {
  const { first, envelope, global } = days;
  const start = first * DAY - zone * HOUR;
  const number = Math.floor(run / (RUN_EVERY * HOUR)) + EPOCH;
  const bias = BIAS * random.normal(PURPOSE.runs, number, 0, KINDS.bias);
  const shift = [-1, 0, 0, 1][Math.floor(4 * random.uniform(PURPOSE.runs, number, 0, KINDS.shift))]!;
  const forecast = global.slice();
  const leads = Math.ceil((start + global.length * HOUR - run) / HOUR);
  const light = { value: 0, persistence: PERSISTENCE };
  const warmth = { value: 0, persistence: AIR_PERSISTENCE };
  // From the run's own start, so that any part of it is the same.
  for (let lead = 0; lead < leads; lead++) {
    const e = step(light, random.normal(PURPOSE.runs, number, lead, KINDS.light), lead);
    const t = step(warmth, random.normal(PURPOSE.runs, number, lead, KINDS.air), lead);
    const row = Math.round((run - start) / HOUR) + lead;
    if (row < 0) continue;
    const inDays = lead / HOURS;
    air[row]! += (AIR_ERROR + AIR_GROWTH * Math.sqrt(inDays)) * t;
    const clear = envelope.global[row]!;
    if (!(clear > 0)) continue;
    const { dayOfYear } = calendarDayOf(first + Math.floor(row / HOURS));
    const season = seasonIndex(clearness.mean[dayOfYear]!, days, Math.floor(row / HOURS));
    const weight = FIRST_WEIGHT * positivePow(0.5, inDays / HALF_LIFE);
    const index = season + weight * (smoothed(days, row + shift) - season) + bias + NOISE * e;
    forecast[row] = Math.min(Math.max(index, 0), CLEAREST) * clear;
  }
  return forecast;
}

/** An autoregression of variance 1. */
function step(chain: { value: number; readonly persistence: number }, fresh: number, lead: number): number {
  const { persistence } = chain;
  chain.value = lead === 0 ? fresh : persistence * chain.value + Math.sqrt(1 - persistence * persistence) * fresh;
  return chain.value;
}

/** Clear-sky index of a mean day of the season. */
function seasonIndex(clearness: number, { envelope }: DrawnDays, day: number): number {
  let above = 0;
  let clear = 0;
  for (let row = day * HOURS; row < (day + 1) * HOURS; row++) {
    above += envelope.extraterrestrial[row]!;
    clear += envelope.global[row]!;
  }
  return (clearness * above) / clear;
}

/** Light over clear sky in the three hours around one; where the sun is not up in any of them, nothing is known but of the day. */
function smoothed({ envelope, global }: DrawnDays, row: number): number {
  let light = 0;
  let clear = 0;
  for (let i = Math.max(row - 1, 0); i <= Math.min(row + 1, global.length - 1); i++) {
    light += global[i]!;
    clear += envelope.global[i]!;
  }
  return clear > 0 ? light / clear : 0;
}
