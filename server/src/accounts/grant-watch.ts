/**
 * Says once that an account has used 80 % of the tokens granted to it, and once that it has used all: in the log, and in a metric.
 * Each is said again when it is reached anew, as after another grant; and by each server for itself. What was reached when it started is
 * no news.
 */
import type { Logger } from "pino";
import { type Accounts, type InForce, MICRO } from "./accounts.js";

/** Percent. 0: less than any that is said. */
export type GrantShare = 0 | 80 | 100;

export interface GrantWatch {
  /** The share that is reached now, by what this server knows. */
  look(account: string): GrantShare;
}

export interface GrantWatchOptions {
  readonly accounts: Pick<Accounts, "inForce" | "standing" | "names">;
  readonly log: Logger;
  /** Called each time that a share is said. */
  readonly reached: (share: 80 | 100) => void;
}

export function createGrantWatch({ accounts, log, reached }: GrantWatchOptions): GrantWatch {
  /** Those above 0. */
  const said = new Map<string, GrantShare>();
  for (const account of accounts.names) {
    const share = shareOf(accounts.inForce(account));
    if (share > 0) said.set(account, share);
  }
  return {
    look(account) {
      const { granted, used } = accounts.inForce(account);
      const share = shareOf({ granted, used });
      const before = said.get(account) ?? 0;
      if (share === before) return share;
      if (share === 0) said.delete(account);
      else said.set(account, share);
      for (const step of [80, 100] as const) {
        if (step <= before || step > share) continue;
        reached(step);
        const line = {
          account: accounts.standing(account).shownName,
          share: step,
          remaining: (granted - used) / MICRO,
        };
        log.warn(line, "share of the granted tokens is used");
      }
      return share;
    },
  };
}

/** What is held is not used yet. */
function shareOf({ granted, used }: InForce): GrantShare {
  if (granted === 0) return 0;
  if (used >= granted) return 100;
  return granted - used <= granted / 5 ? 80 : 0;
}
