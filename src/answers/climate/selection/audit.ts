/** How a typical year was chosen, as plain data: enough to follow each month, and to find the same one again. */
import type { WeatherColumn } from "../../../data/weather/series.js";
import type { ExceedanceForm } from "../../../foundation/statistics/exceedance.js";
import { SHORT_MONTH_NAMES } from "../../../foundation/time/calendar.js";
import type { ExtremeName } from "../generation/extremes.js";
import type { DailyIndex, Plotting } from "./daily-indices.js";
import type { DroppedMonth } from "./record.js";

/** Changes when the same weather and options may give another year. */
export const SELECTION_ALGORITHM = "typical-year-selection/1";

/** How one year's month was rated. */
export interface YearStatistics {
  readonly year: number;
  /** Finkelstein–Schafer statistic of each index. */
  readonly statistics: { readonly [name in DailyIndex]?: number };
  /** Ranks of the statistics over the years (ISO 15927-4 only). */
  readonly ranks?: { readonly [name in DailyIndex]?: number | undefined } | undefined;
  /** Weighted sum of the statistics; of ISO 15927-4 the sum of the ranks. */
  readonly score: number;
}

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

/** Two months of different years put side by side. */
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

/** The target that a year was chosen to meet. */
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

export const SELECTION_METHODS = ["tmy3", "hall1978", "tgy", "tdy", "iso15927", "weights"] as const;
/** "weights": own ones. */
export type SelectionMethod = (typeof SELECTION_METHODS)[number];

/**
 * Labels of a year of `selectTypicalYear` or `selectProbableYear`, in order of importance: sentences without commas, which not
 * every format can hold.
 */
export function typicalYearComments({
  algorithm,
  method,
  probable,
  record,
  months,
  joinHours,
}: TypicalYearAudit): string[] {
  const kind = probable ? `${probable.extreme.toUpperCase()} year of global irradiance` : "Typical year";
  const picked = months.map(({ month, year }) => `${SHORT_MONTH_NAMES[month - 1]}=${year}`).join(" ");
  return [
    `${kind} assembled from months of ${record.firstYear} to ${record.lastYear} by the method ${method} (${algorithm}): not the history of any year`,
    `Months: ${picked}`,
    `Columns other than irradiance are cross-faded ${joinHours} hours on either side of each join`,
  ];
}

/**
 * "manual": as the manuals have it. "nsrdb": as NREL's code of the NSRDB does it, where a month without a run stays in, and 29
 * February takes part in means, percentiles and runs. "none": the first-ranked month is taken.
 */
export const PERSISTENCE_RULES = ["manual", "nsrdb", "none"] as const;

export type PersistenceRule = (typeof PERSISTENCE_RULES)[number];

/** Runs of days that are unusually warm, cold, or dark. */
export interface Runs {
  /** Days of the longest run of the three kinds. */
  readonly longest: number;
  /** Number of runs of all three kinds. */
  readonly count: number;
}

/** A year that came into question for a month, in the order in which they were asked. */
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
