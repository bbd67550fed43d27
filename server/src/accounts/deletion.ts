/**
 * The end of an account: its keys are revoked, its grants and jobs ended, and its name is forgotten. Its books are kept, under a
 * pseudonym. All of its rows get that in short transactions, while servers go on: each leaves all sums right, and the command
 * that is given again goes on where it was broken off.
 *
 * A request may be under way whose charge comes when its account has no row any more: the store finds where the books are by
 * the id of its key.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { AccountsDatabase, Actor, FoundAccount, SqlValue } from "./accounts-database.js";
import { findAccount, noteAction } from "./accounts-database.js";
import { cancelJob, taken } from "./jobs/steps.js";
import { randomText } from "./keyring.js";
import { ADD_PRUNED } from "./store.js";

/** Charges in one transaction. */
const BATCH = 1000;

/** In `pruned_day`, while charges are moved: what has gone already, so that the sums of both accounts are right. */
const MOVING = "0000-00-00";

interface DeletedAccount {
  /** `deleted-` and 8 letters and digits. */
  readonly pseudonym: string;
}

/** @throws RangeError if there is no account of this name, or it was deleted; what the database throws: it may be called again */
export async function deleteAccount(
  database: AccountsDatabase,
  account: string,
  actor: Actor,
  batch = BATCH,
): Promise<DeletedAccount> {
  const found = await findAccount(database, account);
  if (found.deleted !== null)
    throw new RangeError(`account ${found.name} was deleted already: only its books are kept`);
  const pseudonym = await begin(database, found, actor);
  const ends = { name: found.name, pseudonym, actor };
  await database.transaction(() => cancelJobs(database, ends));
  while ((await database.transaction(() => moveCharges(database, ends, batch))) === batch) {
    // Others come to write.
    await pause(1);
  }
  await database.transaction(() => end(database, ends));
  return { pseudonym };
}

type Ends = { readonly name: string; readonly pseudonym: string; readonly actor: Actor };

/** From here on nothing opens the account, and nobody but this command changes it. */
async function begin(database: AccountsDatabase, { name }: FoundAccount, actor: Actor): Promise<string> {
  return database.transaction(async () => {
    const { successor, created } = await findAccount(database, name);
    if (successor !== null) return successor;
    const { now } = actor;
    const pseudonym = await freePseudonym(database);
    const insert = "INSERT INTO account (name, created, suspended, deleted) VALUES (?, ?, ?, ?)";
    await database.run(insert, pseudonym, created, now, now);
    const mark = "UPDATE account SET successor = ?, suspended = coalesce(suspended, ?), plan = NULL WHERE name = ?";
    await database.run(mark, pseudonym, now, name);
    await database.run("DELETE FROM account_limit WHERE account = ?", name);
    await database.run("DELETE FROM stored_system WHERE account = ?", name);
    await changeKeys(database, name, "revoked = coalesce(revoked, ?), label = ''", now);
    const endGrants = `UPDATE token_grant SET expires = CASE WHEN starts > ? THEN starts ELSE ? END
      WHERE account = ? AND (expires IS NULL OR expires > ?)`;
    await database.run(endGrants, now, now, name, now);
    await noteAction(database, actor, { action: "account deleted: begin", subject: pseudonym, detail: "" });
    return pseudonym;
  });
}

/** One after the other: servers that note their uses have them in the same order. */
async function changeKeys(database: AccountsDatabase, name: string, change: string, value: SqlValue): Promise<void> {
  for (const { id } of await database.all<{ id: string }>(
    "SELECT id FROM access_key WHERE account = ? ORDER BY id",
    name,
  ))
    await database.run(`UPDATE access_key SET ${change} WHERE id = ?`, value, id);
}

async function freePseudonym(database: AccountsDatabase): Promise<string> {
  for (;;) {
    const pseudonym = `deleted-${randomText(8)}`;
    if (!(await database.get("SELECT name FROM account WHERE lower(name) = lower(?)", pseudonym))) return pseudonym;
  }
}

