/**
 * Old charges into sums by account and day. Balances come from grants, and usage from its own sums: neither knows the difference.
 * Servers go on meanwhile: it is done in short transactions, with pauses in which servers come to write.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { AccountsDatabase } from "./accounts-database.js";
import { type Actor, noteAction } from "./admin-action.js";
import { REPEATS_KEPT } from "./repeats.js";
import { ADD_PRUNED, FORGET_REPEATS } from "./sql.js";
import { utcDay } from "./utc-day.js";

/**
 * ms in which every charge is kept: twice as long as its `Idempotency-Key` lasts, and far longer than a balancer may send its
 * request again.
 */
export const CHARGES_KEPT = 2 * REPEATS_KEPT;

export interface PruneOptions {
  /** Unix ms: charges of requests that came before. */
  readonly before: number;
  readonly actor: Actor;
  /** Charges in one transaction (default 1000). */
  readonly batch?: number | undefined;
}

export interface Pruned {
  readonly charges: number;
  /** Micro-tokens. */
  readonly tokens: number;
}

interface OldCharge {
  readonly request_id: string;
  readonly at: number;
  readonly tokens: number;
}

const NOTHING: Pruned = { charges: 0, tokens: 0 };

/**
 * Can be broken off at any moment, and begun again: each transaction is whole by itself.
 *
 * @throws RangeError when charges would go that repeats may still need; what the database throws
 */
export async function pruneCharges(
  database: AccountsDatabase,
  { before, actor, batch = 1000 }: PruneOptions,
): Promise<Pruned> {
  const latest = actor.now - CHARGES_KEPT;
  if (!(before <= latest)) {
    throw new RangeError(
      `before must be ${timeOf(latest)} or earlier, got ${timeOf(before)}: newer charges may be needed`,
    );
  }
  const subject = `before ${timeOf(before)}`;
  const note = (action: string, detail: string) => noteAction(database, actor, { action, subject, detail });
  await database.transaction(() => note("charges pruned: begin", ""));
  await forgetRepeats(database, actor.now);
  let sum = NOTHING;
  for (const { name } of await database.all<{ name: string }>("SELECT name FROM account ORDER BY name")) {
    sum = added(sum, await pruneAccount(database, name, before, batch));
  }
  await database.transaction(() => note("charges pruned: end", `${sum.charges} charges`));
  return sum;
}

async function pruneAccount(database: AccountsDatabase, account: string, before: number, batch: number) {
  let sum = NOTHING;
  for (;;) {
    const since = performance.now();
    const pruned = await database.transaction(() => pruneBatch(database, account, before, batch));
    sum = added(sum, pruned);
    if (pruned.charges < batch) return sum;
    // As long as the others had to wait, they have room.
    await pause(performance.now() - since);
  }
}

async function pruneBatch(database: AccountsDatabase, account: string, before: number, batch: number): Promise<Pruned> {
  const select = "SELECT request_id, at, tokens FROM charge WHERE account = ? AND at < ? ORDER BY at LIMIT ?";
  const charges = await database.all<OldCharge>(select, account, before, batch);
  if (charges.length === 0) return NOTHING;
  for (const [day, { charges: requests, tokens }] of sumsByDay(charges)) {
    await database.run(ADD_PRUNED, account, day, requests, tokens);
  }
  const marks = charges.map(() => "?").join(", ");
  const ids = charges.map(({ request_id }) => request_id);
  // A server whose clock is behind may keep one meanwhile, for a charge that is old already.
  await database.run(`DELETE FROM repeat_key WHERE account = ? AND request_id IN (${marks})`, account, ...ids);
  await database.run(`DELETE FROM charge WHERE account = ? AND request_id IN (${marks})`, account, ...ids);
  return charges.reduce((sum, { tokens }) => added(sum, { charges: 1, tokens }), NOTHING);
}

function sumsByDay(charges: readonly OldCharge[]): ReadonlyMap<string, Pruned> {
  const sums = new Map<string, Pruned>();
  for (const { at, tokens } of charges) {
    const day = utcDay(at);
    sums.set(day, added(sums.get(day) ?? NOTHING, { charges: 1, tokens }));
  }
  return sums;
}

/** Those that are over refer to charges, which could not go. Servers forget them, too, but only while they charge. */
async function forgetRepeats(database: AccountsDatabase, now: number): Promise<void> {
  while ((await database.run(FORGET_REPEATS, now - REPEATS_KEPT)) > 0);
}

function added(a: Pruned, b: Pruned): Pruned {
  return { charges: a.charges + b.charges, tokens: a.tokens + b.tokens };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
