/** What was learnt of a system's power under the runs of a weather model. */
import type { HourCorrelation } from "../day-ahead/bands.js";
import type { PowerBins } from "./bins.js";

export const RECIPES = ["bins", "regression", "regression and analogs"] as const;
export type PowerRecipe = (typeof RECIPES)[number];

/** Mean pinball loss on the days held out, in thousandths of the limit: of the chain × one factor, of bins, and of the recipe in use. */
export interface PowerEvidence {
  readonly days: number;
  readonly factor: number;
  readonly bins: number;
  readonly used: number;
  /** Share of held-out values within P10 and P90. */
  readonly held: number;
}

/** @experimental */
export interface PowerTable {
  readonly recipe: PowerRecipe;
  /** Why this recipe and no other. */
  readonly why: string;
  /** Days of the sun that taught. */
  readonly days: number;
  /** W that nothing is above. */
  readonly limit: number;
  readonly bins: PowerBins;
  /** Undefined where too few days were there to hold some out. */
  readonly evidence?: PowerEvidence | undefined;
  /** Of ranks from hour to hour, for sums. */
  readonly correlation: HourCorrelation;
}
