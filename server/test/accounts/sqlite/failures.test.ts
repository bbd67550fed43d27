import { renameSync } from "node:fs";
import { hostname } from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "../../../src/accounts/sqlite/database.js";
import { entry, openLab, stored, until } from "../fixture.js";

/** The connections that were opened, so that a test can fill up the "disk" of one. */
const connections: Database[] = [];
vi.mock("../../../src/accounts/sqlite/database.js", async (original) => {
  const actual = await original<typeof import("../../../src/accounts/sqlite/database.js")>();
  const recorded = (...options: Parameters<typeof actual.openDatabase>) => {
    const database = actual.openDatabase(...options);
    connections.push(database);
    return database;
  };
  return { ...actual, openDatabase: recorded };
});
afterEach(() => {
  connections.length = 0;
});

describe("accounts in a file", () => {
  it("hold a charge up only while they are written", async () => {
    const { accounts, access, file } = await openLab({ tokens: 100 });
    const other = openDatabase(file);
    other.exec("BEGIN IMMEDIATE");
    let charged = false;
    const charge = accounts.charge(await accounts.hold(access, 10), entry("r1")).then(() => (charged = true));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(charged).toBe(false);
    other.exec("COMMIT");
    await charge;
    expect((await stored({ file })).used).toBe(10);
  });
});

describe("when the disk fails", () => {
  it("a charge rejects and its tokens are free; later ones work again", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1e9 });
    const server = connections.at(-1)!;
    server.exec("PRAGMA max_page_count = 1");
    const settled: PromiseSettledResult<void>[] = [];
    for (let i = 0; settled.at(-1)?.status !== "rejected" && i < 500; i++) {
      const charges = [1, 2, 3].map(async (n) =>
        accounts.charge(await accounts.hold(access, 10), entry(`${"x".repeat(200)}${i}-${n}`)),
      );
      settled.push(...(await Promise.allSettled(charges)));
    }
    const paid = settled.filter(({ status }) => status === "fulfilled").length;
    expect(settled.at(-1)).toMatchObject({ reason: { name: "AccountsFileError", message: /the disk is full/ } });
    expect(accounts.balance("lab")).toMatchObject({ used: 10 * paid, held: 0 });
    server.exec("PRAGMA max_page_count = 1000000");
    await accounts.charge(await accounts.hold(access, 10), entry("after"));
    expect(await stored({ file })).toMatchObject({ used: 10 * (paid + 1) });
    expect((await stored({ file })).charges).toHaveLength(paid + 1);
  });

  it("the accounts are not available until a write reaches the disk again, which nobody has to ask for", async () => {
    const well: boolean[] = [];
    const lab = await openLab({ tokens: 1e9 }, { well: () => well.push(true), report: () => {} });
    const { accounts, access, file } = lab;
    const server = connections.at(-1)!;
    expect(accounts.available).toBe(true);
    server.exec("PRAGMA max_page_count = 1");
    let failure: unknown;
    for (let i = 0; failure === undefined && i < 500; i++) {
      await accounts.charge(await accounts.hold(access, 10), entry(`${"x".repeat(200)}${i}`)).catch((thrown) => {
        failure = thrown;
      });
    }
    expect(accounts.available).toBe(false);
    well.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([accounts.available, well]).toEqual([false, []]);
    server.exec("PRAGMA max_page_count = 1000000");
    await until(() => accounts.available && well.length > 0);
    const run = openDatabase(file).prepare<{ host: string }>("SELECT host FROM server_run").get()!;
    expect(run.host).toBe(hostname());
  });

  it("nothing is charged to a file that was moved away, and it is said once", async () => {
    const told: string[] = [];
    const { accounts, access, file } = await openLab({ tokens: 100 }, { report: (message) => told.push(message) });
    renameSync(file, `${file}.moved`);
    const text = `${file} was moved or replaced while the server was running: restart the server`;
    await expect(accounts.charge(await accounts.hold(access, 10), entry("r1"))).rejects.toThrow(text);
    expect(accounts.balance("lab")).toMatchObject({ used: 0, held: 0 });
    await until(() => told.length > 0);
    expect(accounts.available).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(told).toEqual([`accounts: ${text}`]);
    // What is due, and cannot be written, fails no stop.
    await accounts.charge(await accounts.hold(access, 0), entry("free"));
    await accounts.close();
    renameSync(`${file}.moved`, file);
  });
});
