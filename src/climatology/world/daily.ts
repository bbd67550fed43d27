/** The distribution of daily means within a month: MERRA-2's shape, drawn to the month's mean. */
import { exp, log } from "../../math/index.js";
import type { DailyDistribution } from "./types.js";

/** No day's mean is clearer: daily means over the extraterrestrial mean of their month end here. */
export const CLEAREST_DAY = 0.85;

/** Probabilities of the nodes, as research/world-climatology/fields.py has them. */
const LEVELS = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1] as const;
export const LEVEL_COUNT = LEVELS.length;

/**
 * Powers between which the one that is sought lies (at the ends a factor does the rest); halvings until no digit is
 * left.
 */
const LOWEST_POWER = 1e-3;
const HIGHEST_POWER = 60;
const HALVINGS = 60;

/** Logarithms of a month's shape, so that a power costs one function. */
const logarithms = /* @__PURE__ */ new Float64Array(LEVEL_COUNT);

/**
 * @param shapes LEVEL_COUNT values for each month, above 0, at most 1: clearness of days over CLEAREST_DAY, not falling
 * @param means monthly means, W/m²; @param extraterrestrial the same above the air
 */
export function dailyDistribution(
  shapes: Float64Array,
  means: Float64Array,
  extraterrestrial: Float64Array,
): DailyDistribution {
  const nodes = new Float64Array(12 * LEVEL_COUNT);
  for (let month = 0; month < 12; month++) {
    drawTo(means[month]!, CLEAREST_DAY * extraterrestrial[month]!, shapes, month * LEVEL_COUNT, nodes);
  }
  return {
    levels: Float64Array.from(LEVELS),
    nodes(month) {
      checkMonth("nodes", month);
      return nodes.slice(month * LEVEL_COUNT, (month + 1) * LEVEL_COUNT);
    },
    quantile(month, u) {
      checkMonth("quantile", month);
      if (!(u >= 0 && u <= 1)) throw new RangeError(`quantile: u must be a probability from 0 to 1, got ${String(u)}`);
      return between(nodes, month * LEVEL_COUNT, u);
    },
  };
}

/**
 * Powers of a shape between 0 and 1 stay between 0 and 1 and keep their order: darker months have more dark days, and
 * clear days stay as clear as they are. At 52 places that is closer to the days of typical years than stretching all
 * days by one factor (research/world-climate.md). The last step to the mean is a factor of 1 within rounding.
 */
function drawTo(mean: number, most: number, shapes: Float64Array, from: number, nodes: Float64Array): void {
  for (let k = 0; k < LEVEL_COUNT; k++) logarithms[k] = log(shapes[from + k]!);
  let low = LOWEST_POWER;
  let high = HIGHEST_POWER;
  for (let i = 0; i < HALVINGS; i++) {
    const power = (low + high) / 2;
    raise(power, from, nodes);
    if (meanOf(nodes, from) * most > mean) low = power;
    else high = power;
  }
  raise(high, from, nodes);
  const factor = mean / meanOf(nodes, from);
  for (let i = from; i < from + LEVEL_COUNT; i++) nodes[i] = nodes[i]! * factor;
}

function raise(power: number, from: number, nodes: Float64Array): void {
  for (let k = 0; k < LEVEL_COUNT; k++) nodes[from + k] = exp(power * logarithms[k]!);
}

/** The integral of a piecewise linear quantile function: the mean of the distribution. */
function meanOf(nodes: Float64Array, from: number): number {
  let sum = 0;
  for (let k = 1; k < LEVEL_COUNT; k++) {
    sum += ((nodes[from + k - 1]! + nodes[from + k]!) / 2) * (LEVELS[k]! - LEVELS[k - 1]!);
  }
  return sum;
}

function between(nodes: Float64Array, from: number, u: number): number {
  let k = 1;
  while (k < LEVEL_COUNT - 1 && u > LEVELS[k]!) k++;
  const share = (u - LEVELS[k - 1]!) / (LEVELS[k]! - LEVELS[k - 1]!);
  const lower = nodes[from + k - 1]!;
  return lower + share * (nodes[from + k]! - lower);
}

function checkMonth(caller: string, month: number): void {
  if (!(Number.isInteger(month) && month >= 0 && month < 12)) {
    throw new RangeError(`${caller}: month must be an integer from 0, January, to 11, got ${String(month)}`);
  }
}
