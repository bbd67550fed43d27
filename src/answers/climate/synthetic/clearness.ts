/**
 * How clear days are: for each day of the year the quantiles of its clearness, daily GHI over that above the air.
 *
 * The months' quantiles are joined linearly from middle to middle, so that nothing steps at the 1st; each day's are then scaled
 * to a mean that runs through the year such that every month's mean of GHI is the climate's.
 */
import { LEAP_DAY } from "../../../foundation/time/typical-year.js";
import { MONTH_BEGINS } from "../generation/calendar.js";
import { curveOnDay, MIDDLES, type MonthlyCurve } from "../generation/monthly-curve.js";
import type { SyntheticClimate } from "./types.js";

const DAYS = 365;
const MONTHS = 12;
/** How many years have a 29 February. */
const LEAP_SHARE = 97 / 400;
/** As many as the join needs: its error falls to a half in each. */
const ITERATIONS = 50;
/** No day is clearer anywhere, */
const CLEAREST = 0.87;
/** nor more of a clean sky, */
const MOST_OF_CLEAN = 1.02;
/** but so far above the mean of its date, where that comes near to it: days differ. */
const LEAST_ROOM = 0.02;
/** A month with less sun (W/m² above the air) says nothing of how clear its days are. */
const MIN_EXTRATERRESTRIAL = 0.1;
export interface DayClearness {
  readonly levels: Float64Array;
  /** Quantiles at the levels, day after day of the year. */
  readonly nodes: Float64Array;
  /** Mean of each day of the year. */
  readonly mean: Float64Array;
}

/** @param above extraterrestrial sums of the days of the mean year, W/m² × 24; @param clean of a clean sky */
export function dayClearness(climate: SyntheticClimate, above: Float64Array, clean: Float64Array): DayClearness {
  const levels = Float64Array.from(climate.daily.levels);
  const months = monthlyNodes(climate, levels.length);
  const count = levels.length;
  const nodes = new Float64Array(DAYS * count);
  const mean = meansOfDays(climate, above);
  const curves = Array.from(levels, (_, level) => months.map((of) => of[level]!));
  for (let day = 0; day < DAYS; day++) {
    const at = day * count;
    for (let level = 0; level < count; level++) nodes[at + level] = curveOnDay(curves[level]!, day);
    const most = Math.max(
      above[day]! > 0 ? (MOST_OF_CLEAN * clean[day]!) / above[day]! : CLEAREST,
      mean[day]! + LEAST_ROOM,
    );
    bringToMean(levels, nodes.subarray(at, at + count), mean[day]!, Math.min(most, CLEAREST));
  }
  return { levels, nodes, mean };
}

/** The clearness of the clearest day of a date. */
export function clearestAt({ levels, nodes }: DayClearness, dayOfYear: number): number {
  return nodes[(dayOfYear + 1) * levels.length - 1]!;
}

/** The clearness that a share u of the days like this one of the year stays below. */
export function clearnessAt({ levels, nodes }: DayClearness, dayOfYear: number, u: number): number {
  const at = dayOfYear * levels.length;
  let k = 1;
  while (k < levels.length - 1 && u > levels[k]!) k++;
  const share = (u - levels[k - 1]!) / (levels[k]! - levels[k - 1]!);
  const lower = nodes[at + k - 1]!;
  return lower + share * (nodes[at + k]! - lower);
}

/** Quantiles of the months as clearness; those of a month without sun are those of the last one that has any. */
function monthlyNodes({ daily, extraterrestrial }: SyntheticClimate, count: number): Float64Array[] {
  const months = Array.from({ length: MONTHS }, (_, month) =>
    extraterrestrial[month]! > MIN_EXTRATERRESTRIAL
      ? Float64Array.from(daily.nodes(month), (value) => value / extraterrestrial[month]!)
      : undefined,
  );
  const known = (month: number): Float64Array => {
    for (let back = 0; back < MONTHS; back++) {
      const found = months[(month + MONTHS - back) % MONTHS];
      if (found !== undefined) return found;
    }
    return new Float64Array(count).fill(0.5);
  };
  return months.map((_, month) => known(month));
}

