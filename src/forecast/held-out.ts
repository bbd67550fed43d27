/** How good weights are on days that they were not learnt from. */

import { normalQuantile } from "../statistics/normal.js";
import { solarHourAt } from "./day-ahead/bands.js";
import { forecastLight } from "./forecast-index.js";
import type { KnownPast } from "./known-past.js";
import type { Learned } from "./learn.js";
import { MOST_ZENITH, QUARTER_HOUR } from "./quarter-hours.js";
import { isSeen, isTelling, skyState } from "./sky-state.js";
import { lightQuantiles } from "./spread.js";

/** By lead time; squares are sums. */
export interface HeldOut {
  readonly count: number;
  /** How many of them began with an observation. */
  readonly corrected: number;
  readonly run: number;
  /** Of each of the weights. */
  readonly squares: readonly number[];
  /** How many lay between the 10 % and the 90 % quantile, of each of the spreads. */
  readonly held: readonly number[];
}

const [P10, P90] = [0.1, 0.9].map(normalQuantile) as [number, number];

/**
 * Forecasts that were issued from a row on, on the same rows for all weights.
 *
 * @param leads quarters of an hour
 */
export function judgeHeldOut(
  { quarterHours, light, isCoarse, issues, longitude }: KnownPast,
  tables: readonly Learned[],
  leads: readonly number[],
  from: number,
): readonly HeldOut[] {
  const found = leads.map(() => ({
    count: 0,
    corrected: 0,
    run: 0,
    squares: tables.map(() => 0),
    held: tables.map(() => 0),
  }));
  for (const { run, end } of issues) {
    const hasSky = isTelling(quarterHours, light, end - 1);
    if (end < from || (!isSeen(quarterHours, light, end - 1) && quarterHours.sky.zenith[end - 1]! < MOST_ZENITH))
      continue;
    const state = hasSky ? skyState(quarterHours, light, run.light, end, run.shift) : undefined;
    leads.forEach((lead, k) => {
      const row = end + lead;
      const served = run.light[row - run.shift] ?? Number.NaN;
      if (row >= quarterHours.count || !isSeen(quarterHours, light, row) || Number.isNaN(served)) return;
      const values = tables.map(({ table }) => forecastLight(table, quarterHours, state, row, served, lead, isCoarse));
      if (values.some(Number.isNaN)) return;
      const [truth, clear, sums] = [light[row]!, quarterHours.sky.global[row]!, found[k]!];
      sums.count++;
      if (state !== undefined) sums.corrected++;
      sums.run += (served - truth) * (served - truth);
      values.forEach((value, t) => {
        const solarHour = solarHourAt(quarterHours.start + row * QUARTER_HOUR, longitude);
        const step = isCoarse ? "hour" : "quarter";
        const at = { sky: state?.sky, light: value, clear, lead, solarHour, step } as const;
        const quantile = lightQuantiles(tables[t]!.spread, at);
        sums.squares[t]! += (value - truth) * (value - truth);
        if (truth >= quantile(P10) && truth <= quantile(P90)) sums.held[t]!++;
      });
    });
  }
  return found;
}
