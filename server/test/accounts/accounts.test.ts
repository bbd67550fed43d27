import { describe, expect, it, onTestFinished } from "vitest";
import { DuplicateChargeError, OutOfTokensError } from "../../src/accounts/accounts.js";
import { openAccounts } from "../../src/accounts/open.js";
import { administer, entry, NOON, stored, until } from "./fixture.js";
import { eachStore } from "./stores.js";

const DAY = 86_400_000;

eachStore(({ openLab, newPlace }) => {
  describe("accounts of a server", () => {
    it("hold, charge and release", async () => {
      const { accounts, access, place } = await openLab({ tokens: 1000 });
      expect(accounts.any).toBe(true);
      const [one, other] = [await accounts.hold(access, 300), await accounts.hold(access, 200)];
      expect(accounts.balance("lab")).toMatchObject({ granted: 1000, used: 0, held: 500, remaining: 500 });
      await accounts.charge(one, entry("r1"));
      expect(await stored(place)).toMatchObject({ charges: [{ request_id: "r1", tokens: 300 }], used: 300 });
      accounts.release(other);
      accounts.release(other);
      accounts.release(one);
      expect(accounts.balance("lab")).toMatchObject({ used: 300, held: 0, remaining: 700 });
      await expect(accounts.charge(one, entry("r2"))).rejects.toThrow("hold 1 has ended");
      expect(await accounts.usage("lab")).toEqual([
        { day: "2026-06-21", endpoint: "observation/realtime", requests: 1, tokens: 300 },
      ]);
    });

    it("are empty at first, and know nobody", async () => {
      const accounts = await openAccounts(await newPlace());
      expect(accounts.any).toBe(false);
      expect(accounts.find("irr_unknown")).toBeUndefined();
      await accounts.close();
      await accounts.close();
      await expect(accounts.hold({ account: "lab", keyId: "k" }, 1)).rejects.toThrow("the accounts are closed");
    });

    it("keep what was charged, and free what was held, over an end and a start", async () => {
      const { accounts, access, place, clock, key } = await openLab({ tokens: 1000 });
      await accounts.charge(await accounts.hold(access, 300), entry("r1"));
      await accounts.hold(access, 100);
      await accounts.close();
      const again = await openAccounts({ ...place, clock });
      expect(again.balance("lab")).toMatchObject({ used: 300, held: 0, remaining: 700 });
      expect(again.keys("lab")).toEqual([
        { id: key.id, label: "first", scope: "all", created: NOON, lastUsed: NOON, expires: null },
      ]);
      await again.close();
    });

    it("never sell more than was granted, to however many ask at once", async () => {
      const { accounts, access, place } = await openLab({ tokens: 1000 });
      let [charged, refused] = [0, 0];
      const client = async (name: string) => {
        for (let i = 0; i < 30; i++) {
          try {
            const hold = await accounts.hold(access, 7);
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
      expect(await stored(place)).toMatchObject({ used: 7 * charged });
      expect((await stored(place)).charges).toHaveLength(charged);
    });

    it("take the tokens that end first, and charge what was held before its grant ended", async () => {
      const { accounts, access, place, clock } = await openLab({ tokens: 100 });
      await administer(place, (administration) =>
        administration.grantTokens("lab", { tokens: 50, expires: NOON + DAY }),
      );
      await until(() => accounts.balance("lab").granted === 150);
      await accounts.charge(await accounts.hold(access, 20), entry("r1"));
      const hold = await accounts.hold(access, 10);
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
        await expect(accounts.hold(access, tokens)).rejects.toThrow(
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
        await expect(accounts.charge(await accounts.hold(access, 5), entry("r", part))).rejects.toThrow(
          `entry.${name} must `,
        );
      }
      expect(accounts.balance("lab")).toMatchObject({ used: 0, held: 0 });
    });

    it("charge a request id once, and the others of its group all the same", async () => {
      const { accounts, access, place } = await openLab({ tokens: 1000 });
      const charges = ["a", "b", "a", "c"].map(async (id) =>
        accounts.charge(await accounts.hold(access, 10), entry(id)),
      );
      const settled = await Promise.allSettled(charges);
      expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
      await expect(accounts.charge(await accounts.hold(access, 10), entry("a"))).rejects.toThrow(DuplicateChargeError);
      expect(accounts.balance("lab")).toMatchObject({ used: 30, held: 0 });
      expect((await stored(place)).used).toBe(30);
    });

    it("charge nothing for a request that comes again under its id within five minutes, and refuse it from then on", async () => {
      const { accounts, access, clock } = await openLab({ tokens: 1000 });
      const hold = (fingerprint: string) => accounts.hold(access, 10, { request: { id: "r", fingerprint } });
      await accounts.charge(await hold("same"), entry("r", { fingerprint: "same" }));
      for (const later of [0, 300_000, -300_000]) {
        clock.now = NOON + later;
        const again = await hold("same");
        expect(again.tokens).toBe(0);
        accounts.release(again);
        await expect(hold("another")).rejects.toThrow(DuplicateChargeError);
      }
      for (const later of [300_001, -300_001, 30 * DAY]) {
        clock.now = NOON + later;
        await expect(hold("same")).rejects.toThrow(DuplicateChargeError);
      }
    });

    it("list the usage of 31 days, newest first", async () => {
      const { accounts, access, clock } = await openLab({ tokens: 1000 });
      for (const days of [40, 31, 30, 1, 0, 0]) {
        const requestId = `r${Math.random()}`;
        await accounts.charge(await accounts.hold(access, 10), entry(requestId, { at: clock.now - days * DAY }));
      }
      await accounts.charge(await accounts.hold(access, 0), entry("free", { endpoint: "climate/tmy" }));
      await until(async () => (await accounts.usage("lab")).length === 4);
      const figures = (await accounts.usage("lab")).map(({ day, endpoint, requests, tokens }) => [
        day,
        endpoint,
        requests,
        tokens,
      ]);
      expect(figures).toEqual([
        ["2026-06-21", "climate/tmy", 1, 0],
        ["2026-06-21", "observation/realtime", 2, 20],
        ["2026-06-20", "observation/realtime", 1, 10],
        ["2026-05-22", "observation/realtime", 1, 10],
      ]);
      expect(await accounts.usage("nobody")).toEqual([]);
    });

    it("count ten thousand free requests by day, without a row of the audit, also over an end", async () => {
      const { accounts, access, place, clock } = await openLab({ tokens: 1000 }, { poll: 5 });
      await accounts.charge(await accounts.hold(access, 10), entry("paid"));
      for (let i = 0; i < 10_000; i++) {
        const endpoint = i % 2 ? "account" : "altitude";
        await accounts.charge(await accounts.hold(access, 0), entry(`free-${i}`, { endpoint }));
      }
      accounts.release(await accounts.hold(access, 0));
      await expect(accounts.charge(await accounts.hold(access, 0), entry(""))).rejects.toThrow("1 to 256 characters");
      await accounts.close();
      expect((await stored(place)).charges).toEqual([{ request_id: "paid", tokens: 10 }]);
      const again = await openAccounts({ ...place, clock, poll: 20 });
      onTestFinished(() => again.close());
      expect(await again.usage("lab")).toEqual([
        { day: "2026-06-21", endpoint: "account", requests: 5000, tokens: 0 },
        { day: "2026-06-21", endpoint: "altitude", requests: 5000, tokens: 0 },
        { day: "2026-06-21", endpoint: "observation/realtime", requests: 1, tokens: 10 },
      ]);
    });

    it("note which answers were cut", async () => {
      const { accounts, access, place } = await openLab({ tokens: 1000 });
      for (const id of ["a", "b", "c"]) await accounts.charge(await accounts.hold(access, 10), entry(id));
      accounts.noteCut(access, ["a", "c", "unknown"]);
      const cut = async () => (await administer(place, (admin) => admin.charges("lab", 9))).map((charge) => charge.cut);
      await until(async () => (await cut()).includes(1));
      expect(await cut()).toEqual([1, 0, 1]);
    });

    it("write a key's last use without a charge, too", async () => {
      const { accounts, key, place, clock } = await openLab();
      await until(async () => (await stored(place)).lastUsed === NOON);
      clock.now += 61_000;
      accounts.find(key.text);
      await until(async () => (await stored(place)).lastUsed === NOON + 61_000);
    });
  });

  describe("changes by the command line", () => {
    it("are seen while the server runs: accounts, keys, grants", async () => {
      const { accounts, access, key, place, clock } = await openLab({ tokens: 100 });
      const hold = await accounts.hold(access, 60);
      const other = await administer(place, async (administration) => {
        await administration.grantTokens("lab", { tokens: 50 });
        await administration.createAccount("second");
        return administration.createKey("second");
      });
      await until(() => accounts.find(other.text) !== undefined);
      expect(accounts.balance("lab")).toMatchObject({ granted: 150, held: 60, remaining: 90 });

      const next = await administer(place, (administration) => administration.rotateKey(key.id, DAY));
      await until(() => accounts.find(next.text) !== undefined);
      expect(accounts.find(key.text)).toEqual(access);
      clock.now += DAY;
      expect(accounts.find(key.text)).toBeUndefined();

      await administer(place, (administration) => administration.revokeKey(next.id));
      await until(() => accounts.find(next.text) === undefined);
      await accounts.charge(hold, entry("r1"));
      expect(accounts.balance("lab")).toMatchObject({ granted: 150, used: 60, held: 0 });
    });

    it("are seen under load as well", async () => {
      const { accounts, access, place } = await openLab({ tokens: 1e9 });
      let running = true;
      let charged = 0;
      const client = async (name: string) => {
        for (let i = 0; running; i++) {
          await accounts.charge(await accounts.hold(access, 1), entry(`${name}-${i}`));
          charged++;
        }
      };
      const clients = ["a", "b", "c", "d"].map(client);
      await administer(place, (administration) => administration.grantTokens("lab", { tokens: 50 }));
      await until(() => accounts.balance("lab").granted === 1e9 + 50).finally(() => (running = false));
      await Promise.all(clients);
      expect(accounts.balance("lab")).toMatchObject({ used: charged, held: 0 });
      expect((await stored(place)).used).toBe(charged);
    });
  });
});
