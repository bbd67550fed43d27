/** Refunds: once, never more than was charged, whatever happens at the same moment or later; no sum changes its meaning. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { drawsOf } from "../../../test/draws.js";
import type { AccountsDatabase, AccountsPlace } from "../../src/accounts/accounts-database.js";
import { copyAccounts } from "../../src/accounts/copy.js";
import { deleteAccount } from "../../src/accounts/deletion.js";
import type { ChargeRefund, CutRefund } from "../../src/accounts/refunds.js";
import { pruneCharges, refundCharge, refundCut } from "../../src/accounts/refunds.js";
import { administer, entry, NOON, type Opened, temporaryFile, until, withDatabase } from "./fixture.js";
import { donePart, LIFE, made, newJob } from "./jobs-fixture.js";
import { eachStore, inPostgres } from "./stores.js";

const DAY = 86_400_000;
const ACTOR = { name: "ann@host", now: NOON };
const REASON = { reason: "cut by a restart" };

const refund = (place: AccountsPlace, of: Partial<ChargeRefund> & { requestId: string }) =>
  withDatabase(place, (database) => refundCharge(database, ACTOR, { account: "lab", ...REASON, ...of }));

const refundAllCut = (place: AccountsPlace, of: Partial<CutRefund> = {}) =>
  withDatabase(place, (database) =>
    refundCut(database, ACTOR, { from: NOON - 30 * DAY, to: NOON + DAY, ...REASON, ...of }),
  );

const check = (place: AccountsPlace) => withDatabase(place, (database) => database.check());

const refunds = (place: AccountsPlace) =>
  withDatabase(place, (database) =>
    database.all<{ id: string; tokens: number }>(
      "SELECT request_id AS id, tokens FROM refund ORDER BY request_id, charged_at",
    ),
  );

async function paid({ accounts, access }: Opened, tokens: number, id: string, at = NOON): Promise<void> {
  await accounts.charge(await accounts.hold(access, tokens), entry(id, { at }));
}

/** Charged, and cut as far as the audit knows. */
async function cut(lab: Opened, tokens: number, id: string, at = NOON): Promise<void> {
  await paid(lab, tokens, id, at);
  lab.accounts.noteCut(lab.access, [id]);
}

