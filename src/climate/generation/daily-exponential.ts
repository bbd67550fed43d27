/**
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
import { positivePow } from "../../math/index.js";
import { normalProbability } from "../../statistics/normal.js";
import type { Random } from "../../statistics/random.js";
import type { DailyLaw } from "./daily.js";
import { exponentialQuantile, powerSlope } from "./exponential-law.js";
import { PURPOSE } from "./purpose.js";
import { type Tropics, tropicalShare } from "./tropics.js";

/** Correlation from day to day (the paper has 0.29): the mean of 13 measured site-years. */
const CORRELATION = 0.31;
/** What days span, in units of the envelope. */
const LEAST = 0.03;
/** Means closer to an end than this count as so close. */
const MARGIN = 0.02;

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
  return Math.min(Math.max(mean, LEAST + MARGIN), most - MARGIN);
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
