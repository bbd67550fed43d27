import { expect } from "vitest";
import type { AccountsPlace } from "../../src/accounts/accounts-database.js";
import type { Jobs } from "../../src/accounts/jobs/stored-jobs.js";
import type { DonePart, NewJob, PartAttempt, PartClaim, StoredJob } from "../../src/accounts/jobs.js";
import type { Accounts } from "../../src/accounts/stored-accounts.js";
import type { Opened } from "./fixture.js";
import { entry, NOON, withDatabase } from "./fixture.js";

export const LIFE = 60_000;

/** A job of "lab" with a part for each number of tokens, of 10 sites. */
export function newJob(id: string, tokens: readonly number[], more: Partial<NewJob> = {}): NewJob {
  const parts = tokens.map((price) => ({ sites: 10, tokens: price }));
  const request = `{"of":"${id}"}`;
  const limits = { mostLiving: 4, mostBytes: 1e6 };
  return { id, account: "lab", keyId: "k", created: NOON, request, repeat: undefined, parts, ...limits, ...more };
}

export function donePart({ job, part, tokens, id }: PartAttempt, more: Partial<DonePart> = {}): DonePart {
  const file = { name: `jobs/${job}/${part}-${id}`, bytes: 123, sha256: "ab" };
  const none = { failedSites: 0, failures: null };
  return { file, ...none, tokens, charge: entry(`${job}.${part}`, { endpoint: "jobs/historical" }), ...more };
}

/** The jobs of a server, which has accounts. */
export const jobsOf = ({ accounts }: Pick<Opened, "accounts">): Jobs => accounts.jobs!;

export async function made(jobs: Jobs, job: NewJob): Promise<StoredJob> {
  const created = await jobs.create(job);
  if (created.kind !== "new") throw new Error(`the job is ${created.kind}`);
  return created.job;
}

export async function claimed(jobs: Jobs, now = NOON, life = LIFE): Promise<PartClaim> {
  const claim = await jobs.claim(now, life);
  if (!claim) throw new Error("nothing to claim");
  return claim;
}

/** "lab" with 1000 tokens, 10 of them used. */
export const ROWS_OF_VERSION_3 = `
  INSERT INTO account VALUES ('lab', 0);
  INSERT INTO access_key VALUES ('k', 'h', 'lab', '', 0, NULL, NULL, NULL);
  INSERT INTO token_grant VALUES ('g', 'lab', 1000, 10, 0, NULL);
  INSERT INTO charge VALUES ('lab', 'before', 0, 'k', 'e', 1, 1, 4, 200, 1, 1, 'f');
  INSERT INTO pruned_day VALUES ('lab', '1969-12-31', 1, 6);
  INSERT INTO usage_day VALUES ('lab', '1969-12-31', 'e', 1, 6);
  INSERT INTO usage_day VALUES ('lab', '1970-01-01', 'e', 1, 4);
  INSERT INTO repeat_key VALUES ('lab', 'r', 'f', 'before', 0, 1);
  INSERT INTO admin_action VALUES (0, 'a', 'account created', 'lab', '', 1)`;

/** A part of 7 tokens is charged, as if there had always been jobs. */
export async function proveMigrated(accounts: Accounts): Promise<void> {
  const jobs = accounts.jobs!;
  expect(accounts.balance("lab")).toMatchObject({ used: 10, held: 0, remaining: 990 });
  await made(jobs, newJob("j", [7, 990 - 7]));
  const claim = await claimed(jobs);
  expect(await jobs.finish(claim, donePart(claim), NOON)).toBe("written");
  await jobs.cancel("j", NOON);
  expect(await accounts.currentBalance("lab")).toMatchObject({ used: 17, held: 0, remaining: 983 });
}

/** Rows as an operator sees and changes them. The sums agree. */
export async function sql<Row>(place: AccountsPlace, text: string): Promise<Row[]> {
  return withDatabase(place, async (database) => {
    await database.check();
    return database.all<Row>(text);
  });
}

/** As if the time of all claims had passed, by whichever clock. */
export const lapse = (place: AccountsPlace) => sql(place, "UPDATE job_part SET free_at = 0 WHERE state = 'running'");
