/** An accounts file as the commands of an operator use it: its rows, its check, its backups. */
import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { draftOf } from "irradiance-engine/internal/shared/node";
import type { AccountsDatabase, Actor } from "../accounts-database.js";
import { noteCopy } from "../copy.js";
import { SUMS } from "../store.js";
import type { Database } from "./database.js";
import {
  AccountsFileError,
  CAN_SHRINK,
  explain,
  explained,
  giveToOwnerOf,
  lockFile,
  OWNER_ONLY,
  openAccountsFile,
  putInPlace,
  realFile,
  reserveFile,
} from "./file.js";

/** @param create whether a missing file is made */
export function administeredFile(file: string, create = false): AccountsDatabase {
  return administered(file, openAccountsFile(file, { create }));
}

/** A file that is open already. */
export function administered(file: string, database: Database): AccountsDatabase {
  const explained = async <T>(work: () => T): Promise<Awaited<T>> => {
    try {
      return await work();
    } catch (cause) {
      throw explain(file, cause);
    }
  };
  const within =
    (begin: string) =>
    async <T>(work: () => Promise<T>): Promise<T> => {
      await explained(() => database.exec(begin));
      try {
        const result = await work();
        await explained(() => database.exec("COMMIT"));
        return result;
      } catch (cause) {
        await explained(() => database.exec("ROLLBACK")).catch(() => {}); // SQLite may have done so already
        throw cause;
      }
    };
  return {
    name: file,
    get: (sql, ...values) => explained(() => database.prepare<never>(sql).get(...values)),
    all: (sql, ...values) => explained(() => database.prepare<never>(sql).all(...values)),
    run: (sql, ...values) => explained(() => database.prepare(sql).run(...values)),
    transaction: within("BEGIN IMMEDIATE"),
    snapshot: within("BEGIN"),
    check: () => explained(() => checkAccounts(file, database)),
    close: () => explained(() => database.close()),
  };
}

/** @throws AccountsFileError naming the first thing that is not right */
export function checkAccounts(file: string, database: Database): void {
  const [finding] = database.prepare<{ integrity_check: string }>("PRAGMA integrity_check(1)").all();
  if (finding?.integrity_check !== "ok") {
    throw new AccountsFileError(`${file} is damaged (${finding?.integrity_check}): restore a backup`);
  }
  const [orphan] = database.prepare<{ table: string; parent: string }>("PRAGMA foreign_key_check").all();
  if (orphan) throw new AccountsFileError(`${file}: a row of ${orphan.table} has no ${orphan.parent}`);
  for (const [sums, sql] of Object.entries(SUMS)) {
    const account = database.prepare<{ name: string }>(sql).get();
    if (account) throw new AccountsFileError(`${file}: ${sums} of account ${account.name} differ`);
  }
}

/**
 * Copies the accounts as they are at one moment. Others may write meanwhile. The copy is checked before it gets its name.
 *
 * @throws RangeError when there is such a file already: a backup replaces nothing
 * @throws AccountsFileError if the copy cannot be written or is not intact
 */
export function backUp(database: Database, target: string): void {
  if (existsSync(target)) throw new RangeError(`FILE must be the name of a new file, got ${target}, which exists`);
  const unfinished = draftOf(target);
  try {
    explained(target, () => reserveFile(unfinished));
    database.exec(CAN_SHRINK);
    explained(target, () => database.prepare("VACUUM INTO ?").run(unfinished));
    checkCopy(unfinished);
    explained(target, () => putInPlace(unfinished, target));
  } finally {
    removeDatabase(unfinished);
  }
}

/**
 * Replaces an accounts file by a backup. The previous file is kept beside it.
 *
 * @returns where that is; undefined: there was nothing
 * @throws ServerRunningError while a server has the file
 * @throws AccountsFileError if the backup is not intact; then nothing is changed
 */
export async function restoreBackup(file: string, backup: string, actor: Actor): Promise<string | undefined> {
  if (!existsSync(backup)) throw new RangeError(`FILE must be a backup, got ${backup}, which does not exist`);
  const real = explained(file, () => realFile(file));
  const lock = explained(real, () => lockFile(real));
  const unfinished = draftOf(real);
  try {
    explained(real, () => {
      copyFileSync(backup, unfinished);
      chmodSync(unfinished, OWNER_ONLY);
      giveToOwnerOf(existsSync(real) ? real : dirname(real), unfinished);
    });
    await checkRestored(unfinished, backup, actor);
    return explained(real, () => replaceKept(unfinished, real, actor.now));
  } finally {
    removeDatabase(unfinished);
    lock.release();
  }
}

function checkCopy(copy: string): void {
  const database = openAccountsFile(copy, { locked: true });
  try {
    makeWhole(copy, database);
  } finally {
    database.close();
  }
  syncFile(copy);
}

/** As `checkCopy`, with a line in the audit of changes. */
async function checkRestored(copy: string, backup: string, actor: Actor): Promise<void> {
  const database = openAccountsFile(copy, { locked: true });
  try {
    const accounts = administered(copy, database);
    await accounts.transaction(() => noteCopy(accounts, { actor, action: "accounts restored", subject: backup }));
    makeWhole(copy, database);
  } finally {
    database.close();
  }
  syncFile(copy);
}

/** Into the file itself: it is moved without its log. */
function makeWhole(copy: string, database: Database): void {
  explained(copy, () => checkAccounts(copy, database));
  const mode = database.prepare<{ journal_mode: string }>("PRAGMA journal_mode = DELETE").get()!.journal_mode;
  if (mode !== "delete") throw new AccountsFileError(`${copy} is in use by another program`);
}

/** The old file is copied first, with its log: at every moment one of the two is complete. */
function replaceKept(next: string, file: string, now: number): string | undefined {
  const kept = existsSync(file) ? `${file}.${new Date(now).toISOString().replaceAll(":", "")}` : undefined;
  if (kept) copyWithLog(file, kept);
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  renameSync(next, file);
  return kept;
}

function copyWithLog(file: string, kept: string): void {
  if (existsSync(kept)) throw new AccountsFileError(`${kept} already exists: try again in a moment`);
  for (const end of ["", "-wal"]) {
    if (!existsSync(file + end)) continue;
    copyFileSync(file + end, kept + end);
    giveToOwnerOf(file + end, kept + end);
    syncFile(kept + end);
  }
}

function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

export function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}
