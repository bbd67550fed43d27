/**
 * Carries parts by a queue in Redis to workers, which know nothing of accounts. BullMQ owns claims, retries and lapses; the
 * database of the accounts says which parts are wanted, and charges what comes back. Nothing is remembered in between: a server
 * that begins anew finds results in the queue, and a Redis that comes back empty is filled again.
 */

import { randomBytes } from "node:crypto";
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Jobs } from "../accounts/jobs/stored-jobs.js";
import { BackOff, PAUSES, PassingFailure, pausing, untilDone } from "../background/back-off.js";
import {
  IdleWatch,
  isCount,
  isRecord,
  LastingFailure,
  loadQueue,
  openRedis,
  orHeard,
  PartWorker,
  prolong,
  queueKeys,
  ReturnedPart,
  strike,
} from "../background/queue/redis.js";
import { unlessAborted } from "../unless-aborted.js";
import type { JobRequest, JobSite } from "./job-request.js";
import { type Doorbell, isAway, type JobWatch, type PartBooks } from "./job-watch.js";
import type { JobCarrier, PartMaker, PartResult, PartTask } from "./make-part.js";
import { MOST_ATTEMPTS } from "./make-part.js";
import { isOfStore, type ResultFiles } from "./result-files.js";

/** Of all its keys in Redis. */
export const PREFIX = "irradiance-jobs";
/** ms after which the part of a worker that is gone is another's. */
const TAKEOVER = 30_000;

/** What a worker is given of a part. */
export type PartData = Pick<PartTask, "job" | "part" | "first" | "request">;

/** Of a part in the queue. */
function partId({ job, part }: Pick<PartTask, "job" | "part">): string {
  return `${job}.${part}`;
}

const PART_ID = /^([\w-]{22})\.(0|[1-9]\d{0,8})$/;

/** @returns undefined: `id` is none of a part */
function jobOf(id: string): string | undefined {
  return PART_ID.exec(id)?.[1];
}

/**
 * Whoever reaches Redis can write into the queue, and what is read there names files and rows of the database.
 *
 * @returns undefined: no server has put this into the queue
 */
function asPart(id: string | undefined, data: unknown): PartData | undefined {
  const { job, part, first, request } = (data ?? {}) as Partial<PartData>;
  const isNamed = id !== undefined && jobOf(id) === job && id === `${job}.${part}`;
  return isNamed && isCount(part) && isCount(first) && isRequest(request) ? (data as PartData) : undefined;
}

function isRequest(request: Partial<JobRequest> | undefined): boolean {
  const { endpoint, format = "parquet", now, query, sites, costs, trace } = request ?? {};
  if (!/^[a-z_/]{1,40}$/.test(String(endpoint)) || !isCount(now) || !isRecord(query)) return false;
  if (format !== "parquet") return false;
  const areSites = Array.isArray(sites) && sites.every((site?: Partial<JobSite>) => isRecord(site?.query));
  if (!areSites || !Array.isArray(costs) || costs.length !== sites.length || !costs.every(isCount)) return false;
  return trace === undefined || (isRecord(trace) && Object.values(trace).every((id) => /^[0-9a-f]{16,32}$/.test(id)));
}

/** Characters of the lines of sites that failed: some thousands for each of a part. */
const MOST_FAILURES = 2_000_000;

function isFailures(text: unknown): boolean {
  if (typeof text !== "string" || text.length > MOST_FAILURES) return text === undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isRecord);
  } catch {
    return false;
  }
}

const SUMS = ["tokens", "failedSites", "rows", "columns"] as const satisfies readonly (keyof PartResult)[];

/**
 * @param nameOf the file of an attempt
 * @returns undefined: no worker reports this
 */
function asResult(returned: unknown, nameOf: (attempt: string) => string): PartResult | undefined {
  const result = (returned ?? {}) as Partial<PartResult>;
  const { attempt, file, duration, failures } = result;
  if (!isFailures(failures)) return undefined;
  if (!SUMS.every((sum) => isCount(result[sum])) || !Number.isFinite(duration)) return undefined;
  if (!/^[\w-]{1,64}$/.test(String(attempt)) || !isRecord(file) || !isCount(file.bytes)) return undefined;
  const isOwn = file.name === nameOf(attempt!) && /^[0-9a-f]{64}$/.test(String(file.sha256));
  return isOwn ? (result as PartResult) : undefined;
}

interface QueueMakerOptions {
  readonly redis: Redis;
  /** Name of the queue. */
  readonly queue: string;
  readonly maker: PartMaker;
  /** At a time. */
  readonly parts: number;
  readonly takeover?: number | undefined;
  say(line: string): void;
  /** Of single parts. */
  sayDetail(line: string): void;
}

