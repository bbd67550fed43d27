/** Daily clear-sky indices of the year, drawn month by month from a law. */
import type { Random } from "../../statistics/random.js";
import { DAYS, HOURS } from "./calendar.js";
import type { Envelope } from "./envelope.js";
import { bendToSum } from "./exact-mean.js";
import { type Month, sumOf } from "./months.js";

/** Sums over each day of the hourly means of envelope, extraterrestrial irradiance and clean sky, W/m². */
export interface DaySums {
  readonly global: Float64Array;
  readonly extraterrestrial: Float64Array;
  readonly clean: Float64Array;
  /** The most that the day can have. */
  readonly most: Float64Array;
}

/**
 * How the days of a month are drawn. `state` is what the law carries from day to day, over the end of the month, too: a
 * normal deviate, or the clearness of yesterday.
 */
export interface DailyLaw {
  /** The state before the first day. */
  begin(random: Random, december: Month): number;
  /** Draws days [firstDay, endDay) into `index`; returns the state of the last one. */
  draw(random: Random, month: Month, sums: DaySums, attempt: number, state: number, index: Float64Array): number;
}

/** No day is so near to the most that its hours can have together: they differ. */
const MOST_OF_HOURS = 0.97;
/** Share of that bound that a day counts as at least. */
const LEAST_SHARE = 1e-6;
const ATTEMPTS = 12;
/** A draw that comes so close to the month's mean is taken. */
const CLOSE = 0.02;

export function daySums({ global, extraterrestrial, clean, most }: Envelope): DaySums {
  const daily = (column: Float64Array) =>
    Float64Array.from({ length: DAYS }, (_, day) => sumOf(column, day * HOURS, day * HOURS + HOURS));
  const bound = daily(most).map((sum) => MOST_OF_HOURS * sum);
  return { global: daily(global), extraterrestrial: daily(extraterrestrial), clean: daily(clean), most: bound };
}

/**
 * Every month is drawn up to twelve times: the first draw within 2 % of its mean, else the nearest one, is brought to the
 * exact mean. Drawing on until one fits by itself would never end in extreme months.
 */
export function dailyIndices(law: DailyLaw, months: readonly Month[], sums: DaySums, random: Random): Float64Array {
  const index = new Float64Array(DAYS);
  let state = law.begin(random, months[months.length - 1]!);
  for (const month of months) {
    const attempt = bestAttempt(law, month, sums, random, state, index);
    state = law.draw(random, month, sums, attempt, state, index);
    bendDays(index, sums, month);
  }
  return index;
}

/** Brings a month's clear-sky indices to its sum, no day above the most it can have. */
function bendDays(index: Float64Array, { global, most }: DaySums, { firstDay, endDay, sum }: Month): void {
  for (let day = firstDay; day < endDay; day++) if (most[day]! > 0) index[day]! *= global[day]! / most[day]!;
  bendToSum(index, most, firstDay, endDay, sum, 1, LEAST_SHARE);
  for (let day = firstDay; day < endDay; day++) if (global[day]! > 0) index[day]! *= most[day]! / global[day]!;
}

function bestAttempt(
  law: DailyLaw,
  month: Month,
  sums: DaySums,
  random: Random,
  state: number,
  index: Float64Array,
): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    law.draw(random, month, sums, attempt, state, index);
    let sum = 0;
    for (let day = month.firstDay; day < month.endDay; day++) sum += index[day]! * sums.global[day]!;
    const miss = Math.abs(sum - month.sum);
    if (miss <= CLOSE * month.sum) return attempt;
    if (miss < least) {
      least = miss;
      best = attempt;
    }
  }
  return best;
}
