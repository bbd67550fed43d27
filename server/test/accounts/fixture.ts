import { rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Access, ChargeEntry } from "../../src/accounts/accounts.js";
import type { AccountsDatabase, AccountsPlace, GrantOptions } from "../../src/accounts/accounts-database.js";
import { Administration, type MadeKey } from "../../src/accounts/administration.js";
import { type OpenAccountsOptions, openAccounts } from "../../src/accounts/open.js";
import type { Accounts } from "../../src/accounts/stored-accounts.js";
import { openAdministered } from "../../src/accounts/transfer.js";
import { memoryFolder } from "../memory-folder.js";

/** A moment of 2026, in Unix ms. */
export const NOON = Date.UTC(2026, 5, 21, 12);

export function temporaryDirectory(): string {
  const directory = memoryFolder("irradiance-accounts-");
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function temporaryFile(): string {
  return join(temporaryDirectory(), "irradiance.db");
}

/** A clock that stands still until it is set. */
export function testClock(now = NOON) {
  const clock = () => clock.now;
  clock.now = now;
  return clock;
}

/** What the command line does. */
export async function administer<T>(
  at: AccountsPlace | string,
  work: (administration: Administration) => Promise<T>,
  now = NOON,
): Promise<T> {
  const place = typeof at === "string" ? { file: at } : at;
  return withDatabase(place, (database) => work(new Administration(database, { name: "test", now })));
}

/** Another connection, closed afterwards. */
export async function withDatabase<T>(
  place: AccountsPlace,
  work: (database: AccountsDatabase) => Promise<T>,
): Promise<T> {
  const database = await openAdministered(place, { create: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export interface Opened {
  readonly place: AccountsPlace;
  /** Of accounts in a file. */
  readonly file: string;
  readonly clock: ReturnType<typeof testClock>;
  readonly accounts: Accounts;
  readonly key: MadeKey;
  readonly access: Access;
}

/** A server's accounts in a file with one account, "lab", and one key. */
export function openLab(grant?: GrantOptions, options: Partial<OpenAccountsOptions> = {}): Promise<Opened> {
  return openLabAt({ file: temporaryFile() }, grant, options);
}

/** The same at another place. */
export async function openLabAt(
  place: AccountsPlace,
  grant?: GrantOptions,
  options: Partial<OpenAccountsOptions> = {},
): Promise<Opened> {
  const clock = testClock();
  const key = await administer(place, async (administration) => {
    await administration.createAccount("lab", grant);
    return administration.createKey("lab", { label: "first" });
  });
  const accounts = await openAccounts({ ...place, clock, poll: 20, ...options });
  onTestFinished(() => accounts.close());
  return { place, file: "file" in place ? place.file : "", clock, accounts, key, access: accounts.find(key.text)! };
}

export function entry(requestId: string, more: Partial<ChargeEntry> = {}): ChargeEntry {
  const figures = { rows: 96, columns: 21, status: 200, duration: 1.25, bytes: 18_000 };
  return { requestId, at: NOON, endpoint: "observation/realtime", ...figures, ...more };
}

export { until } from "../until.js";

/** What is stored, read by another connection. */
export async function stored(place: AccountsPlace) {
  return withDatabase(place, async (database) => {
    await database.check();
    return {
      charges: await database.all<{ request_id: string; tokens: number }>(
        "SELECT request_id, tokens FROM charge ORDER BY request_id",
      ),
      used: (await database.get<{ used: number }>("SELECT coalesce(sum(used), 0) AS used FROM token_grant"))!.used,
      lastUsed: (await database.get<{ last_used: number | null }>("SELECT last_used FROM access_key"))!.last_used,
    };
  });
}
