/** What was learnt of a system's power under the runs of a weather model. */
import type { HourCorrelation } from "../day-ahead/bands.js";
import type { PowerAnalogs } from "./analogs.js";
import type { PowerBins } from "./bins.js";
import type { TaughtRanges } from "./quantities.js";
import type { PowerRegression } from "./regression.js";

export const RECIPES = ["bins", "regression and analogs"] as const;
export type PowerRecipe = (typeof RECIPES)[number];

/** Mean pinball loss over hours with light of the days held out, as a share of the limit. */
export interface PowerEvidence {
  /** Held out, the last ones; those before taught what they judge. */
  readonly days: number;
  /** Of the chain × one factor, one value for all quantiles. */
  readonly factor: number;
  readonly bins: number;
  /** Of terms and analogs; undefined where there were too few days. */
  readonly second?: number | undefined;
  /** Share of the values held out that lay from P10 to P90 of what is in use. */
  readonly held: number;
}

/** What makes quantiles. */
export interface PowerRecipes {
  readonly bins: PowerBins;
  /** Quantiles have their ranks, as normal scores, times this: what past quantiles were too narrow by on days that had not taught them. */
  readonly width: number;
  /** All three or none. */
  readonly regression?: PowerRegression | undefined;
  readonly analogs?: PowerAnalogs | undefined;
  readonly ranges?: TaughtRanges | undefined;
}

/** @experimental */
export interface PowerTable extends PowerRecipes {
  readonly recipe: PowerRecipe;
  /** Why this recipe and not the other. */
  readonly why: string;
  /** Days of the sun that taught. */
  readonly days: number;
  /** W that nothing is above. */
  readonly limit: number;
  /** Undefined where there were too few days to hold some out. */
  readonly evidence?: PowerEvidence | undefined;
  /** Of ranks from hour to hour, for sums. */
  readonly correlation: HourCorrelation;
}
