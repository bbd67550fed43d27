/** Transactions of a server on its file, which wait for the command line; and the room that nothing needs any more, given back to the system. */
import { setTimeout as delay, setTimeout as pause } from "node:timers/promises";
import type { ChargeRecord, PriorCharge, UsageRow, UsageSum } from "../accounts.js";
import { retryOutcome, tokensByGrant, usageOf } from "../accounts.js";
import type { StoredKey } from "../keyring.js";
import type { HeldGrant } from "../ledger.js";
import type { StoredLimit, StoredStanding } from "../limits.js";
import { SELECT_ACCOUNT_LIMITS, SELECT_ACCOUNTS, SELECT_PLAN_LIMITS } from "../limits.js";
import {
  ADD_PRUNED,
  type ChargeOutcome,
  FORGET_REPEATS,
  KEEP_REPEAT,
  SELECT_KEYS,
  SELECT_REPEAT,
  SELECT_USAGE,
  type StoredRepeat,
  USE_REPEAT,
} from "../store.js";
import { type Database, SQLITE, sqliteCode } from "./database.js";
import { AccountsFileError, explain, statIfThere } from "./file.js";

/** For how long a commit is tried again while the command line writes, and how often. ms */
const BUSY_PATIENCE = 5_000;
const BUSY_PAUSE = 10;

export class Writer {
  readonly #file: string;
  readonly #inode: number;
  readonly #database: Database;
  #works = true;

  constructor(file: string, database: Database) {
    this.#file = file;
    this.#inode = statIfThere(file)!.ino;
    this.#database = database;
  }

  /** Whether the last transaction reached the disk: false when that is full, or the file is lost. */
  get works(): boolean {
    return this.#works;
  }

