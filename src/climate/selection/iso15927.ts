/**
 * ISO 15927-4 for one calendar month: years are ranked by temperature, irradiance and humidity, and among the three best
 * the wind decides.
 *
 * Source: ISO 15927-4:2005, Hygrothermal performance of buildings, hourly data for assessing the annual energy use; PVGIS
 * follows it, too (Huld et al. 2018, Atmosphere 9, 53).
 */

import { mean } from "../../statistics/order.js";
import type { MonthAudit } from "./audit.js";
import type { DailyIndex, DailyValues } from "./daily-indices.js";
import { finkelsteinSchafer } from "./finkelstein-schafer.js";
import type { MonthSpan } from "./record.js";

/** Ranked, in the standard's order: daily means (a sum of irradiance ranks as its mean does). */
export const ISO_INDICES = ["temperature_mean", "ghi_sum", "humidity_mean"] as const satisfies readonly DailyIndex[];

/** How many years the wind decides between. */
const CANDIDATES = 3;

/**
 * @param spans the month in its measured years, without 29 February
 * @param days `ISO_INDICES`, and `wind_mean` where it is known; without it the best ranked is taken
 */
export function isoMonth(spans: readonly MonthSpan[], days: DailyValues): MonthAudit {
  const statistics = ISO_INDICES.map((name) => finkelsteinSchafer(days[name]!, spans, "iso"));
  const ranks = statistics.map(ranksOf);
  const years = spans.map(({ year }, k) => ({
    year,
    statistics: named(statistics, k),
    ranks: named(ranks, k),
    score: sumAt(ranks, k),
  }));
  const best = years
    .map((_, k) => k)
    .sort((a, b) => years[a]!.score - years[b]!.score || sumAt(statistics, a) - sumAt(statistics, b) || a - b)
    .slice(0, CANDIDATES);
  const deviations = days.wind_mean && windDeviations(days.wind_mean, spans);
  // Not toSorted: SpiderMonkey has it since 115 only.
  const order = deviations ? [...best].sort((a, b) => deviations[a]! - deviations[b]!) : best;
  const candidates = order.map((k) => ({
    year: years[k]!.year,
    score: years[k]!.score,
    deviation: deviations?.[k] ?? null,
    runs: null,
    ruledOut: null,
  }));
  return { month: spans[0]!.month, year: candidates[0]!.year, years, candidates };
}

/** 1 for the smallest; equal values share the smallest rank. */
function ranksOf(values: Float64Array): Float64Array {
  return values.map((value) => 1 + values.reduce((smaller, other) => smaller + (other < value ? 1 : 0), 0));
}

function named(columns: readonly Float64Array[], k: number): { [name in DailyIndex]?: number } {
  return Object.fromEntries(ISO_INDICES.map((name, index) => [name, columns[index]![k]!]));
}

function sumAt(columns: readonly Float64Array[], k: number): number {
  let sum = 0;
  for (const column of columns) sum += column[k]!;
  return sum;
}

/** How far each month's mean wind lies from the mean of all years' months. */
function windDeviations(days: Float64Array, spans: readonly MonthSpan[]): Float64Array {
  const means = Float64Array.from(spans, ({ fromDay, toDay }) => mean(days.subarray(fromDay, toDay)));
  const usual = mean(means);
  return means.map((value) => Math.abs(value - usual));
}
