import { renameSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DuplicateChargeError, OutOfTokensError } from "../../src/accounts/accounts.js";
import { checkAccounts } from "../../src/accounts/check.js";
import { type Database, openDatabase } from "../../src/accounts/database.js";
import { openAccountsFile } from "../../src/accounts/file.js";
import { openAccounts } from "../../src/accounts/open.js";
import { administer, entry, NOON, openLab, temporaryFile, until } from "./fixture.js";

/** The connections that were opened, so that a test can fill up the "disk" of one. */
const connections: Database[] = [];
vi.mock("../../src/accounts/database.js", async (original) => {
  const actual = await original<typeof import("../../src/accounts/database.js")>();
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

const DAY = 86_400_000;

/** What is on disk, read by another connection. */
function onDisk(file: string) {
  const database = openAccountsFile(file);
  try {
    checkAccounts(file, database);
    const all = <Row>(sql: string) => database.prepare<Row>(sql).all();
    return {
      charges: all<{ request_id: string; tokens: number }>("SELECT request_id, tokens FROM charge ORDER BY request_id"),
      used: all<{ used: number }>("SELECT coalesce(sum(used), 0) AS used FROM token_grant")[0]!.used,
      repeats: all<{ repeat_key: string; uses: number }>("SELECT repeat_key, uses FROM repeat_key"),
      lastUsed: all<{ last_used: number | null }>("SELECT last_used FROM access_key")[0]!.last_used,
    };
  } finally {
    database.close();
  }
}

describe("accounts of a server", () => {
  it("hold, charge and release", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1000 });
    expect(accounts.any).toBe(true);
    const [one, other] = [accounts.hold(access, 300), accounts.hold(access, 200)];
    expect(accounts.balance("lab")).toMatchObject({ granted: 1000, used: 0, held: 500, remaining: 500 });
    await accounts.charge(one, entry("r1"));
    expect(onDisk(file)).toMatchObject({ charges: [{ request_id: "r1", tokens: 300 }], used: 300 });
    accounts.release(other);
    accounts.release(other);
    accounts.release(one);
    expect(accounts.balance("lab")).toMatchObject({ used: 300, held: 0, remaining: 700 });
    await expect(accounts.charge(one, entry("r2"))).rejects.toThrow("hold 1 has ended");
    expect(accounts.usage("lab")).toEqual([
      { day: "2026-06-21", endpoint: "observation/realtime", requests: 1, tokens: 300 },
    ]);
  });

  it("are empty at first, and know nobody", async () => {
    const accounts = await openAccounts({ file: temporaryFile() });
    expect(accounts.any).toBe(false);
    expect(accounts.find("irr_unknown")).toBeUndefined();
    await accounts.close();
    await accounts.close();
    expect(() => accounts.hold({ account: "lab", keyId: "k" }, 1)).toThrow("the accounts are closed");
  });

  it("keep what was charged, and free what was held, over an end and a start", async () => {
    const { accounts, access, file, clock, key } = await openLab({ tokens: 1000 });
    await accounts.charge(accounts.hold(access, 300), entry("r1"));
    accounts.hold(access, 100);
    await accounts.close();
    const again = await openAccounts({ file, clock });
    expect(again.balance("lab")).toMatchObject({ used: 300, held: 0, remaining: 700 });
    expect(again.keys("lab")).toEqual([{ id: key.id, label: "first", created: NOON, lastUsed: NOON, expires: null }]);
    await again.close();
  });

  it("never sell more than was granted, to however many ask at once", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1000 });
    let [charged, refused] = [0, 0];
    const client = async (name: string) => {
      for (let i = 0; i < 30; i++) {
        try {
          const hold = accounts.hold(access, 7);
          if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
          if (i % 5 === 0) accounts.release(hold);
          else await accounts.charge(hold, entry(`${name}-${i}`)).then(() => charged++);
        } catch (cause) {
          expect(cause).toBeInstanceOf(OutOfTokensError);
          refused++;
        }
        expect(accounts.balance("lab").remaining).toBeGreaterThanOrEqual(0);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, i) => client(`c${i}`)));
    expect(charged).toBe(Math.floor(1000 / 7));
    expect(refused).toBeGreaterThan(0);
    expect(onDisk(file)).toMatchObject({ used: 7 * charged });
    expect(onDisk(file).charges).toHaveLength(charged);
  });

  it("take the tokens that end first, and charge what was held before its grant ended", async () => {
    const { accounts, access, file, clock } = await openLab({ tokens: 100 });
    administer(file, (administration) => administration.grantTokens("lab", { tokens: 50, expires: NOON + DAY }));
    await until(() => accounts.balance("lab").granted === 150);
    await accounts.charge(accounts.hold(access, 20), entry("r1"));
    const hold = accounts.hold(access, 10);
    clock.now += DAY;
    expect(accounts.balance("lab")).toEqual({
      granted: 130,
      used: 20,
      held: 10,
      remaining: 100,
      expired: 20,
      nextExpiry: null,
    });
    await accounts.charge(hold, entry("r2"));
    expect(accounts.balance("lab")).toMatchObject({ granted: 130, used: 30, held: 0, remaining: 100, expired: 20 });
    clock.now -= 2 * DAY;
    expect(accounts.balance("lab")).toMatchObject({ used: 30, expired: 0 });
  });

  it("refuse amounts and entries that are not right, and give the tokens back", async () => {
    const { accounts, access } = await openLab({ tokens: 1000 });
    for (const tokens of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => accounts.hold(access, tokens)).toThrow(
        `tokens must be a whole number of micro-tokens, 0 or more, got ${tokens}`,
      );
    }
    const wrong = [
      { requestId: "" },
      { requestId: 5 as never },
      { at: Number.NaN },
      { at: 1e17 },
      { endpoint: "" },
      { rows: -1 },
      { columns: 1.5 },
      { status: 20 },
      { duration: Number.NaN },
      { bytes: 2 ** 60 },
    ];
    for (const part of wrong) {
      const name = Object.keys(part)[0]!;
      await expect(accounts.charge(accounts.hold(access, 5), entry("r", part))).rejects.toThrow(`entry.${name} must `);
    }
    expect(accounts.balance("lab")).toMatchObject({ used: 0, held: 0 });
  });

  it("charge a request id once, and the others of its group all the same", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1000 });
    const charges = ["a", "b", "a", "c"].map((id) => accounts.charge(accounts.hold(access, 10), entry(id)));
    const settled = await Promise.allSettled(charges);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    await expect(accounts.charge(accounts.hold(access, 10), entry("a"))).rejects.toThrow(DuplicateChargeError);
    expect(accounts.balance("lab")).toMatchObject({ used: 30, held: 0 });
    expect(onDisk(file).used).toBe(30);
  });

  it("list the usage of 31 days, newest first", async () => {
    const { accounts, access, clock } = await openLab({ tokens: 1000 });
    for (const days of [40, 31, 30, 1, 0, 0]) {
      const requestId = `r${Math.random()}`;
      await accounts.charge(accounts.hold(access, 10), entry(requestId, { at: clock.now - days * DAY }));
    }
    await accounts.charge(accounts.hold(access, 0), entry("free", { endpoint: "climate/tmy" }));
    const figures = accounts
      .usage("lab")
      .map(({ day, endpoint, requests, tokens }) => [day, endpoint, requests, tokens]);
    expect(figures).toEqual([
      ["2026-06-21", "climate/tmy", 1, 0],
      ["2026-06-21", "observation/realtime", 2, 20],
      ["2026-06-20", "observation/realtime", 1, 10],
      ["2026-05-22", "observation/realtime", 1, 10],
    ]);
    expect(accounts.usage("nobody")).toEqual([]);
  });

  it("write a key's last use without a charge, too", async () => {
    const { accounts, key, file, clock } = await openLab();
    await until(() => onDisk(file).lastUsed === NOON);
    clock.now += 61_000;
    accounts.find(key.text);
    await until(() => onDisk(file).lastUsed === NOON + 61_000);
  });
});

