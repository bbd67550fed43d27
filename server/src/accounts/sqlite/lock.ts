/** One server per file. The lock is the operating system's, so it ends with the process, however that ends. */
import { dirname } from "node:path";
import { type Database, openDatabase, SQLITE, type SqliteEngine, sqliteCode } from "./database.js";
import { giveToOwnerOf } from "./owner.js";

/** Somebody else has the file: a server that runs. */
export class ServerRunningError extends Error {
  override readonly name = "ServerRunningError";
  readonly code = "ERR_SERVER_RUNNING";
}

export interface FileLock {
  release(): void;
}

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
