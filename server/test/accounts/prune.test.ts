/** Old charges become sums: nobody's balance, usage or grants change, and nothing is counted twice or not at all. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { drawsOf } from "../../../test/draws.js";
import { utcDay } from "../../src/accounts/accounts.js";
import type { AccountsDatabase, AccountsPlace } from "../../src/accounts/accounts-database.js";
import { pruneCharges } from "../../src/accounts/refunds.js";
import { administer, entry, NOON, type Opened, until, withDatabase } from "./fixture.js";
import { eachStore } from "./stores.js";

const DAY = 86_400_000;
const ACTOR = { name: "ann@host", now: NOON };

const prune = (place: AccountsPlace, before: number, batch?: number) =>
  withDatabase(place, (database) => pruneCharges(database, { before, actor: ACTOR, batch }));

/** All that customers and operators are told of accounts, the audit of single charges aside. Throws where sums differ. */
async function figuresOf({ place, accounts }: Opened, names: readonly string[]) {
  await withDatabase(place, (database) => database.check());
  return administer(place, async (administration) => ({
    accounts: await administration.accounts(),
    grants: await administration.grants(),
    usage: await Promise.all(names.map((name) => administration.usage(name, 400))),
    served: await Promise.all(names.map((name) => Promise.all([accounts.currentBalance(name), accounts.usage(name)]))),
  }));
}

const kept = (place: AccountsPlace) =>
  withDatabase(place, (database) =>
    database.all<{ id: string; at: number }>("SELECT request_id AS id, at FROM charge ORDER BY request_id"),
  );

