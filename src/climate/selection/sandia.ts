/**
 * The Sandia method for one calendar month: five candidates by weighted statistics, put in order, tried for persistence.
 *
 * Sources: Hall et al. (1978), SAND-78-1601; Wilcox & Marion (2008), NREL/TP-581-43156, appendix A.
 */

import { mean, quantileOfSorted } from "../../statistics/order.js";
import { isLeapYear } from "../../time/typical-year.js";
import type { MonthAudit, YearStatistics } from "./audit.js";
import type { DailyIndex, DailyValues } from "./daily-indices.js";
import { finkelsteinSchafer, type Plotting } from "./finkelstein-schafer.js";
import type { Candidate, Runs } from "./persistence.js";
import { type PersistenceRule, ruledOut, runsOf } from "./persistence.js";
import type { MonthSpan } from "./record.js";

/** How many years come into question. */
const CANDIDATES = 5;

export interface SandiaRules {
  readonly weights: ReadonlyMap<DailyIndex, number>;
  readonly plotting: Plotting;
  readonly persistence: PersistenceRule;
}

/**
 * @param spans the month in its measured years, without 29 February
 * @param days indices of the weights, and `ghi_sum`; with `temperature_mean`, persistence looks at it, too
 */
export function sandiaMonth(spans: readonly MonthSpan[], days: DailyValues, rules: SandiaRules): MonthAudit {
  const years = yearStatistics(spans, days, rules);
  const candidates = candidatesOf(spans, days, years, rules.persistence);
  const chosen = candidates.find((candidate) => candidate.ruledOut === null) ?? candidates[0]!;
  return { month: spans[0]!.month, year: chosen.year, years, candidates };
}

/** Weighted sums of the statistics of every year. */
export function yearStatistics(
  spans: readonly MonthSpan[],
  days: DailyValues,
  { weights, plotting }: Pick<SandiaRules, "weights" | "plotting">,
): YearStatistics[] {
  const indices = [...weights].map(([name, weight]) => ({
    name,
    weight,
    statistics: finkelsteinSchafer(days[name]!, spans, plotting),
  }));
  return spans.map(({ year }, k) => {
    let score = 0;
    for (const { weight, statistics } of indices) score += weight * statistics[k]!;
    const statistics = Object.fromEntries(indices.map(({ name, statistics: values }) => [name, values[k]!]));
    return { year, statistics, score };
  });
}

/** The years closest by weighted sum (of equals the earlier), in the order of their closeness in daily GHI. */
function candidatesOf(
  spans: readonly MonthSpan[],
  days: DailyValues,
  years: readonly YearStatistics[],
  persistence: PersistenceRule,
): Candidate[] {
  const used = persistence === "nsrdb" ? spans.map(withLeapDay) : spans;
  const deviation = deviationsOf(days.ghi_sum!, used);
  const order = years
    .map((_, k) => k)
    .sort((a, b) => years[a]!.score - years[b]!.score)
    .slice(0, CANDIDATES)
    .sort((a, b) => deviation[a]! - deviation[b]! || a - b);
  const all = persistence === "none" ? undefined : runsOf({ spans: used }, days.temperature_mean, days.ghi_sum!);
  const runs = order.map((k): Runs | null => all?.[k] ?? null);
  const reasons = persistence === "none" ? undefined : ruledOut(runs as Runs[], persistence);
  return order.map((k, place) => ({
    year: years[k]!.year,
    score: years[k]!.score,
    deviation: deviation[k]!,
    runs: runs[place]!,
    ruledOut: reasons?.[place] ?? null,
  }));
}

/** |mean − mean of all years| + |median − median of all years|, one per span. */
function deviationsOf(days: Float64Array, spans: readonly Pick<MonthSpan, "fromDay" | "toDay">[]): Float64Array {
  const all = Float64Array.from(spans.flatMap(({ fromDay, toDay }) => [...days.subarray(fromDay, toDay)])).sort();
  const [usualMean, usualMedian] = [mean(all), quantileOfSorted(all, 0.5)];
  return Float64Array.from(spans, ({ fromDay, toDay }) => {
    const month = days.slice(fromDay, toDay).sort();
    return Math.abs(usualMean - mean(month)) + Math.abs(usualMedian - quantileOfSorted(month, 0.5));
  });
}

/** February with its 29th, where the year has one. */
function withLeapDay(span: MonthSpan): MonthSpan {
  return span.month === 2 && isLeapYear(span.year) ? { ...span, toDay: span.toDay + 1 } : span;
}