/** Goes into a transaction. The servers remove them, with the files of their results. */
async function cancelJobs(database: AccountsDatabase, { name, actor }: Ends): Promise<void> {
  await lock(database, name);
  const living = "SELECT id FROM job WHERE account = ? AND state = 'living'";
  for (const { id } of await database.all<{ id: string }>(living, name)) {
    await taken(cancelJob(id, actor.now), (step) => {
      if ("charge" in step) throw new TypeError("an operator's command charges nothing");
      return database.all<object>(step.sql, ...step.values);
    });
  }
}

/** As whoever charges the account has it first: in PostgreSQL no two wait for each other. */
async function lock(database: AccountsDatabase, name: string): Promise<void> {
  await database.run("UPDATE account SET suspended = suspended WHERE name = ?", name);
}

/** @returns how many; nobody repeats their requests any more */
async function moveCharges(database: AccountsDatabase, { name, pseudonym }: Ends, batch: number): Promise<number> {
  await lock(database, name);
  const select = "SELECT request_id, tokens FROM charge WHERE account = ? LIMIT ?";
  const charges = await database.all<{ readonly request_id: string; readonly tokens: number }>(select, name, batch);
  if (charges.length === 0) return 0;
  const ids = charges.map(({ request_id }) => request_id);
  const among = `account = ? AND request_id IN (${ids.map(() => "?").join(", ")})`;
  await database.run(`DELETE FROM repeat_key WHERE ${among}`, name, ...ids);
  await database.run(`UPDATE charge SET account = ? WHERE ${among}`, pseudonym, name, ...ids);
  const tokens = charges.reduce((sum, charge) => sum + charge.tokens, 0);
  await database.run(ADD_PRUNED, name, MOVING, charges.length, tokens);
  await database.run(ADD_PRUNED, pseudonym, MOVING, -charges.length, -tokens);
  return charges.length;
}

/** Sums of requests and tokens, by the account and these columns. Charges that were moved may have been pruned since. */
const SUMMED: Readonly<Record<string, string>> = { usage_day: "day, endpoint", pruned_day: "day" };

function movedSums(table: string, columns: string): string {
  return `INSERT INTO ${table} (account, ${columns}, requests, tokens)
    SELECT ?, ${columns}, requests, tokens FROM ${table} WHERE account = ?
    ON CONFLICT (account, ${columns}) DO UPDATE
    SET requests = ${table}.requests + excluded.requests, tokens = ${table}.tokens + excluded.tokens`;
}

/** What is left has the pseudonym, sums with the grants and charges that they are of; and the account is gone. */
async function end(database: AccountsDatabase, ends: Ends): Promise<void> {
  const { name, pseudonym, actor } = ends;
  await cancelJobs(database, ends); // one may have been on its way when the others were cancelled
  while ((await moveCharges(database, ends, BATCH)) > 0);
  await database.run("DELETE FROM pruned_day WHERE day = ? AND account IN (?, ?)", MOVING, name, pseudonym);
  await changeKeys(database, name, "account = ?", pseudonym);
  await database.run("UPDATE refund SET reason = '' WHERE account = ?", name);
  for (const table of ["token_grant", "job", "refund"]) {
    await database.run(`UPDATE ${table} SET account = ? WHERE account = ?`, pseudonym, name);
  }
  for (const [table, columns] of Object.entries(SUMMED)) {
    await database.run(movedSums(table, columns), pseudonym, name);
    await database.run(`DELETE FROM ${table} WHERE account = ?`, name);
  }
  await forgetName(database, ends);
  await database.run("DELETE FROM account WHERE name = ?", name);
  await noteAction(database, actor, { action: "account deleted: end", subject: pseudonym, detail: "" });
}

/** In the audit of changes: of what was said about the account only the figures of its grants stay. */
async function forgetName(database: AccountsDatabase, { name, pseudonym }: Ends): Promise<void> {
  const said = "UPDATE admin_action SET detail = '' WHERE subject = ? AND action <> 'tokens granted'";
  await database.run(said, name);
  await database.run("UPDATE admin_action SET subject = ? WHERE subject = ?", pseudonym, name);
  await database.run("UPDATE admin_action SET detail = ? WHERE detail = ?", pseudonym, name);
}
