/** Jobs of several servers on one database. */
import { expect, it, onTestFinished } from "vitest";
import { OutOfTokensError } from "../../../src/accounts/accounts.js";
import type { AccountsPlace } from "../../../src/accounts/accounts-database.js";
import type { Jobs } from "../../../src/accounts/jobs/stored-jobs.js";
import type { PartClaim } from "../../../src/accounts/jobs.js";
import { openAccounts } from "../../../src/accounts/open.js";
import type { Accounts } from "../../../src/accounts/stored-accounts.js";
import { openAdministered } from "../../../src/accounts/transfer.js";
import { administer, NOON, stored, testClock, until, withDatabase } from "../fixture.js";
import { claimed, donePart, jobsOf, LIFE, made, newJob, proveMigrated, ROWS_OF_VERSION_3 } from "../jobs-fixture.js";
import { inPostgres } from "../stores.js";
import { cuttingProxy } from "./cutting-proxy.js";

async function another(place: AccountsPlace): Promise<Accounts> {
  const accounts = await openAccounts({ ...place, clock: testClock(), poll: 20 });
  onTestFinished(() => accounts.close());
  return accounts;
}

const sql = <Row>(place: AccountsPlace, text: string) => withDatabase(place, (database) => database.all<Row>(text));

const urlOf = (place: AccountsPlace) => (place as { database: string }).database;

