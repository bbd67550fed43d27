/** Daily clear-sky indices of the year, drawn month by month from a law. */
import { exp, log, positivePow } from "../../../foundation/math/index.js";
import { normalProbability } from "../../../foundation/statistics/normal.js";
import type { Random } from "../../../foundation/statistics/random.js";
import { DAYS, HOURS, PURPOSE, sumOf, type Tropics, tropicalShare } from "./calendar.js";
import type { Envelope } from "./envelope.js";
import { bendToSum } from "./exact-mean.js";
import type { Month } from "./months.js";

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

/*
 * Days by an exponential law of the clear-sky index: V. A. Graham, K. G. T. Hollands, T. E. Huget (1988), A time series model
 * for Kt with application to global synthetic weather generation, Solar Energy 40, 83–92, with the clear-sky index in place
 * of the clearness index. A Gaussian chain from day to day is mapped through the law whose mean is the month's.
 *
 * It is a power of what a day lacks to the clearest that follows the exponential law. In clear months most days are all but clear and a
 * few lack much; in cloudy ones days are more alike; so the power rises with the month's clear-sky index. Near the equator days are
 * more alike, too, as G. U. Saunier, T. A. Reddy and S. Kumar found for the clearness index (1987, A monthly probability distribution
 * function of daily global irradiation values appropriate for both tropical and temperate locations, Solar Energy 38, 169–177): no front
 * takes the sun away for days. What aerosol and water make of one clear day and another is added as a deviation of its own.
 */

/** Correlation from day to day (the paper has 0.29): the mean of 13 measured site-years. */
const CORRELATION = 0.31;
/** What days span, in units of the envelope. */
const LEAST = 0.03;
/** Means closer to an end than this count as so close. */
const MARGIN_OF_MEAN = 0.02;

/** The power at a clear-sky index of 0.75, how it rises, and its ends; the lower one is that of the tropics. */
export interface DailyPower {
  readonly middle: number;
  readonly rise: number;
  readonly least: number;
  readonly most: number;
}

/** The clearest day, in units of the envelope, and where the tropics end. */
export interface DailySpan {
  readonly most: number;
  /** In the tropics, whose air is moist: the envelope's turbidity does not know by how much. */
  readonly tropicalMost: number;
  readonly tropics?: Tropics;
  /** Standard deviation of clear days. */
  readonly air: number;
  readonly power: DailyPower;
}

/** Set with measured and satellites' years, each judged without it: `research/fit-generated.mjs`; `tropicalMost`: `research/fit-tropics.mjs`. */
export const DAILY_SPAN: DailySpan = {
  most: 1.02,
  tropicalMost: 1,
  air: 0.03,
  power: { middle: 1.05, rise: 6, least: 0.5, most: 2 },
};

export function exponentialDays(latitude: number, span: DailySpan = DAILY_SPAN): DailyLaw {
  const { air, power } = span;
  const tropical = tropicalShare(latitude, span.tropics);
  const most = span.most + tropical * (span.tropicalMost - span.most);
  const width = most - LEAST;
  let known = Number.NaN;
  let exponent = 1;
  let slope = 0;
  return {
    begin: (random) => random.normal(PURPOSE.days, 0, 0, 0),
    draw(random, { firstDay, endDay, clearSkyIndex, envelopeFactor }, _sums, attempt, state, index) {
      const mean = clearSkyIndex / envelopeFactor;
      if (mean !== known) {
        known = mean;
        exponent = powerAt(power, mean, tropical);
        slope = powerSlope((most - within(mean, most)) / width, exponent);
      }
      let z = state;
      for (let day = firstDay; day < endDay; day++) {
        z = nextDeviate(random, day, attempt, z, CORRELATION);
        const lack = width * positivePow(Math.max(exponentialQuantile(slope, 1 - normalProbability(z)), 0), exponent);
        index[day] = Math.max(most - lack, LEAST) * (1 + air * random.normal(PURPOSE.days, day, 2, attempt));
      }
      return z;
    },
  };
}

function powerAt({ middle, rise, least, most }: DailyPower, mean: number, tropical: number): number {
  const temperate = Math.min(Math.max(middle + rise * (mean - 0.75), least), most);
  return temperate + tropical * (least - temperate);
}

/** A mean that a law up to `most` can have. */
function within(mean: number, most: number): number {
  return Math.min(Math.max(mean, LEAST + MARGIN_OF_MEAN), most - MARGIN_OF_MEAN);
}

/** A day of a Gaussian chain. */
export function nextDeviate(
  random: Random,
  day: number,
  attempt: number,
  yesterday: number,
  correlation: number,
): number {
  const fresh = random.normal(PURPOSE.days, day, 1, attempt);
  return correlation * yesterday + Math.sqrt(1 - correlation * correlation) * fresh;
}

/** Slope times width beyond which the law is a single value to all purposes. */
const STEEPEST = 60;
/** Below, the law is uniform but for its first order. */
const FLAT = 1e-4;
const HALVINGS = 80;

/** Mean of the law on [0, 1] with the slope g. */
function unitMean(g: number): number {
  return Math.abs(g) < FLAT ? 0.5 + g / 12 : 1 / (1 - exp(-g)) - 1 / g;
}

/** Slope per unit width of the law on [0, 1] with this mean, 0 < mean < 1; within ±60. */
export function exponentialSlope(mean: number): number {
  return rootOf(unitMean, mean, STEEPEST, HALVINGS);
}

/** Points of the mean of a power, in the middle of equal probabilities: good to 1e-3, and it falls and rises as the mean does. */
const POINTS = 24;
/** A root of the mean 0.02 needs such a slope. */
const STEEPEST_OF_POWER = 2000;
const HALVINGS_OF_POWER = 14;

/** Slope of the law on [0, 1] the mean of whose power is this, 0 < mean < 1; the mean is met to 1e-3. */
export function powerSlope(mean: number, power: number): number {
  // A cube has fine steps near 0, where slopes are, and reaches far.
  const slope = (t: number) => STEEPEST_OF_POWER * t * t * t;
  return slope(rootOf((t) => powerMean(slope(t), power), mean, 1, HALVINGS_OF_POWER));
}

function powerMean(g: number, power: number): number {
  let sum = 0;
  for (let k = 0; k < POINTS; k++) sum += positivePow(Math.max(exponentialQuantile(g, (k + 0.5) / POINTS), 0), power);
  return sum / POINTS;
}

/** Where a rising function has a value: by halving, within ± a largest argument. */
function rootOf(meanAt: (g: number) => number, mean: number, largest: number, halvings: number): number {
  let low = -largest;
  let high = largest;
  for (let n = 0; n < halvings; n++) {
    const middle = 0.5 * (low + high);
    if (meanAt(middle) < mean) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** Where on [0, 1] the law with the slope g has the probability p. */
export function exponentialQuantile(g: number, p: number): number {
  // To first order in g, where the logarithm would have lost its digits.
  if (Math.abs(g) < FLAT) return p + 0.5 * g * p * (1 - p);
  // From the side where the exponential does not overflow the digits of p.
  return g > 0 ? 1 + log(p + (1 - p) * exp(-g)) / g : log(1 + p * (exp(g) - 1)) / g;
}
