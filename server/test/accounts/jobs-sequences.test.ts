/** Stored jobs beside a simple model, after any course of events: servers that die and begin again among them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Hold, OutOfTokensError } from "../../src/accounts/accounts.js";
import type { AccountsDatabase } from "../../src/accounts/accounts-database.js";
import type { PartClaim } from "../../src/accounts/jobs.js";
import { openAccounts } from "../../src/accounts/open.js";
import type { Accounts } from "../../src/accounts/stored-accounts.js";
import { openAdministered } from "../../src/accounts/transfer.js";
import { administer, entry, NOON, type Opened, until } from "./fixture.js";
import { donePart, LIFE, newJob } from "./jobs-fixture.js";
import { heldBy, JobsModel, type ModelJob } from "./jobs-model.js";
import { eachStore } from "./stores.js";

const GRANTS = [40, 25, 60];

const which = fc.nat(1000);
const doing = <Name extends string>(name: Name) => fc.constant(name);
const tokens = fc.array(fc.nat(20), { minLength: 1, maxLength: 4 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const how = fc.constantFrom("interrupted" as const, "failed" as const, "given-up" as const);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: doing("create"), tokens }) },
  { weight: 6, arbitrary: fc.record({ do: doing("claim") }) },
  { weight: 4, arbitrary: fc.record({ do: doing("finish"), which, share }) },
  { weight: 2, arbitrary: fc.record({ do: doing("giveBack"), which, how }) },
  { weight: 3, arbitrary: fc.record({ do: doing("lapse") }) },
  { weight: 1, arbitrary: fc.record({ do: doing("renew"), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("cancel" as const, "remove" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: doing("hold"), price: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("charge" as const, "release" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: doing("restart") }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type How = Parameters<JobsModel["giveBack"]>[1];

/** A server and what it ought to have. */
class Course {
  readonly model = new JobsModel(GRANTS.reduce((sum, tokens) => sum + tokens, 0));
  readonly #lab: Opened;
  readonly #database: AccountsDatabase;
  readonly #claims: PartClaim[] = [];
  #holds: Hold[] = [];
  #accounts: Accounts;
  #count = 0;

  /** @param database a connection of its own */
  constructor(lab: Opened, database: AccountsDatabase) {
    this.#lab = lab;
    this.#database = database;
    this.#accounts = lab.accounts;
  }

  async close(): Promise<void> {
    await this.#accounts.close();
    await this.#database.close();
  }

  take(one: Step): Promise<void> {
    if (one.do === "create") return this.#create(one.tokens);
    if (one.do === "claim") return this.#claim();
    if (one.do === "finish") return this.#finish(one.which, one.share);
    if (one.do === "giveBack") return this.#giveBack(one.which, one.how);
    if (one.do === "lapse") return this.#lapse();
    if (one.do === "renew") return this.#renew(one.which);
    if (one.do === "cancel" || one.do === "remove") return this.#endJob(one.do, one.which);
    if (one.do === "hold") return this.#hold(one.price);
    if (one.do === "restart") return this.#restart();
    return this.#endHold(one.do, one.which);
  }

