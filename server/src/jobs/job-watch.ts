/** Jobs as an operator sees them: figures, and a line for each change. */

import { setTimeout as pause } from "node:timers/promises";
import { lruOf } from "irradiance-engine/internal/shared";
import type { Logger } from "pino";
import { MICRO } from "../accounts/accounts.js";
import type { Jobs } from "../accounts/jobs/stored-jobs.js";
import type { JobPart, PartAttempt, PartClaim, StoredJob } from "../accounts/jobs.js";
import { PAUSES, pausing, untilDone } from "../background/back-off.js";
import type { Metrics } from "../metrics.js";
import type { Trace } from "../trace.js";
import { endpointOf, type JobRequest, readRequest } from "./job-request.js";
import type { PartResult, PartSums } from "./make-part.js";

/** Jobs whose traces are known at a time: more than live on a server with work for days. */
const MOST_TRACES = 1000;

type Attempted = Pick<PartClaim, "job" | "part" | "attempts">;

/** What there is to see of accounts. */
export interface AccountEyes {
  /** What people call one. */
  readonly nameOf?: (account: string) => string;
  /** Called when a part was charged. */
  readonly charged?: (account: string) => void;
}

export class JobWatch {
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #traces = lruOf<Trace>(MOST_TRACES);
  readonly #nameOf: (account: string) => string;
  readonly #charged: (account: string) => void;
  #storeFails = false;
  #lastFailure = "";

