/** Jobs in whichever database. */
import { randomBytes } from "node:crypto";
import { checkEntry } from "../accounts.js";
import type {
  DonePart,
  JobAgain,
  JobCreation,
  JobPart,
  NewJob,
  PartAttempt,
  PartClaim,
  RepeatOfJob,
  StoredJob,
  StoredPart,
} from "../jobs.js";
import * as SQL from "./sql.js";
import {
  cancelJob,
  checkNewJob,
  claimPart,
  createJob,
  finishPart,
  giveUpPart,
  type JobDatabase,
  jobAgain,
  removeJob,
  renewClaims,
  returnPart,
  rows,
  untakePart,
  WORN_OUT,
  type WornOut,
} from "./steps.js";

/** The id of no claim. */
const UNCLAIMED = "";

/** All methods throw AccountsUnavailableError while the database does not answer; what they were asked for may then be done or not. */
export class Jobs {
  readonly #database: JobDatabase;
  readonly #clock: () => number;

  constructor(database: JobDatabase, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The job of an `Idempotency-Key`; undefined: it does not exist yet. */
  again(account: string, repeat: RepeatOfJob): Promise<JobAgain | undefined> {
    return this.#database.read(jobAgain(account, repeat));
  }

  /** Holds the price of all parts. @throws OutOfTokensError: then there is no job */
  async create(job: NewJob): Promise<JobCreation> {
    checkNewJob(job);
    return this.#database.change(job.account, (ledger) => createJob(job, ledger));
  }

  /** The account's own, newest first. */
  list(account: string, most: number): Promise<readonly StoredJob[]> {
    return this.#database.read(rows<StoredJob>(SQL.JOBS_OF, account, most));
  }

  /** Undefined: it does not exist. The caller decides who may see it. */
  async find(id: string): Promise<StoredJob | undefined> {
    return (await this.#database.read(rows<StoredJob>(SQL.JOB, id)))[0];
  }

  /** Whether its parts are to be made now: it lives, and its account is not suspended. */
  async isWanted(id: string): Promise<boolean> {
    return (await this.#database.read(rows(SQL.IS_WANTED, id))).length > 0;
  }

  /** What it was asked for, whole: of thousands of sites it is long. undefined: no such job lives. */
  async request(id: string): Promise<string | undefined> {
    return (await this.#database.read(rows<{ request: string }>(SQL.REQUEST_OF, id)))[0]?.request;
  }

  async parts(id: string): Promise<readonly StoredPart[]> {
    return (await this.#database.read(rows<SQL.PartRow>(SQL.PARTS_OF, id))).map(SQL.storedPart);
  }

  /** A single one, in whatever state; undefined: there is no such job or part. */
  async storedPart(job: string, part: number): Promise<StoredPart | undefined> {
    return (await this.#database.read(rows<SQL.PartRow>(SQL.STORED_PART, job, part))).map(SQL.storedPart)[0];
  }

  /** A single part as it was planned, in whatever state; undefined: there is no such job. */
  async part(job: string, part: number): Promise<JobPart | undefined> {
    return (await this.#database.read(rows<JobPart>(SQL.PART_OF, job, part)))[0];
  }

  /** Parts that nobody has claimed, but of suspended accounts; the accounts take turns, each with its oldest part first. */
  waiting(most: number): Promise<readonly JobPart[]> {
    return this.#database.read(rows<JobPart>(SQL.WAITING_PARTS, most, most));
  }

  /**
   * A part that waits or whose claim has lapsed, of the account that is not suspended with the fewest that run, of its oldest job.
   *
   * @param life ms until the claim lapses if it is not renewed
   */
  async claim(now: number, life: number): Promise<PartClaim | undefined> {
    const id = randomBytes(12).toString("hex");
    for (;;) {
      const found = await this.#database.alone(now, (time) => claimPart(id, time, life));
      if (found?.kind !== "worn-out") return found?.claim;
      await this.#giveUp(found.part, now);
    }
  }

  /** @returns the claims that have ended: the job was cancelled, or another server has the part */
  renew(claims: readonly PartClaim[], now: number, life: number): Promise<readonly PartClaim[]> {
    return this.#database.alone(now, (time) => renewClaims(claims, time + life));
  }

  /** The part waits again, until `notBefore`, or is given up. A part that was interrupted by the server's own end has no failure, and no attempt counts. */
  async giveBack(
    claim: PartClaim,
    failure: { readonly text: string; readonly notBefore: number | null } | undefined,
  ): Promise<void> {
    if (failure === undefined) return this.#database.write(() => untakePart(claim));
    const now = this.#clock();
    const { text, notBefore } = failure;
    if (notBefore === null) return this.#database.change(claim.account, () => giveUpPart(claim, text, now));
    return this.#database.alone(now, (time) => returnPart(claim, text, time + Math.max(notBefore - now, 0)));
  }

  /** A part that no server has claimed is given up. No effect on one that is no longer open. */
  giveUp(part: JobPart, failure: string, now: number): Promise<void> {
    return this.#database.change(part.account, () => giveUpPart({ ...part, id: UNCLAIMED }, failure, now));
  }

  /**
   * The part is done and charged, in one transaction; the job has ended when it was the last. Resolves when it is on disk.
   * The first result of a part counts, whoever made it; the same one that comes again changes nothing.
   *
   * @returns `written`: the part's file is this one; `lost`: it is another, or the job has ended: nothing is charged
   */
  async finish(attempt: PartAttempt, done: DonePart, now: number): Promise<"written" | "lost"> {
    checkDone(attempt, done);
    return this.#database.change(attempt.account, () => finishPart(attempt, done, now));
  }

  /** Ends a living job: parts that are done stay, the tokens of the others are free again. No effect on one that has ended. */
  async cancel(id: string, now: number): Promise<void> {
    const job = await this.find(id);
    if (job?.state === "living") await this.#database.change(job.account, () => cancelJob(id, now));
  }

  /** Forgets a job that has ended, its parts with it. Its charges stay. */
  remove(id: string): Promise<void> {
    return this.#database.write(() => removeJob(id));
  }

  /** Ids of jobs that ended before, and of jobs of deleted accounts. */
  async endedBefore(time: number, most: number): Promise<readonly string[]> {
    const ended = await this.#database.read(rows<{ id: string }>(SQL.ENDED_BEFORE, time, most));
    return ended.map(({ id }) => id);
  }

  /** A random text of 64 hexadecimal digits, made once and the same for all servers on the store: it signs links. */
  async secret(): Promise<string> {
    const [stored] = await this.#database.read(rows<{ secret: string }>(SQL.SECRET));
    if (stored) return stored.secret;
    const made = randomBytes(32).toString("hex");
    return this.#database.write(function* () {
      yield* rows(SQL.MAKE_SECRET, made);
      return (yield* rows<{ secret: string }>(SQL.SECRET))[0]!.secret;
    });
  }

  #giveUp(part: WornOut, now: number): Promise<void> {
    return this.#database.change(part.account, () => giveUpPart(part, WORN_OUT, now, part.lapsed));
  }
}

/** @throws TypeError, RangeError: a row that the database refuses would be tried for ever */
function checkDone({ tokens, sites }: JobPart, done: DonePart): void {
  checkEntry(done.charge);
  whole("tokens", done.tokens, tokens);
  whole("failedSites", done.failedSites, sites);
  whole("file.bytes", done.file.bytes, Number.MAX_SAFE_INTEGER);
}

function whole(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 0 && value <= most) return;
  throw new RangeError(`${name} must be a whole number from 0 to ${most}, got ${value}`);
}
