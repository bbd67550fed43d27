/**
 * Normal deviates that go from day to day, and can be had for any day without those before.
 *
 * Thirty years of a Gaussian chain whose end runs into its beginning are drawn at once; what is kept of them is in which thirtieth of
 * its date's distribution each day is. So any thirty years in a row, as a normal of the climate has, hold every thirtieth of the
 * distribution of every date exactly once: their means are those of the climate but for where in its thirtieth a day is, while days
 * go on within a year as in the chain. As Latin hypercubes do it: M. D. McKay, R. J. Beckman, W. J. Conover (1979), A comparison of
 * three methods for selecting values of input variables, Technometrics 21, 239–245; with correlation: R. L. Iman, W. J. Conover (1982),
 * A distribution-free approach to inducing rank correlation among input variables, Communications in Statistics B 11, 311–334.
 */

import { normalQuantile } from "../../statistics/normal.js";
import type { Random } from "../../statistics/random.js";
import { COMMON_DAYS, calendarDayOf, LEAP_DAY } from "../../time/typical-year.js";
import { PURPOSE } from "../generation/purpose.js";
import { EPOCH } from "./epoch.js";

/** Dates of a leap year. */
const CALENDAR_DAYS = COMMON_DAYS + 1;

/** Of a normal of the climate. */
const YEARS = 30;
/**
 * 29 February comes seven or eight times in thirty years: in eighths of its distribution, in the order of J. G. van der Corput (1935),
 * which has few and many of them spread alike.
 */
const EIGHTHS = [0, 4, 2, 6, 1, 5, 3, 7] as const;
/** What a chain knows of the days before so many is nothing: 0.63^40 is 1e-8. */
const MEMORY = 40;
/** What rounding could make of the last thirtieth is no probability. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

export class DayChain {
  private readonly random: Random;
  /** Which of the chains of a cell. */
  private readonly kind: number;
  /** Thirtieths, year after year of the thirty. */
  private readonly ranks: Uint8Array;

  constructor(random: Random, kind: number, correlation: number) {
    this.random = random;
    this.kind = kind;
    this.ranks = ranksOfDates(this.circle(correlation));
  }

  /** Deviates of the days [first, first + count). */
  of(first: number, count: number): Float64Array {
    const deviates = new Float64Array(count);
    for (let k = 0; k < count; k++) deviates[k] = this.deviate(first + k);
    return deviates;
  }

  private deviate(day: number): number {
    const { year, calendarDay } = calendarDayOf(day);
    const within = this.random.uniform(PURPOSE.anyDay, day + EPOCH, 0, this.kind);
    const share =
      calendarDay === LEAP_DAY
        ? (EIGHTHS[(year / 4) % EIGHTHS.length]! + within) / EIGHTHS.length
        : (this.ranks[(year % YEARS) * CALENDAR_DAYS + calendarDay]! + within) / YEARS;
    return normalQuantile(Math.min(share, BELOW_ONE));
  }

  /** Thirty years of the chain. */
  private circle(correlation: number): Float64Array {
    const days = new Float64Array(YEARS * CALENDAR_DAYS);
    const fresh = Math.sqrt(1 - correlation * correlation);
    let z = 0;
    for (let k = -MEMORY; k < days.length; k++) {
      const day = (k + days.length) % days.length;
      z = correlation * z + fresh * this.random.normal(PURPOSE.dates, day, 0, this.kind);
      days[day] = z;
    }
    return days;
  }
}

/** How many of the thirty years are below each on its date. */
function ranksOfDates(days: Float64Array): Uint8Array {
  const ranks = new Uint8Array(days.length);
  for (let i = 0; i < days.length; i++) {
    let below = 0;
    for (let k = i % CALENDAR_DAYS; k < days.length; k += CALENDAR_DAYS) if (days[k]! < days[i]!) below++;
    ranks[i] = below;
  }
  return ranks;
}
