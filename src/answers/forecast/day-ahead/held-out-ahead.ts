/** How good runs are that a table corrected at every lead, on days that it was not learnt from. */
import { HOUR } from "../../../foundation/time/calendar.js";
import type { KnownPast } from "../known-past.js";
import { newestFirst } from "./fit.js";
import { type DayAheadTable, expectedIndex } from "./predictors.js";

/** GHI of hours without an observation; W/m². */
export interface JudgedAhead {
  /** Whole hours from the issue to the end of the hour, both included. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Observed, mean; not in files of before. Divides errors where they are said in percent. */
  readonly mean?: number | undefined;
  /** RMSE of the run alone, and of the corrected one. */
  readonly run: number;
  readonly after: number;
  /** Mean errors of the two. */
  readonly bias: { readonly run: number; readonly after: number };
}

const LEADS = [
  [1, 12],
  [13, 24],
  [25, 48],
  [49, 72],
  [73, 336],
] as const;
/** Cosine of 85°: with a lower sun light reveals nothing about the sky. */
const LEAST_COSINE = 0.087;

/**
 * Hours of the runs that were issued from a time on.
 * @param from Unix ms
 * @returns by lead, those without an hour left out
 */
export function judgeAhead(
  { runs, clearHours, hourlyIndex }: KnownPast,
  table: DayAheadTable,
  from: number,
): readonly JudgedAhead[] {
  const { start, global, cosZenith } = clearHours;
  const sums = LEADS.map(() => ({ count: 0, light: 0, run: 0, after: 0, runBias: 0, afterBias: 0 }));
  runs.forEach(({ issued, hours: { shift, index } }, k) => {
    if (issued < from) return;
    const expected = expectedIndex(table, newestFirst(runs, k), clearHours);
    index.forEach((own, hour) => {
      const row = hour + shift;
      const lead = (start + (row + 1) * HOUR - issued) / HOUR;
      const sum = sums[LEADS.findIndex(([first, last]) => lead >= first && lead < last + 1)];
      const truth = hourlyIndex[row]!;
      if (sum === undefined || cosZenith[row]! < LEAST_COSINE || !(own >= 0) || !(truth >= 0)) return;
      const better = expected[hour]!;
      const error = global[row]! * (own - truth);
      // Where no fit knows the hour, it stays as the run has it.
      const left = Number.isNaN(better) ? error : global[row]! * (better - truth);
      sum.count++;
      sum.light += global[row]! * truth;
      sum.run += error * error;
      sum.after += left * left;
      sum.runBias += error;
      sum.afterBias += left;
    });
  });
  return sums.flatMap(({ count, light, run, after, runBias, afterBias }, k) => {
    if (count === 0) return [];
    const [first, to] = LEADS[k]!;
    const rmse = (squares: number) => Math.sqrt(squares / count);
    const bias = { run: runBias / count, after: afterBias / count };
    return [{ from: first, to, count, mean: light / count, run: rmse(run), after: rmse(after), bias }];
  });
}
