/** Cuts the sites of a job into parts: small enough for a moment's work, and for a file that is made in memory. */
import type { NewPart } from "../accounts/jobs.js";

/** Rows × returned columns. A site with more is a part of its own. */
const MOST_VALUES = 2_000_000;
const MOST_SITES = 500;

export interface PricedSite {
  readonly values: number;
  /** Micro-tokens. */
  readonly cost: number;
}

export function planParts(sites: readonly PricedSite[]): readonly NewPart[] {
  const parts: { sites: number; tokens: number }[] = [];
  let values = Number.POSITIVE_INFINITY;
  for (const site of sites) {
    const last = parts.at(-1);
    values += site.values;
    if (last !== undefined && last.sites < MOST_SITES && values <= MOST_VALUES) {
      last.sites++;
      last.tokens += site.cost;
    } else {
      parts.push({ sites: 1, tokens: site.cost });
      values = site.values;
    }
  }
  return parts;
}
