/**
 * Days by a library of Markov matrices: R. J. Aguiar, M. Collares-Pereira, J. P. Conde (1988), Simple procedure for generating
 * sequences of daily radiation values using a library of Markov transition matrices, Solar Energy 40, 269–279. The month's
 * mean clearness names the matrix, yesterday's clearness its row. Kept to be compared with.
 */
import { positivePow } from "../../../foundation/math/index.js";
import { normalProbability } from "../../../foundation/statistics/normal.js";
import { AGUIAR_CLASSES } from "./aguiar-matrices.generated.js";
import { PURPOSE } from "./calendar.js";
import { type DailyLaw, exponentialQuantile, exponentialSlope, nextDeviate } from "./daily.js";

const STATES = 10;

/** Rows cumulated and brought to end at 1: they are printed with three digits. */
const CUMULATED = /* @__PURE__ */ AGUIAR_CLASSES.map(({ rows }) =>
  rows.map((row) => {
    const total = row.reduce((sum, p) => sum + p, 0);
    let sum = 0;
    return row.map((p) => (sum += p) / total);
  }),
);

export const aguiarDays: DailyLaw = {
  begin: (_random, december) => december.clearness,
  draw(random, { firstDay, endDay, clearness }, { global, extraterrestrial }, attempt, state, index) {
    const found = AGUIAR_CLASSES.findIndex(({ upper }) => clearness <= upper);
    const number = found < 0 ? AGUIAR_CLASSES.length - 1 : found;
    const { least, most } = AGUIAR_CLASSES[number]!;
    const rows = CUMULATED[number]!;
    const width = (most - least) / STATES;
    let k = state;
    for (let day = firstDay; day < endDay; day++) {
      const today = Math.min(Math.max(Math.floor((k - least) / width), 0), STATES - 1);
      k = least + width * nextPosition(rows[today]!, random.uniform(PURPOSE.states, day, 0, attempt));
      index[day] = global[day]! > 0 ? (k * extraterrestrial[day]!) / global[day]! : 0;
    }
    return k;
  },
};

/** State and place inside it, 0…10, at which a cumulated row has the probability u. */
function nextPosition(row: readonly number[], u: number): number {
  let next = 0;
  while (next < STATES - 1 && !(row[next]! > u)) next++;
  const below = next > 0 ? row[next - 1]! : 0;
  return next + (u - below) / (row[next]! - below);
}

/*
 * Days by the exponential law of the clearness index itself: P. Bendt, M. Collares-Pereira, A. Rabl (1981), The frequency
 * distribution of daily insolation values, Solar Energy 27, 1–5, with the limits of K. G. T. Hollands and R. G. Huget (1983), A
 * probability density function for the clearness index, with applications, Solar Energy 30, 195–209, as the generators of
 * Knight, Klein & Duffie (1991) and of others take them. Kept to be compared with.
 */

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