  constructor(log: Logger, metrics: Metrics, { nameOf = (account) => account, charged = () => {} }: AccountEyes = {}) {
    this.#charged = charged;
    this.#log = log;
    this.#metrics = metrics;
    this.#nameOf = nameOf;
    metrics.watch("irradiance_job_store_up", "Whether results of jobs could be written when it was last tried", () =>
      this.#storeFails ? 0 : 1,
    );
    const help = "Whether the database and the queue of jobs answered when they were last asked";
    metrics.watch("irradiance_job_carrier_up", help, () => (this.#lastFailure === "" ? 1 : 0));
  }

  /** Lines about the job have the trace of the request that created it, on whichever server that was. */
  follow(job: string, trace: Trace | undefined): void {
    if (trace !== undefined) this.#traces.set(job, trace);
  }

  created({ id, account: of, beginning, sites, parts, tokens }: StoredJob, trace: Trace | undefined): void {
    this.follow(id, trace);
    const account = this.#nameOf(of);
    this.#log.info(
      { ...this.#about(id), account, endpoint: endpointOf(beginning), sites, parts, tokens: tokens / MICRO },
      "job created",
    );
  }

  ended({ id, account: of, state, done, givenUp, failedSites, charged }: StoredJob): void {
    const account = this.#nameOf(of);
    const line = { ...this.#about(id), account, state, parts: done, givenUp, failedSites, tokens: charged / MICRO };
    this.#log.info(line, "job ended");
  }

  removed(id: string): void {
    this.#log.info(this.#about(id), "job removed");
  }

  done({ account, sites }: JobPart, endpoint: string, { tokens, failedSites }: PartSums): void {
    this.#metrics.noteJobPart("done");
    this.#metrics.noteJobSites(endpoint, sites, failedSites, tokens);
    this.#charged(account);
  }

  lost({ job, part }: Pick<JobPart, "job" | "part">): void {
    this.#metrics.noteJobPart("lost");
    this.#log.info({ ...this.#about(job), part }, "part of a job lost: it was cancelled, or another server has it");
  }

  givenBack({ job, part, attempts }: PartClaim, reason: string): void {
    this.#metrics.noteJobPart("given back");
    this.#log.info({ ...this.#about(job), part, attempts, reason }, "part of a job given back");
  }

  bug({ job, part, attempts }: Attempted, thrown: unknown): void {
    this.#log.error({ ...this.#about(job), part, attempts, err: thrown }, "part of a job failed");
  }

  /** A site whose failure is its server's, and has become its line. */
  siteFailed({ job, part }: Pick<JobPart, "job" | "part">, index: number, failure: unknown): void {
    this.#log.error({ ...this.#about(job), part, index, err: failure }, "site of a job failed");
  }

  givenUp({ job, part, attempts }: Attempted, reason: string): void {
    this.#metrics.noteJobPart("given up");
    this.#log.warn({ ...this.#about(job), part, attempts, reason }, "part of a job given up");
  }

  /** Somebody else has written into the queue. */
  foreign(queue: string, entry: string, cause: unknown): void {
    const line = { queue, entry: entry.slice(0, 100), cause: (cause as Error).message };
    this.#log.warn(line, "an entry of the queue of jobs was removed: no server or worker of this version wrote it");
  }

  storeFails(cause: Error): void {
    if (!this.#storeFails) this.#log.warn({ cause: cause.message }, "results of jobs cannot be written");
    this.#storeFails = true;
  }

  storeWorks(): void {
    if (this.#storeFails) this.#log.info("results of jobs can be written again");
    this.#storeFails = false;
  }

  /** Parts wait, and nobody makes them. */
  waits(text: string, queue: string): void {
    this.#metrics.noteJobWait();
    this.#log.warn({ cause: text, queue }, "parts of jobs wait for workers");
  }

  #about(job: string) {
    return { job, ...this.#traces.get(job) };
  }

  /** Background work that is tried again anyway; logged when it changes. */
  fails(what: string, cause: unknown): void {
    const text = `${what}: ${(cause as Error).message}`;
    if (text !== this.#lastFailure) this.#log.warn({ cause: text }, "jobs: will be tried again");
    this.#lastFailure = text;
  }

  works(): void {
    if (this.#lastFailure !== "") this.#log.info({ cause: this.#lastFailure }, "jobs: works again");
    this.#lastFailure = "";
  }
}

const AWAY: readonly unknown[] = ["ERR_ACCOUNTS_UNAVAILABLE", "ERR_CHARGE_UNKNOWN"];

/** The database does not answer, or did not say whether it had written. */
export function isAway(thrown: unknown): boolean {
  return AWAY.includes((thrown as { readonly code?: unknown } | undefined)?.code);
}

/**
 * Asks until there is an answer.
 *
 * @throws the signal's reason where it is still not known: then the part is done, or is made once more
 */
export function finishPatiently<Outcome>(finish: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const onFailure = (thrown: unknown) => {
    if (!isAway(thrown)) throw thrown;
  };
  return untilDone(finish, { onFailure, pause: pausing(PAUSES.database), signal });
}

/** Accounts take turns, so that parts of several jobs come in turn; each request may have megabytes. */
const MOST_REQUESTS = 4;

type PartBooksOptions = { readonly jobs: Jobs; readonly clock: () => number; readonly watch: JobWatch };

export class PartBooks {
  readonly #options: PartBooksOptions;
  readonly #requests = lruOf<JobRequest>(MOST_REQUESTS);

  constructor(options: PartBooksOptions) {
    this.#options = options;
  }

  /**
   * Charges a part whose file is written.
   *
   * @returns `lost`: its file is another one, or the job has ended: the file of this result is of no use
   * @throws what `isAway` knows: whether it was charged is found by asking again
   */
  async finish(attempt: PartAttempt, endpoint: string, result: PartResult): Promise<"written" | "lost"> {
    const { jobs, clock, watch } = this.#options;
    const { file, tokens, failedSites, failures = null, rows, columns, duration } = result;
    const charge = {
      requestId: `${attempt.job}.${attempt.part}`,
      at: clock(),
      endpoint: `jobs/${endpoint}`,
      ...{ rows, columns, duration, bytes: file.bytes, status: 200 },
    };
    const done = { file, failedSites, failures, tokens: Math.min(tokens, attempt.tokens), charge };
    const outcome = await jobs.finish(attempt, done, clock());
    if (outcome === "lost") return outcome;
    watch.done(attempt, endpoint, result);
    await this.tellEnd(attempt.job);
    return outcome;
  }

  /** A part that failed too often, and that no server has claimed. */
  async giveUp(part: JobPart, attempts: number, reason: string): Promise<void> {
    const { jobs, clock, watch } = this.#options;
    await jobs.giveUp(part, reason, clock());
    watch.givenUp({ ...part, attempts }, reason);
    await this.tellEnd(part.job);
  }

  /** That of the sites of the part alone. undefined: the job no longer lives. */
  async requestOf({ job: id, first, sites: count }: JobPart): Promise<JobRequest | undefined> {
    let request = this.#requests.get(id);
    if (request === undefined) {
      const text = await this.#options.jobs.request(id);
      if (text === undefined) return undefined;
      request = await readRequest(text);
      this.#requests.set(id, request);
    }
    const { endpoint, format, now, query, system, sites, costs, trace } = request;
    this.#options.watch.follow(id, trace);
    const end = first + count;
    const given = { ...(format && { format }), ...(system !== undefined && { system }), ...(trace && { trace }) };
    return { endpoint, now, query, ...given, sites: sites.slice(first, end), costs: costs.slice(first, end) };
  }

  async tellEnd(id: string): Promise<void> {
    const job = await this.#options.jobs.find(id).catch(() => undefined);
    if (job !== undefined && job.state !== "living") this.#options.watch.ended(job);
  }
}

export class Doorbell {
  #rung = new AbortController();
  #onCancelled: (job: string) => void = () => {};

  /** Also heard by whoever begins to wait later. */
  ring(): void {
    this.#rung.abort();
  }

  /** Resolves when it rings or has rung, after the time, or when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, undefined, { signal: AbortSignal.any([signal, this.#rung.signal]) }).catch(() => {});
    this.#rung = new AbortController();
  }

  /** A job was cancelled on this server. */
  cancelled(job: string): void {
    this.#onCancelled(job);
  }

  /** @param listener in place of the one before */
  onCancelled(listener: (job: string) => void): void {
    this.#onCancelled = listener;
  }
}
