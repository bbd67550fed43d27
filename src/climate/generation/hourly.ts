/** Hourly clear-sky indices of the year, drawn day by day from a law. */
import type { Random } from "../../statistics/random.js";
import { DAYS, HOURS } from "./calendar.js";
import type { DaySums } from "./daily.js";
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

/** Share of the most it can have that an hour counts as at least. */
const LEAST_SHARE = 1e-4;

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
    bendHours(indices, envelope, row, sum);
  }
  return indices;
}

/** Brings a day's clear-sky indices to its sum (of hourly means, W/m²), no hour above the most it can have. */
export function bendHours(indices: Float64Array, { global, most }: Envelope, row: number, sum: number): void {
  const end = row + HOURS;
  for (let i = row; i < end; i++) if (most[i]! > 0) indices[i]! *= global[i]! / most[i]!;
  bendToSum(indices, most, row, end, sum, 1, LEAST_SHARE);
  for (let i = row; i < end; i++) if (global[i]! > 0) indices[i]! *= most[i]! / global[i]!;
}
