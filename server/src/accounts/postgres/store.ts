/** Accounts in PostgreSQL, for any number of servers. */
import { randomBytes } from "node:crypto";
import type { Balance, InForce, Repeat, UsageRow } from "../accounts.js";
import type { SqlValue } from "../accounts-database.js";
import { StoredJobs } from "../jobs/stored-jobs.js";
import type { Jobs } from "../jobs.js";
import type { StoredKey } from "../keyring.js";
import { type HeldGrant, Ledger } from "../ledger.js";
import { databaseName } from "../place.js";
import type { ReadBooks } from "../read-books.js";
import type { RequestCounter } from "../request-counter.js";
import { SELECT_KEYS, SELECT_USAGE } from "../sql.js";
import {
  SELECT_ACCOUNT_LIMITS,
  SELECT_ACCOUNTS,
  SELECT_PLAN_LIMITS,
  type StoredLimit,
  type StoredStanding,
} from "../standing.js";
import type {
  AccountsStore,
  AskedRepeat,
  Batch,
  ChargeOutcome,
  HeldTokens,
  HoldRequest,
  RepeatChange,
  Snapshot,
} from "../store.js";
import { Charges } from "./charges.js";
import { Claims } from "./claims.js";
import { Connections } from "./connections.js";
import { sharedCounter } from "./counter.js";
import { grantsByAccount, Holds } from "./holds.js";
import { jobsInDatabase } from "./jobs.js";
import { migrate } from "./schema.js";
import { ALL_GRANTS, FORGET_COUNTS, GRANTS_OF, NOW, RENEW_EVERY } from "./sql.js";

/**
 * Opens the database, and makes its tables when they are missing.
 *
 * @throws AccountsDatabaseError when it cannot be used, AccountsUnavailableError when it does not answer
 */
export async function openPostgresStore(url: string, clock: () => number): Promise<AccountsStore> {
  const name = databaseName(url);
  const durable = await Connections.open({ url, name, durable: true });
  const quick = await Connections.open({ url, name, durable: false });
  try {
    await durable.transaction((query) => migrate(query, name));
    // One that takes no writes may do so later: until then the server is not ready.
    await Promise.all([durable.tryWriting(), quick.tryWriting()]);
    return new PostgresStore(durable, quick, clock);
  } catch (cause) {
    await Promise.all([durable.close(), quick.close()]);
    throw cause;
  }
}

/** @param quick connections whose commits need not survive a crash of the database: of holds, which have an end anyway */
class PostgresStore implements AccountsStore {
  readonly #durable: Connections;
  readonly #quick: Connections;
  readonly #server = randomBytes(9).toString("base64url");
  readonly #holds: Holds;
  readonly #claims: Claims;
  readonly #charges: Charges;
  readonly jobs: Jobs;
  /** What was seen last. */
  readonly #ledger = new Ledger();
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> | undefined;
  #seenChanges = -1;

