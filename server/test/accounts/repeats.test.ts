import { describe, expect, it } from "vitest";
import { openAccounts } from "../../src/accounts/open.js";
import { entry, NOON, type Opened } from "./fixture.js";
import { eachStore } from "./stores.js";

const HOUR = 3_600_000;
/** What a repeat is held to. */
const ANSWER = { asOf: NOON - 5, revision: "r1", hash: "abc" };
let requests = 0;

/** A whole request with an Idempotency-Key, as the HTTP layer puts it. */
async function request({ accounts, access }: Opened, key: string, fingerprint = "f", fails = false): Promise<string> {
  const { kind } = await accounts.repeat(access, key, fingerprint);
  if (kind !== "new" && kind !== "free") return kind;
  const hold = await accounts.hold(access, kind === "free" ? 0 : 100, { repeat: key });
  if (fails) accounts.release(hold);
  else await accounts.charge(hold, entry(`repeat-${requests++}`, { answer: ANSWER }));
  return kind;
}

eachStore(({ openLab }) => {
  describe("repeats of a request", () => {
    it("are free three times, then refused: one charge a key", async () => {
      const lab = await openLab({ tokens: 1e6 });
      const kinds: string[] = [];
      for (let i = 0; i < 6; i++) kinds.push(await request(lab, "k"));
      expect(kinds).toEqual(["new", "free", "free", "free", "used-up", "used-up"]);
      expect(lab.accounts.balance("lab").used).toBe(100);
      expect(await request(lab, "other")).toBe("new");
    });

    it("are held to what the first one was: its now, its revision, its hash", async () => {
      const lab = await openLab({ tokens: 1e6 });
      await request(lab, "k");
      for (let i = 0; i < 2; i++) {
        expect(await lab.accounts.repeat(lab.access, "k", "f")).toEqual({ kind: "free", first: ANSWER });
        const hold = await lab.accounts.hold(lab.access, 0, { repeat: "k" });
        // What a repeat was computed with is not kept.
        await lab.accounts.charge(hold, entry(`again-${i}`, { answer: { asOf: 0, revision: null, hash: "other" } }));
      }
      lab.clock.now = NOON + 24 * HOUR + 1;
      expect(await lab.accounts.repeat(lab.access, "k", "f")).toEqual({ kind: "new" });
      const answer = { asOf: lab.clock.now, revision: null, hash: "def" };
      const hold = await lab.accounts.hold(lab.access, 5, { repeat: "k" });
      await lab.accounts.charge(hold, entry("anew", { at: lab.clock.now, answer }));
      expect(await lab.accounts.repeat(lab.access, "k", "f")).toEqual({ kind: "free", first: answer });
    });

    it("are not free after 24 hours, when the key begins anew", async () => {
      const lab = await openLab({ tokens: 1e6 });
      await request(lab, "k");
      lab.clock.now = NOON + 24 * HOUR;
      expect(await request(lab, "k")).toBe("free");
      lab.clock.now = NOON + 24 * HOUR + 1;
      // The charge's own time counts, which is the entry's.
      expect(await request(lab, "k", "another request")).toBe("new");
    });

    it("are refused for another request, and while the first one runs", async () => {
      const { accounts, access } = await openLab({ tokens: 1e6 });
      expect(await accounts.repeat(access, "k", "f")).toEqual({ kind: "new" });
      expect(await accounts.repeat(access, "k", "f")).toEqual({ kind: "running" });
      expect(await accounts.repeat(access, "k", "g")).toEqual({ kind: "other" });
      expect(await accounts.repeat({ account: "second", keyId: "x" }, "k", "g")).toEqual({ kind: "new" });
      await accounts.charge(await accounts.hold(access, 1, { repeat: "k" }), entry("r1"));
      expect(await accounts.repeat(access, "k", "g")).toEqual({ kind: "other" });
      const unknown = { asOf: null, revision: null, hash: null };
      expect(await accounts.repeat(access, "k", "f")).toEqual({ kind: "free", first: unknown });
    });

    it("are new again when the first one was released, refused or not written", async () => {
      const lab = await openLab({ tokens: 1e6 });
      const { accounts, access } = lab;
      expect(await request(lab, "k", "f", true)).toBe("new");
      expect(await accounts.repeat(access, "k", "g")).toEqual({ kind: "new" });
      accounts.forgetRepeat(access, "k");
      expect(await accounts.repeat(access, "k", "f")).toEqual({ kind: "new" });
      await expect(accounts.charge(await accounts.hold(access, 1, { repeat: "k" }), entry(""))).rejects.toThrow(
        "entry.requestId",
      );
      expect(await accounts.repeat(access, "k", "f")).toEqual({ kind: "new" });
    });

    it("do not count when they fail, and count at once when they run together", async () => {
      const lab = await openLab({ tokens: 1e6 });
      const { accounts, access } = lab;
      await request(lab, "k");
      expect(await request(lab, "k", "f", true)).toBe("free");
      const kinds = await Promise.all(Array.from({ length: 4 }, () => accounts.repeat(access, "k", "f")));
      expect(kinds.map(({ kind }) => kind).sort()).toEqual(["free", "free", "free", "used-up"]);
      accounts.release(await accounts.hold(access, 0, { repeat: "k" }));
      expect((await accounts.repeat(access, "k", "f")).kind).toBe("free");
    });

    it("are known after a restart, with what was used of them", async () => {
      const lab = await openLab({ tokens: 1e6 });
      await request(lab, "k");
      await request(lab, "k");
      await lab.accounts.repeat(lab.access, "running", "f");
      await lab.accounts.close();
      const accounts = await openAccounts({ ...lab.place, clock: lab.clock });
      const again = { ...lab, accounts };
      const kinds: string[] = [];
      for (let i = 0; i < 3; i++) kinds.push(await request(again, "k"));
      expect(kinds).toEqual(["free", "free", "used-up"]);
      expect(await request(again, "running")).toBe("new");
      await accounts.close();
    });
  });
});