describe("changes by the command line", () => {
  it("are seen while the server runs: accounts, keys, grants", async () => {
    const { accounts, access, key, file, clock } = await openLab({ tokens: 100 });
    const hold = accounts.hold(access, 60);
    const other = administer(file, (administration) => {
      administration.grantTokens("lab", { tokens: 50 });
      administration.createAccount("second");
      return administration.createKey("second");
    });
    await until(() => accounts.find(other.text) !== undefined);
    expect(accounts.balance("lab")).toMatchObject({ granted: 150, held: 60, remaining: 90 });

    const next = administer(file, (administration) => administration.rotateKey(key.id, DAY));
    await until(() => accounts.find(next.text) !== undefined);
    expect(accounts.find(key.text)).toEqual(access);
    clock.now += DAY;
    expect(accounts.find(key.text)).toBeUndefined();

    administer(file, (administration) => administration.revokeKey(next.id));
    await until(() => accounts.find(next.text) === undefined);
    await accounts.charge(hold, entry("r1"));
    expect(accounts.balance("lab")).toMatchObject({ granted: 150, used: 60, held: 0 });
  });

  it("are seen under load as well", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1e9 });
    let running = true;
    let charged = 0;
    const client = async (name: string) => {
      for (let i = 0; running; i++) {
        await accounts.charge(accounts.hold(access, 1), entry(`${name}-${i}`));
        charged++;
      }
    };
    const clients = ["a", "b", "c", "d"].map(client);
    administer(file, (administration) => administration.grantTokens("lab", { tokens: 50 }));
    await until(() => accounts.balance("lab").granted === 1e9 + 50).finally(() => (running = false));
    await Promise.all(clients);
    expect(accounts.balance("lab")).toMatchObject({ used: charged, held: 0 });
    expect(onDisk(file).used).toBe(charged);
  });

  it("hold a charge up only while they are written", async () => {
    const { accounts, access, file } = await openLab({ tokens: 100 });
    const other = openDatabase(file);
    other.exec("BEGIN IMMEDIATE");
    let charged = false;
    const charge = accounts.charge(accounts.hold(access, 10), entry("r1")).then(() => (charged = true));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(charged).toBe(false);
    other.exec("COMMIT");
    await charge;
    expect(onDisk(file).used).toBe(10);
  });
});

