/** Connections to the database of the accounts: bounded in number and time, and made again when they break. */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ClientBase, Pool } from "pg";
import { AccountsUnavailableError } from "../accounts.js";
import type { SqlValue } from "../accounts-database.js";
import type { PoolClient } from "./errors.js";
import { describedError, isDown, isUnwritable, lackOf, loadDriver, numbered, numberTypes, secured } from "./errors.js";

/** Runs a statement with `?` for its values. */
export type Query = <Row extends object = object>(sql: string, ...values: PostgresValue[]) => Promise<Row[]>;

type PostgresValue = SqlValue | boolean | readonly string[];

/**
 * ms. Nothing waits for ever, on either side of the wire: a database that says nothing more, in the middle of whatever it was
 * doing, is found out before a client has waited for five seconds.
 */
const CONNECT = 2_500;
const LOCK = 3_000;
const STATEMENT = 3_500;
const QUERY = 4_000;
/** All of a transaction, the wait for a connection included. */
const LONGEST = 4_500;
/** Between two looks whether it is back. */
const PROBE = 250;
const LOOK = 50;
const MOST_CONNECTIONS = 4;

interface ConnectionsOptions {
  readonly url: string;
  /** What messages call it. */
  readonly name: string;
  /** Whether a commit waits for the disk. */
  readonly durable: boolean;
  readonly most?: number | undefined;
}

export class Connections {
  readonly #pool: Pool;
  readonly #name: string;
  /** Why it is not available. */
  #lack: string | undefined;
  /** Whether what is read then would be refused, too. */
  #isSilent = false;
  #lastAnswer = performance.now();
  #probing: NodeJS.Timeout | undefined;
  #ended = false;

  private constructor(pool: Pool, name: string) {
    this.#pool = pool;
    this.#name = name;
  }

  static async open({ url, name, durable, most = MOST_CONNECTIONS }: ConnectionsOptions): Promise<Connections> {
    const driver = await loadDriver();
    const pool = new driver.Pool({
      ...secured(url),
      max: most,
      application_name: "irradiance-server",
      connectionTimeoutMillis: CONNECT,
      statement_timeout: STATEMENT,
      lock_timeout: LOCK,
      query_timeout: QUERY,
      idle_in_transaction_session_timeout: QUERY,
      keepAlive: true,
      types: numberTypes(driver),
      async onConnect(client) {
        // While somebody has the connection, the running statement reports that it broke; without a listener the event would end the process.
        client.on("error", () => {});
        await client.query(durable ? DURABLE : "SET synchronous_commit = off");
      },
    });
    const connections = new Connections(pool, name);
    // Only here is the break of an unused connection reported.
    pool.on("error", (cause) => connections.#note(cause));
    return connections;
  }

  /** Whether it took what was written last. While it does not, that is tried again in the background. */
  get available(): boolean {
    return this.#lack === undefined;
  }

  /** @throws AccountsUnavailableError at once while the database is known to take no writes */
  refuseWhileDown(): void {
    if (this.#lack !== undefined) throw new AccountsUnavailableError(`${this.#name} ${this.#lack}`);
  }

  /** @throws AccountsUnavailableError at once while the database is known not to answer */
  refuseWhileSilent(): void {
    if (this.#isSilent) this.refuseWhileDown();
  }

  /** When it went away, on the clock of `performance`: its last answer before; undefined while it is available. */
  get awaySince(): number | undefined {
    return this.available ? undefined : this.#lastAnswer;
  }

  /**
   * Waits for it to be back, without asking it once more.
   *
   * @param latest on the clock of `performance`
   * @throws AccountsUnavailableError when it is not
   */
  async back(latest: number): Promise<void> {
    while (!this.available && performance.now() < latest) await pause(LOOK);
    this.refuseWhileDown();
  }

  async all<Row extends object>(sql: string, ...values: PostgresValue[]): Promise<Row[]> {
    const latest = performance.now() + LONGEST;
    return this.#using(latest, (client) => queryOf(client, latest)<Row>(sql, ...values));
  }

  /** @param latest when it has to be over, on the clock of `performance` */
  transaction<T>(work: (query: Query) => Promise<T>, latest = performance.now() + LONGEST): Promise<T> {
    return this.#using(latest, async (client) => {
      const query = queryOf(client, latest);
      await query("BEGIN");
      const result = await work(query);
      await query("COMMIT");
      return result;
    });
  }

  async close(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#probing);
    await this.#pool.end();
  }

  async #using<T>(latest: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      const client = await this.#pool.connect();
      try {
        const result = await work(client);
        client.release();
        // Whether it takes writes, one tells that needs more room than any other.
        if (this.available) this.#lastAnswer = performance.now();
        return result;
      } catch (cause) {
        // A connection in an unknown state is closed, which takes back what it had begun.
        client.release(isDown(cause) || !(await isRolledBack(client, latest)));
        throw cause;
      }
    } catch (cause) {
      this.#note(cause);
      throw describedError(this.#name, cause);
    }
  }

