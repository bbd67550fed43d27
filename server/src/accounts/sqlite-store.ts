/** Accounts in one SQLite file, for the one server that may have it. */
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { UsageRow } from "./accounts.js";
import { type Database, SQLITE, type SqliteEngine, sqliteCode } from "./database.js";
import { AccountsFileError, explain, explained, makeFile, openAccountsFile, realFile, statIfThere } from "./file.js";
import { type FileLock, lockFile, ServerRunningError } from "./lock.js";
import { prepareStatements, type Statements } from "./sqlite-statements.js";
import type { AccountsStore, Batch, ChargeRecord, Snapshot, StoredRepeat } from "./store.js";
import { utcDay } from "./utc-day.js";

/** For how long a commit is tried again while the command line writes, and how often. ms */
const BUSY_PATIENCE = 5_000;
const BUSY_PAUSE = 10;

export interface SqliteStoreOptions {
  readonly file: string;
  /** Unix ms. */
  readonly now: number;
  readonly engine?: SqliteEngine | undefined;
}

/**
 * Opens the file, and makes it when it is missing.
 *
 * @throws ServerRunningError when a server has it already
 * @throws AccountsFileError when it cannot be used
 */
export function openSqliteStore({ file, now, engine }: SqliteStoreOptions): AccountsStore {
  makeFile(file, engine);
  const real = realFile(file);
  const lock = lockForServer(real, engine);
  try {
    return explained(real, () => new SqliteStore(real, lock, openAccountsFile(real, { locked: true, engine }), now));
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

/** If it is refused, the error names the process that has the file. */
function lockForServer(file: string, engine: SqliteEngine | undefined): FileLock {
  try {
    return explained(file, () => lockFile(file, engine));
  } catch (cause) {
    if (!(cause instanceof ServerRunningError)) throw cause;
    throw new ServerRunningError(`${cause.message}${whoHas(file, engine)}: one server per file`, { cause });
  }
}

function whoHas(file: string, engine: SqliteEngine | undefined): string {
  const database = openAccountsFile(file, { engine });
  const run = prepareStatements(database).run.get();
  database.close();
  return run ? ` (process ${run.pid} on ${run.host}, since ${new Date(run.started).toISOString()})` : "";
}

class SqliteStore implements AccountsStore {
  readonly #file: string;
  readonly #inode: number;
  readonly #lock: FileLock;
  readonly #database: Database;
  readonly #sql: Statements;
  #seenVersion = 0;

  constructor(file: string, lock: FileLock, database: Database, now: number) {
    this.#file = file;
    this.#inode = statIfThere(file)!.ino;
    this.#lock = lock;
    this.#database = database;
    this.#sql = prepareStatements(database);
    database.transaction(() => {
      this.#sql.endRun.run();
      this.#sql.startRun.run(process.pid, hostname(), now);
    });
    // From here on, waiting must not block the whole process: commit tries again instead.
    database.exec("PRAGMA busy_timeout = 0");
  }

  load(): Snapshot {
    // Before reading: changes written meanwhile are seen the next time.
    this.#seenVersion = this.#dataVersion();
    return {
      accounts: this.#sql.accounts.all().map(({ name }) => name),
      keys: this.#sql.keys.all(),
      grants: this.#sql.grants.all(),
    };
  }

  changed(): boolean {
    this.#refuseMoved();
    return explained(this.#file, () => this.#dataVersion() !== this.#seenVersion);
  }

  findRepeat(account: string, key: string, since: number): StoredRepeat | undefined {
    return this.#sql.repeat.get(account, key, since);
  }

  usage(account: string, firstDay: string): UsageRow[] {
    return this.#sql.usage.all(account, firstDay);
  }

  async commit(batch: Batch): Promise<readonly boolean[]> {
    this.#refuseMoved();
    const latest = performance.now() + BUSY_PATIENCE;
    for (;;) {
      try {
        return this.#database.transaction(() => this.#write(batch));
      } catch (cause) {
        if (sqliteCode(cause) !== SQLITE.BUSY || performance.now() > latest) {
          throw explain(this.#file, cause);
        }
      }
      await delay(BUSY_PAUSE);
    }
  }

  close(): void {
    try {
      this.#database.exec("PRAGMA busy_timeout = 1000");
      this.#sql.endRun.run();
      this.#sql.checkpoint.all();
    } catch {
      // The row is for those who find the lock taken, and the log is read at the next start: neither is needed.
    }
    this.#database.close();
    this.#lock.release();
  }

  /** Data written to a file without a name are lost. */
  #refuseMoved(): void {
    if (statIfThere(this.#file)?.ino === this.#inode) return;
    throw new AccountsFileError(`${this.#file} was moved or replaced while the server was running: restart the server`);
  }

  #dataVersion(): number {
    return this.#sql.dataVersion.get()!.data_version;
  }

  #write({ charges, keyUses, forgetBefore }: Batch): boolean[] {
    const isNew = charges.map((charge) => this.#insert(charge));
    const paid = charges.filter((_, i) => isNew[i]);
    for (const [grant, tokens] of tokensByGrant(paid)) this.#take(grant, tokens);
    for (const { account, day, endpoint, requests, tokens } of usageOf(paid)) {
      this.#sql.addUsage.run(account, day, endpoint, requests, tokens);
    }
    if (forgetBefore !== undefined) this.#sql.forgetRepeats.run(forgetBefore);
    for (const charge of paid) this.#changeRepeat(charge);
    for (const { keyId, at } of keyUses) this.#sql.keyUse.run(at, keyId);
    return isNew;
  }

  #insert(charge: ChargeRecord): boolean {
    const { account, requestId, at, keyId, endpoint, rows, columns, tokens, status, duration, bytes } = charge;
    const { charge: insert } = this.#sql;
    return insert.run(account, requestId, at, keyId, endpoint, rows, columns, tokens, status, duration, bytes) === 1;
  }

  #take(grant: string, tokens: number): void {
    if (this.#sql.take.run(tokens, grant, tokens) === 1) return;
    throw new AccountsFileError(`${this.#file} was changed by hand: grant ${grant} has fewer tokens than are held`);
  }

  #changeRepeat({ account, requestId, at, repeat }: ChargeRecord): void {
    if (repeat?.change === "keep") this.#sql.keepRepeat.run(account, repeat.key, repeat.fingerprint, requestId, at);
    else if (repeat) this.#sql.useRepeat.run(account, repeat.key);
  }
}

function tokensByGrant(charges: readonly ChargeRecord[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { shares } of charges) {
    for (const { grant, tokens } of shares) sums.set(grant, (sums.get(grant) ?? 0) + tokens);
  }
  return sums;
}

interface UsageSum {
  readonly account: string;
  readonly day: string;
  readonly endpoint: string;
  requests: number;
  tokens: number;
}

/** One row per account, day and endpoint: a group of charges has few. */
function usageOf(charges: readonly ChargeRecord[]): Iterable<UsageSum> {
  const sums = new Map<string, UsageSum>();
  for (const { account, at, endpoint, tokens } of charges) {
    const day = utcDay(at);
    const id = JSON.stringify([account, day, endpoint]);
    let sum = sums.get(id);
    if (!sum) sums.set(id, (sum = { account, day, endpoint, requests: 0, tokens: 0 }));
    sum.requests++;
    sum.tokens += tokens;
  }
  return sums.values();
}
