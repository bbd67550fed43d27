/**
 * Refunds: a charge that stays in the books, and a grant that gives its tokens back, in one transaction. No sum that was there
 * before changes its meaning. A charge is refunded once at most; what was pruned is no charge any more.
 */
import { setTimeout as pause } from "node:timers/promises";
import { MICRO } from "./accounts.js";
import type { AccountsDatabase } from "./accounts-database.js";
import { type Actor, noteAction } from "./admin-action.js";
import { findLiving } from "./found-account.js";
import { insertGrant } from "./grant.js";
import { checkNote } from "./plans.js";
import { utcDay } from "./utc-day.js";

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

export interface Refunded {
  readonly charges: number;
  /** Micro-tokens. */
  readonly tokens: number;
}

interface Charge {
  readonly request_id: string;
  readonly at: number;
  readonly tokens: number;
}

const ALL_ACCOUNTS = "SELECT name FROM account WHERE deleted IS NULL AND successor IS NULL ORDER BY name";
const NOTHING: Refunded = { charges: 0, tokens: 0 };

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
): Promise<Refunded> {
  checkReason(options.reason);
  const accounts =
    account === undefined ? await database.all<{ name: string }>(ALL_ACCOUNTS) : [await findLiving(database, account)];
  let sum = NOTHING;
  for (const { name } of accounts) {
    const some = () => database.transaction(() => refundSomeCut(database, actor, name, { from, to, batch, options }));
    for (let isMore = true; isMore; ) {
      const since = performance.now();
      const refunded = await some();
      sum = { charges: sum.charges + refunded.charges, tokens: sum.tokens + refunded.tokens };
      isMore = refunded.charges === batch;
      // As long as the others had to wait, they have room.
      if (isMore) await pause(performance.now() - since);
    }
  }
  return sum;
}

async function refundSomeCut(
  database: AccountsDatabase,
  actor: Actor,
  account: string,
  { from, to, batch, options }: { from: number; to: number; batch: number; options: RefundOptions },
): Promise<Refunded> {
  const sql = `SELECT request_id, at, tokens FROM charge c WHERE account = ? AND at >= ? AND at < ? AND cut = 1 AND tokens > 0
    AND NOT EXISTS (SELECT 1 FROM refund r WHERE r.account = c.account AND r.request_id = c.request_id AND r.charged_at = c.at)
    ORDER BY at LIMIT ?`;
  const charges = await database.all<Charge>(sql, account, from, to, batch);
  if (charges.length === 0) return NOTHING;
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