eachStore(({ openLab }) => {
  const charges = fc.array(
    fc.record({
      age: fc.integer({ min: 0, max: 12 * DAY }),
      tokens: fc.integer({ min: 1, max: 50 }),
      endpoint: fc.constantFrom("observation/realtime", "observation/historical", "altitude"),
      account: fc.constantFrom("lab", "field"),
    }),
    { maxLength: 40 },
  );
  const prunings = fc.array(
    fc.record({
      after: fc.nat(40),
      age: fc.integer({ min: 2 * DAY, max: 12 * DAY }),
      batch: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 3 },
  );

  it("changes nothing that anybody is told, whatever was charged and whenever it is done", async () => {
    await fc.assert(
      fc.asyncProperty(charges, prunings, async (charged, pruned) => {
        const lab = await openLab({ tokens: 1e9 });
        await administer(lab.place, (administration) => administration.createAccount("field", { tokens: 1e9 }));
        await until(() => lab.accounts.balance("field").granted > 0);
        let oldest = Number.NEGATIVE_INFINITY;
        const expected = new Map<string, number>();
        for (let i = 0; i <= charged.length; i++) {
          for (const { age, batch } of pruned.filter(({ after }) => Math.min(after, charged.length) === i)) {
            const before = await figuresOf(lab, ["lab", "field"]);
            await prune(lab.place, NOON - age, batch);
            expect(await figuresOf(lab, ["lab", "field"])).toEqual(before);
            oldest = NOON - age;
            for (const [id, at] of expected) if (at < oldest) expected.delete(id);
          }
          const charge = charged[i];
          if (charge === undefined) continue;
          const at = NOON - charge.age;
          const access = { account: charge.account, keyId: lab.key.id };
          await paid(lab, access, charge.tokens, entry(`r${i}`, { at, endpoint: charge.endpoint }));
          expected.set(`r${i}`, at);
        }
        expect(await kept(lab.place)).toEqual(
          [...expected].map(([id, at]) => ({ id, at })).sort((a, b) => (a.id < b.id ? -1 : 1)),
        );
        await lab.accounts.close();
      }),
      { numRuns: drawsOf(12, 3) },
    );
  });

  it("works while servers charge, in small steps", async () => {
    const lab = await openLab({ tokens: 1e9 });
    const old = Array.from({ length: 200 }, (_, i) => entry(`old-${i}`, { at: NOON - 3 * DAY - i * 3_600_000 }));
    await Promise.all(old.map((one) => paid(lab, lab.access, 3, one)));
    let running = true;
    let count = 0;
    const clients = ["a", "b", "c"].map(async (name) => {
      for (let i = 0; running; i++) await paid(lab, lab.access, 2, entry(`${name}-${i}`)).then(() => count++);
    });
    expect(await prune(lab.place, NOON - 2 * DAY, 10)).toEqual({ charges: 200, tokens: 600 });
    running = false;
    await Promise.all(clients);
    expect(count).toBeGreaterThan(0);
    expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 600 + 2 * count });
    await figuresOf(lab, ["lab"]);
    expect(await kept(lab.place)).toHaveLength(count);
  });

  it("leaves sums that agree when it is broken off, and is finished by the next one", async () => {
    const lab = await openLab({ tokens: 1e9 });
    for (let i = 0; i < 30; i++) await paid(lab, lab.access, 5, entry(`r${i}`, { at: NOON - 4 * DAY }));
    const before = await figuresOf(lab, ["lab"]);
    const broken = withDatabase(lab.place, (database) => {
      let deletions = 0;
      const run: AccountsDatabase["run"] = async (sql, ...values) => {
        if (sql.startsWith("DELETE FROM charge") && ++deletions === 3) throw new Error("the plug was pulled");
        return database.run(sql, ...values);
      };
      return pruneCharges({ ...database, run }, { before: NOON - 3 * DAY, actor: ACTOR, batch: 10 });
    });
    await expect(broken).rejects.toThrow("the plug was pulled");
    expect(await figuresOf(lab, ["lab"])).toEqual(before);
    expect(await kept(lab.place)).toHaveLength(10);
    expect(await prune(lab.place, NOON - 3 * DAY)).toEqual({ charges: 10, tokens: 50 });
    expect(await figuresOf(lab, ["lab"])).toEqual(before);
    const sums = await withDatabase(lab.place, (database) => database.all("SELECT * FROM pruned_day"));
    expect(sums).toEqual([{ account: "lab", day: utcDay(NOON - 4 * DAY), requests: 30, tokens: 150 }]);
  });

  it("takes the repeat of an old charge with it that came after the others were forgotten", async () => {
    const { place, accounts, access } = await openLab({ tokens: 100 });
    await accounts.repeat(access, "late", "f");
    await accounts.charge(await accounts.hold(access, 5, { repeat: "late" }), entry("late", { at: NOON - 9 * DAY }));
    await withDatabase(place, (database) => database.run("UPDATE repeat_key SET created = ?", NOON));
    expect(await prune(place, NOON - 3 * DAY)).toEqual({ charges: 1, tokens: 5 });
    expect(await kept(place)).toEqual([]);
  });

  it("keeps what repeats may still need, and forgets those that are over", async () => {
    const lab = await openLab({ tokens: 1e9 });
    const { access, accounts } = lab;
    for (const [key, at] of [
      ["old", NOON - 3 * DAY],
      ["young", NOON - 3_600_000],
    ] as const) {
      await accounts.repeat(access, key, "f");
      await accounts.charge(await accounts.hold(access, 5, { repeat: key }), entry(key, { at }));
    }
    await prune(lab.place, NOON - 2 * DAY);
    expect((await kept(lab.place)).map(({ id }) => id)).toEqual(["young"]);
    expect((await accounts.repeat(access, "young", "f")).kind).toBe("free");
    for (const before of [NOON - 2 * DAY + 1, NOON, Number.NaN]) {
      await expect(prune(lab.place, before)).rejects.toThrow(RangeError);
    }
  });

  it("is in the audit of changes, with its begin and its end", async () => {
    const lab = await openLab({ tokens: 1e9 });
    await paid(lab, lab.access, 5, entry("r", { at: NOON - 9 * DAY }));
    await prune(lab.place, NOON - 3 * DAY);
    const changes = await administer(lab.place, (administration) => administration.changes(2));
    const subject = "before 2026-06-18T12:00:00.000Z";
    expect(changes).toEqual([
      { at: NOON, actor: "ann@host", action: "charges pruned: begin", subject, detail: "" },
      { at: NOON, actor: "ann@host", action: "charges pruned: end", subject, detail: "1 charges" },
    ]);
  });
});

async function paid(
  { accounts }: Opened,
  access: Opened["access"],
  tokens: number,
  charge: ReturnType<typeof entry>,
): Promise<void> {
  await accounts.charge(await accounts.hold(access, tokens), charge);
}
