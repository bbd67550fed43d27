/** What a place's own past taught, as a file keeps it. */
import type { JudgedAhead } from "./day-ahead/held-out-ahead.js";
import type { DayAheadTable } from "./day-ahead/predictors.js";
import type { CorrectionTable, ObservationStep, SpreadTable } from "./table.js";

/** Weights and spread of a place, what they are for, and what they were learnt from. @experimental */
export interface SiteTuning {
  /** Degrees; metres. */
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude?: number | undefined };
  /** Data sets of the runs and of the observations, by their names: for others the weights are not. */
  readonly runs: readonly string[];
  readonly observations: readonly string[];
  /** Mean clear-sky index, 1, 12 or 288 values: weights are of departures from this one. */
  readonly climatology: readonly number[];
  /**
   * What observed: the light that came, a satellite's view of it, a reanalysis, or the analysis or first hours of the runs' own model. The
   * last two teach day-ahead only.
   */
  readonly teacher?: TeacherKind | undefined;
  readonly evidence: TuningEvidence;
  /** Corrects runs at every lead; undefined: not in use, `evidence.unused` says why. */
  readonly dayAhead?: DayAheadTable | undefined;
  readonly table: CorrectionTable;
  readonly spread: SpreadTable;
}

export const TEACHERS = ["measured", "satellite", "reanalysis", "analysis"] as const;
export type TeacherKind = (typeof TEACHERS)[number];

export interface TuningEvidence {
  /** Unix ms: the period learnt from. */
  readonly start: number;
  readonly end: number;
  /** Days with observed light, and runs. */
  readonly days: number;
  readonly runs: number;
  readonly step: ObservationStep;
  /** Forecasts of the last days, with weights learnt only from the days before them. */
  readonly judged: JudgedDays;
  /** Observations that were not believed, a sentence for each reason; none in a file of the first version. */
  readonly leftOut: readonly string[];
  /** What was learnt but is not used. */
  readonly unused: readonly UnusedPart[];
}

/** A part of a tuning that gains nothing: forecasts have the usual one. */
export interface UnusedPart {
  readonly part: (typeof UNUSED_PARTS)[number];
  readonly reason: string;
}

export const UNUSED_PARTS = ["day-ahead", "first-hours"] as const;

export interface JudgedDays {
  /** Unix ms. */
  readonly start: number;
  readonly end: number;
  readonly days: number;
  /** Of the first hours after an observation; none if no forecast of these days had one. */
  readonly leads: readonly JudgedLead[];
  /** Share of the quarters of an hour in `leads` between the 10 % and the 90 % quantile. */
  readonly held?: { readonly before: number; readonly after: number } | undefined;
  /** Of hours that nothing was observed for; none in a file of the first version. */
  readonly ahead: readonly JudgedAhead[];
}

/** RMSE of GHI, W/m². */
export interface JudgedLead {
  /** Seconds. */
  readonly lead: number;
  readonly count: number;
  readonly run: number;
  /** With the initial weights, and with the learnt ones. */
  readonly before: number;
  readonly after: number;
}

export const FORMAT = "irradiance-engine/site-tuning";
/** The second has the correction of every lead and its quantiles; the first is still read. */
export const VERSION = 2;

/** As JSON, every number to its last digit: `parseSiteTuning` gives the same back. @experimental */
export function siteTuningText(tuning: SiteTuning): string {
  const { evidence } = tuning;
  const { judged } = evidence;
  const dated = <T extends { readonly start: number; readonly end: number }>(of: T) => ({
    ...of,
    start: new Date(of.start).toISOString(),
    end: new Date(of.end).toISOString(),
  });
  const content = {
    format: FORMAT,
    version: VERSION,
    ...tuning,
    evidence: { ...dated(evidence), judged: dated(judged) },
  };
  // A line for each lead time, fit or list of numbers.
  return `${JSON.stringify(content).replaceAll(/([}\]],)(?=["[{])/g, "$1\n")}\n`;
}
