/** Tests of accounts that hold wherever they are kept: run for each store. */

import { afterAll, beforeAll, describe } from "vitest";
import { type Postgres, postgresPrograms, startPostgres } from "../../../scripts/services/postgres.mjs";
import type { AccountsPlace, GrantOptions } from "../../src/accounts/accounts-database.js";
import type { OpenAccountsOptions } from "../../src/accounts/open.js";
import { type Opened, openLabAt, temporaryFile } from "./fixture.js";

/** Servers are killed here, and no machine loses its power: what was written is with the system, which need not bring it to the disk. */
const UNHURRIED_DISK = { fsync: "off", full_page_writes: "off" };

/** A store for tests. */
export interface Store {
  /** A place without accounts. */
  newPlace(): Promise<AccountsPlace>;
  /** A server's accounts with one account, "lab", and one key. */
  openLab(grant?: GrantOptions, options?: Partial<OpenAccountsOptions>): Promise<Opened>;
}

function storeAt(newPlace: () => Promise<AccountsPlace>): Store {
  return { newPlace, openLab: async (grant, options) => openLabAt(await newPlace(), grant, options) };
}

const WITH_SERVICES = process.env.TEST_SERVICES === "1";

/** In a file in `npm test`, in PostgreSQL in `npm run test:services`. */
export function eachStore(tests: (store: Store) => void): void {
  if (!WITH_SERVICES) describe("in a file", () => tests(storeAt(async () => ({ file: temporaryFile() }))));
  inPostgres(tests);
}

/** In `npm run test:services`. Where PostgreSQL is missing they are skipped; with REQUIRE_POSTGRES=1 they fail instead. */
export function inPostgres(tests: (store: Store, service: () => Postgres) => void): void {
  if (!WITH_SERVICES) return;
  const isMissing = postgresPrograms() === undefined;
  if (isMissing) console.warn("accounts in PostgreSQL are not tested: it is not installed (Debian: postgresql)");
  describe.skipIf(isMissing && process.env.REQUIRE_POSTGRES !== "1")("in PostgreSQL", () => {
    let service: Postgres | undefined;
    let databases = 0;
    beforeAll(async () => {
      service = await startPostgres({ settings: UNHURRIED_DISK });
    });
    afterAll(() => service?.end());
    tests(
      storeAt(async () => ({ database: await service!.create(`accounts_${++databases}`) })),
      () => service!,
    );
  });
}
