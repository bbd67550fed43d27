/** Plans, suspension, names and the end of accounts, wherever they are kept, while a server runs. */
import { expect, it } from "vitest";
import type { AccountsDatabase, AccountsPlace } from "../../src/accounts/accounts-database.js";
import { copyAccounts } from "../../src/accounts/copy.js";
import { deleteAccount } from "../../src/accounts/deletion.js";
import { AccountChanges, Plans } from "../../src/accounts/plans.js";
import { pruneCharges } from "../../src/accounts/refunds.js";
import { openAdministered } from "../../src/accounts/transfer.js";
import { administer, entry, NOON, type Opened, temporaryFile, until, withDatabase } from "./fixture.js";
import { claimed, donePart, jobsOf, LIFE, made, newJob, sql } from "./jobs-fixture.js";
import { eachStore } from "./stores.js";

const ACTOR = { name: "test", now: NOON };
const DAY = 86_400_000;

/** As another process does it. The sums agree afterwards. */
async function operate<T>(place: AccountsPlace, work: (database: AccountsDatabase) => Promise<T>): Promise<T> {
  return withDatabase(place, async (database) => {
    const result = await work(database);
    await database.check();
    return result;
  });
}

const change = <T>({ place }: Opened, work: (changes: AccountChanges) => Promise<T>) =>
  operate(place, (database) => work(new AccountChanges(database, ACTOR)));
const plan = <T>({ place }: Opened, work: (plans: Plans) => Promise<T>) =>
  operate(place, (database) => work(new Plans(database, ACTOR)));
const remove = ({ place }: Opened, batch?: number) =>
  operate(place, (database) => deleteAccount(database, "lab", ACTOR, batch));

/** Every row that names an account, as text. */
async function everything(place: AccountsPlace): Promise<string> {
  const tables = ["account", "account_limit", "access_key", "token_grant", "charge", "usage_day", "pruned_day"];
  const more = ["repeat_key", "job", "admin_action"];
  return operate(place, async (database) => {
    const rows: unknown[] = [];
    for (const table of [...tables, ...more]) rows.push(table, await database.all(`SELECT * FROM ${table}`));
    return JSON.stringify(rows);
  });
}