eachStore(({ openLab, newPlace }) => {
  it("gives the tokens back as a grant, and leaves the charge, the usage and what was used as they are", async () => {
    const lab = await openLab({ tokens: 100 });
    await paid(lab, 40, "r1");
    const usage = await lab.accounts.usage("lab");
    const { grant, tokens } = await refund(lab.place, { requestId: "r1", expires: NOON + DAY });
    expect(tokens).toBe(40);
    expect(await lab.accounts.currentBalance("lab").then(() => lab.accounts.usage("lab"))).toEqual(usage);
    await until(() => lab.accounts.balance("lab").granted === 140);
    expect(lab.accounts.balance("lab")).toMatchObject({ used: 40, remaining: 100, nextExpiry: NOON + DAY });
    const [changes, grants] = await administer(lab.place, (administration) =>
      Promise.all([administration.changes(1), administration.grants("lab")]),
    );
    expect(grants.find(({ id }) => id === grant)).toMatchObject({ tokens: 40, used: 0, expires: NOON + DAY });
    expect(changes).toEqual([
      {
        at: NOON,
        actor: "ann@host",
        action: "tokens refunded",
        subject: "lab",
        detail: `0.00004 tokens of request r1, grant ${grant}: cut by a restart`,
      },
    ]);
    await check(lab.place);
  });

  it("is refused a second time, for more than was charged, and for what is no charge", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await paid(lab, 5_000_000, "r1");
    await paid(lab, 0, "free");
    await lab.accounts.repeat(lab.access, "k", "f");
    await lab.accounts.charge(await lab.accounts.hold(lab.access, 0, { repeat: "k" }), entry("nothing"));
    const refusals: [Partial<ChargeRefund> & { requestId: string }, string][] = [
      [{ requestId: "r1", tokens: 5_000_001 }, "tokens must be at most the 5 that were charged, got 5.000001"],
      [{ requestId: "r2" }, 'REQUEST_ID must be the id of a charge of lab, got "r2": it has no such charge'],
      [{ requestId: "nothing" }, "which cost nothing"],
      [{ requestId: "r1", account: "field" }, 'ACCOUNT must be the name of an account, got "field"'],
      [{ requestId: "r1", reason: "" }, 'reason must say why, got ""'],
      [{ requestId: "r1", reason: "two\nlines" }, "no control characters"],
      [{ requestId: "r1", expires: NOON }, "expires must be after the start and in the future"],
    ];
    for (const [of, text] of refusals) await expect(refund(lab.place, of)).rejects.toThrow(text);
    expect(await refunds(lab.place)).toEqual([]);
    expect((await refund(lab.place, { requestId: "r1", tokens: 2_000_000 })).tokens).toBe(2_000_000);
    await expect(refund(lab.place, { requestId: "r1", tokens: 1 })).rejects.toThrow(
      'got "r1": 2 tokens were refunded already, at 2026-06-21T12:00:00.000Z',
    );
    await check(lab.place);
  });

  it("is held to the charge by the database itself", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await paid(lab, 5, "r1");
    const { grant } = await refund(lab.place, { requestId: "r1", tokens: 2 });
    await withDatabase(lab.place, async (database) => {
      await expect(database.run("UPDATE refund SET tokens = 6")).rejects.toThrow();
      await expect(database.run("UPDATE refund SET tokens = 0")).rejects.toThrow();
      const twice = "INSERT INTO refund SELECT * FROM refund";
      await expect(database.run(twice)).rejects.toThrow();
    });
    for (const [change, undo, name] of [
      ["UPDATE refund SET charged = 7", "UPDATE refund SET charged = 5", "refunds and charges"],
      ["UPDATE refund SET tokens = 3", "UPDATE refund SET tokens = 2", "refunds and their grants"],
      ["UPDATE token_grant SET tokens = 3 WHERE id = ?", "UPDATE token_grant SET tokens = 2 WHERE id = ?", "grants"],
    ] as const) {
      const values = change.includes("?") ? [grant] : [];
      await withDatabase(lab.place, (database) => database.run(change, ...values));
      await expect(check(lab.place)).rejects.toThrow(name);
      await withDatabase(lab.place, (database) => database.run(undo, ...values));
      await check(lab.place);
    }
  });

  it("ends the free repeats of its charge: the key begins anew, and is charged", async () => {
    const lab = await openLab({ tokens: 1e9 });
    const { accounts, access } = lab;
    const ask = () => accounts.repeat(access, "k", "f");
    expect((await ask()).kind).toBe("new");
    await accounts.charge(await accounts.hold(access, 5, { repeat: "k" }), entry("r1"));
    expect((await ask()).kind).toBe("free");
    accounts.forgetRepeat(access, "k");
    await refund(lab.place, { requestId: "r1" });
    expect((await ask()).kind).toBe("new");
    await accounts.charge(await accounts.hold(access, 5, { repeat: "k" }), entry("r2"));
    expect((await accounts.currentBalance("lab")).used).toBe(10);
    expect((await ask()).kind).toBe("free");
    await refund(lab.place, { requestId: "r2" });
    await check(lab.place);
  });

  it("of a part of a job is as of any request", async () => {
    const lab = await openLab({ tokens: 1e9 });
    const jobs = lab.accounts.jobs!;
    await made(jobs, newJob("j", [5, 5]));
    const claim = (await jobs.claim(NOON, LIFE))!;
    await jobs.finish(claim, donePart(claim, { tokens: 4 }), NOON);
    const [{ id }] = (await withDatabase(lab.place, (database) =>
      database.all<{ id: string }>("SELECT request_id AS id FROM charge"),
    )) as [{ id: string }];
    expect(await refund(lab.place, { requestId: id })).toMatchObject({ tokens: 4 });
    await check(lab.place);
    expect(await jobs.find("j")).toMatchObject({ charged: 4, held: 5 });
  });

  it("of all cut answers takes each of the period once, in steps that may be broken off", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await administer(lab.place, (administration) => administration.createAccount("field", { tokens: 1e9 }));
    for (let i = 0; i < 25; i++) await cut(lab, 3, `cut-${i}`, NOON - i * 60_000);
    await paid(lab, 3, "whole");
    await cut(lab, 3, "early", NOON - DAY);
    await cut(lab, 3, "late", NOON + 1);
    await refund(lab.place, { requestId: "cut-7", tokens: 1 });
    await until(() =>
      withDatabase(lab.place, async (database) => {
        const { count } = (await database.get<{ count: number }>(
          "SELECT count(*) AS count FROM charge WHERE cut = 1",
        ))!;
        return count === 27;
      }),
    );
    const period = { from: NOON - 3_600_000, to: NOON + 1, batch: 10 };
    const broken = withDatabase(lab.place, (database) => {
      let grants = 0;
      const run: AccountsDatabase["run"] = async (sql, ...values) => {
        if (sql.startsWith("INSERT INTO token_grant") && ++grants === 2) throw new Error("the plug was pulled");
        return database.run(sql, ...values);
      };
      return refundCut({ ...database, run }, ACTOR, { ...REASON, ...period });
    });
    await expect(broken).rejects.toThrow("the plug was pulled");
    await check(lab.place);
    expect(await refunds(lab.place)).toHaveLength(11);
    expect(await refundAllCut(lab.place, period)).toEqual({ charges: 14, tokens: 42 });
    expect(await refundAllCut(lab.place, period)).toEqual({ charges: 0, tokens: 0 });
    expect(await refundAllCut(lab.place, { account: "field" })).toEqual({ charges: 0, tokens: 0 });
    expect((await refunds(lab.place)).map(({ id }) => id).filter((id) => !id.startsWith("cut-"))).toEqual([]);
    await until(() => lab.accounts.balance("lab").granted === 1e9 + 24 * 3 + 1);
    await check(lab.place);
  });

  it("stays right when its charge is pruned, and can no longer be made then", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await paid(lab, 5, "r1", NOON - 9 * DAY);
    await paid(lab, 5, "r2", NOON - 9 * DAY);
    await refund(lab.place, { requestId: "r1" });
    await withDatabase(lab.place, (database) => pruneCharges(database, { before: NOON - 3 * DAY, actor: ACTOR }));
    await check(lab.place);
    await expect(refund(lab.place, { requestId: "r2" })).rejects.toThrow("has pruned it: then it can no longer be");
    // The id may come again from outside: that is another charge.
    await paid(lab, 7, "r1");
    await check(lab.place);
    expect(await refund(lab.place, { requestId: "r1" })).toMatchObject({ tokens: 7 });
    expect(await refunds(lab.place)).toEqual([
      { id: "r1", tokens: 5 },
      { id: "r1", tokens: 7 },
    ]);
    await check(lab.place);
  });

  it("stays in the books of an account that is deleted, without its reason", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await paid(lab, 5, "r1");
    await cut(lab, 5, "r2");
    // With it the mark is written.
    await paid(lab, 5, "r3");
    await refund(lab.place, { requestId: "r1" });
    const { pseudonym } = await withDatabase(lab.place, (database) => deleteAccount(database, "lab", ACTOR));
    await check(lab.place);
    const left = "SELECT account, request_id AS id, tokens, reason FROM refund";
    expect(await withDatabase(lab.place, (database) => database.all(left))).toEqual([
      { account: pseudonym, id: "r1", tokens: 5, reason: "" },
    ]);
    await expect(refund(lab.place, { account: pseudonym, requestId: "r2" })).rejects.toThrow("was deleted");
    // Nobody would have the tokens.
    expect(await refundAllCut(lab.place)).toEqual({ charges: 0, tokens: 0 });
    expect(await refunds(lab.place)).toHaveLength(1);
  });

  it("goes with the accounts when they are copied", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await paid(lab, 5, "r1");
    await refund(lab.place, { requestId: "r1" });
    const target = await newPlace();
    await withDatabase(lab.place, (from) => withDatabase(target, (to) => copyAccounts(from, to)));
    expect(await refunds(target)).toEqual([{ id: "r1", tokens: 5 }]);
    await check(target);
    await check({ file: temporaryFile() });
  });

  it("never gives back more than was charged, whatever is refunded, pruned and charged in whichever order", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("charge" as const), tokens: fc.integer({ min: 1, max: 50 }), age: fc.nat(9) }),
      fc.record({
        do: fc.constant("refund" as const),
        of: fc.nat(20),
        tokens: fc.option(fc.integer({ min: 1, max: 60 })),
      }),
      fc.record({ do: fc.constant("cut" as const) }),
      fc.record({ do: fc.constant("prune" as const), age: fc.integer({ min: 2, max: 9 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const lab = await openLab({ tokens: 1e9 });
        let count = 0;
        for (const one of steps) {
          if (one.do === "charge") await cut(lab, one.tokens, `r${count++}`, NOON - one.age * DAY);
          if (one.do === "refund") {
            const of = { requestId: `r${one.of}`, tokens: one.tokens ?? undefined };
            await refund(lab.place, of).catch((cause) => expect(cause).toBeInstanceOf(RangeError));
          }
          if (one.do === "cut") await refundAllCut(lab.place, { batch: 2 });
          if (one.do === "prune") {
            const before = NOON - one.age * DAY;
            await withDatabase(lab.place, (database) => pruneCharges(database, { before, actor: ACTOR }));
          }
        }
        await check(lab.place);
        const back = (await refunds(lab.place)).reduce((sum, { tokens }) => sum + tokens, 0);
        const { used, granted } = await lab.accounts.currentBalance("lab").then(async () => {
          await until(() => lab.accounts.balance("lab").granted === 1e9 + back);
          return lab.accounts.balance("lab");
        });
        expect(granted).toBe(1e9 + back);
        expect(back).toBeLessThanOrEqual(used);
        await lab.accounts.close();
      }),
      { numRuns: drawsOf(10, 3) },
    );
  });
});

/** In a file an operator who waits for another holds the whole process up: crash.test.ts has two of them in processes. */
inPostgres(({ openLab }) => {
  it("happens once when two operators call it at the same moment", async () => {
    const lab = await openLab({ tokens: 1e9 });
    for (let round = 0; round < 8; round++) {
      await cut(lab, 5, `r${round}`);
      const one = () => refund(lab.place, { requestId: `r${round}` });
      // Whether the server has written yet that it was cut is a matter of luck.
      const [first, second, all] = await Promise.allSettled([one(), one(), refundAllCut(lab.place)]);
      const inCut = all.status === "fulfilled" ? (all.value as { charges: number }).charges : 0;
      expect([first, second].filter((call) => call.status === "fulfilled").length + inCut).toBe(1);
    }
    expect(await refunds(lab.place)).toHaveLength(8);
    await check(lab.place);
  });
});
