/** The account that an operator means: by the name that it was created with, or by the one that people see. */
import type { AccountsDatabase } from "./accounts-database.js";

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

/** One that may still be changed. @throws RangeError if there is none of this name, or it is deleted */
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
