/**
 * Refunds: a charge that stays in the books, and a grant that gives its tokens back, in one transaction. No sum that was there
 * before changes its meaning. A charge is refunded once at most; what was pruned is no charge any more.
 */
import { isoTime, MICRO, utcDay } from "./accounts.js";
import type { AccountsDatabase, Actor, ChargeSum } from "./accounts-database.js";
import { findLiving, inBatches, insertGrant, NO_CHARGES, noteAction, plusCharges } from "./accounts-database.js";
import { checkNote } from "./plans.js";
import { ADD_PRUNED, FORGET_REPEATS, REPEATS_KEPT } from "./store.js";

export interface RefundOptions {
  /** For the books, where the customer reads it, too: 1 to 100 characters. */
  readonly reason: string;
  /** Unix ms: end of the grant (default: it never ends). */
  readonly expires?: number | undefined;
}

export interface ChargeRefund extends RefundOptions {
  readonly account: string;
  readonly requestId: string;
  /** Micro-tokens (default: all of the charge). */
  readonly tokens?: number | undefined;
}

export interface CutRefund extends RefundOptions {
  /** Default: every account. */
  readonly account?: string | undefined;
  /** Unix ms: charges of requests that came at from ≤ time < to. */
  readonly from: number;
  readonly to: number;
  /** Charges in one transaction, and in one grant (default 1000). */
  readonly batch?: number | undefined;
}

type Charge = { readonly request_id: string; readonly at: number; readonly tokens: number };

const ALL_ACCOUNTS = "SELECT name FROM account WHERE deleted IS NULL AND successor IS NULL ORDER BY name";

/** An answer that was refunded is not to be had for nothing: who asks under its `Idempotency-Key` again is charged again. */
const FORGET_REPEAT = "DELETE FROM repeat_key WHERE account = ? AND request_id = ?";

/**
 * Gives the tokens of a charge back, or some of them.
 *
 * @returns the id of the new grant, and its micro-tokens
 * @throws RangeError when there is no such charge (any more), when it was refunded already, for more tokens than were charged,
 *   for a reason that is empty, and for an end in the past
 */
export async function refundCharge(
  database: AccountsDatabase,
  actor: Actor,
  { account, requestId, tokens, ...options }: ChargeRefund,
): Promise<{ readonly grant: string; readonly tokens: number }> {
  checkReason(options.reason);
  return database.transaction(async () => {
    const { name } = await findLiving(database, account);
    const charge = await refundable(database, name, requestId);
    const amount = tokens ?? charge.tokens;
    if (amount > charge.tokens) {
      throw new RangeError(
        `tokens must be at most the ${charge.tokens / MICRO} that were charged, got ${amount / MICRO}`,
      );
    }
    const grant = await giveBack(database, actor, name, [{ ...charge, tokens: amount }], options);
    const detail = `${amount / MICRO} tokens of request ${requestId}, grant ${grant}: ${options.reason}`;
    await noteAction(database, actor, { action: "tokens refunded", subject: name, detail });
    return { grant, tokens: amount };
  });
}

/**
 * Gives the tokens of all answers back that did not go out whole, and were not refunded before. Can be broken off at any moment,
 * and begun again: each transaction is whole by itself.
 *
 * @throws RangeError for an unknown account, an empty reason, and an end in the past
 */
export async function refundCut(
  database: AccountsDatabase,
  actor: Actor,
  { account, from, to, batch = 1000, ...options }: CutRefund,
): Promise<ChargeSum> {
  checkReason(options.reason);
  const accounts =
    account === undefined ? await database.all<{ name: string }>(ALL_ACCOUNTS) : [await findLiving(database, account)];
  let sum = NO_CHARGES;
  for (const { name } of accounts) {
    const some = () => database.transaction(() => refundSomeCut(database, actor, name, { from, to, batch, options }));
    sum = plusCharges(sum, await inBatches(batch, some));
  }
  return sum;
}

async function refundSomeCut(
  database: AccountsDatabase,
  actor: Actor,
  account: string,
  { from, to, batch, options }: { from: number; to: number; batch: number; options: RefundOptions },
): Promise<ChargeSum> {
  const sql = `SELECT request_id, at, tokens FROM charge c WHERE account = ? AND at >= ? AND at < ? AND cut = 1 AND tokens > 0
    AND NOT EXISTS (SELECT 1 FROM refund r WHERE r.account = c.account AND r.request_id = c.request_id AND r.charged_at = c.at)
    ORDER BY at LIMIT ?`;
  const charges = await database.all<Charge>(sql, account, from, to, batch);
  if (charges.length === 0) return NO_CHARGES;
  const grant = await giveBack(database, actor, account, charges, options);
  const tokens = sumOf(charges);
  const detail = `${tokens / MICRO} tokens of ${charges.length} cut answers, grant ${grant}: ${options.reason}`;
  await noteAction(database, actor, { action: "tokens refunded", subject: account, detail });
  return { charges: charges.length, tokens };
}