describe("when the disk fails", () => {
  it("a charge rejects and its tokens are free; later ones work again", async () => {
    const { accounts, access, file } = await openLab({ tokens: 1e9 });
    const server = connections.at(-1)!;
    server.exec("PRAGMA max_page_count = 1");
    const settled: PromiseSettledResult<void>[] = [];
    for (let i = 0; settled.at(-1)?.status !== "rejected" && i < 500; i++) {
      const charges = [1, 2, 3].map((n) =>
        accounts.charge(accounts.hold(access, 10), entry(`${"x".repeat(200)}${i}-${n}`)),
      );
      settled.push(...(await Promise.allSettled(charges)));
    }
    const paid = settled.filter(({ status }) => status === "fulfilled").length;
    expect(settled.at(-1)).toMatchObject({ reason: { name: "AccountsFileError", message: /the disk is full/ } });
    expect(accounts.balance("lab")).toMatchObject({ used: 10 * paid, held: 0 });
    server.exec("PRAGMA max_page_count = 1000000");
    await accounts.charge(accounts.hold(access, 10), entry("after"));
    expect(onDisk(file)).toMatchObject({ used: 10 * (paid + 1) });
    expect(onDisk(file).charges).toHaveLength(paid + 1);
  });

  it("nothing is charged to a file that was moved away, and it is said once", async () => {
    const told: string[] = [];
    const { accounts, access, file } = await openLab({ tokens: 100 }, { report: (message) => told.push(message) });
    renameSync(file, `${file}.moved`);
    const text = `${file} was moved or replaced while the server was running: restart the server`;
    await expect(accounts.charge(accounts.hold(access, 10), entry("r1"))).rejects.toThrow(text);
    expect(accounts.balance("lab")).toMatchObject({ used: 0, held: 0 });
    await until(() => told.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(told).toEqual([`accounts: ${text}`]);
    renameSync(`${file}.moved`, file);
  });
});
