/**
 * Carries parts by a queue in Redis to workers, which know nothing of accounts. BullMQ owns claims, retries and lapses; the
 * database of the accounts says which parts are wanted, and charges what comes back. Nothing is remembered in between: a server
 * that begins anew finds results in the queue, and a Redis that comes back empty is filled again.
 */
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Jobs } from "../accounts/jobs.js";
import { PAUSES, pausing, untilDone } from "../background/back-off.js";
import { IdleWatch } from "../background/idle-watch.js";
import { prolong, queueKeys } from "../background/queue/expiry.js";
import { loadQueue } from "../background/queue/packages.js";
import { openRedis } from "../background/queue/redis.js";
import { unlessAborted } from "../unless-aborted.js";
import { type JobCarrier, MOST_ATTEMPTS } from "./carrier.js";
import type { Doorbell } from "./doorbell.js";
import { isAway } from "./finish.js";
import { jobOf, type PartData, PREFIX, partId } from "./job-queue.js";
import type { JobWatch } from "./job-watch.js";
import type { PartResult } from "./make-part.js";
import type { PartBooks } from "./part-books.js";
import type { ResultFiles } from "./result-files.js";

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
    const onFailure = (thrown: unknown) => watch.fails("the queue of jobs", thrown);
    const pause = pausing(PAUSES.database);
    const redis = await untilDone(() => openRedis(address), { onFailure, pause, signal }).catch(() => undefined);
    if (redis === undefined) return;
    const { Queue } = await loadQueue();
    const queue: PartQueue = new Queue(name, { connection: redis, prefix: PREFIX });
    // Every call throws its own.
    queue.on("error", () => {});
    while (!signal.aborted) {
      // Of a Redis that is away nothing is heard.
      await unlessAborted(this.#turn(queue, redis), signal).then(
        () => watch.works(),
        (thrown) => signal.aborted || onFailure(thrown),
      );
      await doorbell.wait(every, signal);
    }
    redis.disconnect();
  }

  async #turn(queue: PartQueue, redis: Redis): Promise<void> {
    for (const job of await queue.getJobs(["completed"], 0, PARTS_AHEAD)) await this.#settle(job);
    for (const job of await queue.getJobs(["failed"], 0, PARTS_AHEAD)) await this.#giveUp(job);
    await this.#withdraw(queue);
    await this.#feed(queue, redis);
    await this.#watchWorkers(queue);
    await this.#prolong(queue, redis);
  }

  /** Charged before it leaves the queue: whoever dies in between finds it again, and it is charged once. */
  async #settle(queued: QueuedPart): Promise<void> {
    const { jobs, books, watch } = this.#options;
    const { job, part, request } = queued.data;
    this.#follow(queued);
    const result = queued.returnvalue;
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
    this.#idle.busy(Date.now());
    await queued.remove();
  }

  /** Whatever lies in the queue: what is no part of ours is given up, and must not stop the turn. */
  #follow({ data }: QueuedPart): void {
    this.#options.watch.follow(data.job, data.request?.trace);
  }

  /** The job was cancelled, or another attempt came first. */
  async #discard({ data }: QueuedPart, file: string): Promise<void> {
    this.#options.watch.lost(data);
    // What cannot be removed now goes with its job.
    await this.#options.results.remove(file).catch(() => {});
  }

  async #giveUp(queued: QueuedPart): Promise<void> {
    const { job, part } = queued.data;
    this.#follow(queued);
    const wanted = await this.#options.jobs.part(job, part);
    if (wanted) await this.#options.books.giveUp(wanted, ...reasonOf(queued));
    await queued.remove();
  }

  /** Parts of jobs that were cancelled, or whose account is suspended. One that a worker has is discarded when it is done. */
  async #withdraw(queue: PartQueue): Promise<void> {
    const parts = await queue.getRanges(["wait", "delayed"], 0, -1);
    for (const job of new Set(parts.map(jobOf))) {
      if (await this.#options.jobs.isWanted(job)) continue;
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
    const idleness = { isTaken: active > 0, refusals: [] };
    for (const line of this.#idle.lines(Date.now(), idleness)) this.#options.watch.waits(line, queue.name);
  }
}

const STALLED = /stalled more than/;

function reasonOf({ failedReason, attemptsMade, stalledCounter }: QueuedPart): [attempts: number, reason: string] {
  if (!STALLED.test(failedReason)) return [attemptsMade, failedReason];
  return [stalledCounter, `${stalledCounter} workers ended while they computed it`];
}
