/**
 * Diffuse irradiance whose monthly means are given: the diffuse fraction to a power that is the month's. A power keeps every
 * fraction below 1, where a factor would not.
 */

import { exp, log } from "../../../foundation/math/index.js";
import { MONTH_NAMES } from "../../../foundation/time/calendar.js";
import { erbsDriesseRows } from "../../../physics/models/decomposition/by-clearness.js";
import type { Columns } from "../../../physics/models/model.js";
import { DAYS, HOURS, MONTH_BEGINS, sumOf } from "./calendar.js";
import { refusal } from "./check.js";
import type { Envelope } from "./envelope.js";

const LEAST_POWER = 1 / 8;
const MOST_POWER = 8;
/** Newton's iterations from the side of too much: what is there is convex in the power and falls. */
const ITERATIONS = 20;

/**
 * Diffuse irradiance (W/m²) of each row. The direct part never passes that of the clear sky.
 * @param global W/m², row by row, as the other columns; @param fractions before they are bent
 * @param means of the months, W/m²
 * @throws RangeError for means that no power from 1/8 to 8 gives
 */
export function diffuseIrradiance(
  global: Float64Array,
  fractions: Float64Array,
  direct: Float64Array,
  means: readonly number[],
): Float64Array {
  const diffuse = new Float64Array(global.length);
  const logs = fractions.map((fraction) => log(fraction));
  const rowsOfDay = global.length / DAYS;
  means.forEach((mean, month) => {
    const from = MONTH_BEGINS[month]! * rowsOfDay;
    const to = MONTH_BEGINS[month + 1]! * rowsOfDay;
    const goal = mean * (to - from);
    const total = (power: number) => splitRows({ global, direct, logs, diffuse }, from, to, power);
    const most = total(LEAST_POWER).sum;
    const least = total(MOST_POWER).sum;
    if (!(goal <= most && goal >= least)) {
      const range = `${(least / (to - from)).toFixed(1)} to ${(most / (to - from)).toFixed(1)} W/m²`;
      throw refusal(
        RangeError,
        `diffuseHorizontalIrradiance must be ${range} in ${MONTH_NAMES[month]} to fit the global irradiance, got ${mean}`,
      );
    }
    let power = LEAST_POWER;
    for (let n = 0; n < ITERATIONS; n++) {
      const { sum, slope } = total(power);
      if (!(slope < 0)) break;
      power = Math.min(Math.max(power - (sum - goal) / slope, LEAST_POWER), MOST_POWER);
    }
    const { sum } = total(power);
    const factor = sum > 0 ? goal / sum : 0;
    for (let row = from; row < to; row++) diffuse[row] = Math.min(diffuse[row]! * factor, global[row]!);
  });
  return diffuse;
}

type SplitColumns = Columns<"global" | "direct" | "logs" | "diffuse">;

/** Splits rows with a power; their sum, and how it changes with the power. */
function splitRows(c: SplitColumns, from: number, to: number, power: number): { sum: number; slope: number } {
  const { global, direct, logs, diffuse } = c;
  let sum = 0;
  let slope = 0;
  for (let row = from; row < to; row++) {
    const whole = global[row]!;
    if (!(whole > 0)) {
      diffuse[row] = 0;
      continue;
    }
    const split = whole * exp(power * logs[row]!);
    const least = whole - direct[row]!;
    diffuse[row] = Math.max(split, least);
    sum += diffuse[row]!;
    if (split > least) slope += split * logs[row]!;
  }
  return { sum, slope };
}

/*
 * Diffuse fraction of generated light.
 *
 * The models of decomposition that look at an hour's neighbours are fitted to real sequences, and they and those that do not make 5 to 7 % too
 * little DNI of a year at four of five measured stations. This one is fitted to those stations' hours and to three typical years: a
 * logistic function as J. Boland, B. Ridley, B. Brown (2008), Models of diffuse solar radiation, Renewable Energy 33, 575–584, have it,
 * of the index over a clean sky, which knows altitude and air mass, of the hour and of its day, and of the sun's height.
 * `research/generated/fit-light-split.py` fits it and judges it at each station without it.
 */

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
