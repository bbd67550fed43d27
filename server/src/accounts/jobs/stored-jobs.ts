/** Jobs in whichever database. */
import { randomBytes } from "node:crypto";
import { checkEntry } from "../charge-entry.js";
import type {
  DonePart,
  JobAgain,
  JobCreation,
  JobPart,
  Jobs,
  NewJob,
  PartAttempt,
  PartClaim,
  RepeatOfJob,
  StoredJob,
  StoredPart,
} from "../jobs.js";
import { claimPart, renewClaims, returnPart, untakePart, WORN_OUT, type WornOut } from "./claims.js";
import { checkNewJob, createJob, jobAgain } from "./creation.js";
import { cancelJob, finishPart, giveUpPart, removeJob } from "./ends.js";
import {
  ENDED_BEFORE,
  IS_WANTED,
  JOB,
  JOBS_OF,
  MAKE_SECRET,
  PART_OF,
  PARTS_OF,
  type PartRow,
  REQUEST_OF,
  SECRET,
  storedPart,
  WAITING_PARTS,
} from "./sql.js";
import { type JobDatabase, rows } from "./steps.js";

/** The id of no claim. */
const UNCLAIMED = "";

export class StoredJobs implements Jobs {
  readonly #database: JobDatabase;
  readonly #clock: () => number;

  constructor(database: JobDatabase, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  again(account: string, repeat: RepeatOfJob): Promise<JobAgain | undefined> {
    return this.#database.read(jobAgain(account, repeat));
  }

  async create(job: NewJob): Promise<JobCreation> {
    checkNewJob(job);
    return this.#database.change(job.account, (ledger) => createJob(job, ledger));
  }

  list(account: string, most: number): Promise<readonly StoredJob[]> {
    return this.#database.read(rows<StoredJob>(JOBS_OF, account, most));
  }

  async find(id: string): Promise<StoredJob | undefined> {
    return (await this.#database.read(rows<StoredJob>(JOB, id)))[0];
  }

  async isWanted(id: string): Promise<boolean> {
    return (await this.#database.read(rows(IS_WANTED, id))).length > 0;
  }

  async request(id: string): Promise<string | undefined> {
    return (await this.#database.read(rows<{ request: string }>(REQUEST_OF, id)))[0]?.request;
  }

  async parts(id: string): Promise<readonly StoredPart[]> {
    return (await this.#database.read(rows<PartRow>(PARTS_OF, id))).map(storedPart);
  }

  async part(job: string, part: number): Promise<JobPart | undefined> {
    return (await this.#database.read(rows<JobPart>(PART_OF, job, part)))[0];
  }

  waiting(most: number): Promise<readonly JobPart[]> {
    return this.#database.read(rows<JobPart>(WAITING_PARTS, most, most));
  }

  async claim(now: number, life: number): Promise<PartClaim | undefined> {
    const id = randomBytes(12).toString("hex");
    for (;;) {
      const found = await this.#database.alone(now, (time) => claimPart(id, time, life));
      if (found?.kind !== "worn-out") return found?.claim;
      await this.#giveUp(found.part, now);
    }
  }

  renew(claims: readonly PartClaim[], now: number, life: number): Promise<readonly PartClaim[]> {
    return this.#database.alone(now, (time) => renewClaims(claims, time + life));
  }

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

  giveUp(part: JobPart, failure: string, now: number): Promise<void> {
    return this.#database.change(part.account, () => giveUpPart({ ...part, id: UNCLAIMED }, failure, now));
  }

  async finish(attempt: PartAttempt, done: DonePart, now: number): Promise<"written" | "lost"> {
    checkDone(attempt, done);
    return this.#database.change(attempt.account, () => finishPart(attempt, done, now));
  }

  async cancel(id: string, now: number): Promise<void> {
    const job = await this.find(id);
    if (job?.state === "living") await this.#database.change(job.account, () => cancelJob(id, now));
  }

  remove(id: string): Promise<void> {
    return this.#database.write(() => removeJob(id));
  }

  async endedBefore(time: number, most: number): Promise<readonly string[]> {
    const ended = await this.#database.read(rows<{ id: string }>(ENDED_BEFORE, time, most));
    return ended.map(({ id }) => id);
  }

  async secret(): Promise<string> {
    const [stored] = await this.#database.read(rows<{ secret: string }>(SECRET));
    if (stored) return stored.secret;
    const made = randomBytes(32).toString("hex");
    return this.#database.write(function* () {
      yield* rows(MAKE_SECRET, made);
      return (yield* rows<{ secret: string }>(SECRET))[0]!.secret;
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
