/**
 * Diffuse fraction of generated light.
 *
 * The models of decomposition that look at an hour's neighbours are fitted to real sequences, and they and those that do not make 5 to 7 % too
 * little DNI of a year at four of five measured stations. This one is fitted to those stations' hours and to three typical years: a
 * logistic function as J. Boland, B. Ridley, B. Brown (2008), Models of diffuse solar radiation, Renewable Energy 33, 575–584, have it,
 * of the index over a clean sky, which knows altitude and air mass, of the hour and of its day, and of the sun's height.
 * `research/generated/fit-light-split.py` fits it and judges it at each station without it.
 */
import { exp } from "../../math/index.js";
import { erbsDriesseRows } from "../../models/decomposition/erbs-driesse.js";
import { DAYS, HOURS } from "./calendar.js";
import type { Envelope } from "./envelope.js";
import { sumOf } from "./months.js";

/** No light is less diffuse. */
const LEAST = 0.05;
const CONSTANT = 6.81;
const BY_HOUR = -6.1;
const BY_DAY = -2.86;
const BY_SINE = -0.42;
/** What is above a clean sky comes from clouds beside the sun. */
const BY_EXCESS = 14.97;

/** Of the 8760 hours; 1 where there is no light. */
export function hourlyFractions(global: Float64Array, { clean, sine }: Envelope): Float64Array {
  const fractions = new Float64Array(global.length).fill(1);
  for (let day = 0; day < DAYS; day++) {
    const from = day * HOURS;
    const to = from + HOURS;
    const ofDay = sumOf(global, from, to) / sumOf(clean, from, to);
    for (let row = from; row < to; row++) {
      if (!(global[row]! > 0)) continue;
      const index = global[row]! / clean[row]!;
      const excess = Math.max(index - 1, 0);
      const x = CONSTANT + BY_HOUR * index + BY_DAY * ofDay + BY_SINE * sine[row]! + BY_EXCESS * excess;
      fractions[row] = LEAST + (1 - LEAST) / (1 + exp(-x));
    }
  }
  return fractions;
}

/** Of minutes: the model of hours knows nothing of them. */
export function minuteFractions(global: Float64Array, extraterrestrial: Float64Array): Float64Array {
  const column = global.map((value, row) => (value > 0 ? Math.min(value / extraterrestrial[row]!, 1) : 0));
  erbsDriesseRows(0, column.length, column, column);
  return column;
}