  constructor(durable: Connections, quick: Connections, clock: () => number) {
    this.#durable = durable;
    this.#quick = quick;
    const seen = (account: string, grants: readonly HeldGrant[]) => this.#ledger.refresh(account, grants);
    this.#holds = new Holds(quick, this.#server, seen);
    this.#claims = new Claims(quick, this.#server);
    this.#charges = new Charges(durable);
    const freed = () => this.#holds.freed();
    this.jobs = new StoredJobs(jobsInDatabase({ connections: durable, freed, seen }), clock);
    this.#timer = setInterval(() => {
      this.#renewing ??= this.#renew()
        .catch(() => {}) // the next query reports it; holds last several times as long
        .finally(() => {
          this.#renewing = undefined;
        });
    }, RENEW_EVERY).unref();
  }

  get available(): boolean {
    return this.#durable.available && this.#quick.available;
  }

  async load(): Promise<Snapshot> {
    // Before reading: changes written meanwhile are seen the next time.
    const changes = await this.#changes();
    const accounts = await this.#durable.all<StoredStanding>(SELECT_ACCOUNTS);
    const planLimits = await this.#durable.all<StoredLimit>(SELECT_PLAN_LIMITS);
    const accountLimits = await this.#durable.all<StoredLimit>(SELECT_ACCOUNT_LIMITS);
    const names = accounts.map(({ name }) => name);
    const grants = grantsByAccount(names, await this.#durable.all<HeldGrant>(ALL_GRANTS));
    const keys = await this.#durable.all<StoredKey>(SELECT_KEYS);
    for (const [account, seen] of grants) this.#ledger.refresh(account, seen);
    this.#seenChanges = changes;
    return { standings: { accounts, planLimits, accountLimits }, keys };
  }

  async changed(): Promise<boolean> {
    const isChanged = (await this.#changes()) !== this.#seenChanges;
    // Nobody sends requests to a server that is not ready: that nothing can be written is heard without them.
    if (!isChanged) for (const connections of [this.#durable, this.#quick]) connections.refuseWhileDown();
    return isChanged;
  }

  balance(account: string, now: number): Balance {
    return this.#ledger.balance(account, now);
  }

  inForce(account: string, now: number): InForce {
    return this.#ledger.inForce(account, now);
  }

  async currentBalance(account: string, now: number): Promise<Balance> {
    await this.#holds.freed();
    this.#durable.refuseWhileSilent();
    this.#ledger.refresh(account, await this.#durable.all<HeldGrant>(GRANTS_OF, [account]));
    return this.#ledger.balance(account, now);
  }

  hold(wanted: HoldRequest): Promise<HeldTokens> {
    return this.#holds.hold(wanted);
  }

  release({ holdId, shares }: HeldTokens): void {
    this.#ledger.release(shares);
    this.#holds.release(holdId);
  }

  repeat(asked: AskedRepeat): Promise<Repeat> {
    return this.#claims.ask(asked);
  }

  repeatChange(account: string, key: string): RepeatChange | undefined {
    return this.#claims.change(account, key);
  }

  endRepeat(account: string, key: string): void {
    this.#claims.end(account, key);
  }

  async reading<T>(work: (read: ReadBooks) => Promise<T>): Promise<T> {
    this.#durable.refuseWhileSilent();
    return this.#durable.transaction(async (query) => {
      await query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      return work({ all: async <Row>(sql: string, ...values: SqlValue[]) => (await query(sql, ...values)) as Row[] });
    });
  }

  async usage(account: string, firstDay: string): Promise<UsageRow[]> {
    this.#durable.refuseWhileSilent();
    return this.#durable.all<UsageRow>(SELECT_USAGE, account, firstDay);
  }

  async commit({ charges, ...rest }: Batch): Promise<readonly ChargeOutcome[]> {
    const rows = charges.map((charge) => ({
      ...charge,
      holdRow: this.#holds.row(charge.holdId),
      claims: this.#claims.rowsOf(charge.account, charge.repeat),
    }));
    try {
      const { outcomes, grants } = await this.#charges.commit(rows, rest);
      for (const { holdId } of charges) this.#holds.ended(holdId);
      for (const [account, seen] of grantsByAccount(
        charges.map(({ account }) => account),
        grants,
      )) {
        this.#ledger.refresh(account, seen);
      }
      return outcomes;
    } catch (cause) {
      for (const charge of charges) this.release(charge);
      throw cause;
    }
  }

  /** Autovacuum is the database's own. */
  async tidy(): Promise<void> {}

  /** The database read its clock at some time between question and answer: as good as half of that. */
  async clockOffset(): Promise<number> {
    const [asked, since] = [Date.now(), performance.now()];
    const [row] = await this.#quick.all<{ now: number }>(`SELECT ${NOW} AS now`);
    return asked + (performance.now() - since) / 2 - row!.now;
  }

  counter(seconds: number): RequestCounter {
    return sharedCounter(this.#quick, seconds);
  }

  async #renew(): Promise<void> {
    await this.#holds.renew();
    await this.#claims.renew();
    await this.#quick.all(FORGET_COUNTS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await Promise.all([this.#holds.close(), this.#claims.close()]);
    await Promise.all([this.#durable.close(), this.#quick.close()]);
  }

  async #changes(): Promise<number> {
    return (await this.#durable.all<{ changes: number }>("SELECT changes FROM change_count"))[0]!.changes;
  }
}