/** Makes parts until it is stopped. */
export async function openQueueMaker({ maker, parts, takeover = TAKEOVER, ...options }: QueueMakerOptions) {
  const { say, sayDetail } = options;
  const storePause = new BackOff(PAUSES.part);
  const make = async ({ id: entry, data: found, attemptsMade }: Job<PartData, PartResult>, signal: AbortSignal) => {
    const data = asPart(entry, found);
    if (data === undefined) {
      say(`${JSON.stringify(entry)} is no part of a job: somebody else wrote it into the queue`);
      throw new LastingFailure("no part of a job");
    }
    const { trace } = data.request;
    const name = `part ${data.part} of job ${data.job}${trace ? ` (trace ${trace.trace_id})` : ""}`;
    const id = randomBytes(12).toString("hex");
    sayDetail(`${name}: begun`);
    try {
      const result = await maker.make({ ...data, id, isLastAttempt: attemptsMade + 1 >= MOST_ATTEMPTS }, signal);
      storePause.reset();
      sayDetail(`${name}: written, ${result.rows} rows`);
      return result;
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof PassingFailure) throw thrown;
      say(`${name}: ${(thrown as Error).message}`);
      // Customers read why a part failed: of what nobody expected it says nothing.
      if (!isOfStore(thrown)) throw new Error("internal error", { cause: thrown });
      await storePause.wait(signal);
      throw new ReturnedPart(thrown.message);
    }
  };
  const queue = { ...options, prefix: PREFIX, parts, takeover, attempts: MOST_ATTEMPTS };
  return new PartWorker<PartData, PartResult>(queue, make, await loadQueue());
}

/** Parts in the queue: they are in turn when they come into it, so that few of them mean short turns. */
const PARTS_AHEAD = 32;
/** ms between two looks. */
const LOOK = 1000;
/** ms until the life of the queue is prolonged. */
const PROLONGING = 60_000;
const IN_QUEUE = ["wait", "active", "delayed", "completed", "failed"] as const;

export interface QueueCarrierOptions {
  /** Of Redis. */
  readonly address: string;
  /** Of the queue. */
  readonly name: string;
  readonly jobs: Jobs;
  readonly results: ResultFiles;
  readonly books: PartBooks;
  readonly doorbell: Doorbell;
  readonly watch: JobWatch;
  /** ms between two looks. */
  readonly every?: number | undefined;
}

type PartQueue = Queue<PartData, PartResult>;
type QueuedPart = Job<PartData, PartResult>;

export class QueueCarrier implements JobCarrier {
  readonly isWorking = false;
  readonly #options: QueueCarrierOptions;
  readonly #stopping = new AbortController();
  readonly #idle = new IdleWatch(Date.now());
  readonly #running: Promise<void>;
  #prolonged = 0;

  constructor(options: QueueCarrierOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Workers go on: their results wait in the queue for another server, or for this one when it is back. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("the server stops"));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { address, name, doorbell, watch, every = LOOK } = this.#options;
    const onFailure = (thrown: unknown) => {
      watch.fails("the queue of jobs", thrown);
      // Of workers nothing is known then.
      this.#idle.busy(Date.now());
    };
    const pause = pausing(PAUSES.database);
    const redis = await untilDone(() => openRedis(address), { onFailure, pause, signal }).catch(() => undefined);
    if (redis === undefined) return;
    const { Queue } = await loadQueue();
    const queue: PartQueue = new Queue(name, { connection: redis, prefix: PREFIX });
    // Every call throws its own.
    queue.on("error", () => {});
    while (!signal.aborted) {
      await unlessAborted(orHeard(redis, this.#turn(queue, redis), onFailure), signal).then(
        () => watch.works(),
        (thrown) => signal.aborted || onFailure(thrown),
      );
      await doorbell.wait(every, signal);
    }
    redis.disconnect();
  }

