/** What reading finds out that a plan, which is made from metadata, could not know. */
import type { WeatherColumn } from "irradiance-engine";
import { type Plan, planWith } from "./plan.js";
import type { Offer } from "./source.js";
import { nameOf, type SourceFailure } from "./survey.js";

/** All by the names of offers. */
export interface Findings {
  /** Those that could not be read. */
  readonly losses: ReadonlyMap<string, SourceFailure>;
  /** What their sources offer now in place of those that have changed. */
  readonly anew: ReadonlyMap<string, Offer>;
  /** Columns that have no value, and that another offer may have. */
  readonly blank: ReadonlyMap<string, BlankColumns>;
}

export interface BlankColumns {
  readonly source: string;
  readonly dataset: string;
  readonly columns: readonly WeatherColumn[];
}

export function noFindings(): Findings {
  return { losses: new Map(), anew: new Map(), blank: new Map() };
}

/** The plan that would have been made, had they been known; the plan itself if there are none. */
export function revised(plan: Plan, { losses, anew, blank }: Findings): Plan {
  if (losses.size + anew.size + blank.size === 0) return plan;
  return planWith(plan, (given) => {
    const name = nameOf(given);
    if (losses.has(name)) return undefined;
    const offer = anew.get(name) ?? given;
    const without = blank.get(name)?.columns ?? [];
    const columns = offer.columns.filter((column) => !without.includes(column));
    return columns.length > 0 ? { ...offer, columns } : undefined;
  });
}