  async compare(): Promise<void> {
    const { used, held, remaining, jobs } = this.model;
    expect(await this.#accounts.currentBalance("lab")).toMatchObject({ used, held, remaining });
    expect(this.#accounts.balance("lab")).toMatchObject({ used, held, remaining });
    expect(remaining).toBeGreaterThanOrEqual(0);
    const stored = (await this.#jobs.list("lab", 1000)).toReversed();
    expect(stored).toMatchObject(jobs.map(figuresOf));
    const parts = await Promise.all(jobs.map(({ id }) => this.#jobs.parts(id)));
    const seen = parts.map((of) => of.map(({ state, attempts }) => ({ state, attempts })));
    expect(seen).toEqual(jobs.map((job) => job.parts.map(({ state, attempts }) => ({ state, attempts }))));
    await this.#compareRows();
  }

  /** What is stored agrees in itself, and has each charge once. */
  async #compareRows(): Promise<void> {
    await this.#database.check();
    const select = "SELECT request_id, tokens FROM charge";
    const charges = await this.#database.all<{ request_id: string; tokens: number }>(select);
    expect(new Map(charges.map(({ request_id, tokens }) => [request_id, tokens]))).toEqual(this.model.charges);
  }

  get #jobs() {
    return this.#accounts.jobs!;
  }

  async #create(tokens: readonly number[]): Promise<void> {
    const created = NOON + ++this.#count;
    const id = `j${created}`;
    const expected = this.model.create(id, tokens);
    const creation = this.#jobs.create(newJob(id, tokens, { created, mostLiving: this.model.mostLiving }));
    if (expected === "out-of-tokens") await expect(creation).rejects.toThrow(OutOfTokensError);
    else expect((await creation).kind).toBe(expected);
  }

  async #claim(): Promise<void> {
    const claim = await this.#jobs.claim(NOON, LIFE);
    const expected = this.model.claim(claim?.id);
    expect(claim && { job: claim.job, part: claim.part }).toEqual(expected);
    if (claim) this.#claims.push(claim);
  }

  /** Of any claim there ever was. */
  async #finish(index: number, share: number): Promise<void> {
    const claim = pick(this.#claims, index);
    if (!claim) return;
    const tokens = Math.floor(share * claim.tokens);
    const expected = this.model.finish(claim, tokens);
    expect(await this.#jobs.finish(claim, donePart(claim, { tokens }), NOON)).toBe(expected);
  }

  async #giveBack(index: number, how: How): Promise<void> {
    const claim = pick(this.#claims, index);
    if (!claim) return;
    this.model.giveBack(claim, how);
    const failure = { text: how, notBefore: how === "failed" ? NOON : null };
    await this.#jobs.giveBack(claim, how === "interrupted" ? undefined : failure);
  }

  async #renew(index: number): Promise<void> {
    const claim = pick(this.#claims, index);
    if (!claim) return;
    const isOurs = this.model.renew(claim);
    expect(await this.#jobs.renew([claim], NOON, LIFE)).toEqual(isOurs ? [] : [claim]);
  }

  async #lapse(): Promise<void> {
    await this.#database.run("UPDATE job_part SET free_at = 0 WHERE state = 'running'");
    this.model.lapse();
  }

  async #endJob(how: "cancel" | "remove", index: number): Promise<void> {
    const job = pick(this.model.jobs, index);
    if (!job) return;
    this.model[how](job);
    await (how === "cancel" ? this.#jobs.cancel(job.id, NOON) : this.#jobs.remove(job.id));
  }

  async #hold(tokens: number): Promise<void> {
    const isRefused = tokens > this.model.remaining;
    const hold = this.#accounts.hold(this.#lab.access, tokens);
    if (isRefused) return expect(hold).rejects.toThrow(OutOfTokensError);
    this.#holds.push(await hold);
    this.model.holds.push(tokens);
  }

  async #endHold(how: "charge" | "release", index: number): Promise<void> {
    const place = index % Math.max(this.#holds.length, 1);
    const [hold] = this.#holds.splice(place, 1);
    if (!hold) return;
    this.model.holds.splice(place, 1);
    if (how === "release") return this.#accounts.release(hold);
    const id = `r${++this.#count}`;
    // What is free is counted, and no row of the audit.
    if (hold.tokens > 0) this.model.charges.set(id, hold.tokens);
    await this.#accounts.charge(hold, entry(id));
  }

  /** Requests under way end with their server; in a file its parts are free at once. */
  async #restart(): Promise<void> {
    await this.#accounts.close();
    this.#accounts = await openAccounts({ ...this.#lab.place, clock: this.#lab.clock, poll: 20 });
    this.#holds = [];
    this.model.holds.length = 0;
    if ("file" in this.#lab.place) this.model.lapse();
  }
}

function figuresOf(job: ModelJob) {
  const { id, state, charged, parts } = job;
  const count = (which: string) => parts.filter((part) => part.state === which).length;
  return { id, state, charged, held: heldBy(job), done: count("done"), givenUp: count("given-up") };
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)];
}

eachStore(({ openLab }) => {
  it("jobs agree with single parts and tokens after any course of events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const lab = await openLab({ tokens: GRANTS[0]! });
        await administer(lab.place, async (administration) => {
          for (const tokens of GRANTS.slice(1)) {
            await administration.grantTokens("lab", { tokens, expires: NOON + 1000 * tokens });
          }
        });
        await until(() => lab.accounts.balance("lab").granted === 125);
        const course = new Course(lab, await openAdministered(lab.place));
        try {
          for (const one of steps) {
            await course.take(one);
            await course.compare();
          }
        } finally {
          await course.close();
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});
