/**
 * What is done to jobs, as steps that any database takes, one statement after the other: SQLite answers each at once, so that
 * nothing comes between them, PostgreSQL when it has. Each function here is one transaction: a job is created with the tokens
 * that it holds from then on, a part is claimed, and taken again when its claim is not renewed in time; part and job end with
 * what becomes of their tokens, charged from those that are used first, freed from those that last longest.
 */

import type { ChargeEntry, ChargeRecord, Share } from "../accounts.js";
import type { SqlValue } from "../accounts-database.js";
import type {
  DonePart,
  JobAgain,
  JobCreation,
  NewJob,
  NewPart,
  PartAttempt,
  PartClaim,
  RepeatOfJob,
  StoredJob,
} from "../jobs.js";
import type { Ledger } from "../ledger.js";
import * as SQL from "./sql.js";

/** A statement with `?` for its values, or a charge as the database writes them: audit, usage and grants. */
export type Step = { readonly sql: string; readonly values: readonly SqlValue[] } | { readonly charge: ChargeRecord };

export type Steps<Result> = Generator<Step, Result, readonly object[]>;

/** What was done, and what it did to the grants. */
export interface Change<Result> {
  readonly result: Result;
  readonly held?: readonly Share[] | undefined;
  readonly used?: readonly Share[] | undefined;
  readonly freed?: readonly Share[] | undefined;
}

/** Where jobs are stored. Steps may be taken again, from the first: each call of the functions that make them begins anew. */
export interface JobDatabase {
  /** Statements that change nothing. Others may write between them. */
  read<Result>(steps: Steps<Result>): Promise<Result>;
  /** One transaction that no tokens are concerned in. */
  write<Result>(steps: () => Steps<Result>): Promise<Result>;
  /**
   * One transaction about claims of parts, and no other `alone` beside it.
   *
   * @param now Unix ms by this server's clock
   * @param steps given the time by the clock that claims are measured with
   */
  alone<Result>(now: number, steps: (time: number) => Steps<Result>): Promise<Result>;
  /** One transaction that may move tokens of an account, and nobody else moves them meanwhile. */
  change<Result>(account: string, steps: (ledger: Ledger) => Steps<Change<Result>>): Promise<Result>;
}

/** The rows of a statement, also of its RETURNING. */
export function* rows<Row extends object>(sql: string, ...values: SqlValue[]): Steps<readonly Row[]> {
  return (yield { sql, values }) as readonly Row[];
}

/** Takes steps one after the other, as a database answers. @param run gives the rows of a statement */
export async function taken<Result>(
  steps: Steps<Result>,
  run: (step: Step) => Promise<readonly object[]>,
): Promise<Result> {
  let next = steps.next([]);
  while (!next.done) next = steps.next(await run(next.value));
  return next.value;
}

export function* charged(charge: ChargeRecord): Steps<void> {
  yield { charge };
}

type Moved = { readonly used: readonly Share[]; readonly freed: readonly Share[] };

/** Takes tokens out of what a job holds. */
function* moveHeld(job: string, used: number, freed: number): Steps<Moved> {
  const holds = yield* rows<Share>(SQL.HOLDS_OF, job);
  const moved = split(holds, used, freed);
  for (const { grant, tokens } of [...moved.used, ...moved.freed]) yield* rows(SQL.LOWER_HOLD, tokens, job, grant);
  yield* rows(SQL.FORGET_EMPTY_HOLDS, job);
  return moved;
}

/** All that a job holds. */
function* freeHeld(job: string): Steps<readonly Share[]> {
  const holds = yield* rows<Share>(SQL.HOLDS_OF, job);
  const held = holds.reduce((sum, { tokens }) => sum + tokens, 0);
  return (yield* moveHeld(job, 0, held)).freed;
}

/** @param holds in the order in which they are used */
export function split(holds: readonly Share[], used: number, freed: number): Moved {
  const fromFirst = take(holds, used);
  const left = holds.map(({ grant, tokens }, i) => ({ grant, tokens: tokens - (fromFirst[i] ?? 0) }));
  const fromLast = take(left.toReversed(), freed).toReversed();
  return { used: sharesOf(holds, fromFirst), freed: sharesOf(holds, fromLast) };
}

