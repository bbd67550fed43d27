/** Removes jobs whose results were kept long enough, with their files. */

import { setTimeout as pause } from "node:timers/promises";
import { DAY } from "irradiance-engine/shared";
import type { Jobs } from "../accounts/jobs.js";
import { unlessAborted } from "../unless-aborted.js";
import type { JobWatch } from "./job-watch.js";
import type { ResultFiles } from "./result-files.js";

/** ms between two looks. */
const LOOK = 60_000;
/** At a look. */
const MOST = 100;

/** The files first: a job without them can still be removed, files without their job would stay for ever. */
export async function removeJob(jobs: Jobs, results: ResultFiles, id: string): Promise<void> {
  await results.removeAll(id);
  await jobs.remove(id);
}

export interface ExpiryOptions {
  readonly jobs: Jobs;
  readonly results: ResultFiles;
  readonly clock: () => number;
  readonly watch: JobWatch;
  /** That results are kept after their job's end. */
  readonly days: number;
  /** ms between two looks. */
  readonly every?: number | undefined;
}

export class JobExpiry {
  readonly #options: ExpiryOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: ExpiryOptions) {
    this.#options = options;
    this.#running = this.#run(options.every ?? LOOK);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(every: number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#look().catch((thrown) => {
        if (!signal.aborted) this.#options.watch.fails("expired jobs cannot be removed", thrown);
      });
      await pause(every, undefined, { signal }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { jobs, results, clock, watch, days } = this.#options;
    for (const id of await jobs.endedBefore(clock() - days * DAY, MOST)) {
      await unlessAborted(removeJob(jobs, results, id), this.#stopping.signal);
      watch.removed(id);
    }
  }
}
