/** The accounts file: created completely or not at all, never overwritten, rejected if it is not valid, and one server's at a time. */
import type { Stats } from "node:fs";
import { chownSync, closeSync, linkSync, openSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { draftOf, makeFolderSync } from "irradiance-engine/internal/shared/node";
import { APPLICATION_ID, SCHEMA_VERSION, STEPS } from "../schema.js";
import { type Database, openDatabase, SQLITE, type SqliteEngine, sqliteCode } from "./database.js";

/** The file cannot be used. The message names it and says what helps. */
export class AccountsFileError extends Error {
  override readonly name = "AccountsFileError";
  readonly code = "ERR_ACCOUNTS_FILE";
}

/** The accounts' file in a data directory. */
export function accountsFile(directory: string): string {
  return join(directory, "irradiance.db");
}

export interface OpenFileOptions {
  /** Whether a missing file is made, with its directory; else it is an error. */
  readonly create?: boolean;
  /** Whether the caller has the server's lock already. */
  readonly locked?: boolean;
  readonly engine?: SqliteEngine | undefined;
  /** How long a statement waits for another writer, in ms (default 5000). */
  readonly busyTimeout?: number;
}

/**
 * Opens an accounts file, in WAL with every commit synced to the disk.
 *
 * @throws AccountsFileError when it is missing, damaged, another program's, of a newer version, or cannot be written
 */
export function openAccountsFile(file: string, options: OpenFileOptions = {}): Database {
  if (options.create) makeFile(file, options.engine);
  return explained(file, () => {
    const found = statIfThere(file);
    if (!found) throw new AccountsFileError(`${file} does not exist: "accounts create NAME" creates it`);
    // SQLite treats an empty file as a new database: lost accounts would go unnoticed.
    if (found.size === 0) throw new AccountsFileError(`${file} is empty: restore a backup, or remove it to start over`);
    return openExisting(file, options);
  });
}

/** Makes the file with its tables, and its directory; without effect when it is there. */
export function makeFile(file: string, engine?: SqliteEngine): void {
  explained(file, () => {
    if (!statIfThere(file)) createFile(file, engine);
  });
}

/** Runs `work` on a file; errors of SQLite or the system are expressed in terms of the file. */
export function explained<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw explain(file, cause);
  }
}

