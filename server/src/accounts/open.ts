/** Opens accounts wherever they are. */
import type { Accounts } from "./accounts.js";
import { openPostgresStore } from "./postgres/store.js";
import type { SqliteEngine } from "./sqlite/database.js";
import { openSqliteStore } from "./sqlite/store.js";
import type { AccountsStore } from "./store.js";
import { type Report, StoredAccounts } from "./stored-accounts.js";

export interface OpenAccountsOptions {
  /** Path of the SQLite file; it is made, with its directory, when it is missing. */
  readonly file?: string | undefined;
  /** postgres://user@host/database, in place of a file: then several servers may use it at a time. */
  readonly database?: string | undefined;
  /** Unix ms (default: Date.now). */
  readonly clock?: (() => number) | undefined;
  /** ms between two checks for changes by others (default 1000, at most 5000). */
  readonly poll?: number | undefined;
  /** Called for failures in the background, once for each that persists (default: a process warning). */
  readonly report?: Report | undefined;
  /** Called after each check that found nothing amiss. */
  readonly well?: (() => void) | undefined;
  /** Which SQLite (default: Node's own where it has one, else libsql). */
  readonly engine?: SqliteEngine | undefined;
}

/**
 * Opens the accounts: of a file for the one server that may have it, of a database for any number. The command line may write
 * all the while: keys, grants and accounts that it or another server changes are seen within `poll` ms.
 *
 * @throws ServerRunningError when a server has the file
 * @throws AccountsFileError when the file is damaged, another program's, of a newer version, or cannot be written
 * @throws AccountsDatabaseError when the database cannot be used, AccountsUnavailableError when it does not answer
 * @experimental
 */
export async function openAccounts(options: OpenAccountsOptions): Promise<Accounts> {
  const { clock = Date.now, poll = 1000, report = warn, well = () => {} } = options;
  if (!(poll >= 1 && poll <= 5000)) throw new RangeError(`poll must be 1 to 5000 ms, got ${poll}`);
  const store = await openStore(options, clock);
  try {
    return await StoredAccounts.open(store, clock, poll, { report, well });
  } catch (cause) {
    await store.close();
    throw cause;
  }
}

async function openStore({ file, database, engine }: OpenAccountsOptions, clock: () => number): Promise<AccountsStore> {
  if ((file === undefined) === (database === undefined)) {
    throw new TypeError("openAccounts takes either file or database");
  }
  return database === undefined ? openSqliteStore({ file: file!, clock, engine }) : openPostgresStore(database, clock);
}

function warn(message: string): void {
  process.emitWarning(message);
}
