/**
 * Days by an exponential law of the clear-sky index: V. A. Graham, K. G. T. Hollands, T. E. Huget (1988), A time series model
 * for Kt with application to global synthetic weather generation, Solar Energy 40, 83–92, with the clear-sky index in place
 * of the clearness index. A Gaussian chain from day to day is mapped through the law whose mean is the month's.
 *
 * Near the equator days are more alike, as G. U. Saunier, T. A. Reddy and S. Kumar found for the clearness index (1987, A monthly
 * probability distribution function of daily global irradiation values appropriate for both tropical and temperate locations,
 * Solar Energy 38, 169–177): no front takes the sun away for days. There it is the square of what a day lacks that follows the
 * exponential law; between the tropics' edge and the equator the two are joined.
 */
import { normalProbability } from "../../statistics/normal.js";
import type { Random } from "../../statistics/random.js";
import type { DailyLaw } from "./daily.js";
import { exponentialQuantile, exponentialSlope, rootSlope } from "./exponential-law.js";
import { PURPOSE } from "./purpose.js";
import { type Tropics, tropicalShare } from "./tropics.js";

/** Correlation from day to day (the paper has 0.29): the mean of 13 measured site-years. */
const CORRELATION = 0.31;
/** What days span, in units of the envelope. */
const LEAST = 0.03;
/** Means closer to an end than this count as so close. */
const MARGIN = 0.02;

/** The clearest day, in units of the envelope, and where the tropics end. */
export interface DailySpan {
  readonly most: number;
  /** In the tropics, whose air is moist: the envelope's turbidity does not know by how much. */
  readonly tropicalMost: number;
  readonly tropics?: Tropics;
}

/** `most`: set with ten measured years, `research/fit-generated.mjs`; the others: `research/fit-tropics.mjs`. */
const SPAN: DailySpan = { most: 1.06, tropicalMost: 1 };

export function exponentialDays(latitude: number, { most, tropicalMost, tropics }: DailySpan = SPAN): DailyLaw {
  const tropical = tropicalShare(latitude, tropics);
  const width = most - LEAST;
  const tropicalWidth = tropicalMost - LEAST;
  let known = Number.NaN;
  let slope = 0;
  let steepness = 0;
  return {
    begin: (random) => random.normal(PURPOSE.days, 0, 0, 0),
    draw(random, { firstDay, endDay, clearSkyIndex, envelopeFactor }, _sums, attempt, state, index) {
      const mean = clearSkyIndex / envelopeFactor;
      if (mean !== known) {
        known = mean;
        slope = exponentialSlope((within(mean, most) - LEAST) / width);
        steepness = tropical > 0 ? rootSlope((tropicalMost - within(mean, tropicalMost)) / tropicalWidth) : 0;
      }
      let z = state;
      for (let day = firstDay; day < endDay; day++) {
        z = nextDeviate(random, day, attempt, z, CORRELATION);
        const p = normalProbability(z);
        const temperate = LEAST + width * exponentialQuantile(slope, p);
        index[day] = temperate;
        if (tropical === 0) continue;
        const lack = tropicalWidth * Math.sqrt(Math.max(exponentialQuantile(steepness, 1 - p), 0));
        index[day] = temperate + tropical * (tropicalMost - lack - temperate);
      }
      return z;
    },
  };
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
