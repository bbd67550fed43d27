/** What a correction of all leads is made of: weights of predictors that people can read. */

/**
 * What is known of an hour to come. An index is a clear-sky index of the run; "earlier": the mean of the newest runs that cover the hour.
 *
 * A mean of 3 or 5 hours has the hour in its middle, that of the day is weighed by the clear sky; humidity is 0…1, rain 1 above
 * 0.1 mm/h, else 0.
 */
export const DAY_AHEAD_PREDICTORS = [
  "constant",
  "index",
  "index²",
  "cosine of zenith",
  "index × cosine of zenith",
  "mean of 3 hours",
  "mean of 5 hours",
  "mean of the day",
  "humidity",
  "index × humidity",
  "rain",
  "earlier index",
  "spread of earlier indices",
  "earlier mean of 3 hours",
  "earlier mean of 5 hours",
  "earlier mean of the day",
] as const;
/** @experimental */
export type DayAheadPredictor = (typeof DAY_AHEAD_PREDICTORS)[number];

/** Sum of weights and predictors: the clear-sky index to expect. @experimental */
export interface DayAheadFit {
  readonly predictors: readonly DayAheadPredictor[];
  readonly weights: readonly number[];
}

/** @experimental */
export interface DayAheadTable {
  readonly name: string;
  /** The data that it was fitted on. */
  readonly evidence: string;
  /** The longest lead learnt from, hours after the issue: the weights are the same at every lead, and beyond it untested. */
  readonly reach: number;
  /** The first fit whose predictors are all known gives the index of an hour; if none, the hour stays as the run has it. */
  readonly fits: readonly DayAheadFit[];
}
