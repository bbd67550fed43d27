/** Accounts in PostgreSQL, for any number of servers. */
import { randomBytes } from "node:crypto";
import type { Balance, HeldTokens, UsageRow } from "../accounts.js";
import { AccountsUnavailableError } from "../accounts.js";
import { databaseName, type SqlValue } from "../accounts-database.js";
import { type JobDatabase, type Step, taken } from "../jobs/steps.js";
import { Jobs } from "../jobs/stored-jobs.js";
import type { StoredKey } from "../keyring.js";
import { type HeldGrant, Ledger } from "../ledger.js";
import type { StoredLimit, StoredStanding } from "../limits.js";
import { SELECT_ACCOUNT_LIMITS, SELECT_ACCOUNTS, SELECT_PLAN_LIMITS } from "../limits.js";
import type { ReadBooks } from "../read-books.js";
import type { AccountsStore, Batch, ChargeOutcome, HoldRequest, RequestCount } from "../store.js";
import { type RequestCounter, requestCounter, SELECT_KEYS, SELECT_USAGE, type Snapshot } from "../store.js";
import { StoredSystems } from "../systems.js";
import { Charges, insertCharges } from "./charges.js";
import { Connections, patiently, type Query } from "./connections.js";
import { Claims, grantsByAccount, Holds } from "./leases.js";
import { migrate } from "./schema.js";
import * as SQL from "./sql.js";

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
  readonly repeats: Claims;
  readonly #charges: Charges;
  readonly jobs: Jobs;
  readonly systems: StoredSystems;
  /** What was seen last. */
  readonly ledger = new Ledger();
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> | undefined;
  #seenChanges = -1;

  constructor(durable: Connections, quick: Connections, clock: () => number) {
    this.#durable = durable;
    this.#quick = quick;
    const seen = (account: string, grants: readonly HeldGrant[]) => this.ledger.refresh(account, grants);
    this.#holds = new Holds(quick, this.#server, seen);
    this.repeats = new Claims(quick, this.#server);
    this.#charges = new Charges(durable);
    const freed = () => this.#holds.freed();
    const inDatabase = jobsInDatabase({ connections: durable, freed, seen });
    this.jobs = new Jobs(inDatabase, clock);
    this.systems = new StoredSystems(inDatabase);
    this.#timer = setInterval(() => {
      this.#renewing ??= this.#renew()
        .catch(() => {}) // the next query reports it; holds last several times as long
        .finally(() => {
          this.#renewing = undefined;
        });
    }, SQL.RENEW_EVERY).unref();
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
    const grants = grantsByAccount(names, await this.#durable.all<HeldGrant>(SQL.ALL_GRANTS));
    const keys = await this.#durable.all<StoredKey>(SELECT_KEYS);
    for (const [account, seen] of grants) this.ledger.refresh(account, seen);
    this.#seenChanges = changes;
    return { standings: { accounts, planLimits, accountLimits }, keys };
  }

  async changed(): Promise<boolean> {
    const isChanged = (await this.#changes()) !== this.#seenChanges;
    // Nobody sends requests to a server that is not ready: that nothing can be written is heard without them.
    if (!isChanged) for (const connections of [this.#durable, this.#quick]) connections.refuseWhileDown();
    return isChanged;
  }

  async currentBalance(account: string, now: number): Promise<Balance> {
    await this.#holds.freed();
    this.#durable.refuseWhileSilent();
    this.ledger.refresh(account, await this.#durable.all<HeldGrant>(SQL.GRANTS_OF, [account]));
    return this.ledger.balance(account, now);
  }

  hold(wanted: HoldRequest): Promise<HeldTokens> {
    return this.#holds.hold(wanted);
  }

  release({ holdId, shares }: HeldTokens): void {
    this.ledger.release(shares);
    this.#holds.release(holdId);
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
      claims: this.repeats.rowsOf(charge.account, charge.repeat),
    }));
    try {
      const { outcomes, grants } = await this.#charges.commit(rows, rest);
      for (const { holdId } of charges) this.#holds.ended(holdId);
      for (const [account, seen] of grantsByAccount(
        charges.map(({ account }) => account),
        grants,
      )) {
        this.ledger.refresh(account, seen);
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
    const [row] = await this.#quick.all<{ now: number }>(`SELECT ${SQL.NOW} AS now`);
    return asked + (performance.now() - since) / 2 - row!.now;
  }

  counter(seconds: number): RequestCounter {
    return sharedCounter(this.#quick, seconds);
  }

  async #renew(): Promise<void> {
    await this.#holds.renew();
    await this.repeats.renew();
    await this.#quick.all(SQL.FORGET_COUNTS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await Promise.all([this.#holds.close(), this.repeats.close()]);
    await Promise.all([this.#durable.close(), this.#quick.close()]);
  }

  async #changes(): Promise<number> {
    return (await this.#durable.all<{ changes: number }>("SELECT changes FROM change_count"))[0]!.changes;
  }
}

interface JobsInDatabase {
  readonly connections: Connections;
  /** Resolves when nothing that was released before waits to be free. */
  readonly freed: () => Promise<void>;
  /** Told what was seen of an account. */
  readonly seen: (account: string, grants: readonly HeldGrant[]) => void;
}

/** Each method can be asked again when its outcome is unknown, and so does what is asked of them: see patiently. */
function jobsInDatabase({ connections, freed, seen }: JobsInDatabase): JobDatabase {
  return {
    async read(steps) {
      connections.refuseWhileSilent();
      return taken(
        steps,
        runner((sql, ...values) => connections.all(sql, ...values)),
      );
    },
    write: (steps) => patiently(connections, (query) => taken(steps(), runner(query))),
    alone: (_, steps) =>
      patiently(connections, async (query) => {
        await query(SQL.LOCK_PART_CLAIMS);
        const [clock] = await query<{ now: number }>(`SELECT ${SQL.NOW} AS now`);
        return taken(steps(clock!.now), runner(query));
      }),
    async change(account, steps) {
      await freed();
      const { result, grants } = await patiently(connections, async (query) => {
        await query(SQL.LOCK_ACCOUNTS, [account]);
        const ledger = new Ledger();
        ledger.refresh(account, await query<HeldGrant>(SQL.GRANTS_OF, [account]));
        const change = await taken(steps(ledger), runner(query));
        return { result: change.result, grants: await query<HeldGrant>(SQL.GRANTS_OF, [account]) };
      });
      seen(account, grants);
      return result;
    },
  };
}

/** A charge gives no rows. */
const runner =
  (query: Query) =>
  async (step: Step): Promise<readonly object[]> => {
    if ("sql" in step) return query(step.sql, ...step.values);
    await insertCharges(query, [step.charge]);
    return [];
  };

/** The limiter of rate-limiter-flexible for PostgreSQL takes the time of its server: one wrong clock would limit all of them. */
function sharedCounter(connections: Connections, seconds: number): RequestCounter {
  const alone = requestCounter(seconds);
  return {
    async count(account, requests) {
      if (!connections.available) return alone.count(account, requests);
      try {
        return await counted(connections, seconds * 1000, account, requests);
      } catch (cause) {
        if (cause instanceof AccountsUnavailableError) return alone.count(account, requests);
        throw cause;
      }
    },
  };
}

async function counted(
  connections: Connections,
  window: number,
  account: string,
  requests: number,
): Promise<RequestCount> {
  const values = [`account:${account}`, requests, window, window];
  const rows = await connections.all<{ points: number; left: number }>(SQL.COUNT_REQUESTS, ...values);
  const { points, left } = rows[0]!;
  return { requests: points, left: Math.max(left, 0) };
}
