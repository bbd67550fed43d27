/**
 * Hours by a table of quantiles of the hourly clear-sky index, given that of the day: a Gaussian chain inside the day is mapped
 * through the quantiles between those of the two nearest daily indices.
 */
import { asin, RAD } from "../../math/index.js";
import { normalQuantile } from "../../statistics/normal.js";
import { HOURS } from "./calendar.js";
import type { HourlyLaw } from "./hourly.js";
import { DAILY_INDICES, HOURLY_QUANTILES, PROBABILITIES } from "./hourly-quantiles.generated.js";
import { PURPOSE } from "./purpose.js";

/** Correlation from hour to hour. */
const CORRELATION = 0.65;
/** What an hour may be before the day's sum is met. */
const LEAST = 0.004;
/** Above the clear sky, or the day's index where that is more, the table's clouds beside the sun are so much stronger than real ones. */
const MOST_CLEAR = 1;
const SHARE_ABOVE = 0.4;
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
const row = /* @__PURE__ */ new Float64Array(COLUMNS);

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
    row[k] = low + share * (QUANTILES[at + k]! - low);
  }
}

function quantileAt(z: number): number {
  if (z <= DEVIATES[0]!) return row[0]!;
  if (z >= DEVIATES[COLUMNS - 1]!) return row[COLUMNS - 1]!;
  let upper = 1;
  while (DEVIATES[upper]! < z) upper++;
  const below = DEVIATES[upper - 1]!;
  return row[upper - 1]! + ((z - below) / (DEVIATES[upper]! - below)) * (row[upper]! - row[upper - 1]!);
}

function spreadAt(sine: number): number {
  const fifteens = (asin(Math.min(sine, 1)) * RAD) / 15;
  if (fifteens >= 2) return 1;
  return fifteens < 1
    ? SPREAD_AT_HORIZON + fifteens * (SPREAD_AT_15 - SPREAD_AT_HORIZON)
    : SPREAD_AT_15 + (fifteens - 1) * (1 - SPREAD_AT_15);
}