/** @throws RangeError where there is nothing to give back */
async function refundable(database: AccountsDatabase, account: string, requestId: string): Promise<Charge> {
  const select = "SELECT request_id, at, tokens FROM charge WHERE account = ? AND request_id = ?";
  const charge = await database.get<Charge>(select, account, requestId);
  const got = `REQUEST_ID must be the id of a charge of ${account}, got ${JSON.stringify(requestId)}`;
  if (!charge) {
    const pruned = "SELECT 1 AS one FROM pruned_day WHERE account = ? AND tokens > 0 LIMIT 1";
    const isPruned = (await database.get(pruned, account)) !== undefined;
    const why = isPruned
      ? "it has no such charge, or has pruned it: then it can no longer be refunded"
      : "it has no such charge";
    throw new RangeError(`${got}: ${why}`);
  }
  if (charge.tokens === 0) throw new RangeError(`${got}, which cost nothing`);
  const of = "SELECT at, tokens FROM refund WHERE account = ? AND request_id = ? AND charged_at = ?";
  const before = await database.get<{ at: number; tokens: number }>(of, account, requestId, charge.at);
  if (!before) return charge;
  const when = new Date(before.at).toISOString();
  throw new RangeError(`${got}: ${before.tokens / MICRO} tokens were refunded already, at ${when}`);
}

/** @param charges each with the tokens that come back. @returns the id of the one grant that they come back in */
async function giveBack(
  database: AccountsDatabase,
  actor: Actor,
  account: string,
  charges: readonly Charge[],
  { reason, expires }: RefundOptions,
): Promise<string> {
  const grant = await insertGrant(database, actor, account, { tokens: sumOf(charges), expires });
  // What was charged is copied by the database itself, which holds the refund to it.
  const insert = `INSERT INTO refund (account, request_id, charged_at, charged, endpoint, at, day, tokens, grant_id, reason, actor)
    SELECT account, request_id, at, tokens, endpoint, CAST(? AS BIGINT), ?, CAST(? AS BIGINT), ?, ?, ? FROM charge
    WHERE account = ? AND request_id = ?`;
  for (const { request_id, tokens } of charges) {
    const figures = [actor.now, utcDay(actor.now), tokens, grant, reason, actor.name];
    await database.run(insert, ...figures, account, request_id);
    await database.run(FORGET_REPEAT, account, request_id);
  }
  return grant;
}

function checkReason(reason: string): void {
  if (reason === "") throw new RangeError('reason must say why, got ""');
  checkNote("reason", reason);
}

function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { tokens }) => sum + tokens, 0);
}

/*
 * Old charges into sums by account and day. Balances come from grants, and usage from its own sums: neither knows the difference.
 * Servers go on meanwhile: it is done in short transactions, with pauses in which servers come to write.
 */

/**
 * ms in which every charge is kept: twice as long as its `Idempotency-Key` lasts, and far longer than a balancer may send its
 * request again.
 */
const CHARGES_KEPT = 2 * REPEATS_KEPT;

interface PruneOptions {
  /** Unix ms: charges of requests that came before. */
  readonly before: number;
  readonly actor: Actor;
  /** Charges in one transaction (default 1000). */
  readonly batch?: number | undefined;
}

type OldCharge = { readonly request_id: string; readonly at: number; readonly tokens: number };

/**
 * Can be broken off at any moment, and begun again: each transaction is whole by itself.
 *
 * @throws RangeError when charges would go that repeats may still need; what the database throws
 */
export async function pruneCharges(
  database: AccountsDatabase,
  { before, actor, batch = 1000 }: PruneOptions,
): Promise<ChargeSum> {
  const latest = actor.now - CHARGES_KEPT;
  if (!(before <= latest)) {
    throw new RangeError(
      `before must be ${isoTime(latest)} or earlier, got ${isoTime(before)}: newer charges may be needed`,
    );
  }
  const subject = `before ${isoTime(before)}`;
  const note = (action: string, detail: string) => noteAction(database, actor, { action, subject, detail });
  await database.transaction(() => note("charges pruned: begin", ""));
  await forgetRepeats(database, actor.now);
  let sum = NO_CHARGES;
  for (const { name } of await database.all<{ name: string }>("SELECT name FROM account ORDER BY name")) {
    const some = () => database.transaction(() => pruneBatch(database, name, before, batch));
    sum = plusCharges(sum, await inBatches(batch, some));
  }
  await database.transaction(() => note("charges pruned: end", `${sum.charges} charges`));
  return sum;
}

async function pruneBatch(
  database: AccountsDatabase,
  account: string,
  before: number,
  batch: number,
): Promise<ChargeSum> {
  const select = "SELECT request_id, at, tokens FROM charge WHERE account = ? AND at < ? ORDER BY at LIMIT ?";
  const charges = await database.all<OldCharge>(select, account, before, batch);
  if (charges.length === 0) return NO_CHARGES;
  for (const [day, { charges: requests, tokens }] of sumsByDay(charges)) {
    await database.run(ADD_PRUNED, account, day, requests, tokens);
  }
  const among = `account = ? AND request_id IN (${charges.map(() => "?").join(", ")})`;
  const ids = charges.map(({ request_id }) => request_id);
  // A server whose clock is behind may have charged one of this age a moment ago: its repeat refers to it.
  await database.run(`DELETE FROM repeat_key WHERE ${among}`, account, ...ids);
  await database.run(`DELETE FROM charge WHERE ${among}`, account, ...ids);
  return charges.reduce((sum, { tokens }) => plusCharges(sum, { charges: 1, tokens }), NO_CHARGES);
}

function sumsByDay(charges: readonly OldCharge[]): ReadonlyMap<string, ChargeSum> {
  const sums = new Map<string, ChargeSum>();
  for (const { at, tokens } of charges) {
    const day = utcDay(at);
    sums.set(day, plusCharges(sums.get(day) ?? NO_CHARGES, { charges: 1, tokens }));
  }
  return sums;
}

/** Those that are over refer to charges, which could not go. Servers forget them, too, but only while they charge. */
async function forgetRepeats(database: AccountsDatabase, now: number): Promise<void> {
  while ((await database.run(FORGET_REPEATS, now - REPEATS_KEPT)) > 0);
}
