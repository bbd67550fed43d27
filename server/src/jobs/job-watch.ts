/** Jobs as an operator sees them: figures, and a line for each change. */
import type { Logger } from "pino";
import { MICRO } from "../accounts/accounts.js";
import type { GrantWatch } from "../accounts/grant-watch.js";
import type { JobPart, PartClaim, StoredJob } from "../accounts/jobs.js";
import type { Metrics } from "../metrics.js";
import type { PartSums } from "./make-part.js";
import { endpointOf } from "./request.js";

type Attempted = Pick<PartClaim, "job" | "part" | "attempts">;

export class JobWatch {
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #grantWatch: GrantWatch;
  #storeFails = false;
  #lastFailure = "";

  constructor(log: Logger, metrics: Metrics, grantWatch: GrantWatch) {
    this.#grantWatch = grantWatch;
    this.#log = log;
    this.#metrics = metrics;
    metrics.watch("irradiance_job_store_up", "Whether results of jobs could be written when it was last tried", () =>
      this.#storeFails ? 0 : 1,
    );
  }

  created({ id, account, beginning, sites, parts, tokens }: StoredJob): void {
    this.#log.info(
      { job: id, account, endpoint: endpointOf(beginning), sites, parts, tokens: tokens / MICRO },
      "job created",
    );
  }

  ended({ id, account, state, done, givenUp, failedSites, charged }: StoredJob): void {
    const line = { job: id, account, state, parts: done, givenUp, failedSites, tokens: charged / MICRO };
    this.#log.info(line, "job ended");
  }

  removed(id: string): void {
    this.#log.info({ job: id }, "job removed");
  }

  done({ account, sites }: JobPart, endpoint: string, { tokens, failedSites }: PartSums): void {
    this.#metrics.noteJobPart("done");
    this.#metrics.noteJobSites(endpoint, sites, failedSites, tokens);
    this.#grantWatch.look(account);
  }

  lost({ job, part }: Pick<JobPart, "job" | "part">): void {
    this.#metrics.noteJobPart("lost");
    this.#log.info({ job, part }, "part of a job lost: it was cancelled, or another server has it");
  }

  givenBack({ job, part, attempts }: PartClaim, reason: string): void {
    this.#metrics.noteJobPart("given back");
    this.#log.info({ job, part, attempts, reason }, "part of a job given back");
  }

  bug({ job, part, attempts }: Attempted, thrown: unknown): void {
    this.#log.error({ job, part, attempts, err: thrown }, "part of a job failed");
  }

  /** A site whose failure is its server's, and has become its line. */
  siteFailed({ job, part }: Pick<JobPart, "job" | "part">, index: number, failure: unknown): void {
    this.#log.error({ job, part, index, err: failure }, "site of a job failed");
  }

  givenUp({ job, part, attempts }: Attempted, reason: string): void {
    this.#metrics.noteJobPart("given up");
    this.#log.warn({ job, part, attempts, reason }, "part of a job given up");
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
    this.#log.warn({ cause: text, queue }, "parts of jobs wait for workers");
  }

  /** Background work that is tried again anyway; logged when it changes. */
  fails(what: string, cause: unknown): void {
    const text = `${what}: ${(cause as Error).message}`;
    if (text !== this.#lastFailure) this.#log.warn({ cause: text }, "jobs: will be tried again");
    this.#lastFailure = text;
  }

  works(): void {
    this.#lastFailure = "";
  }
}
