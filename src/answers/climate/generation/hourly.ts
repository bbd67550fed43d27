/** Hourly clear-sky indices of the year, drawn day by day from a law. */
import { asin, cos, exp, RAD } from "../../../foundation/math/index.js";
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import type { Random } from "../../../foundation/statistics/random.js";
import { DAYS, HOURS, PURPOSE } from "./calendar.js";
import type { DaySums } from "./daily.js";
import type { Envelope } from "./envelope.js";
import { bendToSum } from "./exact-mean.js";
import { DAILY_INDICES, HOURLY_QUANTILES, PROBABILITIES } from "./hourly-quantiles.generated.js";

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

/*
 * Hours by a table of quantiles of the hourly clear-sky index, given that of the day: a Gaussian chain inside the day is mapped
 * through the quantiles between those of the two nearest daily indices.
 */

/** Correlation from hour to hour. */
const CORRELATION = 0.65;
/** What an hour may be before the day's sum is met. */
const LEAST = 0.004;
/** Above the clear sky, or the day's index where that is more, the table's clouds beside the sun are so much stronger than real ones. */
const MOST_CLEAR = 1;
const SHARE_ABOVE = 0.33;
/** How much wider hours of a low sun spread about their day: factor at 0°, 15° and from 30° of elevation on. */
const SPREAD_AT_HORIZON = 1.3;
const SPREAD_AT_15 = 1.2;

/**
 * How much wider than the table hours spread about a day of changing sky, and about a clear one: meeting the day's sum draws its
 * hours together again, and clear days are smoother than the table's. Set with ten measured years: `research/fit-generated.mjs`.
 */
const SPREADS: HourSpreads = { changing: 1.35, clear: 0.4 };
/** Daily indices up to which a day is one of changing sky, and from which on it is clear. */
const CHANGING = 0.9;
const CLEAR = 1;

export interface HourSpreads {
  readonly changing: number;
  readonly clear: number;
}

/** Normal deviates of the table's columns: with them no probability is ever computed. */
const DEVIATES = /* @__PURE__ */ Float64Array.from(PROBABILITIES, normalQuantile);
const COLUMNS = DEVIATES.length;
const QUANTILES = /* @__PURE__ */ Float64Array.from(HOURLY_QUANTILES.flat());

/** Quantiles at the index of the day that is drawn. */
const quantiles = /* @__PURE__ */ new Float64Array(COLUMNS);

export function tableHours(spreads = SPREADS): HourlyLaw {
  return (random, { day, row: first, index }, { sine, global }, indices) => {
    quantilesOf(index);
    const spread = spreadOfDay(spreads, index);
    const clear = Math.max(index, MOST_CLEAR);
    let z = Number.NaN;
    for (let hour = 0; hour < HOURS; hour++) {
      const i = first + hour;
      if (!(global[i]! > 0)) continue;
      const fresh = random.normal(PURPOSE.hours, day, hour, 0);
      // The first hour with light begins the chain.
      z = Number.isNaN(z) ? fresh : CORRELATION * z + Math.sqrt(1 - CORRELATION * CORRELATION) * fresh;
      const value = index + spread * spreadAt(sine[i]!) * (quantileAt(z) - index);
      indices[i] = Math.max(value > clear ? clear + SHARE_ABOVE * (value - clear) : value, LEAST);
    }
  };
}

function spreadOfDay({ changing, clear }: HourSpreads, index: number): number {
  const share = Math.min(Math.max((index - CHANGING) / (CLEAR - CHANGING), 0), 1);
  return changing + share * (clear - changing);
}

function quantilesOf(index: number): void {
  let upper = 1;
  while (upper < DAILY_INDICES.length - 1 && DAILY_INDICES[upper]! < index) upper++;
  const below = DAILY_INDICES[upper - 1]!;
  const share = Math.min((index - below) / (DAILY_INDICES[upper]! - below), 1);
  const at = upper * COLUMNS;
  for (let k = 0; k < COLUMNS; k++) {
    const low = QUANTILES[at - COLUMNS + k]!;
    quantiles[k] = low + share * (QUANTILES[at + k]! - low);
  }
}

function quantileAt(z: number): number {
  if (z <= DEVIATES[0]!) return quantiles[0]!;
  if (z >= DEVIATES[COLUMNS - 1]!) return quantiles[COLUMNS - 1]!;
  let upper = 1;
  while (DEVIATES[upper]! < z) upper++;
  const below = DEVIATES[upper - 1]!;
  return (
    quantiles[upper - 1]! + ((z - below) / (DEVIATES[upper]! - below)) * (quantiles[upper]! - quantiles[upper - 1]!)
  );
}

function spreadAt(sine: number): number {
  const fifteens = (asin(Math.min(sine, 1)) * RAD) / 15;
  if (fifteens >= 2) return 1;
  return fifteens < 1
    ? SPREAD_AT_HORIZON + fifteens * (SPREAD_AT_15 - SPREAD_AT_HORIZON)
    : SPREAD_AT_15 + (fifteens - 1) * (1 - SPREAD_AT_15);
}

/*
 * Hours by TAG, a time-dependent autoregressive Gaussian model: R. Aguiar, M. Collares-Pereira (1992), TAG: a time-dependent,
 * autoregressive, Gaussian model for generating synthetic hourly radiation, Solar Energy 49, 167–174. Its hourly clearness
 * stays between 0 and the clear sky. Kept to be compared with.
 */

/** Share of the clear sky that an hour has at least: the day's sum could not be met by hours of nothing. */
const LEAST_OF_TAG = 0.004;

export const tagHours: HourlyLaw = (
  random,
  { day, row: first, clearness: k },
  { sine, global, extraterrestrial },
  indices,
) => {
  const level = -0.19 + 1.12 * k + 0.24 * exp(-8 * k);
  const drop = 0.32 - 1.6 * (k - 0.5) * (k - 0.5);
  const depth = 0.19 + k * k * (2.27 - 2.51 * k);
  const correlation = 0.38 + 0.06 * cos(7.4 * k - 2.5);
  const spread = 0.14 * exp(-20 * (k - 0.35) * (k - 0.35));
  const growth = 3 * (k - 0.45) * (k - 0.45) + 16 * k * k * k * k * k;
  let y = Number.NaN;
  for (let hour = 0; hour < HOURS; hour++) {
    const i = first + hour;
    if (!(global[i]! > 0)) continue;
    const fresh = random.normal(PURPOSE.hours, day, hour, 0);
    y = Number.isNaN(y) ? fresh : correlation * y + Math.sqrt(1 - correlation * correlation) * fresh;
    const height = sine[i]!;
    const mean = level + drop * exp(-depth / height);
    const clearness = mean + spread * exp(growth * (1 - height)) * y;
    indices[i] = Math.min(Math.max((clearness * extraterrestrial[i]!) / global[i]!, LEAST_OF_TAG), 1);
  }
};
