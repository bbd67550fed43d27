/** Several servers on one database. */
import { expect, it, onTestFinished, vi } from "vitest";
import { DuplicateChargeError, OutOfTokensError } from "../../../src/accounts/accounts.js";
import type { AccountsPlace } from "../../../src/accounts/accounts-database.js";
import { openAccounts } from "../../../src/accounts/open.js";
import type { Accounts } from "../../../src/accounts/stored-accounts.js";
import { openAdministered } from "../../../src/accounts/transfer.js";
import { administer, entry, NOON, type Opened, stored, testClock, until, withDatabase } from "../fixture.js";
import { inPostgres } from "../stores.js";
import { cuttingProxy } from "./cutting-proxy.js";

/** Another server on the same database. */
async function another(place: AccountsPlace, clock: () => number = testClock()): Promise<Accounts> {
  const accounts = await openAccounts({ ...place, clock, poll: 20 });
  onTestFinished(() => accounts.close());
  return accounts;
}

/** Rows of a database, as an operator with psql sees and changes them. */
const sql = <Row>({ place }: Pick<Opened, "place">, text: string) =>
  withDatabase(place, (database) => database.all<Row>(text));

inPostgres(({ newPlace, openLab }, service) => {
  it("servers that start at once on an empty database make its tables once", async () => {
    const place = await newPlace();
    const servers = await Promise.all(Array.from({ length: 4 }, () => another(place)));
    expect(servers.map(({ any }) => any)).toEqual([false, false, false, false]);
  });

  it("never sell more than was granted, to however many ask them all at once", async () => {
    const lab = await openLab({ tokens: 1000 });
    const servers = [lab.accounts, await another(lab.place), await another(lab.place)];
    let [charged, refused] = [0, 0];
    const client = async (accounts: Accounts, name: string) => {
      for (let i = 0; i < 12; i++) {
        try {
          const hold = await accounts.hold(lab.access, 7);
          if (i % 5 === 0) accounts.release(hold);
          else await accounts.charge(hold, entry(`${name}-${i}`)).then(() => charged++);
        } catch (cause) {
          expect(cause).toBeInstanceOf(OutOfTokensError);
          refused++;
        }
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, i) => client(servers[i % 3]!, `c${i}`)));
    expect(refused).toBeGreaterThan(0);
    expect(charged).toBeLessThanOrEqual(Math.floor(1000 / 7));
    // Held tokens come back when they are released: a few of the last may have been refused meanwhile, but none is lost.
    for (const accounts of servers) {
      expect(await accounts.currentBalance("lab")).toMatchObject({ used: 7 * charged, held: 0 });
    }
    const { charges, used } = await stored(lab.place);
    expect([charges.length, used]).toEqual([charged, 7 * charged]);
  });

  it("see each other's holds and charges, and what an operator changes, within 5 s by themselves", async () => {
    const lab = await openLab({ tokens: 1000 });
    const other = await another(lab.place);
    const hold = await lab.accounts.hold(lab.access, 900);
    await expect(other.hold(lab.access, 101)).rejects.toThrow(OutOfTokensError);
    expect(other.balance("lab")).toMatchObject({ held: 900, remaining: 100 }); // a refusal is told what there is
    await lab.accounts.charge(hold, entry("r1"));
    expect(await other.currentBalance("lab")).toMatchObject({ held: 0, used: 900, remaining: 100 });
    const { text } = await administer(lab.place, async (administration) => {
      await administration.grantTokens("lab", { tokens: 5 });
      return administration.createKey("lab");
    });
    for (const accounts of [lab.accounts, other]) {
      await until(() => accounts.find(text) !== undefined && accounts.balance("lab").granted === 1005);
    }
    // Without the command line, too.
    await sql(lab, `UPDATE access_key SET revoked = ${NOON}`);
    for (const accounts of [lab.accounts, other]) await until(() => accounts.find(text) === undefined);
  });

  it("free the holds of one that died, and refuse its charges should it come back", async () => {
    const lab = await openLab({ tokens: 1000 });
    const proxy = await cuttingProxy((lab.place as { database: string }).database);
    const dead = await another({ database: proxy.url });
    const hold = await dead.hold(lab.access, 900);
    proxy.freeze(true);
    await sql(lab, "UPDATE token_hold SET expires = 0");
    const other = lab.accounts;
    await until(async () => (await other.currentBalance("lab")).held === 0);
    const taken = await other.hold(lab.access, 900);
    proxy.freeze(false);
    await expect(dead.charge(hold, entry("late"))).rejects.toThrow("it was not renewed in time");
    await other.charge(taken, entry("good"));
    expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 900, held: 0 });
    expect((await stored(lab.place)).charges.map(({ request_id }) => request_id)).toEqual(["good"]);
  });

  it("put the end of their holds off while a computation takes its time", async () => {
    const lab = await openLab({ tokens: 1000 });
    const hold = await lab.accounts.hold(lab.access, 900);
    const [before] = await sql<{ expires: number }>(lab, "SELECT expires FROM token_hold");
    await until(async () => {
      const [row] = await sql<{ expires: number }>(lab, "SELECT expires FROM token_hold");
      return row!.expires > before!.expires;
    });
    await lab.accounts.charge(hold, entry("r1"));
  });

  it("know of each other's repeats, those that run and those that were charged", async () => {
    const lab = await openLab({ tokens: 1000 });
    const other = await another(lab.place);
    const { access } = lab;
    expect(await lab.accounts.repeat(access, "k", "f")).toEqual({ kind: "new" });
    expect(await other.repeat(access, "k", "f")).toEqual({ kind: "running" });
    expect(await other.repeat(access, "k", "g")).toEqual({ kind: "other" });
    await lab.accounts.charge(await lab.accounts.hold(access, 10, { repeat: "k" }), entry("r1"));
    const kinds = [];
    for (const accounts of [other, lab.accounts, other, lab.accounts]) {
      kinds.push((await accounts.repeat(access, "k", "f")).kind);
    }
    expect(kinds).toEqual(["free", "free", "free", "used-up"]);
  });

  it("let a request whose server died begin anew when a balancer sends it again, and no other", async () => {
    const lab = await openLab({ tokens: 1000 });
    const other = await another(lab.place);
    const { access } = lab;
    expect(await lab.accounts.repeat(access, "k", "f", "balancer-1")).toEqual({ kind: "new" });
    expect(await other.repeat(access, "k", "f", "balancer-2")).toEqual({ kind: "running" });
    expect(await other.repeat(access, "k", "f")).toEqual({ kind: "running" });
    expect(await other.repeat(access, "k", "f", "balancer-1")).toEqual({ kind: "new" });
  });

  it("charge a request that a balancer sends again once, whichever of them was first", async () => {
    const lab = await openLab({ tokens: 1000 });
    const other = await another(lab.place);
    const request = { id: "balancer-1", fingerprint: "f" };
    const marked = entry("balancer-1", { fingerprint: "f" });
    const one = await lab.accounts.hold(lab.access, 10, { request });
    const two = await other.hold(lab.access, 10, { request });
    await lab.accounts.charge(one, marked);
    await other.charge(two, marked);
    const third = await other.hold(lab.access, 10, { request });
    expect(third.tokens).toBe(0);
    await other.charge(third, marked);
    await expect(other.hold(lab.access, 10, { request: { ...request, fingerprint: "g" } })).rejects.toThrow(
      DuplicateChargeError,
    );
    expect(await other.currentBalance("lab")).toMatchObject({ used: 10, held: 0 });
  });

  it("a commit whose answer is lost is found by the next attempt, and charged once", async () => {
    const lab = await openLab({ tokens: 1000 });
    const proxy = await cuttingProxy((lab.place as { database: string }).database);
    const accounts = await another({ database: proxy.url });
    for (let i = 0; i < 3; i++) {
      const hold = await accounts.hold(lab.access, 10);
      const cut = proxy.cutNextCommit();
      const charge = accounts.charge(hold, entry(`r${i}`));
      await cut;
      await charge;
      await until(() => accounts.available);
    }
    const { charges, used } = await stored(lab.place);
    expect([charges.map(({ request_id }) => request_id), used]).toEqual([["r0", "r1", "r2"], 30]);
  });

  it("a commit whose answer stays lost is told as one that may be there, and as nothing charged where none was asked for", async () => {
    const lab = await openLab({ tokens: 1000 });
    const proxy = await cuttingProxy((lab.place as { database: string }).database);
    const accounts = await another({ database: proxy.url });
    const holds = [await accounts.hold(lab.access, 10), await accounts.hold(lab.access, 10)];
    const cut = proxy.cutNextCommit();
    const unknown = expect(accounts.charge(holds[0]!, entry("r0"))).rejects.toMatchObject({
      code: "ERR_CHARGE_UNKNOWN",
    });
    await cut;
    proxy.freeze(true);
    await unknown;
    await expect(accounts.charge(holds[1]!, entry("r1"))).rejects.toMatchObject({ code: "ERR_ACCOUNTS_UNAVAILABLE" });
    expect((await stored(lab.place)).charges.map(({ request_id }) => request_id)).toEqual(["r0"]);
  });

  it("a database that goes silent is reported within seconds, and used again when it answers", async () => {
    const lab = await openLab({ tokens: 1000 });
    const proxy = await cuttingProxy((lab.place as { database: string }).database);
    const accounts = await another({ database: proxy.url });
    proxy.freeze(true);
    const since = performance.now();
    await expect(accounts.hold(lab.access, 10)).rejects.toMatchObject({ code: "ERR_ACCOUNTS_UNAVAILABLE" });
    expect(performance.now() - since).toBeLessThan(9_000);
    expect(accounts.available).toBe(false);
    const second = performance.now();
    await expect(accounts.hold(lab.access, 10)).rejects.toMatchObject({ code: "ERR_ACCOUNTS_UNAVAILABLE" });
    expect(performance.now() - second).toBeLessThan(4_000);
    expect(accounts.find(lab.key.text)).toEqual(lab.access);
    proxy.freeze(false);
    await until(() => accounts.available);
    await accounts.charge(await accounts.hold(lab.access, 10), entry("after"));
  });

  it("a database that stops where it is, all its processes, is told in time; what it had under way is charged once", async () => {
    const lab = await openLab({ tokens: 1000 });
    const { access, accounts } = lab;
    const counter = accounts.counter(60);
    const holds = await Promise.all(Array.from({ length: 6 }, () => accounts.hold(access, 10)));
    await accounts.charge(holds[0]!, entry("before"));
    const since = performance.now();
    const waits: number[] = [];
    const asked = (work: () => Promise<unknown>) =>
      work().then(
        () => "done",
        (cause: { code?: string }) => {
          waits.push(performance.now() - since);
          return cause.code;
        },
      );
    service().freeze(true);
    try {
      const outcomes = await Promise.all([
        ...holds.slice(1, 5).map((hold, i) => asked(() => accounts.charge(hold, entry(`during-${i}`)))),
        ...Array.from({ length: 12 }, () => asked(() => accounts.hold(access, 10))),
        asked(() => accounts.repeat(access, "k", "f")),
        asked(() => accounts.currentBalance("lab")),
      ]);
      for (const outcome of outcomes) expect(outcome).toMatch(/^ERR_(ACCOUNTS_UNAVAILABLE|CHARGE_UNKNOWN)$/);
      await counter.count("lab", 1); // by this server alone
      // Those that come later do not wait.
      const later = performance.now();
      expect(await asked(() => accounts.hold(access, 10))).toBe("ERR_ACCOUNTS_UNAVAILABLE");
      expect(performance.now() - later).toBeLessThan(4_000);
      waits.pop();
      expect(Math.max(...waits)).toBeLessThan(6_000);
    } finally {
      service().freeze(false);
    }
    await until(() => accounts.available);
    await accounts.charge(await accounts.hold(access, 10), entry("after"));
    const { charges, used } = await stored(lab.place);
    const ids = charges.map(({ request_id }) => request_id);
    expect([new Set(ids).size, used]).toEqual([ids.length, 10 * ids.length]);
    expect(ids).toEqual(expect.arrayContaining(["before", "after"]));
  });

  it("a stop of the database that is shorter than that is not seen: what waited is charged, once", async () => {
    const lab = await openLab({ tokens: 1000 });
    const { access, accounts } = lab;
    const hold = await accounts.hold(access, 10);
    service().freeze(true);
    const done = Promise.all([
      accounts.charge(hold, entry("r1")),
      accounts.hold(access, 10).then((held) => accounts.charge(held, entry("r2"))),
    ]);
    setTimeout(() => service().freeze(false), 1_500);
    await done;
    expect((await stored(lab.place)).charges.map(({ request_id }) => request_id)).toEqual(["r1", "r2"]);
  });

  it("count requests together", async () => {
    const lab = await openLab();
    const counters = [lab.accounts, await another(lab.place)].map((one) => one.counter(60));
    for (const i of [0, 1, 0]) await counters[i]!.count("lab", 1);
    expect(await counters[1]!.count("lab", 1)).toMatchObject({ requests: 4 });
    expect(await counters[1]!.count("other", 1)).toMatchObject({ requests: 1 });
  });

  it("count by the clock of the database: a window that a wrong clock has put far ahead is over", async () => {
    const lab = await openLab();
    const counter = lab.accounts.counter(60);
    await counter.count("lab", 3);
    expect(await counter.count("lab", 1)).toMatchObject({ requests: 4 });
    await sql(lab, "UPDATE request_count SET expire = expire + 3600000");
    expect(await counter.count("lab", 2)).toMatchObject({ requests: 2 });
    const [row] = await sql<{ left: number }>(
      lab,
      "SELECT expire - (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS left FROM request_count",
    );
    expect(row!.left).toBeGreaterThan(0);
    expect(row!.left).toBeLessThanOrEqual(60_000);
    await sql(lab, "UPDATE request_count SET expire = expire - 60000");
    expect(await counter.count("lab", 1)).toMatchObject({ requests: 1 });
  });

  it("a server whose clock is an hour ahead counts in the windows of the others", async () => {
    const lab = await openLab();
    const [right, ahead] = [lab.accounts, await another(lab.place)].map((one) => one.counter(60));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await ahead!.count("lab", 1)).left).toBeLessThanOrEqual(60_000);
    vi.useRealTimers();
    await right!.count("lab", 2);
    const counted = await right!.count("lab", 1);
    expect(counted.requests).toBe(4);
    expect(counted.left).toBeLessThanOrEqual(60_000);
  });

  it("refuse tables that are not theirs, or newer, and leave them alone", async () => {
    const lab = await openLab();
    await sql(lab, "UPDATE schema_version SET version = 99");
    await expect(openAccounts(lab.place)).rejects.toThrow(/was written by a newer server: its tables have version 99/);
    await sql2(await newPlace(), "CREATE TABLE account (id INTEGER)", async (place) => {
      await expect(openAccounts(place)).rejects.toThrow(/accounts_\d+ has 1 table of another program/);
    });
    await sql2(await newPlace(), "CREATE TABLE city (id INTEGER); CREATE TABLE street (id INTEGER)", async (place) => {
      const refusal =
        /127\.0\.0\.1:\d+\/accounts_\d+ has 2 tables of another program: give the accounts a database of their own/;
      await expect(openAdministered(place)).rejects.toThrow(refusal);
      await expect(openAccounts(place)).rejects.toThrow(refusal);
      await sql2(place, "DROP TABLE city, street", async () => (await openAdministered(place)).close());
    });
    await sql2(await newPlace(), "CREATE SCHEMA maps CREATE TABLE city (id INTEGER)", async (place) => {
      await (await openAdministered(place)).close();
    });
  });

  it("never repeat a password", async () => {
    const place = await newPlace();
    const url = new URL((place as { database: string }).database);
    url.password = "secret";
    url.pathname = "/nothing_here";
    await expect(openAccounts({ database: url.href })).rejects.toThrow(/nothing_here/);
    const told = await openAccounts({ database: url.href }).catch((cause: Error) => `${cause.message} ${cause.stack}`);
    expect(told).not.toContain("secret");
    await expect(openAccounts({ database: "postgres://u:secret@h" })).rejects.toThrow(
      "the address of the accounts must be postgres://user@host:port/database",
    );
  });
});

/** Statements on a database that has no accounts. */
async function sql2(place: AccountsPlace, text: string, then: (place: AccountsPlace) => Promise<void>): Promise<void> {
  const { Client } = (await import("pg")).default;
  const client = new Client({ connectionString: (place as { database: string }).database });
  await client.connect();
  await client.query(text);
  await client.end();
  await then(place);
}
