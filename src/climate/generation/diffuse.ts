/**
 * Diffuse irradiance whose monthly means are given: the diffuse fraction to a power that is the month's. A power keeps every
 * fraction below 1, where a factor would not.
 */
import { exp, log } from "../../math/index.js";
import { MONTH_NAMES } from "../../time/calendar.js";
import { DAYS, MONTH_BEGINS } from "./calendar.js";
import { refusal } from "./check.js";

const LEAST_POWER = 1 / 8;
const MOST_POWER = 8;
/** Newton's iterations from the side of too much: what is there is convex in the power and falls. */
const ITERATIONS = 20;

/**
 * Diffuse irradiance (W/m²) of each row. The direct part never passes that of the clear sky.
 *
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
    const total = (power: number) => splitRows(global, direct, logs, from, to, power, diffuse);
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

/** Splits rows with a power; their sum, and how it changes with the power. */
function splitRows(
  global: Float64Array,
  direct: Float64Array,
  logs: Float64Array,
  from: number,
  to: number,
  power: number,
  diffuse: Float64Array,
): { sum: number; slope: number } {
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
