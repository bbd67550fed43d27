/** Connections to the database of the accounts: bounded in number and time, and made again when they break. */
import type { ClientBase, Pool } from "pg";
import { AccountsUnavailableError } from "../accounts.js";
import type { SqlValue } from "../accounts-database.js";
import { loadDriver, numbered, numberTypes, type PoolClient } from "./driver.js";
import { isDown, told } from "./errors.js";

/** Runs a statement with `?` for its values. */
export type Query = <Row extends object = object>(sql: string, ...values: PostgresValue[]) => Promise<Row[]>;

export type PostgresValue = SqlValue | boolean | readonly string[];

/** ms. Nothing waits for ever, on either side of the wire. */
const CONNECT = 3_000;
const STATEMENT = 5_000;
const LOCK = 3_000;
const QUERY = 6_000;
/** Between two looks whether it is back. */
const PROBE = 250;
const MOST_CONNECTIONS = 4;

export interface ConnectionsOptions {
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
  #available = true;
  #probing: NodeJS.Timeout | undefined;
  #ended = false;

  private constructor(pool: Pool, name: string) {
    this.#pool = pool;
    this.#name = name;
  }

  static async open({ url, name, durable, most = MOST_CONNECTIONS }: ConnectionsOptions): Promise<Connections> {
    const driver = await loadDriver();
    const pool = new driver.Pool({
      connectionString: url,
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
        // While somebody has the connection, its break is told by the statement under way; unheard, it would end the process.
        client.on("error", () => {});
        await client.query(durable ? DURABLE : "SET synchronous_commit = off");
      },
    });
    const connections = new Connections(pool, name);
    // A broken connection that nobody has is told here alone.
    pool.on("error", (cause) => connections.#note(cause));
    return connections;
  }

  /** Whether the last attempt to use it succeeded. While it does not, it is tried again in the background. */
  get available(): boolean {
    return this.#available;
  }

  /** @throws AccountsUnavailableError at once while the database is known not to answer */
  refuseWhileDown(): void {
    if (!this.#available) throw new AccountsUnavailableError(`${this.#name} does not answer`);
  }

  async all<Row extends object>(sql: string, ...values: PostgresValue[]): Promise<Row[]> {
    return this.#using((client) => queryOf(client)<Row>(sql, ...values));
  }

  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#using(async (client) => {
      await client.query("BEGIN");
      const result = await work(queryOf(client));
      await client.query("COMMIT");
      return result;
    });
  }

  async close(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#probing);
    await this.#pool.end();
  }

  async #using<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      const client = await this.#pool.connect();
      try {
        const result = await work(client);
        client.release();
        this.#available = true;
        return result;
      } catch (cause) {
        // A connection in an unknown state is closed, which takes back what it had begun.
        client.release(isDown(cause) || !(await isRolledBack(client)));
        throw cause;
      }
    } catch (cause) {
      this.#note(cause);
      throw told(this.#name, cause);
    }
  }

  #note(cause: unknown): void {
    if (!isDown(cause) || this.#ended) return;
    this.#available = false;
    this.#probing ??= setTimeout(() => void this.#probe(), PROBE).unref();
  }

  async #probe(): Promise<void> {
    await this.all("SELECT 1").catch(() => {});
    this.#probing = undefined;
    if (!this.#available && !this.#ended) this.#probing = setTimeout(() => void this.#probe(), PROBE).unref();
  }
}

/** An operator may have made it faster for the whole database; a charge has to be on disk. */
const DURABLE =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

export function queryOf(client: ClientBase): Query {
  return async (sql, ...values) => {
    const { rows } = await client.query(numbered(sql), values as unknown[]);
    return rows as never[];
  };
}

async function isRolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
