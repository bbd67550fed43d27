/**
 * Days by an exponential law of the clear-sky index: V. A. Graham, K. G. T. Hollands, T. E. Huget (1988), A time series model
 * for Kt with application to global synthetic weather generation, Solar Energy 40, 83–92, with the clear-sky index in place
 * of the clearness index. A Gaussian chain from day to day is mapped through the law whose mean is the month's.
 */
import { normalProbability } from "../random/normal.js";
import type { Random } from "../random/random.js";
import type { DailyLaw } from "./daily.js";
import { exponentialQuantile, exponentialSlope } from "./exponential-law.js";
import { PURPOSE } from "./purpose.js";

/** Correlation from day to day (the paper has 0.29): the mean of 13 measured site-years. */
const CORRELATION = 0.31;
/** What days span, in units of the envelope. */
const LEAST = 0.03;
const MOST = 1.03;
/** Means closer to an end than this count as so close. */
const MARGIN = 0.02;

export const exponentialDays: DailyLaw = {
  begin: (random) => random.normal(PURPOSE.days, 0, 0, 0),
  draw(random, { firstDay, endDay, clearSkyIndex, envelopeFactor }, _sums, attempt, state, index) {
    const mean = Math.min(Math.max(clearSkyIndex / envelopeFactor, LEAST + MARGIN), MOST - MARGIN);
    const slope = exponentialSlope((mean - LEAST) / (MOST - LEAST));
    let z = state;
    for (let day = firstDay; day < endDay; day++) {
      z = nextDeviate(random, day, attempt, z, CORRELATION);
      index[day] = LEAST + (MOST - LEAST) * exponentialQuantile(slope, normalProbability(z));
    }
    return z;
  },
};

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
