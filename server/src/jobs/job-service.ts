/**
 * Jobs as requests and the background share them, and what a server does for them in the background: parts are carried to whoever makes
 * them, and what was kept long enough is removed.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "irradiance-engine/bulk";
import { DAY } from "irradiance-engine/internal/shared";
import type { Logger } from "pino";
import type { Jobs } from "../accounts/jobs/stored-jobs.js";
import type { GrantWatch } from "../accounts/open.js";
import type { Accounts } from "../accounts/stored-accounts.js";
import type { Metrics } from "../metrics.js";
import { type Settings, SettingsError } from "../settings.js";
import { openStore, settledOut } from "../store/open.js";
import { unlessAborted } from "../unless-aborted.js";
import { DatabaseCarrier } from "./database-carrier.js";
import { Doorbell, JobWatch, PartBooks } from "./job-watch.js";
import { type JobCarrier, type MakeSite, type OrderSites, PartMaker } from "./make-part.js";
import { PartTables } from "./part-tables.js";
import { QueueCarrier } from "./queue-carrier.js";
import { ResultFiles } from "./result-files.js";

/** ms between two looks. */
const LOOK = 60_000;
/** At a look. */
const MOST = 100;

/** The files first: a job without them can still be removed, files without their job would stay for ever. */
export async function removeJob(jobs: Jobs, results: ResultFiles, id: string): Promise<void> {
  await results.removeAll(id);
  await jobs.remove(id);
}

interface ExpiryOptions {
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

const SECONDS = 3600;

type PartAddress = { readonly job: string; readonly part: number };

/** What a link adds to the address of its part. */
interface Signature {
  /** Unix seconds. */
  readonly expires: number;
  readonly signature: string;
}

export class Links {
  readonly #read: () => Promise<string>;
  #secret: Promise<string> | undefined;

  /** @param secret the same for all servers that share their jobs */
  constructor(secret: () => Promise<string>) {
    this.#read = secret;
  }

  async signed(now: number, parts: readonly PartAddress[]): Promise<readonly Signature[]> {
    if (parts.length === 0) return [];
    const secret = await this.#known();
    const expires = Math.ceil(now / 1000) + SECONDS;
    return parts.map((part) => ({ expires, signature: signatureOf(secret, part, expires) }));
  }

  async verdict(now: number, part: PartAddress, given: Signature): Promise<"good" | "wrong" | "expired"> {
    const right = Buffer.from(signatureOf(await this.#known(), part, given.expires));
    const text = Buffer.from(given.signature);
    if (text.length !== right.length || !timingSafeEqual(text, right)) return "wrong";
    return now < given.expires * 1000 ? "good" : "expired";
  }

  /** It never changes; a failure to read it is not kept. */
  #known(): Promise<string> {
    this.#secret ??= this.#read().catch((thrown) => {
      this.#secret = undefined;
      throw thrown;
    });
    return this.#secret;
  }
}

function signatureOf(secret: string, { job, part }: PartAddress, expires: number): string {
  return createHmac("sha256", Buffer.from(secret, "hex")).update(`${job}/${part}/${expires}`).digest("base64url");
}

export interface JobService {
  readonly stored: Jobs;
  readonly results: ResultFiles;
  readonly links: Links;
  /** Rings when there is something new to do. */
  readonly doorbell: Doorbell;
  readonly watch: JobWatch;
}

/** What jobs share with the rest of the server. */
interface JobSurroundings {
  readonly accounts: Accounts;
  readonly grantWatch: GrantWatch;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * undefined: this server makes no jobs.
 *
 * @throws SettingsError without accounts; MissingPackageError for a bucket without the package that it needs
 */
export async function openJobs(
  { jobs: out }: Settings,
  { accounts, grantWatch, log, metrics }: JobSurroundings,
): Promise<JobService | undefined> {
  if (out === undefined) return undefined;
  const stored = accounts.jobs;
  if (stored === undefined) throw new SettingsError('setting "jobs" needs accounts: set --data, too');
  return {
    stored,
    results: new ResultFiles(await openStore(settledOut(out))),
    links: new Links(() => stored.secret()),
    doorbell: new Doorbell(),
    watch: new JobWatch(log, metrics, {
      nameOf: (account) => accounts.standing(account).shownName,
      charged: (account) => grantWatch.look(account),
    }),
  };
}

export interface JobBackground {
  /** Gives back what is under way. */
  stop(): Promise<void>;
}

interface JobBackgroundOptions {
  readonly settings: Settings;
  readonly clock: () => number;
  readonly metrics: Metrics;
  /** Of this server, where it makes parts itself. */
  readonly make: MakeSite;
  readonly order: OrderSites;
  readonly pool: Pool;
  /** Name of the queue where workers wait that give the same answers. */
  readonly queue: string;
}

export function startJobBackground(service: JobService, options: JobBackgroundOptions): JobBackground {
  const { stored: jobs, results, watch } = service;
  const { settings, clock, metrics } = options;
  const carrier = carrierOf(service, options);
  const expiry = new JobExpiry({ jobs, results, clock, watch, days: settings["job-days"] });
  metrics.watch("irradiance_job_parts_running", "Parts of jobs that this server makes now", () =>
    carrier.isWorking ? 1 : 0,
  );
  return {
    async stop() {
      await Promise.all([carrier.stop(), expiry.stop()]);
      results.close();
    },
  };
}

function carrierOf(
  { stored: jobs, results, doorbell, watch }: JobService,
  { settings, clock, make, order, pool, queue: name }: JobBackgroundOptions,
): JobCarrier {
  const books = new PartBooks({ jobs, clock, watch });
  const { queue: address, threads: ahead } = settings;
  if (address !== undefined) return new QueueCarrier({ address, name, jobs, results, books, doorbell, watch });
  const maker = new PartMaker({ make, order, ahead, results, tables: new PartTables(pool) });
  return new DatabaseCarrier({ jobs, maker, books, doorbell, clock, watch });
}
