/** An accounts file as the commands of an operator use it. */
import type { AccountsDatabase } from "../accounts-database.js";
import { checkAccounts } from "./check.js";
import type { Database } from "./database.js";
import { explain, openAccountsFile } from "./file.js";

/** @param create whether a missing file is made */
export function administeredFile(file: string, create = false): AccountsDatabase {
  return administered(file, openAccountsFile(file, { create }));
}

/** A file that is open already. */
export function administered(file: string, database: Database): AccountsDatabase {
  const explained = async <T>(work: () => T): Promise<Awaited<T>> => {
    try {
      return await work();
    } catch (cause) {
      throw explain(file, cause);
    }
  };
  const within =
    (begin: string) =>
    async <T>(work: () => Promise<T>): Promise<T> => {
      await explained(() => database.exec(begin));
      try {
        const result = await work();
        await explained(() => database.exec("COMMIT"));
        return result;
      } catch (cause) {
        await explained(() => database.exec("ROLLBACK")).catch(() => {}); // SQLite may have done so already
        throw cause;
      }
    };
  return {
    name: file,
    get: (sql, ...values) => explained(() => database.prepare<never>(sql).get(...values)),
    all: (sql, ...values) => explained(() => database.prepare<never>(sql).all(...values)),
    run: (sql, ...values) => explained(() => database.prepare(sql).run(...values)),
    transaction: within("BEGIN IMMEDIATE"),
    snapshot: within("BEGIN"),
    check: () => explained(() => checkAccounts(file, database)),
    close: () => explained(() => database.close()),
  };
}
