/** The tables in PostgreSQL: the common ones, and those that several servers need. */

import { type AccountsDatabase, databaseName } from "../accounts-database.js";
import { SCHEMA_VERSION, STEPS } from "../schema.js";
import { SUMS } from "../store.js";
import { type Query, queryOf } from "./connections.js";
import { AccountsDatabaseError, describedError, loadDriver, numbered, numberTypes, secured } from "./errors.js";

/**
 * Beside the common step of the same number. Holds and claims of running requests are rows with an end (Unix ms by the clock
 * of the database), which their server puts off while it lives. Every change that servers keep in memory is counted.
 */
const ALSO: readonly string[] = [
  "",
  `
CREATE TABLE token_hold (
  id TEXT NOT NULL,
  grant_id TEXT NOT NULL,
  account TEXT NOT NULL,
  tokens BIGINT NOT NULL CHECK (tokens > 0),
  expires BIGINT NOT NULL,
  PRIMARY KEY (id, grant_id)
);
CREATE INDEX token_hold_of_grant ON token_hold (grant_id);

CREATE TABLE repeat_claim (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL,
  repeat_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  is_free BOOLEAN NOT NULL,
  request_id TEXT,
  expires BIGINT NOT NULL
);
CREATE INDEX repeat_claim_of_key ON repeat_claim (account, repeat_key);

-- Requests in the window of time that ends at expire. Nobody misses it after a crash.
CREATE UNLOGGED TABLE request_count (
  key VARCHAR(255) NOT NULL PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire BIGINT
) WITH (fillfactor = 50);

CREATE TABLE change_count (changes BIGINT NOT NULL);
INSERT INTO change_count (changes) VALUES (0);
CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change_count SET changes = changes + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER account_changed AFTER INSERT OR UPDATE OR DELETE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION count_change();
CREATE TRIGGER access_key_changed AFTER INSERT OR DELETE OR UPDATE OF hash, account, label, expires, revoked ON access_key
  FOR EACH STATEMENT EXECUTE FUNCTION count_change();
CREATE TRIGGER token_grant_changed AFTER INSERT OR DELETE OR UPDATE OF tokens, starts, expires ON token_grant
  FOR EACH STATEMENT EXECUTE FUNCTION count_change();

-- Rows that change with every charge: room beside them, and vacuum before they are many.
ALTER TABLE token_grant SET (fillfactor = 50);
ALTER TABLE usage_day SET (fillfactor = 50);
ALTER TABLE token_hold SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
`,
  "",
  `
-- Rows that change with every part: room beside them.
ALTER TABLE job SET (fillfactor = 50);
ALTER TABLE job_part SET (fillfactor = 50);
`,
  "",
  `
CREATE TRIGGER plan_limit_changed AFTER INSERT OR UPDATE OR DELETE ON plan_limit
  FOR EACH STATEMENT EXECUTE FUNCTION count_change();
CREATE TRIGGER account_limit_changed AFTER INSERT OR UPDATE OR DELETE ON account_limit
  FOR EACH STATEMENT EXECUTE FUNCTION count_change();

-- What only servers of a database write, without a reference: nothing of it names an account that is gone.
CREATE FUNCTION forget_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM request_count WHERE key = 'account:' || OLD.name;
  DELETE FROM repeat_claim WHERE account = OLD.name;
  RETURN NULL;
END $$;
CREATE TRIGGER account_forgotten AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION forget_account();
`,
  "",
  "",
];

/** Any number, but always the same: of servers that start together, one makes the tables and the others wait. */
const MIGRATION_LOCK = 0x49526163;

