/** Jobs as they are stored, whichever database has them. */
import { describe, expect, it } from "vitest";
import { OutOfTokensError } from "../../src/accounts/accounts.js";
import { openAccounts } from "../../src/accounts/open.js";
import { pruneCharges } from "../../src/accounts/refunds.js";
import { openAdministered } from "../../src/accounts/transfer.js";
import { administer, entry, NOON, stored, until } from "./fixture.js";
import { claimed, donePart, jobsOf, LIFE, made, newJob, sql } from "./jobs-fixture.js";
import { eachStore } from "./stores.js";

const DAY = 86_400_000;

eachStore(({ openLab }) => {
  describe("a job", () => {
    it("holds its price, is charged part by part, and ends with the last", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      expect(await made(jobs, newJob("j", [300, 200, 0]))).toEqual({
        ...{
          id: "j",
          account: "lab",
          keyId: "k",
          created: NOON,
          beginning: '{"of":"j"}',
          state: "living",
          ended: null,
        },
        ...{
          sites: 30,
          parts: 3,
          done: 0,
          givenUp: 0,
          doneSites: 0,
          failedSites: 0,
          tokens: 500,
          charged: 0,
          held: 500,
        },
      });
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 0, held: 500, remaining: 500 });
      const [one, two, free] = [await claimed(jobs), await claimed(jobs), await claimed(jobs)];
      expect(await jobs.claim(NOON, LIFE)).toBeUndefined();
      expect([one, two, free].map(({ part, first, sites, tokens }) => [part, first, sites, tokens])).toEqual([
        [0, 0, 10, 300],
        [1, 10, 10, 200],
        [2, 20, 10, 0],
      ]);
      expect(await jobs.finish(one, donePart(one, { tokens: 240, failedSites: 2 }), NOON + 1)).toBe("written");
      expect(await jobs.find("j")).toMatchObject({ state: "living", done: 1, failedSites: 2, charged: 240, held: 200 });
      expect(lab.accounts.balance("lab")).toMatchObject({ used: 240, held: 200, remaining: 560 });
      expect(await jobs.finish(free, donePart(free), NOON + 2)).toBe("written");
      expect(await jobs.finish(two, donePart(two), NOON + 3)).toBe("written");
      expect(await jobs.find("j")).toMatchObject({
        state: "finished",
        ended: NOON + 3,
        done: 3,
        charged: 440,
        held: 0,
      });
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 440, held: 0, remaining: 560 });
      expect(await lab.accounts.usage("lab")).toEqual([
        { day: "2026-06-21", endpoint: "jobs/historical", requests: 3, tokens: 440 },
      ]);
      const charges = await administer(lab.place, (administration) => administration.charges("lab", 10));
      expect(charges.map(({ request_id, tokens, key }) => [request_id, tokens, key])).toEqual([
        ["j.0", 240, "k"],
        ["j.1", 200, "k"],
        ["j.2", 0, "k"],
      ]);
      expect((await jobs.parts("j"))[0]).toEqual({
        ...{ part: 0, first: 0, sites: 10, state: "done", attempts: 1, failedSites: 2, tokens: 300, failure: null },
        failures: null,
        file: { name: `jobs/j/0-${one.id}`, bytes: 123, sha256: "ab" },
      });
      await stored(lab.place);
    });

    it("that costs more than there is leaves nothing", async () => {
      const lab = await openLab({ tokens: 1000 });
      const hold = await lab.accounts.hold(lab.access, 501);
      await expect(jobsOf(lab).create(newJob("j", [300, 200]))).rejects.toThrow(OutOfTokensError);
      lab.accounts.release(hold);
      expect(await jobsOf(lab).list("lab", 9)).toEqual([]);
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ held: 0, remaining: 1000 });
      await made(jobsOf(lab), newJob("j", [300, 200]));
      await expect(lab.accounts.hold(lab.access, 501)).rejects.toThrow(OutOfTokensError);
      lab.accounts.release(await lab.accounts.hold(lab.access, 500));
    });

    it("is one with the others of its key, and lives beside a few", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      const repeat = { key: "k", fingerprint: "f" };
      const asked = ["a", "b", "c"].map((id) => jobs.create(newJob(id, [400], { repeat })));
      const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(["again", "again", "new"]);
      expect(await jobs.create(newJob("d", [1], { repeat: { ...repeat, fingerprint: "g" } }))).toEqual({
        kind: "other",
      });
      const more = await Promise.all(["e", "f", "g"].map((id) => jobs.create(newJob(id, [1], { mostLiving: 2 }))));
      expect(more.map(({ kind }) => kind).sort()).toEqual(["new", "too-many", "too-many"]);
      expect(await jobs.list("lab", 9)).toHaveLength(2);
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ held: 401 });
    });

    it("has its request while it lives, and keeps the beginning of it", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      const request = `{"of":"${"é".repeat(9000)}"}`;
      const text = { request, mostBytes: 40_000 };
      for (const id of ["cancelled", "done", "given up"])
        await made(jobs, newJob(id, [1], { ...text, mostBytes: 1e6 }));
      expect((await jobs.create(newJob("more", [1], { ...text, mostBytes: 3 * 18_011 + 9 }))).kind).toBe("too-large");
      await jobs.cancel("cancelled", NOON);
      expect((await jobs.create(newJob("more", [1], { ...text, mostBytes: 3 * 18_009 }))).kind).toBe("new");
      for (const id of ["done", "given up"]) {
        const claim = await claimed(jobs);
        expect([claim.job, await jobs.request(id)]).toEqual([id, request]);
        if (id === "done") await jobs.finish(claim, donePart(claim), NOON);
        else await jobs.giveBack(claim, { text: "no", notBefore: null });
      }
      const texts = "SELECT job, length(request) AS length FROM job_request ORDER BY job";
      expect(await sql(lab.place, texts)).toEqual([
        { job: "cancelled", length: 120 },
        { job: "done", length: 120 },
        { job: "given up", length: 120 },
        { job: "more", length: request.length },
      ]);
      expect(await jobs.request("done")).toBeUndefined();
      expect((await jobs.find("done"))?.beginning).toBe(request.slice(0, 120));
    });

    it("is found again under its key when nothing is left to pay another", async () => {
      const lab = await openLab({ tokens: 1000 });
      const repeat = { key: "k", fingerprint: "f" };
      expect(await jobsOf(lab).again("lab", repeat)).toBeUndefined();
      await made(jobsOf(lab), newJob("a", [1000], { repeat }));
      const again = { kind: "again", job: { id: "a" } };
      expect(await jobsOf(lab).create(newJob("b", [1000], { repeat }))).toMatchObject(again);
      expect(await jobsOf(lab).again("lab", repeat)).toMatchObject(again);
      expect(await jobsOf(lab).again("lab", { ...repeat, fingerprint: "g" })).toEqual({ kind: "other" });
      expect(await jobsOf(lab).again("field", repeat)).toBeUndefined();
    });

    it("of no parts, or of parts that are none, is refused", async () => {
      const jobs = jobsOf(await openLab({ tokens: 1000 }));
      await expect(jobs.create(newJob("j", []))).rejects.toThrow("parts must be one or more, got none");
      await expect(jobs.create(newJob("j", [1, 0.5]))).rejects.toThrow(
        "parts[1].tokens must be a whole number of micro-tokens, 0 or more, got 0.5",
      );
      await expect(jobs.create(newJob("j", [], { parts: [{ sites: 0, tokens: 1 }] }))).rejects.toThrow(
        "parts[0].sites must be a whole number, 1 or more, got 0",
      );
    });

    it("may have thousands of parts", async () => {
      const lab = await openLab({ tokens: 1e6 });
      const parts = Array.from({ length: 2345 }, (_, i) => ({ sites: 1 + (i % 3), tokens: i % 5 }));
      expect(await made(jobsOf(lab), newJob("j", [], { parts }))).toMatchObject({
        parts: 2345,
        sites: 4689,
        tokens: 4690,
      });
      const found = await jobsOf(lab).parts("j");
      expect(found.map(({ sites, tokens }) => ({ sites, tokens }))).toEqual(parts);
      expect(found.at(-1)).toMatchObject({ part: 2344, first: 4687 });
    });

    it("takes the tokens that end first, and charges them after their end; unused ones go back to those that last", async () => {
      const lab = await openLab({ tokens: 100 });
      await administer(lab.place, (administration) =>
        administration.grantTokens("lab", { tokens: 50, expires: NOON + DAY }),
      );
      await until(() => lab.accounts.balance("lab").granted === 150);
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [40, 40]));
      lab.clock.now += DAY;
      const claim = await claimed(jobs, lab.clock.now);
      await jobs.finish(claim, donePart(claim, { tokens: 30 }), lab.clock.now);
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 30, held: 40, expired: 0, remaining: 80 });
      const grants = await administer(lab.place, (administration) => administration.grants("lab"));
      expect(grants.map(({ used }) => used)).toEqual([30, 0]);
      await jobs.cancel("j", lab.clock.now);
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({
        used: 30,
        held: 0,
        expired: 20,
        remaining: 100,
      });
    });

    it("that is cancelled keeps what is done, frees the rest, and takes no more of it", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100, 100, 100]));
      const [one, two] = [await claimed(jobs), await claimed(jobs)];
      await jobs.finish(one, donePart(one), NOON);
      await jobs.remove("j");
      await jobs.cancel("j", NOON + 5);
      await jobs.cancel("j", NOON + 6);
      await jobs.cancel("unknown", NOON);
      expect(await jobs.find("j")).toMatchObject({
        state: "cancelled",
        ended: NOON + 5,
        done: 1,
        charged: 100,
        held: 0,
      });
      expect((await jobs.parts("j")).map(({ state }) => state)).toEqual(["done", "waiting", "waiting"]);
      expect(await jobs.renew([two], NOON, LIFE)).toEqual([two]);
      expect(await jobs.finish(two, donePart(two), NOON)).toBe("lost");
      await jobs.giveBack(two, { text: "late", notBefore: null });
      expect(await jobs.claim(NOON + 2 * LIFE, LIFE)).toBeUndefined();
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 100, held: 0 });
      // What a claim leaves that is made in the moment of the cancellation.
      await sql(lab.place, "UPDATE job_part SET state = 'running', claim = 'late' WHERE part = 2");
      const late = { ...two, part: 2, id: "late" };
      expect(await jobs.renew([late], NOON, LIFE)).toEqual([late]);
      expect(await jobs.finish(late, donePart(late), NOON)).toBe("lost");
      await jobs.remove("j");
      expect([await jobs.find("j"), await jobs.parts("j")]).toEqual([undefined, []]);
      expect((await stored(lab.place)).charges).toEqual([{ request_id: "j.0", tokens: 100 }]);
    });

    it("is listed for its account alone, newest first, and found by its end", async () => {
      const lab = await openLab({ tokens: 1000 });
      await administer(lab.place, (administration) => administration.createAccount("field", { tokens: 10 }));
      await until(() => lab.accounts.balance("field").granted === 10);
      const jobs = jobsOf(lab);
      const request = `{"of":"${"é".repeat(200)}"}`;
      for (const [i, id] of ["a", "b", "c"].entries())
        await made(jobs, newJob(id, [1], { created: NOON + i, request }));
      await made(jobs, newJob("theirs", [1], { account: "field" }));
      expect((await jobs.list("lab", 2)).map(({ id }) => id)).toEqual(["c", "b"]);
      expect((await jobs.list("lab", 1))[0]).toMatchObject({ beginning: request.slice(0, 120) });
      expect([await jobs.request("c"), await jobs.request("none")]).toEqual([request, undefined]);
      await jobs.cancel("b", NOON + 10);
      await jobs.cancel("a", NOON + 20);
      expect(await jobs.endedBefore(NOON + 20, 9)).toEqual(["b"]);
      expect(await jobs.endedBefore(NOON + 21, 1)).toEqual(["b"]);
      expect(await jobs.endedBefore(NOON + 21, 9)).toEqual(["b", "a"]);
    });
  });

  it("jobs outlive an end and a start, with what they hold; charges of parts may be pruned", async () => {
    const lab = await openLab({ tokens: 1000 });
    await made(jobsOf(lab), newJob("j", [100, 100, 100]));
    const one = await claimed(jobsOf(lab));
    await jobsOf(lab).finish(one, donePart(one, { charge: entry("j.0", { at: NOON - 9 * DAY }) }), NOON);
    const two = await claimed(jobsOf(lab));
    const secret = await jobsOf(lab).secret();
    await lab.accounts.close();
    const accounts = await openAccounts({ ...lab.place, clock: lab.clock, poll: 20 });
    const jobs = accounts.jobs!;
    expect(accounts.balance("lab")).toMatchObject({ used: 100, held: 200, remaining: 700 });
    await administer(lab.place, (administration) => administration.grantTokens("lab", { tokens: 5 }));
    await until(() => accounts.balance("lab").granted === 1005);
    expect(accounts.balance("lab")).toMatchObject({ used: 100, held: 200, remaining: 705 });
    await expect(accounts.hold(lab.access, 706)).rejects.toThrow(OutOfTokensError);
    const database = await openAdministered(lab.place);
    const actor = { name: "test", now: NOON };
    expect(await pruneCharges(database, { before: NOON - 8 * DAY, actor })).toEqual({ charges: 1, tokens: 100 });
    await database.close();
    expect(await jobs.finish(one, donePart(one), NOON)).toBe("written");
    expect(await jobs.finish(two, donePart(two), NOON)).toBe("written");
    const three = await claimed(jobs);
    await jobs.finish(three, donePart(three), NOON);
    expect(await accounts.currentBalance("lab")).toMatchObject({ used: 300, held: 0, remaining: 705 });
    expect(await jobs.find("j")).toMatchObject({ state: "finished", charged: 300 });
    expect(await jobs.secret()).toBe(secret);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await accounts.close();
    await stored(lab.place);
  });
});
