/** Jobs as an operator sees them: figures, and a line for each change. */
import { lruOf } from "irradiance-engine/shared";
import type { Logger } from "pino";
import { MICRO } from "../accounts/accounts.js";
import type { JobPart, PartClaim, StoredJob } from "../accounts/jobs.js";
import type { Metrics } from "../metrics.js";
import type { Trace } from "../trace.js";
import type { PartSums } from "./make-part.js";
import { endpointOf } from "./request.js";

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