  async #turn(queue: PartQueue, redis: Redis): Promise<void> {
    await this.#each("completed", queue, redis, (queued) => this.#settle(queued));
    await this.#each("failed", queue, redis, (queued) => this.#giveUp(queued));
    await this.#withdraw(queue, redis);
    await this.#feed(queue, redis);
    await this.#watchWorkers(queue);
    await this.#prolong(queue, redis);
  }

  /** Whatever lies in the queue leaves it, and stops no turn; `work` comes first: whoever dies in between finds it again. */
  async #each(
    state: "completed" | "failed",
    queue: PartQueue,
    redis: Redis,
    work: (queued: QueuedPart) => Promise<void>,
  ): Promise<void> {
    for (const id of await queue.getRanges([state], 0, PARTS_AHEAD)) {
      let cause: unknown;
      try {
        const queued = await queue.getJob(id);
        if (asPart(id, queued?.data) === undefined) throw new RangeError("no job has such a part");
        this.#options.watch.follow(queued!.data.job, queued!.data.request.trace);
        await work(queued!);
      } catch (thrown) {
        if (isAway(thrown)) throw thrown;
        cause = thrown;
      }
      // One that is gone was another server's.
      if ((await strike(redis, queue, id)) && cause) this.#options.watch.foreign(queue.name, id, cause);
    }
  }

  /** Charged once, however often it is found. */
  async #settle(queued: QueuedPart): Promise<void> {
    const { jobs, books, watch, results } = this.#options;
    const { job, part, request } = queued.data;
    const result = asResult(queued.returnvalue, (id) => results.nameOf({ job, part, id }, request.format));
    if (result === undefined) throw new RangeError("it has no result of its part");
    this.#idle.busy(Date.now());
    const wanted = await jobs.part(job, part);
    try {
      const attempt = wanted && { ...wanted, id: result.attempt };
      const outcome = attempt && (await books.finish(attempt, request.endpoint, result));
      if (outcome !== "written") await this.#discard(queued, result.file.name);
    } catch (thrown) {
      if (isAway(thrown)) throw thrown;
      // What no worker of ours reports.
      watch.bug({ job, part, attempts: queued.attemptsMade }, thrown);
      if (wanted) await books.giveUp(wanted, queued.attemptsMade, "internal error");
    }
  }

  /** The job was cancelled, or another attempt came first. */
  async #discard({ data }: QueuedPart, file: string): Promise<void> {
    this.#options.watch.lost(data);
    // What cannot be removed now goes with its job.
    await this.#options.results.remove(file).catch(() => {});
  }

  async #giveUp(queued: QueuedPart): Promise<void> {
    const { job, part } = queued.data;
    const wanted = await this.#options.jobs.part(job, part);
    if (wanted) await this.#options.books.giveUp(wanted, ...reasonOf(queued));
  }

  /** Parts of jobs that were cancelled, or whose account is suspended. One that a worker has is discarded when it is done. */
  async #withdraw(queue: PartQueue, redis: Redis): Promise<void> {
    const parts = await queue.getRanges(["wait", "delayed"], 0, -1);
    for (const id of parts) {
      if (jobOf(id) !== undefined) continue;
      const cause = new RangeError("it is named like no part of a job");
      if (await strike(redis, queue, id)) this.#options.watch.foreign(queue.name, id, cause);
    }
    for (const job of new Set(parts.map(jobOf))) {
      if (job === undefined || (await this.#options.jobs.isWanted(job))) continue;
      for (const id of parts) if (jobOf(id) === job) await queue.remove(id);
    }
  }

  /** What is there already stays as it is. */
  async #feed(queue: PartQueue, redis: Redis): Promise<void> {
    const { jobs, books } = this.#options;
    const there = new Set(await queue.getRanges([...IN_QUEUE], 0, -1));
    let room = PARTS_AHEAD - there.size;
    if (room <= 0) return;
    for (const wanted of await jobs.waiting(PARTS_AHEAD)) {
      if (there.has(partId(wanted)) || room <= 0) continue;
      const request = await books.requestOf(wanted);
      if (request === undefined) continue;
      const { job, part, first } = wanted;
      const backoff = { type: "exponential", delay: PAUSES.part.shortest };
      const how = { jobId: partId(wanted), attempts: MOST_ATTEMPTS, backoff };
      await queue.add("part", { job, part, first, request }, how);
      await prolong(redis, [queue.toKey(how.jobId)]);
      room--;
    }
  }

  /** A queue that nobody looks into any more goes away by itself: the database knows what is wanted. */
  async #prolong(queue: PartQueue, redis: Redis): Promise<void> {
    if (Date.now() - this.#prolonged < PROLONGING) return;
    const parts = await queue.getRanges([...IN_QUEUE], 0, -1);
    await prolong(redis, [...queueKeys(queue), ...parts.map((id) => queue.toKey(id))]);
    this.#prolonged = Date.now();
  }

  async #watchWorkers(queue: PartQueue): Promise<void> {
    const { wait = 0, active = 0 } = await queue.getJobCounts("wait", "active");
    if (wait + active === 0 || (await queue.getWorkersCount()) > 0) return this.#idle.busy(Date.now());
    const line = this.#idle.line(Date.now(), active > 0);
    if (line !== undefined) this.#options.watch.waits(line, queue.name);
  }
}

const STALLED = /stalled more than/;

function reasonOf({ failedReason, attemptsMade, stalledCounter }: QueuedPart): [attempts: number, reason: string] {
  if (!STALLED.test(failedReason)) return [attemptsMade, failedReason];
  return [stalledCounter, `${stalledCounter} workers ended while they computed it`];
}
