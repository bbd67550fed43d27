/** Where accounts are, in a folder or in a PostgreSQL database; and the interface to either that an operator's commands use. */

import { setTimeout as pause } from "node:timers/promises";
import { MICRO } from "./accounts.js";
import { randomText } from "./keyring.js";
import { accountsFile } from "./sqlite/file.js";

export type SqlValue = string | number | null;

export interface AccountsDatabase {
  /** What messages call it: a path, or host and database; never a password. */
  readonly name: string;
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Number of rows that were changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** Runs `work` as one transaction that no other operator comes between, and takes everything back when it throws. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` on the data of one moment. */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
  /** @throws AccountsFileError, AccountsDatabaseError naming the first thing that is not right */
  check(): Promise<void>;
  close(): Promise<void>;
}

export type AccountsPlace = { readonly file: string } | { readonly database: string };

/**
 * @param data a folder, or postgres://user@host/database
 * @throws RangeError when it is the address of anything else
 */
export function accountsPlace(data: string): AccountsPlace {
  return isDatabase(data) ? { database: data } : { file: accountsFile(data) };
}

/** @throws RangeError when it is an address, but not one of PostgreSQL: taken for a folder, it would keep its password as a name */
export function isDatabase(data: string): boolean {
  if (/^postgres(ql)?:\/\//i.test(data)) return true;
  if (data.includes("://") || /^postg\w*:/i.test(data)) {
    throw new RangeError(
      `accounts must be in a folder or in postgres://user@host/database, got ${withoutPassword(data)}`,
    );
  }
  return false;
}

/** All between the scheme and the last @, as a password may have any character. */
function withoutPassword(address: string): string {
  return address.replace(/^([^:]*:(?:\/\/)?).*@/s, "$1…@").replace(/\?.*$/s, "?…");
}

/** What messages call it: a path, or host and database. A password is never shown. */
export function placeName(place: AccountsPlace): string {
  return "file" in place ? place.file : databaseName(place.database);
}

/** @throws RangeError that does not repeat the address: it may have a password */
export function databaseName(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const name = decodeURIComponent(url?.pathname.slice(1) ?? "");
  if (url === undefined || name === "" || name.includes("/")) {
    throw new RangeError("the address of the accounts must be postgres://user@host:port/database");
  }
  const host = url.hostname || url.searchParams.get("host") || process.env.PGHOST || "localhost";
  return `${host}${url.port === "" ? "" : `:${url.port}`}/${name}`;
}

/** Who does it, and when. */
export interface Actor {
  readonly name: string;
  /** Unix ms. */
  readonly now: number;
}

/** Goes into the transaction of the change itself. */
export async function noteAction(
  database: AccountsDatabase,
  { name, now }: Actor,
  { action, subject, detail }: { readonly action: string; readonly subject: string; readonly detail: string },
): Promise<void> {
  const sql = `INSERT INTO admin_action (at, actor, action, subject, detail, sequence)
    VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(sequence), 0) + 1 FROM admin_action))`;
  await database.run(sql, now, name, action, subject, detail);
}

/** `deleting`: begun, and to be finished by the same command. */
export type AccountState = "active" | "suspended" | "deleting" | "deleted";

export interface FoundAccount {
  /** What rows refer to. */
  readonly name: string;
  readonly shownName: string;
  readonly created: number;
  readonly plan: string | null;
  readonly suspended: number | null;
  /** Of one that is being deleted: where its books go. */
  readonly successor: string | null;
  readonly deleted: number | null;
}

export const SHOWN_NAME = "coalesce(shown_name, name)";
const FIND = `SELECT name, ${SHOWN_NAME} AS "shownName", created, plan, suspended, successor, deleted
  FROM account WHERE name = ? OR shown_name = ?`;

/** @throws RangeError if there is no account of this name */
export async function findAccount(database: AccountsDatabase, name: string): Promise<FoundAccount> {
  const found = await database.get<FoundAccount>(FIND, name, name);
  if (found) return found;
  throw new RangeError(
    `ACCOUNT must be the name of an account, got ${JSON.stringify(name)}: "accounts list" shows them`,
  );
}