inPostgres(({ openLab, newPlace }) => {
  it("a key makes one job on all servers, and jobs live beside a few on all of them", async () => {
    const lab = await openLab({ tokens: 1e6 });
    const servers = [jobsOf(lab), (await another(lab.place)).jobs!, (await another(lab.place)).jobs!];
    const repeat = { key: "k", fingerprint: "f" };
    const same = await Promise.all(servers.map((jobs, i) => jobs.create(newJob(`same-${i}`, [5], { repeat }))));
    expect(same.map(({ kind }) => kind).sort()).toEqual(["again", "again", "new"]);
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) => servers[i % 3]!.create(newJob(`more-${i}`, [5]))),
    );
    expect(all.filter(({ kind }) => kind === "new")).toHaveLength(3);
    expect(all.filter(({ kind }) => kind === "too-many")).toHaveLength(9);
  });

  it("jobs of one server are held and charged for all", async () => {
    const lab = await openLab({ tokens: 1000 });
    const other = await another(lab.place);
    await made(jobsOf(lab), newJob("j", [300, 300]));
    await expect(other.hold(lab.access, 401)).rejects.toThrow(OutOfTokensError);
    expect(other.balance("lab")).toMatchObject({ held: 600, remaining: 400 });
    const claim = await claimed(other.jobs!);
    await other.jobs!.finish(claim, donePart(claim, { tokens: 100 }), NOON);
    expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 100, held: 300, remaining: 600 });
    await administer(lab.place, (administration) => administration.grantTokens("lab", { tokens: 1 }));
    await until(() => other.balance("lab").granted === 1001);
    expect(other.balance("lab")).toMatchObject({ used: 100, held: 300, remaining: 601 });
  });

  it("no part is two servers' at a time, and each is charged once, whatever is asked at once", async () => {
    const lab = await openLab({ tokens: 1e6 });
    const servers = [jobsOf(lab), (await another(lab.place)).jobs!];
    for (const id of ["a", "b"])
      await made(
        servers[0]!,
        newJob(
          id,
          Array.from({ length: 20 }, (_, i) => i),
        ),
      );
    const seen: string[] = [];
    const work = async (jobs: Jobs, other: Jobs) => {
      for (let claim = await jobs.claim(NOON, LIFE); claim; claim = await jobs.claim(NOON, LIFE)) {
        seen.push(`${claim.job}.${claim.part}`);
        const mine: PartClaim = claim;
        const outcomes = [jobs, other].map((one) => one.finish(mine, donePart(mine), NOON));
        expect(await Promise.all(outcomes)).toEqual(["written", "written"]);
      }
    };
    await Promise.all([0, 1, 0, 1].map((i) => work(servers[i]!, servers[1 - i]!)));
    expect(new Set(seen).size).toBe(40);
    expect(seen).toHaveLength(40);
    const { charges, used } = await stored(lab.place);
    expect([charges.length, used]).toEqual([40, 2 * 190]);
    for (const id of ["a", "b"]) expect(await servers[0]!.find(id)).toMatchObject({ state: "finished", charged: 190 });
  });

  it("a part that is finished here while it is cancelled, taken or given up there has one end, and sums that agree", async () => {
    const lab = await openLab({ tokens: 1e6 });
    const [one, two] = [jobsOf(lab), (await another(lab.place)).jobs!];
    for (let i = 0; i < 18; i++) {
      await made(one, newJob(`j${i}`, [10, 10]));
      const claim = await claimed(one);
      await sql(lab.place, "UPDATE job_part SET free_at = 0 WHERE state = 'running'");
      const against = [
        () => two.cancel(`j${i}`, NOON),
        () => two.claim(NOON, LIFE),
        () => two.giveBack(claim, { text: "no", notBefore: null }),
      ][i % 3]!;
      const [outcome] = await Promise.all([one.finish(claim, donePart(claim, { tokens: 7 }), NOON), against()]);
      const job = (await one.find(`j${i}`))!;
      expect(job.charged).toBe(outcome === "written" ? 7 : 0);
      await one.cancel(`j${i}`, NOON);
      await one.remove(`j${i}`);
      await stored(lab.place);
    }
    expect((await lab.accounts.currentBalance("lab")).held).toBe(0);
  });

  it("measures claims with the clock of the database, and waits with that of the server", async () => {
    const lab = await openLab({ tokens: 1000 });
    const [one, two] = [jobsOf(lab), (await another(lab.place)).jobs!];
    await made(one, newJob("j", [10]));
    const claim = await claimed(one, NOON - 10 * LIFE, LIFE);
    expect(await two.claim(NOON + 1e12, LIFE)).toBeUndefined();
    await one.giveBack(claim, { text: "later", notBefore: lab.clock.now + 300 });
    expect(await two.claim(NOON, LIFE)).toBeUndefined();
    await until(async () => (await two.claim(NOON, LIFE)) !== undefined);
  });

  it("a commit whose answer is lost is found by the next attempt: one job, one charge", async () => {
    const lab = await openLab({ tokens: 1000 });
    const proxy = await cuttingProxy(urlOf(lab.place));
    const accounts = await another({ database: proxy.url });
    const jobs = accounts.jobs!;
    const creating = proxy.cutNextCommit();
    const creation = jobs.create(newJob("j", [100, 100]));
    await creating;
    expect(await creation).toMatchObject({ kind: "new", job: { id: "j", held: 200 } });
    await until(() => accounts.available);
    const claiming = proxy.cutNextCommit();
    const taken = claimed(jobs);
    await claiming;
    const claim = await taken;
    expect(await jobs.parts("j")).toMatchObject([{ state: "running", attempts: 1 }, { state: "waiting" }]);
    await until(() => accounts.available);
    const finishing = proxy.cutNextCommit();
    const outcome = jobs.finish(claim, donePart(claim), NOON);
    await finishing;
    expect(await outcome).toBe("written");
    await until(() => accounts.available);
    const cancelling = proxy.cutNextCommit();
    const cancelled = jobs.cancel("j", NOON);
    await cancelling;
    await cancelled;
    expect(await jobsOf(lab).find("j")).toMatchObject({ state: "cancelled", done: 1, charged: 100, held: 0 });
    expect(await stored(lab.place)).toMatchObject({ used: 100, charges: [{ request_id: "j.0", tokens: 100 }] });
    expect(await lab.accounts.currentBalance("lab")).toMatchObject({ used: 100, held: 0, remaining: 900 });
  });

  it("a database that goes away is told, and the part is found done when it is asked for again", async () => {
    const lab = await openLab({ tokens: 1000 });
    const proxy = await cuttingProxy(urlOf(lab.place));
    const accounts = await another({ database: proxy.url });
    const jobs = accounts.jobs!;
    await made(jobs, newJob("j", [100]));
    const claim = await claimed(jobs);
    const cut = proxy.cutNextCommit();
    const refused = expect(jobs.finish(claim, donePart(claim), NOON)).rejects.toMatchObject({
      code: "ERR_ACCOUNTS_UNAVAILABLE",
    });
    await cut;
    proxy.freeze(true);
    await refused;
    await expect(jobs.create(newJob("k", [1]))).rejects.toMatchObject({ code: "ERR_ACCOUNTS_UNAVAILABLE" });
    proxy.freeze(false);
    await until(() => accounts.available);
    expect(await jobs.finish(claim, donePart(claim), NOON)).toBe("written");
    expect(await stored(lab.place)).toMatchObject({ used: 100, charges: [{ request_id: "j.0", tokens: 100 }] });
  });

  it("servers that start together sign with the same secret", async () => {
    const place = await newPlace();
    const servers = await Promise.all([another(place), another(place), another(place)]);
    const secrets = await Promise.all(servers.map(({ jobs }) => jobs!.secret()));
    expect(new Set(secrets).size).toBe(1);
  });

  it("tables of the third version get those of jobs, and keep their rows", async () => {
    const place = await newPlace();
    await (await openAdministered(place)).close();
    const { Client } = (await import("pg")).default;
    const client = new Client({ connectionString: urlOf(place) });
    await client.connect();
    await client.query(
      `DROP TABLE stored_system, refund, link_secret, job_hold, job_part, job_request, job; ALTER TABLE charge DROP COLUMN cut;
       ALTER TABLE repeat_key DROP COLUMN as_of, DROP COLUMN revision, DROP COLUMN hash;
       DROP TRIGGER account_forgotten ON account; DROP FUNCTION forget_account; DROP TABLE account_limit, plan_limit;
       ALTER TABLE account DROP COLUMN shown_name, DROP COLUMN plan, DROP COLUMN suspended, DROP COLUMN successor,
         DROP COLUMN deleted;
       DROP TABLE plan; ALTER TABLE access_key DROP COLUMN scope; UPDATE schema_version SET version = 3`,
    );
    await client.query(ROWS_OF_VERSION_3);
    await client.end();
    await proveMigrated(await another(place));
    expect((await stored(place)).used).toBe(17);
  });
});
