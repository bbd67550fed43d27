/** Opens accounts wherever they are for an operator, and takes them from one place to another: to a database, into a backup, and back. */
import { existsSync } from "node:fs";
import { draftOf } from "irradiance-engine/internal/shared/node";
import { type AccountsDatabase, type AccountsPlace, type Actor, placeName } from "./accounts-database.js";
import { type Copied, type CopyNote, copyAccounts } from "./copy.js";
import { administeredDatabase } from "./postgres/schema.js";
import { administeredFile, backUp, removeDatabase, restoreBackup } from "./sqlite/administered.js";
import { lockFile, openAccountsFile, realFile } from "./sqlite/file.js";

/**
 * Copies all accounts to a place that has none. A server that has the source in a file must be stopped: what it charged
 * afterwards would be lost.
 *
 * @throws ServerRunningError, RangeError when the target has accounts; what opening them throws
 */
export async function transferAccounts(from: AccountsPlace, to: AccountsPlace, actor: Actor): Promise<Copied> {
  return transfer(from, to, { actor, action: "accounts copied", subject: placeName(from) });
}

async function transfer(from: AccountsPlace, to: AccountsPlace, note: CopyNote): Promise<Copied> {
  const source = await openAdministered(from);
  const lock = "file" in from ? lockFile(realFile(from.file)) : undefined;
  try {
    return await copyTo(source, to, note);
  } finally {
    lock?.release();
    await source.close();
  }
}

async function copyTo(source: AccountsDatabase, to: AccountsPlace, note?: CopyNote): Promise<Copied> {
  const target = await openAdministered(to, { create: true });
  try {
    const copied = await copyAccounts(source, target, note);
    await target.check();
    return copied;
  } finally {
    await target.close();
  }
}

/**
 * Copies the accounts as they are at one moment into a new file, wherever they are. Servers may go on meanwhile. The copy is
 * checked before it gets its name.
 *
 * @throws RangeError when there is such a file already: a backup replaces nothing
 */
export async function backUpAccounts(place: AccountsPlace, target: string): Promise<void> {
  if ("file" in place) return backUpFile(place.file, target);
  if (existsSync(target)) throw new RangeError(`FILE must be the name of a new file, got ${target}, which exists`);
  const source = await openAdministered(place);
  const rows = draftOf(target);
  try {
    await copyTo(source, { file: rows });
    backUpFile(rows, target);
  } finally {
    removeDatabase(rows);
    await source.close();
  }
}

function backUpFile(file: string, target: string): void {
  const database = openAccountsFile(file);
  try {
    backUp(database, target);
  } finally {
    database.close();
  }
}

/**
 * Puts a backup in the place of a file, or into a database that has no accounts.
 *
 * @returns where the previous file is kept; undefined: there was nothing
 */
export async function restoreAccounts(place: AccountsPlace, backup: string, actor: Actor): Promise<string | undefined> {
  if ("file" in place) return restoreBackup(place.file, backup, actor);
  if (!existsSync(backup)) throw new RangeError(`FILE must be a backup, got ${backup}, which does not exist`);
  await transfer({ file: backup }, place, { actor, action: "accounts restored", subject: backup });
  return undefined;
}

interface AdministeredOptions {
  /** Whether a missing file is made. The tables of a database are, always. */
  readonly create?: boolean;
}

export async function openAdministered(
  place: AccountsPlace,
  { create = false }: AdministeredOptions = {},
): Promise<AccountsDatabase> {
  return "file" in place ? administeredFile(place.file, create) : administeredDatabase(place.database);
}
