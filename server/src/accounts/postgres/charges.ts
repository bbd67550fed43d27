/** Charges in groups: holds become charges in one transaction, which is on disk before the first byte of an answer. */
import type { ChargeRecord, PriorCharge, UsageSum } from "../accounts.js";
import { ChargeUnknownError, retryOutcome, tokensByGrant, usageOf } from "../accounts.js";
import type { HeldGrant } from "../ledger.js";
import type { Batch, ChargeOutcome } from "../store.js";
import { FORGET_EVERY, FORGET_REPEATS, KEEP_REPEAT, keptValues, REPEATS_KEPT, USE_REPEAT } from "../store.js";
import { type Connections, patiently, type Query } from "./connections.js";
import * as SQL from "./sql.js";

/** A charge, with the rows that end with it. */
export interface Charge extends ChargeRecord {
  /** Id of the rows of its hold. */
  readonly holdRow: string;
  /** Ids of its claims on an `Idempotency-Key`. */
  readonly claims: readonly string[];
}

interface Committed {
  readonly outcomes: readonly ChargeOutcome[];
  /** Of the accounts that were charged. */
  readonly grants: readonly HeldGrant[];
}

interface Prior extends PriorCharge {
  readonly account: string;
  readonly requestId: string;
}

export class Charges {
  readonly #connections: Connections;
  #lastForgetting = Number.NEGATIVE_INFINITY;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /**
   * A connection that breaks during COMMIT leaves open whether the charges are there. Then the next attempt finds them by
   * their request ids, and takes them for its own.
   *
   * @throws ChargeUnknownError when no attempt could find out
   */
  async commit(charges: readonly Charge[], more: Omit<Batch, "charges">): Promise<Committed> {
    let reachedCommit = false;
    try {
      return await patiently(this.#connections, async (query, attempt) => {
        const committed = await this.#write(query, charges, more, attempt > 1);
        reachedCommit = charges.length > 0;
        return committed;
      });
    } catch (cause) {
      throw reachedCommit ? new ChargeUnknownError((cause as Error).message, { cause }) : cause;
    }
  }

  async #write(
    query: Query,
    given: readonly Charge[],
    { keyUses, free: all, cut, now }: Omit<Batch, "charges">,
    isRetry: boolean,
  ): Promise<Committed> {
    const known = await lockedAccounts(query, [...given, ...all]);
    const charges = await withBooks(query, given, known);
    // Of an account that was deleted nobody wants to know them.
    const free = all.filter(({ account }) => known.has(account));
    const outcomes = await outcomesOf(query, charges, now, isRetry);
    const written = charges.filter((_, i) => outcomes[i] === "written");
    if (written.length > 0) await insertCharges(query, written);
    for (const charge of written) await changeRepeat(query, charge);
    if (free.length > 0) await count(query, free);
    if (cut.length > 0) await query(SQL.CUT_CHARGES, JSON.stringify(cut));
    const claims = charges.flatMap((charge) => charge.claims);
    if (claims.length > 0) await query(SQL.DELETE_CLAIMS, claims);
    await this.#forgetRepeats(query, now);
    if (keyUses.length > 0) await query(SQL.NOTE_KEY_USES, JSON.stringify(keyUses));
    return { outcomes, grants: charges.length > 0 ? await query<HeldGrant>(SQL.GRANTS_OF, [...known]) : [] };
  }

  /** A few of those that are too old, few enough not to be felt. */
  async #forgetRepeats(query: Query, now: number): Promise<void> {
    if (Math.abs(now - this.#lastForgetting) < FORGET_EVERY) return;
    await query(FORGET_REPEATS, now - REPEATS_KEPT);
    this.#lastForgetting = now;
  }
}

/** Those of them that there are. */
async function lockedAccounts(query: Query, of: readonly { readonly account: string }[]): Promise<ReadonlySet<string>> {
  if (of.length === 0) return new Set();
  const names = [...new Set(of.map(({ account }) => account))];
  return new Set((await query<{ name: string }>(SQL.LOCK_ACCOUNTS, names)).map(({ name }) => name));
}

/** Those of accounts that were deleted meanwhile go where their books are: the id of a key stays. */
async function withBooks(
  query: Query,
  charges: readonly Charge[],
  known: ReadonlySet<string>,
): Promise<readonly Charge[]> {
  const lost = charges.filter(({ account }) => !known.has(account));
  if (lost.length === 0) return charges;
  const keys = await query<{ id: string; account: string }>(
    SQL.ACCOUNTS_OF_KEYS,
    lost.map(({ keyId }) => keyId),
  );
  const accounts = new Map(keys.map(({ id, account }) => [id, account]));
  await query(SQL.LOCK_ACCOUNTS, [...new Set(accounts.values())]);
  return charges.map((charge) =>
    known.has(charge.account) ? charge : { ...charge, account: accounts.get(charge.keyId) ?? charge.account },
  );
}

/** Ends the holds, and decides for each charge what becomes of it. */
async function outcomesOf(
  query: Query,
  charges: readonly Charge[],
  now: number,
  isRetry: boolean,
): Promise<ChargeOutcome[]> {
  if (charges.length === 0) return [];
  const holds = charges.map(({ holdRow }) => holdRow);
  const held = sums(await query<{ id: string; tokens: number }>(SQL.DELETE_HOLDS, holds));
  const ids = charges.map(({ account, requestId }) => ({ account, requestId }));
  const stored = await query<Prior>(SQL.PRIOR_CHARGES, JSON.stringify(ids));
  const priors = new Map<string, PriorCharge>(stored.map((prior) => [chargeId(prior), prior]));
  const own = new Set(isRetry ? priors.keys() : []);
  return charges.map((charge) => {
    const id = chargeId(charge);
    const prior = priors.get(id);
    if (prior && own.has(id) && prior.at === charge.at) return "again";
    if (prior) return retryOutcome(prior, charge.fingerprint, now);
    if ((held.get(charge.holdRow) ?? 0) !== charge.tokens) return "lost";
    priors.set(id, { fingerprint: charge.fingerprint ?? null, at: charge.at });
    return "written";
  });
}

/** In the audit, in the usage and in the grants that they come from. */
export async function insertCharges(query: Query, charges: readonly ChargeRecord[]): Promise<void> {
  await query(SQL.INSERT_CHARGES, JSON.stringify(charges));
  const taken = Array.from(tokensByGrant(charges), ([id, tokens]) => ({ id, tokens }));
  if (taken.length > 0) await query(SQL.TAKE_TOKENS, JSON.stringify(taken));
  await query(SQL.ADD_USAGE, JSON.stringify(usageOf(charges)));
}

/** Free requests, which have no rows of their own. */
async function count(query: Query, free: readonly UsageSum[]): Promise<void> {
  await query(SQL.ADD_USAGE, JSON.stringify(free));
  await query(SQL.ADD_UNCHARGED, JSON.stringify(free));
}

async function changeRepeat(query: Query, charge: Charge): Promise<void> {
  const { account, repeat } = charge;
  if (repeat?.change === "keep") await query(KEEP_REPEAT, ...keptValues(charge, repeat.key, repeat.fingerprint));
  else if (repeat) await query(USE_REPEAT, account, repeat.key);
}

function sums(rows: readonly { readonly id: string; readonly tokens: number }[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { id, tokens } of rows) sums.set(id, (sums.get(id) ?? 0) + tokens);
  return sums;
}

function chargeId({ account, requestId }: { readonly account: string; readonly requestId: string }): string {
  return `${account}\n${requestId}`;
}
