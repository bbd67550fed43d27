/** Parts of jobs as servers take them, fail at them and finish them. */
import { describe, expect, it } from "vitest";
import { DuplicateChargeError } from "../../src/accounts/accounts.js";
import { administer, entry, NOON, stored, until } from "./fixture.js";
import { claimed, donePart, jobsOf, LIFE, lapse, made, newJob, sql } from "./jobs-fixture.js";
import { eachStore } from "./stores.js";

eachStore(({ openLab }) => {
  describe("a part", () => {
    it("is of the account with the fewest that run, of its oldest job", async () => {
      const lab = await openLab({ tokens: 1000 });
      await administer(lab.place, (administration) => administration.createAccount("field", { tokens: 10 }));
      await until(() => lab.accounts.balance("field").granted === 10);
      const jobs = jobsOf(lab);
      await made(jobs, newJob("young", [1, 1], { created: NOON + 5 }));
      await made(jobs, newJob("old", [1, 1]));
      await made(jobs, newJob("theirs", [1, 1, 1], { account: "field", created: NOON + 9 }));
      const inTurn = ["old 0", "theirs 0", "old 1", "theirs 1", "young 0", "theirs 2", "young 1"];
      expect((await jobs.waiting(9)).map(({ job, part }) => `${job} ${part}`)).toEqual(inTurn);
      const order = [];
      for (;;) {
        const claim = await jobs.claim(NOON, LIFE);
        if (!claim) break;
        order.push(`${claim.job} ${claim.part}`);
      }
      expect(order).toEqual(inTurn);
    });

    it("whose claim has lapsed is another's; until then it can be renewed", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100]));
      const first = await claimed(jobs);
      expect(await jobs.renew([first], NOON + LIFE - 1, LIFE)).toEqual([]);
      expect(await jobs.claim(NOON + LIFE, LIFE)).toBeUndefined();
      await lapse(lab.place);
      expect(await jobs.renew([first], NOON, LIFE)).toEqual([]); // nobody has taken it
      await lapse(lab.place);
      const second = await claimed(jobs);
      expect(second).toMatchObject({ part: 0, attempts: 2 });
      expect(second.id).not.toBe(first.id);
      expect(await jobs.renew([first, second], NOON, LIFE)).toEqual([first]);
      await jobs.giveBack(first, { text: "late", notBefore: null });
      await jobs.giveBack(first, undefined);
      expect(await jobs.finish(first, donePart(first), NOON)).toBe("written");
      expect(await jobs.finish(second, donePart(second), NOON)).toBe("lost");
      expect(await jobs.find("j")).toMatchObject({ state: "finished", charged: 100 });
    });

    it("that waits again is not given up by the claim that gave it back", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100, 100]));
      const claim = await claimed(jobs);
      await jobs.giveBack(claim, { text: "failed", notBefore: NOON });
      await jobs.giveBack(claim, { text: "late", notBefore: null });
      expect(await jobs.find("j")).toMatchObject({ state: "living", givenUp: 0, held: 200 });
    });

    it("is charged once, however often it is asked to be", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100, 100]));
      const claim = await claimed(jobs);
      const asked = [1, 2, 3].map(() => jobs.finish(claim, donePart(claim), NOON));
      expect(await Promise.all(asked)).toEqual(["written", "written", "written"]);
      expect(await jobs.find("j")).toMatchObject({ done: 1, charged: 100, held: 100 });
      expect(await stored(lab.place)).toMatchObject({ used: 100, charges: [{ request_id: "j.0", tokens: 100 }] });
    });

    it("is charged once, for the result that comes first, in whatever order and however often they come", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100, 100]));
      const part = (await jobs.part("j", 0))!;
      const [one, two] = ["one", "two"].map((id) => ({ ...part, id }));
      const of = (attempt: typeof one, sha256: string) => {
        const done = donePart(attempt!);
        return jobs.finish(attempt!, { ...done, file: { ...done.file, sha256 } }, NOON);
      };
      expect(await of(two, "bb")).toBe("written");
      expect(await of(one, "bb")).toBe("lost"); // the same bytes, in a file that nobody needs
      expect(await of(one, "aa")).toBe("lost");
      expect(await of(two, "bb")).toBe("written");
      expect(await of(two, "aa")).toBe("lost");
      await jobs.giveUp(part, "late", NOON);
      expect(await jobs.part("unknown", 0)).toBeUndefined();
      expect(await jobs.find("j")).toMatchObject({ done: 1, givenUp: 0, charged: 100, held: 100 });
      expect(await stored(lab.place)).toMatchObject({ used: 100, charges: [{ request_id: "j.0", tokens: 100 }] });
    });

    it("is one that waits: those of all accounts take turns, and it is given up unless a server has claimed it", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100, 100, 100], { created: NOON }));
      await made(jobs, newJob("k", [50], { created: NOON + 1 }));
      const claim = await claimed(jobs);
      const waiting = await jobs.waiting(10);
      expect(waiting.map(({ job, part }) => `${job}.${part}`)).toEqual(["j.1", "j.2", "k.0"]);
      expect(waiting[0]).toEqual({ job: "j", account: "lab", part: 1, first: 10, sites: 10, tokens: 100 });
      expect(await jobs.waiting(1)).toHaveLength(1);
      await jobs.giveUp(claim, "late", NOON);
      await jobs.giveUp(waiting[2]!, "broken", NOON);
      expect(await jobs.find("k")).toMatchObject({ state: "finished", givenUp: 1, held: 0 });
      expect(await jobs.find("j")).toMatchObject({ state: "living", givenUp: 0, held: 300 });
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 0, held: 300 });
    });

    it("is charged under another id where a request took that of its charge", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100]));
      await lab.accounts.charge(await lab.accounts.hold(lab.access, 7), entry("j.0"));
      const claim = await claimed(jobs);
      expect(await jobs.finish(claim, donePart(claim), NOON)).toBe("written");
      expect(await stored(lab.place)).toMatchObject({
        used: 107,
        charges: [
          { request_id: "j.0", tokens: 7 },
          { request_id: `j.0.${claim.id}`, tokens: 100 },
        ],
      });
      const again = lab.accounts.charge(await lab.accounts.hold(lab.access, 7), entry(`j.0.${claim.id}`));
      await expect(again).rejects.toThrow(DuplicateChargeError);
    });

    it("waits when it is given back, with a reason or as if it had not been taken", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100]));
      await jobs.giveBack(await claimed(jobs), { text: "a source is away", notBefore: lab.clock.now + 5000 });
      expect(await jobs.claim(NOON, LIFE)).toBeUndefined();
      expect(await jobs.parts("j")).toMatchObject([{ state: "waiting", attempts: 1, failure: "a source is away" }]);
      await sql(lab.place, "UPDATE job_part SET free_at = free_at - 5000");
      await jobs.giveBack(await claimed(jobs), undefined);
      expect(await jobs.parts("j")).toMatchObject([{ state: "waiting", attempts: 1, failure: "a source is away" }]);
      const claim = await claimed(jobs);
      expect(claim.attempts).toBe(2);
      await jobs.finish(claim, donePart(claim), NOON);
      expect(await jobs.parts("j")).toMatchObject([{ state: "done", attempts: 2, failure: null }]);
    });

    it("that is given up is free, and the last one ends the job", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100, 150]));
      const [one, two] = [await claimed(jobs), await claimed(jobs)];
      await jobs.giveBack(one, { text: "no", notBefore: null });
      expect(await jobs.find("j")).toMatchObject({ state: "living", givenUp: 1, held: 150 });
      expect(await jobs.parts("j")).toMatchObject([{ state: "given-up", failure: "no" }, { state: "running" }]);
      await jobs.finish(two, donePart(two), NOON);
      expect(await jobs.find("j")).toMatchObject({ state: "finished", ended: NOON, done: 1, givenUp: 1, charged: 150 });
      await made(jobs, newJob("k", [100]));
      lab.clock.now = NOON + 7;
      await jobs.giveBack(await claimed(jobs), { text: "no", notBefore: null });
      expect(await jobs.find("k")).toMatchObject({
        state: "finished",
        ended: NOON + 7,
        done: 0,
        givenUp: 1,
        charged: 0,
      });
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 150, held: 0 });
    });

    it("that five servers died of is given up at the next look, which takes another", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100, 150]));
      for (let i = 1; i <= 5; i++) {
        expect(await claimed(jobs)).toMatchObject({ part: 0, attempts: i });
        await lapse(lab.place);
      }
      expect(await claimed(jobs)).toMatchObject({ part: 1 });
      expect(await jobs.parts("j")).toMatchObject([
        { state: "given-up", attempts: 5, failure: "5 servers stopped while computing it" },
        { state: "running" },
      ]);
      expect(await lab.accounts.currentBalance("lab")).toMatchObject({ held: 150 });
    });

    it("that fails for another reason is tried without an end", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100]));
      for (let i = 1; i <= 20; i++) {
        const claim = await claimed(jobs);
        expect(claim.attempts).toBe(i);
        await jobs.giveBack(claim, { text: "the disk is full", notBefore: NOON });
      }
    });

    it("whose figures are wrong is refused before anything is written", async () => {
      const lab = await openLab({ tokens: 1000 });
      const jobs = jobsOf(lab);
      await made(jobs, newJob("j", [100]));
      const claim = await claimed(jobs);
      for (const [wrong, text] of [
        [{ tokens: 101 }, "tokens must be a whole number from 0 to 100, got 101"],
        [{ failedSites: 11 }, "failedSites must be a whole number from 0 to 10, got 11"],
        [{ charge: entry("j.0", { rows: -1 }) }, "entry.rows must"],
      ] as const) {
        await expect(jobs.finish(claim, donePart(claim, wrong), NOON)).rejects.toThrow(text);
      }
      expect(await jobs.finish(claim, donePart(claim), NOON)).toBe("written");
    });
  });
});
