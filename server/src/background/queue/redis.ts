/**
 * The connection to Redis: it fails at once at the start, and later comes back by itself however long Redis is away. Its address may hold
 * a password, which does not belong where all users of a machine see it.
 */

import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { loadPackage } from "irradiance-engine/internal/bulk";
import { backOffOf, PAUSES } from "../back-off.js";

/** Keeps the address out of the list of processes. */
export const QUEUE_VARIABLE = "IRRADIANCE_QUEUE";

/**
 * @param option `--queue`, which has precedence
 * @throws RangeError if neither names an address of Redis
 */
export function queueAddress(option: string | undefined, env: { readonly [name: string]: string | undefined }): string {
  const address = option ?? env[QUEUE_VARIABLE] ?? "";
  if (isRedisAddress(address)) return address;
  const came = address === "" ? "nothing" : shownAddress(address);
  throw new RangeError(`--queue (or ${QUEUE_VARIABLE}) must be redis://HOST:PORT (or rediss://…), got ${came}`);
}

export function isRedisAddress(text: string): boolean {
  return /^rediss?:\/\/[^/]/.test(text);
}

/** Without its password. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^@/]*@/, "//…@");
}

/** @throws MissingPackageError */
export async function loadQueue() {
  const purpose = "jobs over several machines";
  const { Redis } = await loadPackage("ioredis", purpose, () => import("ioredis"));
  const { Queue, UnrecoverableError, WaitingError, Worker } = await loadPackage(
    "bullmq",
    purpose,
    () => import("bullmq"),
  );
  return { Redis, Queue, UnrecoverableError, WaitingError, Worker };
}

export type QueuePackages = Awaited<ReturnType<typeof loadQueue>>;

/** ms */
const CONNECT_TIMEOUT = 10_000;
/** ms without a byte while an answer is due: a connection that was cut without a word is given up. */
const SOCKET_TIMEOUT = 20_000;

