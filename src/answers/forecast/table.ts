/** What a correction is made of: weights by lead time, step of the observations and kind of sky, with their evidence. */
import type { AheadBands } from "./day-ahead/bands.js";

/** How the clear-sky index moved in the two hours before the last observation; `early`: less than an hour of them. */
export const SKIES = ["steady", "changing", "broken", "early"] as const;
export type Sky = (typeof SKIES)[number];

/** Standard deviation of the index from which on a sky is changing, and broken. */
export const SKY_LIMITS = [0.05, 0.15] as const;

/** Of observations: means of 15 minutes, or of hours. */
export type ObservationStep = "quarter" | "hour";

/**
 * What is known when a forecast is made, all as departures of a clear-sky index from the climatology: of the last quarter of an hour
 * observed, of the last hour observed, of the run at the time forecast, and of the run in that last hour.
 */
export const PREDICTORS = {
  quarter: ["lastQuarter", "lastHour", "run", "runLastHour"],
  hour: ["lastHour", "run", "runLastHour"],
} as const;

/** A least-squares fit: the weights, and what a further observation of the same weighs against it. */
export interface Fit {
  /** One for each predictor. */
  readonly weights: readonly number[];
  /** Mean of w·x·xᵀ, row by row, without what stands below the diagonal; w: the square of the clear sky in kW/m². */
  readonly moments: readonly number[];
}

export interface CorrectionTable {
  readonly name: string;
  /** The data that it was fitted on, and its skill. */
  readonly evidence: string;
  /** Quarters of an hour from the issue to the end of the time forecast; between them weights are on straight lines. */
  readonly leads: readonly number[];
  /** By step, then lead, then sky. */
  readonly fits: { readonly [step in ObservationStep]: readonly { readonly [sky in Sky]: Fit }[] };
  /**
   * Weight of the run against the climatology without a recent observation, by lead time: 1 leaves the run unchanged; a place's
   * own past may lower it.
   */
  readonly unobserved: readonly Fit[];
  /** Weight of the last clear-sky index against the climatology without a run (CLIPER): their correlation, by lead time. */
  readonly persistence: readonly number[];
}

/** Quarters of an hour beyond which neither weights nor spread are known. */
export const LONGEST_LEAD = 24;

/** Forecast clear-sky indices for which the first hours have quantiles; between them they are on straight lines. */
export const SPREAD_INDICES: readonly number[] = [0.2, 0.4, 0.6, 0.75, 0.85, 0.95, 1.05];

export interface SpreadTable {
  readonly name: string;
  readonly evidence: string;
  /** Quarters of an hour from the issue to the end of the time forecast. */
  readonly leads: readonly number[];
  /** Of which times the departures are quantiles: as the observations that they were learnt from. */
  readonly step: ObservationStep;
  /**
   * Departures of the index from its forecast at 15 probabilities (those of `AheadBands`), by lead, kind of sky and forecast index (0.2,
   * 0.4, 0.6, 0.75, 0.85, 0.95, 1.05): of the first hours after an observation.
   */
  readonly departures: readonly { readonly [sky in Sky]: readonly (readonly number[])[] }[];
  /** By how much the ranks of quarters of an hour are wider than those of hours. */
  readonly quarters: number;
  /** Of later hours, and of all without an observation. */
  readonly ahead: AheadBands;
}

/** Of ranks or departures that are known of one step and asked for of another: those of hours are narrower. */
export function widthOf(
  { quarters }: Pick<SpreadTable, "quarters">,
  known: ObservationStep,
  asked: ObservationStep,
): number {
  if (known === asked) return 1;
  return asked === "quarter" ? quarters : 1 / quarters;
}