/** Path of a file without links, so that one file has one lock. */
export function realFile(file: string): string {
  return statIfThere(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}

function openExisting(file: string, { engine, busyTimeout = 5000, locked = false }: OpenFileOptions): Database {
  const database = openDatabase(file, engine);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
    const marks = schemaMarks(database);
    refuseForeign(file, marks);
    refuseDamaged(file, database);
    if (marks.version < SCHEMA_VERSION) migrateAlone(file, database, locked, engine);
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Files up to this size are checked at every opening, in about 0.05 s; "check" checks any file. */
const LOOKED_THROUGH = 8 * 2 ** 20;

/** Before anything is written: the remains of a damaged file must not be changed. */
function refuseDamaged(file: string, database: Database): void {
  if (statSync(file).size > LOOKED_THROUGH) return;
  const [finding] = database.prepare<{ quick_check: string }>("PRAGMA quick_check(1)").all();
  if (finding?.quick_check === "ok") return;
  // In one line, as every refusal.
  throw new AccountsFileError(`${file} ${REASONS[SQLITE.CORRUPT]} (${finding?.quick_check.replaceAll(/\s+/g, " ")})`);
}

function refuseForeign(file: string, { applicationId, version }: SchemaMarks): void {
  if (applicationId !== APPLICATION_ID) {
    throw new AccountsFileError(`${file} is the database of another program; nothing was changed`);
  }
  if (version > SCHEMA_VERSION) {
    const versions = `its tables have version ${version}, this server supports ${SCHEMA_VERSION}`;
    throw new AccountsFileError(`${file} was written by a newer server: ${versions}; nothing was changed`);
  }
}

/** A server of an older version may be at work on the tables. */
function migrateAlone(file: string, database: Database, locked: boolean, engine: SqliteEngine | undefined): void {
  const lock = locked ? undefined : lockFile(realFile(file), engine);
  try {
    migrate(database);
  } finally {
    lock?.release();
  }
}

/** Created under another name first: a crash leaves no incomplete file for the next start. */
function createFile(file: string, engine: SqliteEngine | undefined): void {
  makeFolderSync(dirname(file));
  const unfinished = draftOf(file);
  try {
    reserveFile(unfinished);
    const database = openDatabase(unfinished, engine);
    try {
      database.exec(CAN_SHRINK);
      migrate(database);
    } finally {
      database.close();
    }
    putInPlace(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** For the owner alone, whatever the umask: hashes of keys and what was asked are nobody else's. */
export const OWNER_ONLY = 0o600;

/** Makes the file empty before SQLite fills it, which would make it readable to all. Its -wal and -shm get the mode of the file. */
export function reserveFile(file: string): void {
  rmSync(file, { force: true });
  closeSync(openSync(file, "wx", OWNER_ONLY));
  giveToOwnerOf(dirname(file), file);
}

/** Gives a finished file its name, without replacing one that somebody else has made meanwhile. */
export function putInPlace(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return;
    // No hard links on this disk.
    renameSync(unfinished, file);
  }
}

export function statIfThere(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

const REASONS: Readonly<Record<number, string>> = {
  [SQLITE.BUSY]: "is locked by another program",
  [SQLITE.READONLY]: "cannot be written",
  [SQLITE.CORRUPT]: "is damaged: restore a backup; nothing was changed",
  [SQLITE.FULL]: "cannot be written: the disk is full",
  [SQLITE.CANTOPEN]: "cannot be opened or created: check the permissions of the file and its directory",
  [SQLITE.NOTADB]: "is damaged or not a database: restore a backup; nothing was changed",
};

/** An error of SQLite or the system, in terms of the file; any other error unchanged. */
export function explain(file: string, cause: unknown): unknown {
  const reason = REASONS[sqliteCode(cause) ?? -1];
  if (reason) return new AccountsFileError(`${file} ${reason} (${(cause as Error).message})`, { cause });
  const { code, syscall } = cause as NodeJS.ErrnoException;
  return syscall ? new AccountsFileError(`${file} cannot be opened or created (${code})`, { cause }) : cause;
}

/** Somebody else has the file: a server that runs. */
export class ServerRunningError extends Error {
  override readonly name = "ServerRunningError";
  readonly code = "ERR_SERVER_RUNNING";
}

export type FileLock = { release(): void };

/**
 * Takes the lock of an accounts file: an exclusive transaction on an empty database beside it. The file itself stays open to
 * the command line.
 *
 * @throws ServerRunningError when another process, or this one, has it
 */
export function lockFile(file: string, engine?: SqliteEngine): FileLock {
  const database = openDatabase(`${file}.lock`, engine);
  try {
    database.exec("PRAGMA busy_timeout = 0");
    database.exec("BEGIN EXCLUSIVE");
    giveToOwnerOf(dirname(file), `${file}.lock`);
  } catch (cause) {
    database.close();
    if (sqliteCode(cause) !== SQLITE.BUSY) throw cause;
    throw new ServerRunningError(`${file} is in use by a running server`, { cause });
  }
  return { release: () => releaseLock(database) };
}

function releaseLock(database: Database): void {
  database.exec("ROLLBACK");
  database.close();
}

/**
 * Gives a file to the owner of another file or folder. Only root can; for everybody else the file has its owner already.
 *
 * @param like what it stands beside, or in place of
 */
export function giveToOwnerOf(like: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  chownSync(file, uid, gid);
}

/** Before the first table of a file, or before it is copied: only then it can become smaller later. */
export const CAN_SHRINK = "PRAGMA auto_vacuum = INCREMENTAL";

type SchemaMarks = { readonly applicationId: number; readonly version: number };

function schemaMarks(database: Database): SchemaMarks {
  const one = (name: string) => Object.values(database.prepare<object>(`PRAGMA ${name}`).get()!)[0] as number;
  return { applicationId: one("application_id"), version: one("user_version") };
}

/** Takes the tables from the version they have to the newest, wholly or not at all. */
export function migrate(database: Database): void {
  database.transaction(() => {
    for (const step of STEPS.slice(schemaMarks(database).version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}
