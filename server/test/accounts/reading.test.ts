/** How often a server reads all accounts and keys again that somebody else changes all the while. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { AccountsStore } from "../../src/accounts/store.js";
import { StoredAccounts } from "../../src/accounts/stored-accounts.js";

it("takes a tenth of its time at the most, however large the installation is", async () => {
  let [reads, looks] = [0, 0];
  const took = 40;
  const store = {
    available: true,
    async load() {
      reads++;
      for (const end = performance.now() + took; performance.now() < end; );
      return { standings: { accounts: [], planLimits: [], accountLimits: [] }, keys: [] };
    },
    changed: async () => ++looks > 0,
    tidy: async () => {},
    close: async () => {},
  } as unknown as AccountsStore;
  const accounts = await StoredAccounts.open(store, Date.now, 1, { report: () => {}, well: () => {} } as never);
  const before = reads;
  const since = performance.now();
  while (reads - before < 3) await sleep(5);
  expect(performance.now() - since).toBeGreaterThanOrEqual(2 * 10 * took);
  expect(looks).toBeGreaterThan(10 * (reads - before));
  await accounts.close();
});
