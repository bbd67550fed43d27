/** Hourly clear-sky indices of the year, drawn day by day from a law. */
import type { Random } from "../../statistics/random.js";
import { DAYS, HOURS } from "./calendar.js";
import { type DaySums, MOST_DAILY } from "./daily.js";
import type { Envelope } from "./envelope.js";
import { bendToSum } from "./exact-mean.js";

/** A day whose hours are drawn. */
export interface Day {
  /** Address of its random numbers, and its first row. */
  readonly day: number;
  readonly row: number;
  /** Clear-sky index and clearness index of the day. */
  readonly index: number;
  readonly clearness: number;
}

/** Draws the hours with light of a day into `indices`, 24 rows from the day's first on. */
export type HourlyLaw = (random: Random, day: Day, envelope: Envelope, indices: Float64Array) => void;

/** No hour is so much clearer than the envelope: of measured years one in a thousand is 1.06 to 1.21 (sun above 20°, twelve years). */
const MOST_HOURLY = 1.2;
/** Share of that bound that an hour counts as at least. */
export const LEAST_SHARE = 1e-4;

/** A day's hours must be able to reach its sum, as they can on the clearest days elsewhere. */
const ROOM = MOST_HOURLY / MOST_DAILY;

/**
 * Bound of a day's indices: in the clean air of high ground that is the light above the air.
 *
 * @param row the day's first
 * @param index of the day
 */
export function mostHourly({ global, extraterrestrial }: Envelope, row: number, index: number): number {
  let brightest = row;
  for (let i = row + 1; i < row + HOURS; i++) if (global[i]! > global[brightest]!) brightest = i;
  return Math.max(Math.min(MOST_HOURLY, extraterrestrial[brightest]! / global[brightest]!), ROOM * index);
}

/** The days' sums are kept exactly. */
export function hourlyIndices(
  law: HourlyLaw,
  envelope: Envelope,
  sums: DaySums,
  daily: Float64Array,
  random: Random,
): Float64Array {
  const indices = new Float64Array(DAYS * HOURS);
  for (let day = 0; day < DAYS; day++) {
    const sum = daily[day]! * sums.global[day]!;
    if (!(sum > 0)) continue;
    const row = day * HOURS;
    law(random, { day, row, index: daily[day]!, clearness: sum / sums.extraterrestrial[day]! }, envelope, indices);
    bendToSum(indices, envelope.global, row, row + HOURS, sum, mostHourly(envelope, row, daily[day]!), LEAST_SHARE);
  }
  return indices;
}
