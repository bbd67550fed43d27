/**
 * Hourly wind from monthly means: a Weibull law with the shape 2, which is Rayleigh's, along a Gaussian chain of hours, stronger
 * in the afternoon. C. G. Justus, W. R. Hargraves, A. Mikhail, D. Graber (1978), Methods for estimating wind speed frequency
 * distributions, Journal of Applied Meteorology 17, 350–353, for the law. Synthetic: not compared with measurements.
 */
import { cos, log } from "../../math/index.js";
import { normalProbability } from "../../statistics/normal.js";
import type { Random } from "../../statistics/random.js";
import { DAYS, HOURS } from "./calendar.js";
import { eachRow, scaleToMeans } from "./monthly-curve.js";
import { PURPOSE } from "./purpose.js";

const CORRELATION = 0.9;
/** How much stronger at 15 h of the clock than in the mean. */
const AFTERNOON = 0.15;
const STRONGEST = 15;

/** Hourly means (8760), m/s; those of the months are the given ones. */
export function hourlyWind(means: readonly number[], random: Random): Float64Array {
  const column = new Float64Array(DAYS * HOURS);
  let z = random.normal(PURPOSE.wind, 0, 1, 0);
  eachRow(HOURS, (row) => {
    z = CORRELATION * z + Math.sqrt(1 - CORRELATION * CORRELATION) * random.normal(PURPOSE.wind, row, 0, 0);
    const course = 1 + AFTERNOON * cos((2 * Math.PI * ((row % HOURS) + 0.5 - STRONGEST)) / HOURS);
    column[row] = course * Math.sqrt(-log(normalProbability(-z)));
  });
  scaleToMeans(column, means);
  return column;
}
