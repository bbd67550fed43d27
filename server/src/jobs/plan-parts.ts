/** Cuts the sites of a job into parts: small enough for a moment's work, and for a file that is made in memory. */
import type { NewPart } from "../accounts/jobs.js";
import { cutSites } from "../background/cut.js";

export interface PricedSite {
  /** Rows × returned columns. */
  readonly values: number;
  /** Micro-tokens. */
  readonly cost: number;
}

const BOUNDS = { sites: 500, values: 2_000_000, valuesOf: ({ values }: PricedSite) => values };

export async function planParts(sites: readonly PricedSite[]): Promise<readonly NewPart[]> {
  const parts: NewPart[] = [];
  for await (const { sites: own } of cutSites(sites, BOUNDS)) {
    parts.push({ sites: own.length, tokens: own.reduce((sum, { cost }) => sum + cost, 0) });
  }
  return parts;
}
