/** A new job: its rows, and the tokens that it holds from then on. */
import type { JobAgain, JobCreation, NewJob, NewPart, RepeatOfJob, StoredJob } from "../jobs.js";
import type { Ledger } from "../ledger.js";
import { INSERT_HOLD, INSERT_JOB, INSERT_REQUEST, insertParts, JOB, LIVING, REPEATED } from "./sql.js";
import { type Change, rows, type Steps } from "./steps.js";

/** Of one statement: each has five values, and SQLite takes some thousands. */
const PARTS_AT_ONCE = 500;

/** @throws RangeError naming what is not right */
export function checkNewJob({ parts }: NewJob): void {
  if (parts.length === 0) throw new RangeError("parts must be one or more, got none");
  for (const [i, { sites, tokens }] of parts.entries()) {
    if (!Number.isSafeInteger(sites) || sites < 1) {
      throw new RangeError(`parts[${i}].sites must be a whole number, 1 or more, got ${sites}`);
    }
    if (!Number.isSafeInteger(tokens) || tokens < 0) {
      throw new RangeError(`parts[${i}].tokens must be a whole number of micro-tokens, 0 or more, got ${tokens}`);
    }
  }
}

/** A job of its id is this one: whether it had been written was not known when that was tried before. */
export function* createJob(job: NewJob, ledger: Ledger): Steps<Change<JobCreation>> {
  const [own] = yield* rows<StoredJob>(JOB, job.id);
  if (own?.account === job.account) return { result: { kind: "new", job: own } };
  const repeated = job.repeat && (yield* jobAgain(job.account, job.repeat));
  if (repeated) return { result: repeated };
  const [living] = yield* rows<{ count: number; bytes: number }>(LIVING, job.account);
  if (living!.count >= job.mostLiving) return { result: { kind: "too-many" } };
  if (living!.bytes + Buffer.byteLength(job.request) > job.mostBytes) return { result: { kind: "too-large" } };
  const held = ledger.choose(job.account, sum(job.parts, "tokens"), job.created);
  yield* insert(job);
  for (const { grant, tokens } of held) yield* rows(INSERT_HOLD, job.id, grant, tokens);
  const [stored] = yield* rows<StoredJob>(JOB, job.id);
  return { result: { kind: "new", job: stored! }, held };
}

export function* jobAgain(account: string, repeat: RepeatOfJob): Steps<JobAgain | undefined> {
  const [same] = yield* rows<{ id: string; fingerprint: string }>(REPEATED, account, repeat.key);
  if (!same) return undefined;
  if (same.fingerprint !== repeat.fingerprint) return { kind: "other" };
  const [job] = yield* rows<StoredJob>(JOB, same.id);
  return job && { kind: "again", job };
}

function* insert({ id, account, keyId, created, request, repeat, parts }: NewJob): Steps<void> {
  const mark = [repeat?.key ?? null, repeat?.fingerprint ?? null];
  const tokens = sum(parts, "tokens");
  const figures = [sum(parts, "sites"), parts.length, tokens, tokens, Buffer.byteLength(request)];
  yield* rows(INSERT_JOB, id, account, keyId, created, ...mark, ...figures);
  yield* rows(INSERT_REQUEST, id, request);
  let first = 0;
  const values = parts.map(({ sites, tokens: price }, part) => {
    const row = [id, part, first, sites, price];
    first += sites;
    return row;
  });
  for (let i = 0; i < values.length; i += PARTS_AT_ONCE) {
    const chunk = values.slice(i, i + PARTS_AT_ONCE);
    yield* rows(insertParts(chunk.length), ...chunk.flat());
  }
}

function sum(parts: readonly NewPart[], figure: keyof NewPart): number {
  return parts.reduce((all, part) => all + part[figure], 0);
}
