/** A PostgreSQL database of accounts as the commands of an operator use it. */
import type { AccountsDatabase } from "../accounts-database.js";
import { databaseName } from "../place.js";
import { SUMS } from "../sums.js";
import { queryOf } from "./connections.js";
import { loadDriver, numbered, numberTypes } from "./driver.js";
import { AccountsDatabaseError, describedError } from "./errors.js";
import { migrate } from "./schema.js";
import { secured } from "./tls.js";

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