  #note(cause: unknown): void {
    if (!isDown(cause) || this.#ended) return;
    this.#lack = lackOf(cause);
    this.#isSilent = !isUnwritable(cause);
    this.#probing ??= setTimeout(() => void this.#probe(), PROBE).unref();
  }

  async #probe(): Promise<void> {
    await this.tryWriting();
    this.#probing = undefined;
    if (!this.available && !this.#ended) this.#probing = setTimeout(() => void this.#probe(), PROBE).unref();
  }

  /** Never rejects: what it fails with is noted. */
  async tryWriting(): Promise<void> {
    const id = randomUUID();
    // Of noise, as it would be packed.
    const room = randomBytes(ROOM).toString("base64");
    try {
      await this.transaction(async (query) => {
        await query(TAKE_ROOM, id, room);
        await query(GIVE_ROOM_BACK, id);
      });
    } catch {
      return;
    }
    this.#lack = undefined;
    this.#isSilent = false;
    this.#lastAnswer = performance.now();
  }
}

/** Bytes: more pages than a group of charges has, so that what these would fail for fails here. */
const ROOM = 48 * 1024;
/** A claim that has ended, and is gone when it would be seen. */
const TAKE_ROOM = `INSERT INTO repeat_claim (id, account, repeat_key, fingerprint, is_free, expires) VALUES (?, '', '', ?, TRUE, 0)`;
const GIVE_ROOM_BACK = "DELETE FROM repeat_claim WHERE id = ?";

/** An operator may have made it faster for the whole database; a charge has to be on disk. */
const DURABLE =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/** @param latest when the last answer has to be there, on the clock of `performance` */
export function queryOf(client: ClientBase, latest?: number): Query {
  return async (sql, ...values) => {
    const { rows } = await client.query({ text: numbered(sql), values: values as unknown[], ...within(latest) });
    return rows as never[];
  };
}

function within(latest: number | undefined): { readonly query_timeout?: number } {
  if (latest === undefined) return {};
  return { query_timeout: Math.max(1, Math.min(QUERY, latest - performance.now())) };
}

async function isRolledBack(client: PoolClient, latest: number): Promise<boolean> {
  try {
    await queryOf(client, latest)("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

/** For how long one is tried again after the database's last answer, and how often. ms */
const PATIENCE = 5_000;
const PAUSE = 100;

/**
 * A connection that breaks during COMMIT leaves open whether it was done: `work` has to find that out for itself.
 *
 * @param work given the number of the attempt, from 1
 * @throws AccountsUnavailableError when no attempt succeeded
 */
export async function patiently<T>(
  connections: Connections,
  work: (query: Query, attempt: number) => Promise<T>,
): Promise<T> {
  const latest = (connections.awaySince ?? performance.now()) + PATIENCE;
  for (let attempt = 1; ; attempt++) {
    try {
      await connections.back(latest);
      return await connections.transaction((query) => work(query, attempt), latest);
    } catch (cause) {
      if (!(cause instanceof AccountsUnavailableError) || performance.now() > latest) throw cause;
    }
    await pause(PAUSE);
  }
}