/** Mean clearness of each day, with which the months have the climate's GHI under the sun of their days. */
function meansOfDays({ globalHorizontal }: SyntheticClimate, above: Float64Array): Float64Array {
  const flat = new Float64Array(DAYS).fill(1);
  const sun = lightOfMonths(flat, above);
  const wanted = Array.from(sun, (light, month) =>
    light > MIN_EXTRATERRESTRIAL ? Math.min(globalHorizontal[month]! / light, CLEAREST) : Number.NaN,
  );
  // Not findLast: SpiderMonkey has it since 104 only.
  const lastKnown = wanted.filter((value) => !Number.isNaN(value)).at(-1) ?? 0.5;
  let before = lastKnown;
  const curve = wanted.map((value) => {
    if (!Number.isNaN(value)) before = value;
    return before;
  });
  const means = new Float64Array(DAYS);
  for (let n = 0; ; n++) {
    fillDays(curve, means);
    if (n === ITERATIONS) return means;
    const light = lightOfMonths(means, above);
    wanted.forEach((value, month) => {
      if (!Number.isNaN(value)) curve[month] = curve[month]! + value - light[month]! / sun[month]!;
    });
  }
}

/** Days of a curve, within what a day's mean may be. */
function fillDays(curve: MonthlyCurve, means: Float64Array): void {
  const { month, other, share } = MIDDLES;
  for (let day = 0; day < DAYS; day++) {
    const part = share[day]!;
    const value = curve[month[day]!]! * (1 - part) + curve[other[day]!]! * part;
    means[day] = value < 0.01 ? 0.01 : value > CLEAREST - 0.01 ? CLEAREST - 0.01 : value;
  }
}

/**
 * Means of clearness times light above the air over the months, W/m². February has 97 times a 29th in 400 years, which is as clear as
 * the 28th and whose sun is half-way from that of the 28th to that of 1 March.
 */
function lightOfMonths(clearness: Float64Array, above: Float64Array): Float64Array {
  const light = new Float64Array(MONTHS);
  for (let month = 0; month < MONTHS; month++) {
    for (let day = MONTH_BEGINS[month]!; day < MONTH_BEGINS[month + 1]!; day++)
      light[month]! += clearness[day]! * above[day]!;
  }
  light[1]! += LEAP_SHARE * (clearness[LEAP_DAY - 1]! * 0.5 * (above[LEAP_DAY - 1]! + above[LEAP_DAY]!));
  return light.map((sum, month) => {
    const days = MONTH_BEGINS[month + 1]! - MONTH_BEGINS[month]! + (month === 1 ? LEAP_SHARE : 0);
    return sum / (24 * days);
  });
}

/**
 * Multiplies quantiles so that their mean is `wanted` with none above `most`: what is cut off above is given to the others, round
 * by round, each of which leaves less than half of what was missing.
 */
function bringToMean(levels: Float64Array, nodes: Float64Array, wanted: number, most: number): void {
  let factor = wanted / scaled(levels, nodes, 1, Number.POSITIVE_INFINITY);
  for (let n = 0; n < ITERATIONS && factor !== 1; n++) factor = wanted / scaled(levels, nodes, factor, most);
}

/** Multiplies quantiles, none of which comes above `most`; returns the integral of the piecewise linear quantile function. */
function scaled(levels: Float64Array, nodes: Float64Array, factor: number, most: number): number {
  let below = Math.min(nodes[0]! * factor, most);
  let sum = 0;
  nodes[0] = below;
  for (let k = 1; k < levels.length; k++) {
    const value = Math.min(nodes[k]! * factor, most);
    sum += 0.5 * (below + value) * (levels[k]! - levels[k - 1]!);
    nodes[k] = value;
    below = value;
  }
  return sum;
}
