/** How accounts stand, as a server has it in memory: what people call them, whether they are suspended, and their limits. */
import type { LimitName, Limits } from "./limits.js";

export interface Standing {
  /** What people see; rows refer to the name that the account was created with. */
  readonly shownName: string;
  readonly plan: string | null;
  readonly isSuspended: boolean;
  /** Those of the account itself, else those of its plan. */
  readonly limits: Partial<Limits>;
}

/** What a store has of them. */
export interface StoredStandings {
  readonly accounts: readonly StoredStanding[];
  readonly planLimits: readonly StoredLimit[];
  readonly accountLimits: readonly StoredLimit[];
}

export interface StoredStanding {
  readonly name: string;
  readonly shownName: string;
  readonly plan: string | null;
  /** Unix ms. */
  readonly suspended: number | null;
}

export interface StoredLimit {
  readonly owner: string;
  readonly name: LimitName;
  readonly value: number;
}

export const SELECT_ACCOUNTS = `SELECT name, coalesce(shown_name, name) AS "shownName", plan, suspended FROM account`;
export const SELECT_PLAN_LIMITS = "SELECT plan AS owner, name, value FROM plan_limit";
export const SELECT_ACCOUNT_LIMITS = "SELECT account AS owner, name, value FROM account_limit";

/** Of an account that nobody knows: it is as good as gone. */
export function unknownStanding(account: string): Standing {
  return { shownName: account, plan: null, isSuspended: false, limits: {} };
}

export function standingsOf({ accounts, planLimits, accountLimits }: StoredStandings): ReadonlyMap<string, Standing> {
  const [ofPlans, ofAccounts] = [byOwner(planLimits), byOwner(accountLimits)];
  return new Map(
    accounts.map(({ name, shownName, plan, suspended }) => {
      const limits = { ...(plan === null ? undefined : ofPlans.get(plan)), ...ofAccounts.get(name) };
      return [name, { shownName, plan, isSuspended: suspended !== null, limits }];
    }),
  );
}

function byOwner(rows: readonly StoredLimit[]): ReadonlyMap<string, Partial<Limits>> {
  const found = new Map<string, Partial<Record<LimitName, number>>>();
  for (const { owner, name, value } of rows) {
    const limits = found.get(owner);
    if (limits) limits[name] = value;
    else found.set(owner, { [name]: value });
  }
  return found;
}
