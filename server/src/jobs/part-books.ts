/** What becomes of the parts of jobs, whoever made them: each is charged once, for the first of its results, or given up. */
import { lruOf } from "irradiance-engine/shared";
import type { JobPart, Jobs, PartAttempt } from "../accounts/jobs.js";
import type { JobWatch } from "./job-watch.js";
import type { PartResult } from "./make-part.js";
import { type JobRequest, readRequest } from "./request.js";

/** Accounts take turns, so that parts of several jobs come in turn; each request may have megabytes. */
const MOST_REQUESTS = 4;

export interface PartBooksOptions {
  readonly jobs: Jobs;
  readonly clock: () => number;
  readonly watch: JobWatch;
}

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
    const { file, tokens, failedSites, rows, columns, duration } = result;
    const charge = {
      requestId: `${attempt.job}.${attempt.part}`,
      at: clock(),
      endpoint: `jobs/${endpoint}`,
      ...{ rows, columns, duration, bytes: file.bytes, status: 200 },
    };
    const done = { file, failedSites, tokens: Math.min(tokens, attempt.tokens), charge };
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
    const { endpoint, now, query, system, sites, costs, trace } = request;
    this.#options.watch.follow(id, trace);
    const end = first + count;
    const common = { endpoint, now, query, ...(system !== undefined && { system }), ...(trace && { trace }) };
    return { ...common, sites: sites.slice(first, end), costs: costs.slice(first, end) };
  }

  async tellEnd(id: string): Promise<void> {
    const job = await this.#options.jobs.find(id).catch(() => undefined);
    if (job !== undefined && job.state !== "living") this.#options.watch.ended(job);
  }
}
