import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Access, Accounts, ChargeEntry } from "../../src/accounts/accounts.js";
import { Administration, type GrantOptions, type MadeKey } from "../../src/accounts/administration.js";
import { openAccountsFile } from "../../src/accounts/file.js";
import { type OpenAccountsOptions, openAccounts } from "../../src/accounts/open.js";

/** A moment of 2026, in Unix ms. */
export const NOON = Date.UTC(2026, 5, 21, 12);

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "irradiance-accounts-"));
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

/** What the command line does: another connection, closed afterwards. */
export function administer<T>(file: string, work: (administration: Administration) => T, now = NOON): T {
  const database = openAccountsFile(file, { create: true });
  try {
    return work(new Administration(database, { name: "test", now }));
  } finally {
    database.close();
  }
}

export interface Opened {
  readonly file: string;
  readonly clock: ReturnType<typeof testClock>;
  readonly accounts: Accounts;
  readonly key: MadeKey;
  readonly access: Access;
}

/** A server's accounts with one account, "lab", and one key. */
export async function openLab(grant?: GrantOptions, options: Partial<OpenAccountsOptions> = {}): Promise<Opened> {
  const file = temporaryFile();
  const clock = testClock();
  const key = administer(file, (administration) => {
    administration.createAccount("lab", grant);
    return administration.createKey("lab", { label: "first" });
  });
  const accounts = await openAccounts({ file, clock, poll: 20, ...options });
  onTestFinished(() => accounts.close());
  return { file, clock, accounts, key, access: accounts.find(key.text)! };
}

export function entry(requestId: string, more: Partial<ChargeEntry> = {}): ChargeEntry {
  const figures = { rows: 96, columns: 21, status: 200, duration: 1.25, bytes: 18_000 };
  return { requestId, at: NOON, endpoint: "observation/realtime", ...figures, ...more };
}

/** Waits for something that happens in the background, 5 s at most. */
export async function until(condition: () => boolean): Promise<void> {
  const latest = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > latest) throw new Error(`not within 5 s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