/** An account that may still be changed. @throws RangeError if no account has this name, or it is deleted */
export async function findLiving(database: AccountsDatabase, name: string): Promise<FoundAccount> {
  const found = await findAccount(database, name);
  if (found.deleted !== null) throw new RangeError(`account ${found.name} was deleted: only its books are kept`);
  if (found.successor === null) return found;
  throw new RangeError(`account ${found.shownName} is being deleted: "accounts delete" finishes it`);
}

export function stateOf({ suspended, successor, deleted }: Omit<FoundAccount, "shownName">): AccountState {
  if (deleted !== null) return "deleted";
  if (successor !== null) return "deleting";
  return suspended === null ? "active" : "suspended";
}

/** Who may be called so: nobody else is, nor was created so, in any case. @throws RangeError */
export async function demandFreeName(database: AccountsDatabase, name: string, own?: string): Promise<void> {
  const sql = `SELECT name, ${SHOWN_NAME} AS "shownName" FROM account
    WHERE (lower(name) = lower(?) OR lower(shown_name) = lower(?)) AND name <> ?`;
  const same = await database.get<{ name: string; shownName: string }>(sql, name, name, own ?? "");
  if (!same) return;
  const other = same.shownName === name ? "" : `, as ${same.shownName}`;
  throw new RangeError(`account ${JSON.stringify(name)} already exists${other}`);
}

/** @throws RangeError */
export function checkName(what: string, name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name)) return;
  const form = "1 to 64 letters, digits and . _ @ -, the first a letter or digit";
  throw new RangeError(`${what} must be ${form}, got ${JSON.stringify(name)}`);
}

export interface GrantOptions {
  /** Micro-tokens. */
  readonly tokens: number;
  /** Unix ms (default: now). */
  readonly starts?: number | undefined;
  /** Unix ms (default: it never ends). */
  readonly expires?: number | undefined;
}

/** Most micro-tokens of an account, over all of its grants: sums stay exact. */
const MOST_GRANTED = 9e9 * MICRO;

/**
 * Goes into the transaction of whatever it is given for.
 *
 * @returns the id of the grant
 * @throws RangeError for an end before its start, and for more tokens than an account can have
 */
export async function insertGrant(
  database: AccountsDatabase,
  { now }: Actor,
  account: string,
  { tokens, starts = now, expires }: GrantOptions,
): Promise<string> {
  if (expires !== undefined && expires <= Math.max(starts, now)) {
    throw new RangeError(`expires must be after the start and in the future, got ${new Date(expires).toISOString()}`);
  }
  const sql = "SELECT coalesce(sum(tokens), 0) AS granted FROM token_grant WHERE account = ?";
  const { granted } = (await database.get<{ granted: number }>(sql, account))!;
  if (granted + tokens > MOST_GRANTED) {
    const most = `an account can have at most ${MOST_GRANTED / MICRO} granted tokens`;
    throw new RangeError(`tokens: ${most}, ${account} has ${granted / MICRO}, got ${tokens / MICRO} more`);
  }
  const id = randomText(8);
  const insert = "INSERT INTO token_grant (id, account, tokens, used, starts, expires) VALUES (?, ?, ?, 0, ?, ?)";
  await database.run(insert, id, account, tokens, starts, expires ?? null);
  return id;
}

/** Each action is one transaction, with its row in the audit of changes. All methods throw RangeError for invalid arguments. */
export class Operator {
  protected readonly database: AccountsDatabase;
  protected readonly actor: Actor;

  constructor(database: AccountsDatabase, actor: Actor) {
    this.database = database;
    this.actor = actor;
  }

  protected note(action: string, subject: string, detail: string): Promise<void> {
    return noteAction(this.database, this.actor, { action, subject, detail });
  }
}

export interface ChargeSum {
  readonly charges: number;
  /** Micro-tokens. */
  readonly tokens: number;
}

export const NO_CHARGES: ChargeSum = { charges: 0, tokens: 0 };

export function plusCharges(a: ChargeSum, b: ChargeSum): ChargeSum {
  return { charges: a.charges + b.charges, tokens: a.tokens + b.tokens };
}

/** Transactions of `batch` charges each, until one finds less. As long as the others had to wait, they have room between two. */
export async function inBatches(batch: number, work: () => Promise<ChargeSum>): Promise<ChargeSum> {
  let sum = NO_CHARGES;
  for (;;) {
    const since = performance.now();
    const done = await work();
    sum = plusCharges(sum, done);
    if (done.charges < batch) return sum;
    await pause(performance.now() - since);
  }
}