eachStore(({ openLab }) => {
  it("a plan's limits are its accounts', single values win, and a server sees each change", async () => {
    const lab = await openLab();
    const { accounts } = lab;
    expect(accounts.standing("lab")).toEqual({ shownName: "lab", plan: null, isSuspended: false, limits: {} });
    await plan(lab, (plans) => plans.create("gold", { rate: 60, price: 500_000 }));
    await change(lab, (changes) => changes.set("lab", { plan: "gold", limits: { rate: 7, waiting: 0 } }));
    await until(() => accounts.standing("lab").plan === "gold");
    expect(accounts.standing("lab").limits).toEqual({ rate: 7, waiting: 0, price: 500_000 });
    await plan(lab, (plans) => plans.set("gold", { price: null, values: 10 }));
    await until(() => accounts.standing("lab").limits.values === 10);
    await change(lab, (changes) => changes.set("lab", { limits: { rate: null, waiting: null } }));
    await until(() => accounts.standing("lab").limits.rate === 60);
    expect(accounts.standing("lab").limits).toEqual({ rate: 60, values: 10 });
    await expect(plan(lab, (plans) => plans.delete("gold"))).rejects.toThrow("plan gold is in use by lab");
    await expect(plan(lab, (plans) => plans.create("Gold"))).rejects.toThrow('plan "Gold" already exists');
    for (const [limits, text] of [
      [{ rate: 0 }, /"rate" must be a whole number from 1 to 1000000, got "0"/],
      [{ running: 1.5 }, /"running" must be a whole number from 1 to 10000, got "1.5"/],
      [{ price: -1 }, /price must be a factor from 0 to 10/],
    ] as const) {
      await expect(change(lab, (changes) => changes.set("lab", { limits }))).rejects.toThrow(text);
    }
    await change(lab, (changes) => changes.set("lab", { plan: null }));
    await plan(lab, (plans) => plans.delete("gold"));
    await until(() => accounts.standing("lab").plan === null);
    expect(accounts.standing("lab").limits).toEqual({});
  });

  it("a suspended account is seen as such, what runs is charged, its jobs wait and go on", async () => {
    const lab = await openLab({ tokens: 1000 });
    const { accounts, access } = lab;
    const jobs = jobsOf(lab);
    await made(jobs, newJob("j", [5, 6]));
    const running = await claimed(jobs);
    const hold = await accounts.hold(access, 100);
    await change(lab, (changes) => changes.suspend("lab", "unpaid"));
    await until(() => accounts.standing("lab").isSuspended);
    expect(accounts.find(lab.key.text)).toBe(access); // a key that is known: it is the account that is refused
    await accounts.charge(hold, entry("under-way"));
    expect(await jobs.finish(running, donePart(running), NOON)).toBe("written");
    expect(await jobs.claim(NOON, LIFE)).toBeUndefined();
    expect([await jobs.waiting(10), await jobs.isWanted("j")]).toEqual([[], false]);
    expect(await accounts.currentBalance("lab")).toMatchObject({ used: 105, held: 6 });
    await change(lab, (changes) => changes.resume("lab"));
    await until(() => !accounts.standing("lab").isSuspended);
    expect([(await jobs.waiting(10)).length, await jobs.isWanted("j")]).toEqual([1, true]);
    const next = await claimed(jobs);
    expect(await jobs.finish(next, donePart(next), NOON)).toBe("written");
    expect(await jobs.find("j")).toMatchObject({ state: "finished", charged: 11 });
  });

  it("another name is what people see; holds, keys, jobs and counts go on under the first one", async () => {
    const lab = await openLab({ tokens: 1000 });
    const { accounts, access, key } = lab;
    const counter = accounts.counter(60);
    await counter.count("lab", 3);
    await made(jobsOf(lab), newJob("j", [5]));
    const hold = await accounts.hold(access, 100);
    await change(lab, (changes) => changes.rename("lab", "Sun"));
    await until(() => accounts.standing("lab").shownName === "Sun");
    await accounts.charge(hold, entry("under-way"));
    expect(accounts.find(key.text)).toBe(access);
    expect((await counter.count(access.account, 1)).requests).toBe(4);
    const claim = await claimed(jobsOf(lab));
    expect(await jobsOf(lab).finish(claim, donePart(claim), NOON)).toBe("written");
    const seen = await administer(lab.place, async (one) => [await one.accounts(), await one.usage("Sun", 31)]);
    expect(seen).toMatchObject([[{ name: "Sun", used: 105 }], [{ requests: 1 }, { requests: 1 }]]);
    await change(lab, (changes) => changes.rename("Sun", "lab")); // and back
    await administer(lab.place, (one) => one.createAccount("sun")); // what lies between is free
    await expect(administer(lab.place, (one) => one.createAccount("LAB"))).rejects.toThrow("already exists, as lab");
  });

  it("a deleted account leaves its books and no name, and what is under way is charged to them", async () => {
    const lab = await openLab({ tokens: 1000 });
    const { accounts, access, place } = lab;
    for (let i = 0; i < 7; i++) {
      const at = i < 2 ? NOON - 10 * DAY : NOON;
      await accounts.charge(await accounts.hold(access, 10), entry(`r${i}`, { at }));
    }
    await operate(place, (database) => pruneCharges(database, { before: NOON - 9 * DAY, actor: ACTOR }));
    await accounts.repeat(access, "k", "f");
    const answer = { asOf: NOON, revision: "r", hash: "h" };
    await accounts.charge(await accounts.hold(access, 5, { repeat: "k" }), entry("repeated", { answer }));
    const jobs = jobsOf(lab);
    await made(jobs, newJob("ended", [3]));
    await jobs.cancel("ended", NOON);
    await made(jobs, newJob("j", [5, 6]));
    const claim = await claimed(jobs);
    await change(lab, (changes) => changes.rename("lab", "Sun"));
    await accounts.repeat(access, "late", "f");
    const [paid, repeated, free] = [
      await accounts.hold(access, 100),
      await accounts.hold(access, 7, { repeat: "late" }),
      await accounts.hold(access, 0),
    ];
    const { pseudonym } = await remove(lab, 3);
    expect(pseudonym).toMatch(/^deleted-\w{8}$/);
    const rows = await everything(place);
    for (const name of ['"lab"', '"Sun"', "from lab", '"first"']) expect(rows).not.toContain(name);
    await accounts.charge(paid, entry("under-way"));
    await accounts.charge(repeated, entry("under-way-too", { answer }));
    await accounts.charge(free, entry("free"));
    expect(await jobs.finish(claim, donePart(claim), NOON)).toBe("lost");
    await until(() => accounts.find(lab.key.text) === undefined);
    await expect(accounts.hold(access, 1)).rejects.toMatchObject({ code: "ERR_OUT_OF_TOKENS" });
    const charges = await sql<{ request_id: string; account: string }>(
      place,
      "SELECT * FROM charge ORDER BY request_id",
    );
    expect(charges.map(({ request_id }) => request_id)).toEqual([
      "r2",
      "r3",
      "r4",
      "r5",
      "r6",
      "repeated",
      "under-way",
      "under-way-too",
    ]);
    expect(new Set(charges.map(({ account }) => account))).toEqual(new Set([pseudonym]));
    const listed = await administer(
      place,
      async (one) => [await one.accounts(), await one.usage(pseudonym, 31)] as const,
    );
    expect(listed[0]).toMatchObject([{ name: pseudonym, state: "deleted", keys: 0, used: 182, remaining: 0 }]);
    expect(listed[1].reduce((sum, { tokens }) => sum + tokens, 0)).toBe(182);
    // Servers remove its jobs and their files: it ends as those whose time is over.
    expect([...(await jobs.endedBefore(NOON - DAY, 10))].sort()).toEqual(["ended", "j"]);
    await expect(remove(lab)).rejects.toThrow('ACCOUNT must be the name of an account, got "lab"');
    await accounts.close(); // counts of free requests are of no account any more, and keep nothing from being written
    expect(await everything(place)).not.toContain('"lab"');
  });

  it("a deletion that is broken off anywhere is finished by the same command, and copied as it is", async () => {
    const lab = await openLab({ tokens: 1000, starts: NOON - DAY });
    const { accounts, access, place } = lab;
    for (let i = 0; i < 9; i++) await accounts.charge(await accounts.hold(access, 10), entry(`r${i}`));
    await made(jobsOf(lab), newJob("j", [5]));
    let [steps, pseudonyms] = [0, new Set<string>()];
    for (let last = 0; last < 20; last++) {
      try {
        pseudonyms.add(
          (await operate(place, (database) => deleteAccount(failing(database, Math.min(last, 4)), "lab", ACTOR, 2)))
            .pseudonym,
        );
        break;
      } catch (cause) {
        if (!/broken off/.test(String(cause))) throw cause;
        steps++;
      }
      // A request that came before: its grants are those of its time.
      if (last === 2) await made(jobsOf(lab), newJob("late", [1], { created: NOON - 1 }));
      const found = await sql<{ name: string }>(place, "SELECT name FROM account"); // with all sums right
      expect(found.length).toBeLessThanOrEqual(2);
      if (last === 3) {
        await accounts.charge(await accounts.hold(access, 1).catch(() => accounts.hold(access, 0)), entry("between"));
        const half = { file: temporaryFile() };
        const target = await openAdministered(half, { create: true });
        await operate(place, (database) => copyAccounts(database, target));
        await target.check();
        await expect(new AccountChanges(target, ACTOR).resume("lab")).rejects.toThrow("is being deleted");
        pseudonyms.add((await deleteAccount(target, "lab", ACTOR)).pseudonym);
        await target.check();
        await target.close();
      }
    }
    expect(steps).toBeGreaterThan(4);
    expect(pseudonyms.size).toBe(1);
    expect(await jobsOf(lab).find("late")).toMatchObject({ state: "cancelled", held: 0 });
    expect(await everything(place)).not.toContain('"lab"');
  });
});

/** A database whose operator's process ends at the beginning of a transaction. */
function failing(database: AccountsDatabase, transactions: number): AccountsDatabase {
  let left = transactions;
  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
      return (work: () => Promise<unknown>) => {
        if (left-- <= 0) throw new Error("broken off");
        return target.transaction(work);
      };
    },
  });
}