/** @param address as `queueAddress` has it @throws Error if it cannot be reached; MissingPackageError */
export async function openRedis(address: string): Promise<Redis> {
  const { Redis } = await loadQueue();
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    // What was asked for while Redis is away waits until it is back.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => backOffOf(times, PAUSES.connection),
  });
  let last: Error | undefined;
  redis.on("error", (cause) => {
    last = cause;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (cause) {
    redis.disconnect();
    const { code, message } = (last ?? cause) as NodeJS.ErrnoException;
    throw new Error(`the queue ${shownAddress(address)} cannot be used: ${code ?? message}`, { cause });
  }
  return redis;
}

/** ms between two looks at an answer that is due, and until it is late. */
const LOOK = 1000;
const LATE = 10_000;

/**
 * Work that asks Redis: while that is away nothing is heard, as what was asked for waits until it is back.
 *
 * @param onSilence told each second that the answer is late
 */
export async function orHeard<Result>(
  redis: Redis,
  work: Promise<Result>,
  onSilence: (cause: Error) => void,
): Promise<Result> {
  const due = performance.now() + LATE;
  const timer = setInterval(() => {
    if (redis.status !== "ready") onSilence(new Error("Redis cannot be reached"));
    else if (performance.now() > due) onSilence(new Error(`no answer for ${LATE / 1000} s`));
  }, LOOK);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/*
 * What stands in a queue. It goes away by itself when nobody is left who would end it; and whoever reaches Redis can write there: what is no
 * entry of ours is taken out, and stops nobody.
 */

/** Seconds after the last word of those who use it. */
const LIFE = 86_400;

/** BullMQ ends these itself, after seconds: kept longer, they would keep it from its work. */
const SHORT_LIVED: readonly string[] = ["stalled-check", "limiter"];

/** Those of BullMQ, beside the jobs. */
export function queueKeys({ keys }: Pick<Queue | Worker, "keys">): string[] {
  return Object.entries(keys).flatMap(([name, key]) => (SHORT_LIVED.includes(name) ? [] : [key]));
}

/** From now on; keys that are not there are no error. */
export async function prolong(redis: Redis, keys: Iterable<string>): Promise<void> {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.expire(key, LIFE);
  await pipeline.exec();
}

/** ms between two words of a worker. */
const EVERY = 2000;
const EVENTS = ["active", "completed", "failed"] as const;

/**
 * A worker makes keys of its queue anew as it takes parts: they must not outlive all who use it.
 *
 * @returns what ends it, for when the worker is closed
 */
function keepFinite(redis: Redis, worker: Worker): () => Promise<void> {
  // While Redis is away words are not collected.
  const prolongAll = async () => {
    if (redis.status === "ready") await prolong(redis, queueKeys(worker)).catch(() => {});
  };
  void prolongAll();
  // Lists that were empty are new ones with every part.
  for (const event of EVENTS) worker.on(event, prolongAll);
  const timer = setInterval(prolongAll, EVERY);
  return async () => {
    clearInterval(timer);
    for (const event of EVENTS) worker.off(event, prolongAll);
    // A look for stalled parts makes keys anew.
    await prolongAll();
  };
}

/**
 * Takes an entry off all lists, also one that BullMQ would keep or stumble over.
 *
 * @returns whether it was there
 */
export async function strike(redis: Redis, queue: Pick<Queue, "keys" | "toKey">, id: string): Promise<boolean> {
  const steps = redis.multi();
  for (const list of ["completed", "failed", "delayed"]) steps.zrem(queue.toKey(list), id);
  steps.lrem(queue.toKey("wait"), 0, id);
  // An entry may be named like a key of the queue itself.
  if (!Object.hasOwn(queue.keys, id)) steps.del(queue.toKey(id), queue.toKey(`${id}:lock`), queue.toKey(`${id}:logs`));
  const outcomes = (await steps.exec()) ?? [];
  return outcomes.slice(0, 4).some(([, count]) => Number(count) > 0);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface PartWorkerOptions {
  readonly redis: Redis;
  readonly queue: string;
  /** Of its keys. */
  readonly prefix: string;
  /** At a time. */
  readonly parts: number;
  /** ms after which the part of a worker that is gone is another's. */
  readonly takeover: number;
  /** Times that a part is begun by workers that end before it is done. */
  readonly attempts: number;
  say(line: string): void;
}

/** The part goes back to the queue as if this worker had not taken it. */
export class ReturnedPart extends Error {}

/** The part would meet this again wherever it is made: it is not tried again. */
export class LastingFailure extends Error {}

export type MakePart<Data, Result> = (job: Job<Data, Result>, signal: AbortSignal) => Promise<Result>;

export class PartWorker<Data, Result> {
  /** BullMQ's own. */
  readonly bull: Worker<Data, Result>;
  readonly #controller = new AbortController();
  readonly #errors: QueuePackages;
  readonly #make: MakePart<Data, Result>;
  readonly #leave: () => Promise<void>;
  #said = "";

  constructor(
    { redis, queue, prefix, parts, takeover, attempts, say }: PartWorkerOptions,
    make: MakePart<Data, Result>,
    packages: QueuePackages,
  ) {
    this.#make = make;
    this.#errors = packages;
    this.bull = new packages.Worker<Data, Result>(queue, (job, token) => this.#take(job, token), {
      connection: redis,
      prefix,
      concurrency: parts,
      lockDuration: takeover,
      stalledInterval: takeover / 2,
      maxStalledCount: attempts - 1,
    });
    this.bull.on("error", ({ message }) => {
      if (message !== this.#said && !this.#controller.signal.aborted) say(`queue: ${message}`);
      this.#said = message;
    });
    this.bull.on("ready", () => {
      this.#said = "";
    });
    this.#leave = keepFinite(redis, this.bull);
  }

  /** Finishes the parts under way, or returns them to the queue when the signal says so. */
  async stop(impatient: AbortSignal): Promise<void> {
    const abort = () => this.#controller.abort(new Error("the worker was stopped"));
    if (impatient.aborted) abort();
    impatient.addEventListener("abort", abort, { once: true });
    await this.bull.close();
    impatient.removeEventListener("abort", abort);
    await this.#leave();
    this.#controller.abort(new Error("the worker has left"));
  }

  async #take(job: Job<Data, Result>, token: string | undefined): Promise<Result> {
    const { signal } = this.#controller;
    try {
      return await this.#make(job, signal);
    } catch (cause) {
      if (cause instanceof LastingFailure) throw new this.#errors.UnrecoverableError(cause.message);
      if (!(cause instanceof ReturnedPart) && !signal.aborted) throw cause;
    }
    await job.moveToWait(token);
    throw new this.#errors.WaitingError();
  }
}

/** ms without a worker until it is said, and until it is said again. */
const FIRST = 10_000;
const AGAIN = 60_000;

export class IdleWatch {
  private since: number;
  private next: number;

  constructor(now: number) {
    this.since = now;
    this.next = now + FIRST;
  }

  /** Workers exist and have parts, or no part is left. */
  busy(now: number): void {
    this.since = now;
    this.next = now + FIRST;
  }

  /** @param isTaken parts are in the hands of workers, of whom nothing is heard @returns what to say now */
  line(now: number, isTaken: boolean): string | undefined {
    if (now < this.next) return undefined;
    this.next = now + AGAIN;
    const lack = isTaken ? "no worker has reported" : "no worker has taken a part";
    const seconds = Math.round((now - this.since) / 1000);
    return `${lack} for ${seconds} s: start \`irradiance-server worker --queue …\``;
  }
}
