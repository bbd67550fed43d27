/** Sums over a group of charges: it has few grants, accounts and days. */
import type { Share } from "./ledger.js";
import { utcDay } from "./utc-day.js";

export function tokensByGrant(charges: readonly { readonly shares: readonly Share[] }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { shares } of charges) {
    for (const { grant, tokens } of shares) sums.set(grant, (sums.get(grant) ?? 0) + tokens);
  }
  return sums;
}

interface Charged {
  readonly account: string;
  readonly at: number;
  readonly endpoint: string;
  readonly tokens: number;
}

export interface UsageSum {
  readonly account: string;
  readonly day: string;
  readonly endpoint: string;
  requests: number;
  tokens: number;
}

/** One row per account, day and endpoint. */
export function usageOf(charges: readonly Charged[]): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const { account, at, endpoint, tokens } of charges) {
    const day = utcDay(at);
    const id = JSON.stringify([account, day, endpoint]);
    let sum = sums.get(id);
    if (!sum) sums.set(id, (sum = { account, day, endpoint, requests: 0, tokens: 0 }));
    sum.requests++;
    sum.tokens += tokens;
  }
  return [...sums.values()];
}
