/**
 * Normal deviates that go from day to day, and can be had for any day without those before.
 *
 * Thirty years of a Gaussian chain whose end runs into its beginning say in which thirtieth of its date's distribution each day is.
 * So any thirty years in a row, as a normal of the climate has, hold every thirtieth of the distribution of every date exactly once:
 * their means are those of the climate but for where in its thirtieth a day is, while days go on within a year as in the chain. Only
 * the dates that somebody asks for are drawn, with as many days before them as the chain remembers. As Latin hypercubes do it: M. D. McKay, R. J. Beckman, W. J. Conover (1979), A comparison of
 * three methods for selecting values of input variables, Technometrics 21, 239–245; with correlation: R. L. Iman, W. J. Conover (1982),
 * A distribution-free approach to inducing rank correlation among input variables, Communications in Statistics B 11, 311–334.
 */
import { log } from "../../../foundation/math/index.js";
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import type { Random } from "../../../foundation/statistics/random.js";
import { type CalendarDay, COMMON_DAYS, calendarDayOf, LEAP_DAY } from "../../../foundation/time/typical-year.js";
import { PURPOSE } from "../generation/calendar.js";
import { EPOCH } from "./types.js";

/** Dates of a leap year. */
const CALENDAR_DAYS = COMMON_DAYS + 1;

/** Of a normal of the climate. */
const YEARS = 30;
const CHAIN_DAYS = YEARS * CALENDAR_DAYS;
/**
 * 29 February comes seven or eight times in thirty years: in eighths of its distribution, in the order of J. G. van der Corput (1935),
 * which has few and many of them spread alike.
 */
const EIGHTHS = [0, 4, 2, 6, 1, 5, 3, 7] as const;
/** What the chain knows of the days before so many is nothing: 0.63^40 is 1e-8. */
const MEMORY = 40;
/** The share that a window of the chain may have of the days before it; only values farther apart than CLOSE are in the order of the chain. */
const FORGOTTEN = 1e-12;
const CLOSE = 1e-9;
/** Stands for a rank that nobody asked for. */
const UNKNOWN = 255;
/** What rounding could make of the last thirtieth is no probability. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

export class DayChain {
  private readonly random: Random;
  /** Which of the chains of a cell. */
  private readonly kind: number;
  private readonly correlation: number;
  /** Days after which it has forgotten. */
  private readonly forgetting: number;
  /** Thirtieths, year after year of the thirty. */
  private readonly ranks = new Uint8Array(CHAIN_DAYS).fill(UNKNOWN);
  /** How many of its days were drawn for windows. */
  private drawn = 0;

  constructor(random: Random, kind: number, correlation: number) {
    this.random = random;
    this.kind = kind;
    this.correlation = correlation;
    this.forgetting = Math.ceil(log(FORGOTTEN) / log(correlation));
  }

  /** Deviates of the days [first, first + count). */
  of(first: number, count: number): Float64Array {
    const days = Array.from({ length: count }, (_, k) => calendarDayOf(first + k));
    this.rank(days.map(({ calendarDay }) => calendarDay));
    return Float64Array.from(days, (day, k) => this.deviate(first + k, day));
  }

  private deviate(day: number, { year, calendarDay }: CalendarDay): number {
    const within = this.random.uniform(PURPOSE.anyDay, day + EPOCH, 0, this.kind);
    const share =
      calendarDay === LEAP_DAY
        ? (EIGHTHS[(year / 4) % EIGHTHS.length]! + within) / EIGHTHS.length
        : (this.ranks[(year % YEARS) * CALENDAR_DAYS + calendarDay]! + within) / YEARS;
    return normalQuantile(Math.min(share, BELOW_ONE));
  }

  /** Ranks the dates that have no ranks yet. */
  private rank(dates: readonly number[]): void {
    for (const window of runsOf(dates.filter((date) => this.ranks[date] === UNKNOWN)))
      if (this.ranks[window.first] === UNKNOWN && !this.rankWindow(window)) this.rankAll();
  }

  /** False where that would be more work than the whole chain, or its days are too close to be ranked. */
  private rankWindow({ first, count }: Dates): boolean {
    this.drawn += YEARS * (count + this.forgetting);
    if (this.drawn > CHAIN_DAYS) return false;
    const values = new Float64Array(YEARS * count);
    for (let year = 0; year < YEARS; year++) {
      const day = year * CALENDAR_DAYS + first;
      // The thirty years begin with what the last days before them know.
      this.draw(Math.max(day - this.forgetting, -MEMORY), day, values.subarray(year * count, (year + 1) * count));
    }
    return this.rankDates({ first, count }, values, CLOSE);
  }

  private rankAll(): void {
    const values = new Float64Array(CHAIN_DAYS);
    this.draw(-MEMORY, 0, values);
    this.rankDates({ first: 0, count: CALENDAR_DAYS }, values, -1);
  }

  /** The chain's days from `first` on, if it begins at `from`: that one's end runs into its beginning. */
  private draw(from: number, first: number, into: Float64Array): void {
    const { correlation, random, kind } = this;
    const fresh = Math.sqrt(1 - correlation * correlation);
    let z = 0;
    for (let day = from; day < first + into.length; day++) {
      z = correlation * z + fresh * random.normal(PURPOSE.dates, (day + CHAIN_DAYS) % CHAIN_DAYS, 0, kind);
      if (day >= first) into[day - first] = z;
    }
  }

  /**
   * How many of the thirty years are below each on its date.
   *
   * @param values of the dates, year after year; @returns false, and the rest undone, for two that are no farther apart than `close`
   */
  private rankDates({ first, count }: Dates, values: Float64Array, close: number): boolean {
    const ofDate = new Float64Array(YEARS);
    for (let date = 0; date < count; date++) {
      for (let year = 0; year < YEARS; year++) ofDate[year] = values[year * count + date]!;
      for (let year = 0; year < YEARS; year++) {
        const value = ofDate[year]!;
        let below = 0;
        let near = 0;
        for (let other = 0; other < YEARS; other++) {
          if (ofDate[other]! < value) below++;
          if (Math.abs(ofDate[other]! - value) <= close) near++;
        }
        if (near > 1) return false;
        this.ranks[year * CALENDAR_DAYS + first + date] = below;
      }
    }
    return true;
  }
}

/** Dates in a row, within a year. */
interface Dates {
  readonly first: number;
  readonly count: number;
}

/** Dates in order of time as runs: a common year goes from 28 February to 1 March, all go from 31 December to 1 January. */
function runsOf(dates: readonly number[]): Dates[] {
  const runs: { first: number; count: number }[] = [];
  for (const date of dates) {
    const last = runs.at(-1);
    const after = last === undefined ? 0 : date - (last.first + last.count - 1);
    if (last !== undefined && after > 0 && after <= 2) last.count += after;
    else runs.push({ first: date, count: 1 });
  }
  return runs;
}
