/** How a typical year was chosen, as plain data: enough to follow each month, and to find the same one again. */

import type { ExceedanceForm } from "../../statistics/exceedance.js";
import type { WeatherColumn } from "../../weather/series.js";
import type { ExtremeName } from "../generation/extremes.js";
import type { DailyIndex } from "./daily-indices.js";
import type { Plotting } from "./finkelstein-schafer.js";
import type { Candidate, PersistenceRule } from "./persistence.js";

/** Changes when the same weather and options may give another year. @experimental */
export const SELECTION_ALGORITHM = "typical-year-selection/1";

/** A month of the record that may not be chosen, and why. @experimental */
export interface DroppedMonth {
  /** 1 to 12. */
  readonly month: number;
  readonly year: number;
  /**
   * "cut by the clock": a record of whole UTC years lacks a few hours at one end of the local ones; such a month counts as
   * a year of the record, but cannot be chosen.
   */
  readonly reason: "outside the record" | "the record does not cover it" | "cut by the clock" | "gaps";
  /** The column that is missing; null: all of them. */
  readonly column: WeatherColumn | null;
  /** Longest stretch without a value, hours. */
  readonly longestGap: number;
  /** Share of values missing. */
  readonly missing: number;
}

/** How one year's month was rated. @experimental */
export interface YearStatistics {
  readonly year: number;
  /** Finkelstein–Schafer statistic of each index. */
  readonly statistics: { readonly [name in DailyIndex]?: number };
  /** Ranks of the statistics over the years (ISO 15927-4 only). */
  readonly ranks?: { readonly [name in DailyIndex]?: number | undefined } | undefined;
  /** Weighted sum of the statistics; of ISO 15927-4 the sum of the ranks. */
  readonly score: number;
}

/** @experimental */
export interface MonthAudit {
  /** 1 to 12. */
  readonly month: number;
  /** The year it was taken from. */
  readonly year: number;
  /** All years that could have been chosen, in order. */
  readonly years: readonly YearStatistics[];
  /** Those that came closest. */
  readonly candidates: readonly Candidate[];
}

/** Two months of different years put side by side. @experimental */
export interface Join {
  /** The month that begins there, 1 to 12. */
  readonly month: number;
  /** Years before and after. */
  readonly from: number;
  readonly to: number;
  /** Columns for which a record ends or has a gap near the join: a straight line replaces the cross-fade. */
  readonly straight: readonly WeatherColumn[];
  /** Columns left unchanged, with a step at the join: values on the line are missing, too. */
  readonly left: readonly WeatherColumn[];
}

/** The target that a year was chosen to meet. @experimental */
export interface ProbableYearAudit {
  /** "p90" is the low one. */
  readonly extreme: ExtremeName;
  readonly form: ExceedanceForm;
  /** Annual GHI of each whole year of the record, in order, kWh/m². */
  readonly annual: readonly number[];
  /** The target and the year's actual GHI, kWh/m². */
  readonly target: number;
  readonly reached: number;
}

/** @experimental */
export interface TypicalYearAudit {
  readonly algorithm: string;
  readonly method: SelectionMethod;
  /** Rules in effect. */
  readonly plotting: Plotting;
  readonly persistence: PersistenceRule;
  /** Hours on either side of a join that are cross-faded. */
  readonly joinHours: number;
  /** Weights in effect, with sum 1; null where ranks decide (ISO 15927-4). */
  readonly weights: { readonly [name in DailyIndex]?: number } | null;
  /** Columns that the record lacks and that were worked out from others. */
  readonly derived: readonly WeatherColumn[];
  /** The record: its first and last local calendar year, and the clock, hours ahead of UTC. */
  readonly record: { readonly firstYear: number; readonly lastYear: number; readonly timeZone: number };
  /** Years whose twelve months were all eligible. */
  readonly wholeYears: readonly number[];
  readonly dropped: readonly DroppedMonth[];
  readonly months: readonly MonthAudit[];
  /** null for a typical year. */
  readonly probable: ProbableYearAudit | null;
  readonly joins: readonly Join[];
  /** Values missing in the year, per column; columns without gaps are not named. */
  readonly missing: { readonly [name in WeatherColumn]?: number };
}

/** @experimental */
export const SELECTION_METHODS = ["tmy3", "hall1978", "tgy", "tdy", "iso15927", "weights"] as const;
/** "weights": own ones. @experimental */
export type SelectionMethod = (typeof SELECTION_METHODS)[number];
