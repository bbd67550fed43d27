/** What an account may have of its own in place of the server's settings, by its plan or by itself; and how accounts stand, as a server has it in memory. */
import { SETTINGS, type Settings } from "../settings.js";

/** A factor of 1. Factors are whole millionths, so that they are stored exactly. */
export const WHOLE_PRICE = 1_000_000;
/** Ten times the price: sums stay exact. */
const MOST_PRICE = 10 * WHOLE_PRICE;

/** The setting that holds where neither plan nor account has a value; the price class has none, and is 1. */
const SETTING_OF = {
  rate: "rate",
  running: "running",
  waiting: "waiting",
  values: "max-values",
  jobs: "jobs-living",
  "job-sites": "job-sites",
  "job-requests": "job-requests",
  systems: "systems",
} as const;

export type CountName = keyof typeof SETTING_OF;
export type LimitName = CountName | "price";
/** Each is a whole number: requests per window, requests at a time, …; `price` is a factor, in millionths. */
export type Limits = Readonly<Record<LimitName, number>>;

export const COUNT_NAMES = Object.keys(SETTING_OF) as CountName[];
export const LIMIT_NAMES: readonly LimitName[] = [...COUNT_NAMES, "price"];

/** All limits of an account. */
export function limitsOf(settings: Settings, own: Partial<Limits>): Limits {
  const counts = COUNT_NAMES.map((name) => [name, own[name] ?? settings[SETTING_OF[name]]]);
  return { ...Object.fromEntries(counts), price: own.price ?? WHOLE_PRICE };
}

/** A value as it is written for people: within the bounds of the setting. @throws SettingsError naming it */
export function readLimit(name: CountName, text: string, shown: string): number {
  return SETTINGS[SETTING_OF[name]].read(text, shown);
}

/** @throws RangeError naming the limit, what was expected and what came */
export function checkLimit(name: LimitName, value: number): void {
  if (name !== "price") {
    try {
      readLimit(name, String(value), name);
      return;
    } catch (cause) {
      throw new RangeError((cause as Error).message, { cause });
    }
  }
  if (Number.isSafeInteger(value) && value >= 0 && value <= MOST_PRICE) return;
  throw new RangeError(`price must be a factor from 0 to 10, in millionths from 0 to ${MOST_PRICE}, got ${value}`);
}

export interface Standing {
  /** What people see; rows refer to the name that the account was created with. */
  readonly shownName: string;
  readonly plan: string | null;
  readonly isSuspended: boolean;
  /** The limits of the account itself, else of its plan. */
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

export type StoredLimit = { readonly owner: string; readonly name: LimitName; readonly value: number };

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
