import type { DonePart, Jobs, NewJob, PartClaim, StoredJob } from "../../src/accounts/jobs.js";
import type { Opened } from "./fixture.js";
import { entry, NOON } from "./fixture.js";

export const LIFE = 60_000;

/** A job of "lab" with a part for each number of tokens, of 10 sites. */
export function newJob(id: string, tokens: readonly number[], more: Partial<NewJob> = {}): NewJob {
  const parts = tokens.map((price) => ({ sites: 10, tokens: price }));
  const request = `{"of":"${id}"}`;
  return { id, account: "lab", keyId: "k", created: NOON, request, repeat: undefined, parts, mostLiving: 4, ...more };
}

export function donePart({ job, part, tokens, id }: PartClaim, more: Partial<DonePart> = {}): DonePart {
  const file = { name: `jobs/${job}/${part}-${id}`, bytes: 123, sha256: "ab" };
  return { file, failedSites: 0, tokens, charge: entry(`${job}.${part}`, { endpoint: "jobs/historical" }), ...more };
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