/** As much of each as is needed, in order. */
function take(holds: readonly Share[], tokens: number): number[] {
  let missing = tokens;
  const taken = holds.map((hold) => {
    const some = Math.min(missing, hold.tokens);
    missing -= some;
    return some;
  });
  if (missing > 0) throw new Error(`the job holds ${tokens - missing} micro-tokens, ${tokens} are needed`);
  return taken;
}

function sharesOf(holds: readonly Share[], taken: readonly number[]): Share[] {
  return holds.flatMap(({ grant }, i) => (taken[i]! > 0 ? [{ grant, tokens: taken[i]! }] : []));
}

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
  const [own] = yield* rows<StoredJob>(SQL.JOB, job.id);
  if (own?.account === job.account) return { result: { kind: "new", job: own } };
  const repeated = job.repeat && (yield* jobAgain(job.account, job.repeat));
  if (repeated) return { result: repeated };
  const [living] = yield* rows<{ count: number; bytes: number }>(SQL.LIVING, job.account);
  if (living!.count >= job.mostLiving) return { result: { kind: "too-many" } };
  if (living!.bytes + Buffer.byteLength(job.request) > job.mostBytes) return { result: { kind: "too-large" } };
  const held = ledger.choose(job.account, sum(job.parts, "tokens"), job.created);
  yield* insert(job);
  for (const { grant, tokens } of held) yield* rows(SQL.INSERT_HOLD, job.id, grant, tokens);
  const [stored] = yield* rows<StoredJob>(SQL.JOB, job.id);
  return { result: { kind: "new", job: stored! }, held };
}

export function* jobAgain(account: string, repeat: RepeatOfJob): Steps<JobAgain | undefined> {
  const [same] = yield* rows<{ id: string; fingerprint: string }>(SQL.REPEATED, account, repeat.key);
  if (!same) return undefined;
  if (same.fingerprint !== repeat.fingerprint) return { kind: "other" };
  const [job] = yield* rows<StoredJob>(SQL.JOB, same.id);
  return job && { kind: "again", job };
}

function* insert({ id, account, keyId, created, request, repeat, parts }: NewJob): Steps<void> {
  const mark = [repeat?.key ?? null, repeat?.fingerprint ?? null];
  const tokens = sum(parts, "tokens");
  const figures = [sum(parts, "sites"), parts.length, tokens, tokens, Buffer.byteLength(request)];
  yield* rows(SQL.INSERT_JOB, id, account, keyId, created, ...mark, ...figures);
  yield* rows(SQL.INSERT_REQUEST, id, request);
  let first = 0;
  const values = parts.map(({ sites, tokens: price }, part) => {
    const row = [id, part, first, sites, price];
    first += sites;
    return row;
  });
  for (let i = 0; i < values.length; i += PARTS_AT_ONCE) {
    const chunk = values.slice(i, i + PARTS_AT_ONCE);
    yield* rows(SQL.insertParts(chunk.length), ...chunk.flat());
  }
}

function sum(parts: readonly NewPart[], figure: keyof NewPart): number {
  return parts.reduce((all, part) => all + part[figure], 0);
}

/** Claims of a part that may lapse: as many servers have died of it, or with it. */
const MOST_LAPSES = 5;
export const WORN_OUT = `${MOST_LAPSES} servers stopped while computing it`;

/** A part that is to be given up. */
export interface WornOut {
  readonly job: string;
  readonly account: string;
  readonly part: number;
  /** The last of its claims, which has lapsed. */
  readonly id: string;
  /** When that was seen. */
  readonly lapsed: number;
}

type NextPart =
  | { readonly kind: "claim"; readonly claim: PartClaim }
  | { readonly kind: "worn-out"; readonly part: WornOut };

interface FreePart {
  readonly part: number;
  readonly state: "waiting" | "running";
  readonly claim: string | null;
  readonly lapses: number;
}

/** @param id of the claim: one that is there was made by an attempt whose outcome was not known */
export function* claimPart(id: string, time: number, life: number): Steps<NextPart | undefined> {
  const [own] = yield* rows<PartClaim>(SQL.CLAIMED_PART, id);
  if (own) return { kind: "claim", claim: own };
  const [next] = yield* rows<{ id: string; account: string }>(SQL.NEXT_JOB, time, time);
  if (!next) return undefined;
  const of = { job: next.id, account: next.account };
  const [free] = yield* rows<FreePart>(SQL.NEXT_PART, of.job, time);
  if (!free) return undefined;
  const { part, state, claim, lapses } = free;
  if (state === "running" && lapses + 1 >= MOST_LAPSES) {
    return { kind: "worn-out", part: { ...of, part, id: claim!, lapsed: time } };
  }
  type ClaimRow = Pick<PartClaim, "first" | "sites" | "tokens" | "attempts">;
  const [taken] = yield* rows<ClaimRow>(SQL.CLAIM_PART, id, time + life, of.job, part, time);
  return taken && { kind: "claim", claim: { ...of, part, ...taken, id } };
}

