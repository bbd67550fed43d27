/** Accounts in one SQLite file, for the one server that may have it. */
import { hostname } from "node:os";
import { Slices } from "../../loop-slices.js";
import type { Balance, ChargeRecord, HeldTokens, RequestMark } from "../accounts.js";
import { DuplicateChargeError, retryOutcome, type UsageRow } from "../accounts.js";
import type { AccountsDatabase } from "../accounts-database.js";
import type { Change, JobDatabase, Steps } from "../jobs/steps.js";
import { Jobs } from "../jobs/stored-jobs.js";
import { Ledger } from "../ledger.js";
import type { ReadBooks } from "../read-books.js";
import type { AccountsStore, Batch, ChargeOutcome, HoldRequest, RequestCounter, StoreRepeats } from "../store.js";
import { FORGET_EVERY, keptValues, REPEATS_KEPT, Repeats, requestCounter, type Snapshot } from "../store.js";
import { StoredSystems } from "../systems.js";
import { administered } from "./administered.js";
import type { Database, SqliteEngine } from "./database.js";
import type { FileLock, OpenFileOptions } from "./file.js";
import { explained, lockFile, makeFile, openAccountsFile, realFile, ServerRunningError } from "./file.js";
import { Charges, prepareStatements, Room, type Statements, Writer } from "./writer.js";

/** ms that a server has run when its crash is no part of a storm of them. */
const STEADY = 60_000;

interface SqliteStoreOptions {
  readonly file: string;
  /** Unix ms. */
  readonly clock: () => number;
  readonly engine?: SqliteEngine | undefined;
}

/**
 * Opens the file, and makes it when it is missing.
 *
 * @throws ServerRunningError when a server has it already
 * @throws AccountsFileError when it cannot be used
 */