/** @throws AccountsDatabaseError if they are another program's, or of a newer version */
export async function migrate(query: Query, name: string): Promise<void> {
  await query("SELECT pg_advisory_xact_lock(?)", MIGRATION_LOCK);
  const version = await versionOf(query, name);
  if (version > SCHEMA_VERSION) {
    const versions = `its tables have version ${version}, this server supports ${SCHEMA_VERSION}`;
    throw new AccountsDatabaseError(`${name} was written by a newer server: ${versions}; nothing was changed`);
  }
  if (version === SCHEMA_VERSION) return;
  if (version === 0) await query("CREATE TABLE schema_version (version INTEGER NOT NULL)");
  for (let step = version; step < SCHEMA_VERSION; step++) {
    await query(STEPS[step]!);
    const also = ALSO[step]!;
    if (also !== "") await query(also);
  }
  await query("DELETE FROM schema_version");
  await query("INSERT INTO schema_version (version) VALUES (?)", SCHEMA_VERSION);
}

/** What the schema has that new tables go to. Those of extensions (of PostGIS, say) are nobody's. */
const FOUND = `SELECT to_regclass('schema_version') IS NOT NULL AS marked,
  EXISTS (SELECT FROM pg_proc WHERE proname = 'count_change') AS ours,
  (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'f') AND NOT EXISTS
      (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')) AS tables`;

/** 0: there are no tables. */
async function versionOf(query: Query, name: string): Promise<number> {
  const { marked, ours, tables } = (await query<{ marked: boolean; ours: boolean; tables: number }>(FOUND))[0]!;
  if (marked !== ours || (!marked && tables > 0)) {
    const found = tables === 1 ? "1 table" : `${tables} tables`;
    throw new AccountsDatabaseError(
      `${name} has ${found} of another program: give the accounts a database of their own; nothing was changed`,
    );
  }
  return marked ? (await query<{ version: number }>("SELECT version FROM schema_version"))[0]!.version : 0;
}

const CONNECT = 5_000;

/** Serves operators one after the other; servers go on meanwhile. */
const ALONE = "LOCK TABLE admin_action IN SHARE ROW EXCLUSIVE MODE";

/** @throws AccountsDatabaseError when it cannot be used, AccountsUnavailableError when it does not answer */
export async function administeredDatabase(url: string): Promise<AccountsDatabase> {
  const name = databaseName(url);
  const driver = await loadDriver();
  const client = new driver.Client({
    ...secured(url),
    application_name: "irradiance-server (command)",
    connectionTimeoutMillis: CONNECT,
    types: numberTypes(driver),
  });
  client.on("error", () => {}); // the statement under way tells it
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw describedError(name, cause);
    }
  };
  const query = queryOf(client);
  const within =
    (...begin: readonly string[]) =>
    async <T>(work: () => Promise<T>): Promise<T> => {
      await explained(async () => {
        for (const statement of begin) await client.query(statement);
      });
      try {
        const result = await work();
        await explained(() => client.query("COMMIT"));
        return result;
      } catch (cause) {
        await client.query("ROLLBACK").catch(() => {}); // its connection is closed
        throw cause;
      }
    };
  const all = <Row>(sql: string, values: readonly (string | number | null)[]) =>
    explained(() => query<Row & object>(sql, ...values));
  const database: AccountsDatabase = {
    name,
    get: async <Row>(sql: string, ...values: (string | number | null)[]) => (await all<Row>(sql, values))[0],
    all: (sql, ...values) => all(sql, values),
    run: (sql, ...values) => explained(async () => (await client.query(numbered(sql), values)).rowCount ?? 0),
    transaction: within("BEGIN", ALONE),
    snapshot: within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
    check: () => checkSums(database),
    close: () => client.end(),
  };
  await explained(() => client.connect());
  try {
    await within("BEGIN")(() => explained(() => migrate(query, name)));
  } catch (cause) {
    await client.end();
    throw cause;
  }
  return database;
}

/** Pages and references are PostgreSQL's own concern. */
async function checkSums(database: AccountsDatabase): Promise<void> {
  await database.snapshot(async () => {
    for (const [sums, sql] of Object.entries(SUMS)) {
      const account = await database.get<{ name: string }>(sql);
      if (account) throw new AccountsDatabaseError(`${database.name}: ${sums} of account ${account.name} differ`);
    }
  });
}