/** @returns those that have ended */
export function* renewClaims(claims: readonly PartClaim[], until: number): Steps<readonly PartClaim[]> {
  const ended: PartClaim[] = [];
  for (const claim of claims) {
    const [renewed] = yield* rows(SQL.RENEW_PART, until, claim.job, claim.part, claim.id);
    if (!renewed) ended.push(claim);
  }
  return ended;
}

/** @param freeAt when it may be taken again, by the clock that claims are measured with */
export function* returnPart({ job, part, id }: PartClaim, failure: string, freeAt: number): Steps<void> {
  yield* rows(SQL.RETURN_PART, freeAt, failure, job, part, id);
}

export function* untakePart({ job, part, id }: PartClaim): Steps<void> {
  yield* rows(SQL.UNTAKE_PART, job, part, id);
}

type EndedPart = { readonly tokens: number };

/** A part is charged once, for the first result that comes: the same result that comes again is known by its file and hash. */
export function* finishPart(attempt: PartAttempt, done: DonePart, now: number): Steps<Change<"written" | "lost">> {
  const { job, account, part, id } = attempt;
  const { file, failedSites, failures, tokens } = done;
  const figures = [failedSites, file.name, file.bytes, file.sha256, failures];
  const [ended] = yield* rows<EndedPart>(SQL.FINISH_PART, id, ...figures, job, part);
  if (!ended) {
    const same = yield* rows(SQL.FINISHED_PART, job, part, file.name, file.sha256);
    return { result: same.length > 0 ? "written" : "lost" };
  }
  const [settled] = yield* rows<{ keyId: string }>(SQL.SETTLE_JOB, 1, 0, failedSites, tokens, ended.tokens, job);
  const moved = yield* moveHeld(job, tokens, ended.tokens - tokens);
  const requestId = yield* freeRequestId(account, done.charge, id);
  const charge = { ...done.charge, requestId, holdId: id, account, keyId: settled!.keyId, tokens, repeat: undefined };
  yield* charged({ ...charge, shares: moved.used });
  yield* endIfOver(job, now);
  return { result: "written", ...moved };
}

function* endIfOver(job: string, now: number): Steps<void> {
  yield* rows(SQL.END_JOB, now, job);
  yield* rows(SQL.SHORTEN_REQUEST, job);
}

/**
 * A customer may have sent a request under the id that the charge was to have. The part, not the id, sees to it that it is
 * charged once: so it gets another.
 */
function* freeRequestId(
  account: string,
  { requestId }: Pick<ChargeEntry, "requestId">,
  attempt: string,
): Steps<string> {
  const [taken] = yield* rows(SQL.IS_CHARGED, account, requestId);
  return taken ? `${requestId}.${attempt}` : requestId;
}

/** @param lapsed gives the part up only if its claim has lapsed by then */
export function* giveUpPart(
  { job, part, id }: Pick<PartAttempt, "job" | "part" | "id">,
  failure: string,
  now: number,
  lapsed = Number.MAX_SAFE_INTEGER,
): Steps<Change<void>> {
  const [ended] = yield* rows<EndedPart>(SQL.GIVE_UP_PART, failure, job, part, id, lapsed);
  if (!ended) return { result: undefined };
  yield* rows(SQL.SETTLE_JOB, 0, 1, 0, 0, ended.tokens, job);
  const { freed } = yield* moveHeld(job, 0, ended.tokens);
  yield* endIfOver(job, now);
  return { result: undefined, freed };
}

export function* cancelJob(id: string, now: number): Steps<Change<void>> {
  const [cancelled] = yield* rows(SQL.CANCEL_JOB, now, id);
  if (!cancelled) return { result: undefined };
  yield* rows(SQL.END_CLAIMS, id);
  yield* rows(SQL.SHORTEN_REQUEST, id);
  return { result: undefined, freed: yield* freeHeld(id) };
}

export function* removeJob(id: string): Steps<void> {
  for (const sql of SQL.REMOVE_JOB) yield* rows(sql, id);
}