export function openSqliteStore({ file, clock, engine }: SqliteStoreOptions): AccountsStore {
  makeFile(file, engine);
  const real = realFile(file);
  const lock = lockForServer(real, engine);
  try {
    return explained(real, () => new SqliteStore(real, lock, { locked: true, engine }, clock));
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
  readonly #lock: FileLock;
  readonly #database: Database;
  readonly #sql: Statements;
  readonly #writer: Writer;
  readonly #charges: Charges;
  readonly #room: Room;
  readonly ledger = new Ledger();
  readonly #running = new Repeats();
  readonly repeats: StoreRepeats = {
    // Requests that run are this process's own: none of them has died.
    ask: async ({ account, key, fingerprint, now }) =>
      this.#running.ask(account, key, fingerprint, this.#sql.repeat.get(account, key, now - REPEATS_KEPT)),
    change: (account, key) => this.#running.change(account, key),
    end: (account, key) => this.#running.end(account, key),
  };
  readonly jobs: Jobs;
  readonly systems: StoredSystems;
  readonly #options: OpenFileOptions;
  #reader: AccountsDatabase | undefined;
  #reading: Promise<void> = Promise.resolve();
  #seenVersion = 0;
  #lastForgetting = Number.NEGATIVE_INFINITY;

  constructor(file: string, lock: FileLock, options: OpenFileOptions, clock: () => number) {
    const database = openAccountsFile(file, options);
    this.#file = file;
    this.#options = options;
    this.#lock = lock;
    this.#database = database;
    this.#sql = prepareStatements(database);
    this.#writer = new Writer(file, database);
    this.#charges = new Charges(file, this.#sql);
    this.#room = new Room(database, this.#writer);
    const parts = { file, database, writer: this.#writer, charges: this.#charges, ledger: this.ledger };
    const inFile = jobsInFile(parts);
    this.jobs = new Jobs(inFile, clock);
    this.systems = new StoredSystems(inFile);
    database.transaction(() => {
      this.#sql.freeParts.run(clock() - STEADY);
      this.#sql.endRun.run();
      this.#sql.startRun.run(process.pid, hostname(), clock());
    });
    // From here on, waiting must not block the whole process: commit tries again instead.
    database.exec("PRAGMA busy_timeout = 0");
  }

  get available(): boolean {
    return this.#writer.works;
  }

  async load(): Promise<Snapshot> {
    // Before reading: changes written meanwhile are seen the next time.
    this.#seenVersion = this.#dataVersion();
    this.ledger.load(this.#sql.grants.all());
    const { accounts, planLimits, accountLimits, keys } = this.#sql;
    const limits = { planLimits: planLimits.all(), accountLimits: accountLimits.all() };
    return { standings: { accounts: accounts.all(), ...limits }, keys: keys.all() };
  }

  async changed(): Promise<boolean> {
    this.#writer.refuseMoved();
    // Nobody sends requests to a server that is not ready: whether it can charge again, it has to find out by itself.
    if (!this.#writer.works) await this.#tryRoom();
    return explained(this.#file, () => this.#dataVersion() !== this.#seenVersion);
  }

  async currentBalance(account: string, now: number): Promise<Balance> {
    return this.ledger.balance(account, now);
  }

  async hold({ holdId, account, tokens, request, now }: HoldRequest): Promise<HeldTokens> {
    const isPaid = request !== undefined && this.#isPaid(account, request, now);
    return { holdId, account, shares: isPaid ? [] : this.ledger.hold(account, tokens, now) };
  }

  release({ shares }: HeldTokens): void {
    this.ledger.release(shares);
  }

  async usage(account: string, firstDay: string): Promise<UsageRow[]> {
    return this.#sql.usage.all(account, firstDay);
  }

  /** On a connection of its own: the server writes on the other one meanwhile. One reads at a time. */
  reading<T>(work: (read: ReadBooks) => Promise<T>): Promise<T> {
    const reader = (this.#reader ??= administered(this.#file, openAccountsFile(this.#file, this.#options)));
    const turn = this.#reading.then(() => reader.snapshot(() => work(inSlices(reader))));
    this.#reading = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  tidy(): Promise<void> {
    return this.#room.giveBack();
  }

  async clockOffset(): Promise<undefined> {}

  /** The one server of the file counts in memory. */
  counter(seconds: number): RequestCounter {
    return requestCounter(seconds);
  }

  /** Stored charges count as used at once, so that a later load does not count them twice. */
  async commit(batch: Batch): Promise<readonly ChargeOutcome[]> {
    let outcomes: readonly ChargeOutcome[] = [];
    try {
      outcomes = await this.#writer.transaction(() => this.#write(batch));
      return outcomes;
    } finally {
      for (const [i, { shares }] of batch.charges.entries()) {
        if (outcomes[i] === "written") this.ledger.use(shares);
        else this.ledger.release(shares);
      }
    }
  }

  async close(): Promise<void> {
    await this.#reading;
    await this.#reader?.close();
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

  /** @throws AccountsFileError while charges cannot be written */
  async #tryRoom(): Promise<void> {
    for (const statement of [this.#sql.takeRoom, this.#sql.giveRoomBack]) {
      await this.#writer.transaction(() => statement.run());
    }
  }

  #dataVersion(): number {
    return this.#sql.dataVersion.get()!.data_version;
  }

  #write({ charges: all, keyUses, free, cut, now }: Batch): ChargeOutcome[] {
    const charges = this.#charges.withBooks(all);
    const outcomes = this.#charges.write(charges, now);
    this.#charges.count(free);
    for (const { account, requestId } of cut) this.#sql.cut.run(account, requestId);
    this.#forgetRepeats(now);
    for (const [i, charge] of charges.entries()) if (outcomes[i] === "written") this.#changeRepeat(charge);
    for (const { keyId, at } of keyUses) this.#sql.keyUse.run(at, keyId);
    return outcomes;
  }

  /** Whether the request was charged already. @throws DuplicateChargeError if another one was, under its id */
  #isPaid(account: string, { id, fingerprint }: RequestMark, now: number): boolean {
    const prior = this.#sql.prior.get(account, id);
    if (prior && retryOutcome(prior, fingerprint, now) === "other") throw new DuplicateChargeError(id);
    return prior !== undefined;
  }

  /** A few of those that are too old, few enough not to be felt. */
  #forgetRepeats(now: number): void {
    if (Math.abs(now - this.#lastForgetting) < FORGET_EVERY) return;
    this.#sql.forgetRepeats.run(now - REPEATS_KEPT);
    this.#lastForgetting = now;
  }

  #changeRepeat(charge: ChargeRecord): void {
    const { account, repeat } = charge;
    if (repeat?.change === "keep") this.#sql.keepRepeat.run(...keptValues(charge, repeat.key, repeat.fingerprint));
    else if (repeat) this.#sql.useRepeat.run(account, repeat.key);
  }
}

/** SQLite answers at once: others have their turn between two statements. */
function inSlices(reader: AccountsDatabase): ReadBooks {
  const slices = new Slices();
  return {
    async all(sql, ...values) {
      await slices.rest();
      return reader.all(sql, ...values);
    },
  };
}

interface JobsInFile {
  readonly file: string;
  readonly database: Database;
  readonly writer: Writer;
  readonly charges: Charges;
  readonly ledger: Ledger;
}

function jobsInFile({ file, database, writer, charges, ledger }: JobsInFile): JobDatabase {
  const taken = <Result>(steps: Steps<Result>): Result => {
    let next = steps.next([]);
    while (!next.done) {
      const step = next.value;
      if ("charge" in step) charges.write([step.charge], step.charge.at);
      next = steps.next("sql" in step ? database.prepare<object>(step.sql).all(...step.values) : []);
    }
    return next.value;
  };
  const write = <Result>(steps: () => Steps<Result>) => writer.transaction(() => taken(steps()));
  return {
    read: async (steps) => explained(file, () => taken(steps)),
    write,
    alone: (now, steps) => write(() => steps(now)),
    change: async (_, steps) => {
      const { result } = await writer.transaction(
        () => taken(steps(ledger)),
        (change) => move(ledger, change),
      );
      return result;
    },
  };
}

function move(ledger: Ledger, { held = [], used = [], freed = [] }: Change<unknown>): void {
  ledger.keep(held);
  ledger.use(used);
  ledger.release(freed);
}
