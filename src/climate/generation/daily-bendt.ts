/**
 * Days by the exponential law of the clearness index itself: P. Bendt, M. Collares-Pereira, A. Rabl (1981), The frequency
 * distribution of daily insolation values, Solar Energy 27, 1–5, with the limits of K. G. T. Hollands and R. G. Huget (1983), A
 * probability density function for the clearness index, with applications, Solar Energy 30, 195–209, as the generators of
 * Knight, Klein & Duffie (1991) and of others take them. Kept to be compared with.
 */
import { positivePow } from "../../math/index.js";
import { normalProbability } from "../../statistics/normal.js";
import type { DailyLaw } from "./daily.js";
import { nextDeviate } from "./daily-exponential.js";
import { exponentialQuantile, exponentialSlope } from "./exponential-law.js";
import { PURPOSE } from "./purpose.js";

/** Graham, Hollands & Huget 1988. */
const CORRELATION = 0.29;
const LEAST = 0.05;
/** Below this monthly mean the polynomial of the upper limit turns over. */
const LEAST_MEAN = 0.25;
const MARGIN = 0.02;

/** The clearest day of a month. */
function mostOf(mean: number): number {
  const k = Math.max(mean, LEAST_MEAN);
  return 0.6313 + 0.267 * k - 11.9 * positivePow(Math.abs(k - 0.75), 8);
}

export const bendtDays: DailyLaw = {
  begin: (random) => random.normal(PURPOSE.days, 0, 0, 0),
  draw(random, { firstDay, endDay, clearness }, { global, extraterrestrial }, attempt, state, index) {
    const most = mostOf(clearness);
    const mean = Math.min(Math.max(clearness, LEAST + MARGIN), most - MARGIN);
    const slope = exponentialSlope((mean - LEAST) / (most - LEAST));
    let z = state;
    for (let day = firstDay; day < endDay; day++) {
      z = nextDeviate(random, day, attempt, z, CORRELATION);
      const k = LEAST + (most - LEAST) * exponentialQuantile(slope, normalProbability(z));
      index[day] = global[day]! > 0 ? (k * extraterrestrial[day]!) / global[day]! : 0;
    }
    return z;
  },
};
