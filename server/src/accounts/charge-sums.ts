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
  readonly requests: number;
  readonly tokens: number;
}

/** One row per account, day and endpoint. */
export function usageOf(charges: readonly Charged[]): readonly UsageSum[] {
  const sums = new UsageSums();
  for (const { at, ...charge } of charges) sums.add({ ...charge, day: utcDay(at), requests: 1 });
  return sums.rows;
}

export class UsageSums {
  readonly #sums = new Map<string, { -readonly [Key in keyof UsageSum]: UsageSum[Key] }>();

  get rows(): readonly UsageSum[] {
    return [...this.#sums.values()];
  }

  add({ account, day, endpoint, requests, tokens }: UsageSum): void {
    const id = JSON.stringify([account, day, endpoint]);
    const sum = this.#sums.get(id);
    if (!sum) return void this.#sums.set(id, { account, day, endpoint, requests, tokens });
    sum.requests += requests;
    sum.tokens += tokens;
  }
}
