/**
 * The Sandia method for one calendar month: five candidates by weighted statistics, put in order, tried for persistence.
 *
 * Sources: Hall et al. (1978), SAND-78-1601; Wilcox & Marion (2008), NREL/TP-581-43156, appendix A.
 */
import { mean, quantileOfSorted } from "../../../foundation/statistics/order.js";
import { isLeapYear } from "../../../foundation/time/typical-year.js";
import type { Candidate, MonthAudit, PersistenceRule, Runs, YearStatistics } from "./audit.js";
import { type DailyIndex, type DailyValues, finkelsteinSchafer, type Plotting } from "./daily-indices.js";
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

/*
 * Persistence: a month with the longest spell of heat, cold or gloom, or with the most spells, is not typical.
 *
 * Sources: Hall et al. (1978), SAND-78-1601; Wilcox & Marion (2008), NREL/TP-581-43156, appendix A: runs of consecutive
 * days with a mean temperature below the 33rd or above the 67th percentile of that calendar month, and with GHI below its
 * 33rd. The month with the longest run, that with the most runs, and those without a run are ruled out.
 */

/** A calendar month's daily values. */
export interface DaysOfMonth {
  /** Days from the record's first, [fromDay, toDay), one range per year. */
  readonly spans: readonly { readonly fromDay: number; readonly toDay: number }[];
}

/** One kind of unusual days: below or above what they are in a third of all years. */
interface Kind {
  readonly days: Float64Array;
  readonly side: -1 | 1;
  readonly threshold: number;
}

/**
 * @param temperature daily means, undefined where there are none: then gloom alone decides
 * @param ghi daily sums
 * @returns for each span its runs
 */
export function runsOf({ spans }: DaysOfMonth, temperature: Float64Array | undefined, ghi: Float64Array): Runs[] {
  const kinds: Kind[] = [{ days: ghi, side: -1, threshold: percentile(ghi, spans, 0.33) }];
  if (temperature !== undefined) {
    kinds.push({ days: temperature, side: -1, threshold: percentile(temperature, spans, 0.33) });
    kinds.push({ days: temperature, side: 1, threshold: percentile(temperature, spans, 0.67) });
  }
  return spans.map(({ fromDay, toDay }) => {
    let longest = 0;
    let count = 0;
    for (const kind of kinds) {
      const runs = runsOfKind(kind, fromDay, toDay);
      longest = Math.max(longest, runs.longest);
      count += runs.count;
    }
    return { longest, count };
  });
}

function percentile(days: Float64Array, spans: DaysOfMonth["spans"], share: number): number {
  const values = Float64Array.from(spans.flatMap(({ fromDay, toDay }) => [...days.subarray(fromDay, toDay)]));
  return quantileOfSorted(values.sort(), share);
}

function runsOfKind({ days, side, threshold }: Kind, fromDay: number, toDay: number): Runs {
  let longest = 0;
  let count = 0;
  let length = 0;
  for (let day = fromDay; day < toDay; day++) {
    const beyond = side * (days[day]! - threshold) > 0;
    length = beyond ? length + 1 : 0;
    if (length === 1) count++;
    if (length > longest) longest = length;
  }
  return { longest, count };
}

/** Why a candidate is ruled out, for each of them; all of those that share the longest or the most. */
export function ruledOut(runs: readonly Runs[], rule: Exclude<PersistenceRule, "none">): Candidate["ruledOut"][] {
  const longest = Math.max(...runs.map((run) => run.longest));
  const most = Math.max(...runs.map((run) => run.count));
  return runs.map((run) => {
    if (run.count === 0 && rule === "manual") return "no run";
    if (run.longest === longest) return "longest run";
    return run.count === most ? "most runs" : null;
  });
}

/*
 * ISO 15927-4 for one calendar month: years are ranked by temperature, irradiance and humidity, and among the three best
 * the wind decides.
 *
 * Source: ISO 15927-4:2005, Hygrothermal performance of buildings, hourly data for assessing the annual energy use; PVGIS
 * follows it, too (Huld et al. 2018, Atmosphere 9, 53).
 */

/** Ranked, in the standard's order: daily means (a sum of irradiance ranks as its mean does). */
export const ISO_INDICES = ["temperature_mean", "ghi_sum", "humidity_mean"] as const satisfies readonly DailyIndex[];

/** How many years the wind decides between. */
const ISO_CANDIDATES = 3;

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
    .slice(0, ISO_CANDIDATES);
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
