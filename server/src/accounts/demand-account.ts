/** An account that an operator named. */
import type { AccountsDatabase } from "./accounts-database.js";

/** @throws RangeError if there is no account of this name */
export async function demandAccount(database: Pick<AccountsDatabase, "get">, name: string): Promise<void> {
  if (await database.get("SELECT name FROM account WHERE name = ?", name)) return;
  throw new RangeError(
    `ACCOUNT must be the name of an account, got ${JSON.stringify(name)}: "accounts list" shows them`,
  );
}
