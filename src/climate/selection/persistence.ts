/**
 * Persistence: a month with the longest spell of heat, cold or gloom, or with the most spells, is not typical.
 *
 * Sources: Hall et al. (1978), SAND-78-1601; Wilcox & Marion (2008), NREL/TP-581-43156, appendix A: runs of consecutive
 * days with a mean temperature below the 33rd or above the 67th percentile of that calendar month, and with GHI below its
 * 33rd. The month with the longest run, that with the most runs, and those without a run are ruled out.
 */

import { quantileOfSorted } from "../../statistics/order.js";

/**
 * "manual": as the manuals have it. "nsrdb": as NREL's code of the NSRDB does it, where a month without a run stays in, and 29
 * February takes part in means, percentiles and runs. "none": the first-ranked month is taken.
 * @experimental
 */
export const PERSISTENCE_RULES = ["manual", "nsrdb", "none"] as const;
/** @experimental */
export type PersistenceRule = (typeof PERSISTENCE_RULES)[number];

/** Runs of days that are unusually warm, cold, or dark. @experimental */
export interface Runs {
  /** Days of the longest run of the three kinds. */
  readonly longest: number;
  /** Number of runs of all three kinds. */
  readonly count: number;
}

/** A year that came into question for a month, in the order in which they were asked. @experimental */
export interface Candidate {
  readonly year: number;
  readonly score: number;
  /** |mean − mean of all years| + |median − median of all years| of daily GHI, Wh/m²; of ISO 15927-4: of the mean wind, m/s. */
  readonly deviation: number | null;
  /** null where no rule of persistence was applied. */
  readonly runs: Runs | null;
  /** Why persistence ruled it out. */
  readonly ruledOut: "longest run" | "most runs" | "no run" | null;
}

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