  /** Data written to a file without a name are lost. */
  refuseMoved(): void {
    if (statIfThere(this.#file)?.ino === this.#inode) return;
    this.#works = false;
    throw new AccountsFileError(`${this.#file} was moved or replaced while the server was running: restart the server`);
  }

  /** @param written called with the result as soon as it is on disk, before anything else happens in this process */
  async transaction<T>(work: () => T, written: (result: T) => void = () => {}): Promise<T> {
    this.refuseMoved();
    const latest = performance.now() + BUSY_PATIENCE;
    for (;;) {
      const result = this.#tried(work, latest);
      if (result !== BUSY) {
        written(result);
        return result;
      }
      await delay(BUSY_PAUSE);
    }
  }

  #tried<T>(work: () => T, latest: number): T | typeof BUSY {
    try {
      const result = this.#database.transaction(work);
      this.#works = true;
      return result;
    } catch (cause) {
      const code = sqliteCode(cause);
      if (code === SQLITE.BUSY && performance.now() <= latest) return BUSY;
      if (code !== undefined) this.#works = false; // what the work itself refused says nothing of the file
      throw explain(this.#file, cause);
    }
  }
}

const BUSY = Symbol("busy");

const INCREMENTAL = 2;

/** Pages that stay, for the next rows. */
const KEPT = 8;
/** Pages in one transaction: few enough not to be felt. */
const STEP = 64;
/** Until the next look. */
const MOST_STEPS = 16;

export class Room {
  readonly #writer: Writer;
  readonly #free: () => number;
  readonly #shorten: () => void;
  readonly #checkpoint: () => boolean;
  readonly #canShrink: boolean;
  /** Whether the log has pages that the file does not need any more. */
  #isShorter = false;

  constructor(database: Database, writer: Writer) {
    const pragma = (text: string) => database.prepare<object>(`PRAGMA ${text}`);
    const first = (row: object | undefined) => Object.values(row!)[0] as number;
    const [count, log] = [pragma("freelist_count"), pragma("wal_checkpoint(TRUNCATE)")];
    this.#writer = writer;
    this.#free = () => first(count.get());
    this.#shorten = () => database.exec(`PRAGMA incremental_vacuum(${STEP})`);
    this.#checkpoint = () => first(log.all()[0]) === 0;
    this.#canShrink = first(pragma("auto_vacuum").get()) === INCREMENTAL;
  }

  /** Others may write between two steps; the file itself is shorter when the log was written into it. */
  async giveBack(): Promise<void> {
    if (!this.#canShrink) return;
    for (let step = 0; step < MOST_STEPS && this.#free() > KEPT; step++) {
      const since = performance.now();
      await this.#writer.transaction(this.#shorten);
      this.#isShorter = true;
      await pause(performance.now() - since);
    }
    if (this.#isShorter && this.#free() <= KEPT) this.#isShorter = !this.#checkpoint();
  }
}

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  const prepare = <Row = unknown>(sql: string) => database.prepare<Row>(sql);
  return {
    dataVersion: prepare<{ data_version: number }>("PRAGMA data_version"),

    accounts: prepare<StoredStanding>(SELECT_ACCOUNTS),
    planLimits: prepare<StoredLimit>(SELECT_PLAN_LIMITS),
    accountLimits: prepare<StoredLimit>(SELECT_ACCOUNT_LIMITS),
    hasAccount: prepare<object>("SELECT 1 AS one FROM account WHERE name = ?"),
    accountOfKey: prepare<{ account: string }>("SELECT account FROM access_key WHERE id = ?"),
    keys: prepare<StoredKey>(SELECT_KEYS),
    /** What requests hold is known in memory alone. */
    grants: prepare<HeldGrant>(
      `SELECT id, account, tokens, used, starts, expires,
         coalesce((SELECT sum(h.tokens) FROM job_hold h WHERE h.grant_id = g.id), 0) AS held FROM token_grant g`,
    ),
    repeat: prepare<StoredRepeat>(SELECT_REPEAT),
    usage: prepare<UsageRow>(SELECT_USAGE),

    charge: prepare(
      `INSERT INTO charge (account, request_id, at, key_id, endpoint, row_count, column_count, tokens, status, duration, bytes,
         fingerprint)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, request_id) DO NOTHING`,
    ),
    prior: prepare<PriorCharge>("SELECT fingerprint, at FROM charge WHERE account = ? AND request_id = ?"),
    take: prepare("UPDATE token_grant SET used = used + ? WHERE id = ? AND used + ? <= tokens"),
    addUsage: prepare(
      `INSERT INTO usage_day (account, day, endpoint, requests, tokens) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account, day, endpoint)
       DO UPDATE SET requests = usage_day.requests + excluded.requests, tokens = usage_day.tokens + excluded.tokens`,
    ),
    /** Of requests that have no charge, as of those whose charges were pruned. */
    addUncharged: prepare(ADD_PRUNED),
    cut: prepare("UPDATE charge SET cut = 1 WHERE account = ? AND request_id = ?"),
    keepRepeat: prepare(KEEP_REPEAT),
    useRepeat: prepare(USE_REPEAT),
    forgetRepeats: prepare(FORGET_REPEATS),
    keyUse: prepare("UPDATE access_key SET last_used = ? WHERE id = ?"),

    run: prepare<{ pid: number; host: string; started: number }>("SELECT pid, host, started FROM server_run"),
    startRun: prepare("INSERT INTO server_run (pid, host, started) VALUES (?, ?, ?)"),
    endRun: prepare("DELETE FROM server_run"),
    /** More pages than the charges of a group change: what they would fail for fails here. */
    takeRoom: prepare("UPDATE server_run SET host = host || printf('%65536s', '')"),
    giveRoomBack: prepare("UPDATE server_run SET host = trim(host)"),
    /**
     * What the server before was computing, unless that crashed soon after it had begun at a time: then parts wait until their claims lapse,
     * as each claim that lapses counts against its part, and whatever ends one server after the other may have nothing to do with it.
     */
    freeParts: prepare(
      "UPDATE job_part SET free_at = 0 WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM server_run WHERE started >= ?)",
    ),

    checkpoint: prepare("PRAGMA wal_checkpoint(TRUNCATE)"),
  };
}

export class Charges {
  readonly #file: string;
  readonly #sql: Statements;

  constructor(file: string, sql: Statements) {
    this.#file = file;
    this.#sql = sql;
  }

  /** Those of accounts that were deleted meanwhile go where their books are: the id of a key stays. */
  withBooks(charges: readonly ChargeRecord[]): readonly ChargeRecord[] {
    return charges.map((charge) => {
      if (this.#sql.hasAccount.get(charge.account)) return charge;
      return { ...charge, account: this.#sql.accountOfKey.get(charge.keyId)?.account ?? charge.account };
    });
  }

  write(charges: readonly ChargeRecord[], now: number): ChargeOutcome[] {
    const outcomes = charges.map((charge) => this.#insert(charge, now));
    const paid = charges.filter((_, i) => outcomes[i] === "written");
    for (const [grant, tokens] of tokensByGrant(paid)) this.#take(grant, tokens);
    this.#addUsage(usageOf(paid));
    return outcomes;
  }

  /** Free requests, which have no rows of their own. Of an account that was deleted nobody wants to know them. */
  count(free: readonly UsageSum[]): void {
    const known = free.filter(({ account }) => this.#sql.hasAccount.get(account));
    this.#addUsage(known);
    for (const { account, day, requests, tokens } of known) this.#sql.addUncharged.run(account, day, requests, tokens);
  }

  #addUsage(sums: readonly UsageSum[]): void {
    for (const { account, day, endpoint, requests, tokens } of sums) {
      this.#sql.addUsage.run(account, day, endpoint, requests, tokens);
    }
  }

  #insert(charge: ChargeRecord, now: number): ChargeOutcome {
    const { account, requestId, at, keyId, endpoint, rows, columns, tokens, status, duration, bytes } = charge;
    const { fingerprint } = charge;
    const figures = [endpoint, rows, columns, tokens, status, duration, bytes, fingerprint ?? null];
    const isNew = this.#sql.charge.run(account, requestId, at, keyId, ...figures) === 1;
    return isNew ? "written" : retryOutcome(this.#sql.prior.get(account, requestId)!, fingerprint, now);
  }

  #take(grant: string, tokens: number): void {
    if (this.#sql.take.run(tokens, grant, tokens) === 1) return;
    throw new AccountsFileError(`${this.#file} was changed by hand: grant ${grant} has fewer tokens than are held`);
  }
}
