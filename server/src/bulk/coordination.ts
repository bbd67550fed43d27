/**
 * The parts of a run through the queue: so many ahead as keep many workers busy, and what they answer. The coordinator holds
 * the sites of the parts under way, so that even a Redis that comes back empty costs nothing but time.
 */
import { setTimeout } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { WeatherSeries } from "irradiance-engine";
import { BulkFileError } from "irradiance-engine/bulk";
import { untilDone } from "../background/back-off.js";
import { IdleWatch } from "../background/idle-watch.js";
import { LIFE, prolong, queueKeys } from "../background/queue/expiry.js";
import { orHeard } from "../background/queue/redis.js";
import { strike } from "../background/queue/strike.js";
import { unlessAborted } from "../unless-aborted.js";
import { renewClaim } from "./claim.js";
import { jobName, outKeys, partOf, RUNS, runKeys } from "./keys.js";
import type { FailedPart } from "./manifest.js";
import { asSummary, type PartSummary } from "./part-entry.js";
import type { PartJob, RunRecord } from "./record.js";
import { type NumberedPart, packSites, packWeather } from "./wire.js";
import { UnwritableError, WriteWatch } from "./write-watch.js";

/** Parts under way, and their bytes: what Redis and the coordinator hold at most, whatever the number of sites. */
const PARTS_AHEAD = 256;
const BYTES_AHEAD = 64 << 20;
/** ms between two looks at what is done. */
const LOOK = 300;
const BEAT = 3000;
/** ms until the life of what the run has in Redis is prolonged. */
const PROLONGING = 60_000;
const RETRY = 500;
/** ms until a part is tried again, twice as long each time. */
const BACKOFF = 500;

export interface CoordinationOptions {
  readonly redis: Redis;
  readonly queue: Queue<PartJob, PartSummary>;
  readonly record: RunRecord;
  readonly weather: WeatherSeries | undefined;
  /** The kind of device of the parts that are there. */
  readonly device: string | undefined;
  readonly parts: AsyncIterable<NumberedPart>;
  /** ms that nobody can write until the run ends. */
  readonly writeWait: number;
  readonly signal: AbortSignal;
  onDone(part: PartSummary): void;
  onFailed(part: FailedPart): void;
  /** A remark, such as on a Redis that is away. */
  say(line: string): void;
}

interface UnderWay {
  readonly first: number;
  readonly sites: number;
  readonly bytes: Buffer;
}

/**
 * @throws the signal's reason; errors of the sites; UnwritableError when nobody can write; BulkFileError when another coordinator
 *   has taken the output over
 */
export async function coordinate(options: CoordinationOptions): Promise<void> {
  const run = new Coordination(options);
  await run.run();
}

class Coordination {
  private readonly options: CoordinationOptions;
  private readonly keys: ReturnType<typeof runKeys>;
  private readonly underWay = new Map<number, UnderWay>();
  private weather: Buffer | undefined;
  private bytes = 0;
  private isFed = false;
  private failure: { readonly cause: unknown } | undefined;
  private said = "";
  private prolonged = 0;
  private readonly idle = new IdleWatch(Date.now());
  private readonly writing: WriteWatch;

  constructor(options: CoordinationOptions) {
    this.options = options;
    this.writing = new WriteWatch(options.record.out, options.writeWait);
    this.keys = runKeys(options.record.run);
  }

  async run(): Promise<void> {
    const { weather } = this.options;
    if (weather) this.weather = await packWeather(weather);
    await this.patiently(() => this.publish());
    const feeding = this.feed().catch((cause) => {
      this.failure = { cause };
    });
    try {
      let beaten = Date.now();
      while (!this.isFed || this.underWay.size > 0) {
        await this.patiently(() => this.collect());
        if (this.failure) throw this.failure.cause;
        if (Date.now() - beaten > BEAT) {
          await this.patiently(() => this.beat());
          beaten = Date.now();
        }
        await this.pause(LOOK);
      }
    } catch (cause) {
      this.failure ??= { cause };
      throw cause;
    } finally {
      await feeding;
    }
  }

  private async feed(): Promise<void> {
    for await (const { part, first, sites } of this.options.parts) {
      const bytes = await packSites(sites);
      while (this.underWay.size >= PARTS_AHEAD || (this.underWay.size > 0 && this.bytes + bytes.length > BYTES_AHEAD)) {
        if (this.failure) return;
        await this.pause(LOOK);
      }
      const item = { first, sites: sites.length, bytes };
      this.underWay.set(part, item);
      this.bytes += bytes.length;
      await this.patiently(() => this.send(part, item));
      if (this.failure) return;
    }
    this.isFed = true;
  }

  /** The sites first: a part in the queue has them. What is there already stays as it is. */
  private async send(part: number, { bytes }: UnderWay): Promise<void> {
    const { redis, queue, record } = this.options;
    await redis.multi().hset(this.keys.sites, String(part), bytes).expire(this.keys.sites, LIFE).exec();
    await queue.add(
      "part",
      { part },
      {
        jobId: jobName(part),
        attempts: record.attempts,
        backoff: { type: "exponential", delay: BACKOFF },
      },
    );
    await prolong(redis, [queue.toKey(jobName(part))]);
  }

  private async collect(): Promise<void> {
    const { queue, onDone, onFailed } = this.options;
    for (const id of await queue.getRanges(["completed"], 0, PARTS_AHEAD - 1)) {
      const { part, item, job } = await this.found(id);
      const summary = item && asSummary(job?.returnvalue, { part, ...item });
      if (summary && this.settle(part)) onDone(summary);
      this.writing.written();
      await this.forget(id, part);
    }
    for (const id of await queue.getRanges(["failed"], 0, PARTS_AHEAD - 1)) {
      const { part, item, job } = await this.found(id);
      if (job && item && this.settle(part)) onFailed(failedPart(part, job, item));
      await this.forget(id, part);
    }
  }

  /** What lies in the queue under this id: others may write there as well. */
  private async found(id: string) {
    const part = partOf(id) ?? Number.NaN;
    const job = await this.options.queue.getJob(id).catch(() => undefined);
    return { part, item: this.underWay.get(part), job: job?.data?.part === part ? job : undefined };
  }

  /** Undefined for a part that was settled before. */
  private settle(part: number): UnderWay | undefined {
    const item = this.underWay.get(part);
    this.idle.busy(Date.now());
    this.underWay.delete(part);
    this.bytes -= item?.bytes.length ?? 0;
    return item;
  }

  /** A part that is not settled by it is sent again. */
  private async forget(id: string, part: number): Promise<void> {
    const { redis, queue, say } = this.options;
    await strike(redis, queue, id);
    const item = this.underWay.get(part);
    if (Number.isNaN(part)) return say(`queue: ${JSON.stringify(id)} was removed: the run has no such part`);
    if (item === undefined) return void (await redis.hdel(this.keys.sites, String(part)));
    say(`queue: ${id} has no result that a worker reports; the part is made again`);
    await this.send(part, item);
  }

  private async publish(): Promise<void> {
    const { redis, record, device } = this.options;
    if (this.weather) await redis.set(this.keys.weather, this.weather);
    if (device !== undefined) await redis.set(this.keys.device, device);
    await redis.set(this.keys.record, JSON.stringify(record));
    await redis.sadd(RUNS, record.run);
    await this.prolong();
  }

  private async prolong(): Promise<void> {
    const { redis, queue, record } = this.options;
    const { record: own, weather, sites, device } = this.keys;
    const jobs = [...this.underWay.keys()].map((part) => queue.toKey(jobName(part)));
    await prolong(redis, [RUNS, outKeys(record.out).last, own, weather, sites, device, ...queueKeys(queue), ...jobs]);
    this.prolonged = Date.now();
  }

  /** Whoever restarts Redis without what it held finds all of it put back. */
  private async beat(): Promise<void> {
    const { redis, queue, record } = this.options;
    await renewClaim(redis, record.out, record.run);
    if ((await redis.sismember(RUNS, record.run)) === 0 || (await redis.exists(this.keys.record)) === 0) {
      await this.publish();
    }
    if (Date.now() - this.prolonged > PROLONGING) await this.prolong();
    const counts = await queue.getJobCounts();
    await this.watch(counts);
    await this.watchWriting(counts);
    const there = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (there >= this.underWay.size) return;
    for (const [part, item] of [...this.underWay]) {
      if ((await queue.getJob(jobName(part))) === undefined && this.underWay.has(part)) await this.send(part, item);
    }
  }

  /** A part that is tried again later was taken, too. */
  private async watch({ active = 0, delayed = 0 }: { readonly [state: string]: number }): Promise<void> {
    const { redis, queue, say } = this.options;
    const isTaken = active + delayed > 0;
    if (this.underWay.size === 0 || (isTaken && (await queue.getWorkersCount()) > 0)) return this.idle.busy(Date.now());
    const refusals = await redis.smembers(this.keys.refusals);
    for (const line of this.idle.lines(Date.now(), { isTaken, refusals })) say(line);
  }

  private async watchWriting({ active = 0 }: { readonly [state: string]: number }): Promise<void> {
    const held = await this.options.redis.hvals(this.keys.held);
    for (const line of this.writing.lines(Date.now(), { held, active })) this.options.say(line);
  }

  /** Again until Redis answers; what is asked for may be done twice without harm. */
  private patiently(work: () => Promise<void>): Promise<void> {
    const { redis, signal, say } = this.options;
    const tell = ({ message }: Error) => {
      if (message !== this.said) say(`queue: ${message}; trying again`);
      this.said = message;
    };
    const attempted = async () => {
      signal.throwIfAborted();
      // A Redis that is away may never answer.
      await unlessAborted(orHeard(redis, work(), tell), signal);
      if (this.said !== "") say("queue: Redis is back");
      this.said = "";
    };
    const onFailure = (cause: unknown) => {
      signal.throwIfAborted();
      if (cause instanceof BulkFileError || cause instanceof UnwritableError) throw cause;
      tell(cause as Error);
    };
    return untilDone(attempted, { onFailure, pause: () => this.pause(RETRY), signal });
  }

  private async pause(ms: number): Promise<void> {
    const { signal } = this.options;
    await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

const STALLED = /stalled more than/;

function failedPart(part: number, job: Job<PartJob>, { first, sites }: UnderWay): FailedPart {
  const { failedReason = "no reason", stalledCounter, attemptsMade } = job;
  const isStalled = STALLED.test(failedReason);
  const reason = isStalled ? `its worker disappeared before finishing it, ${stalledCounter} times` : failedReason;
  return { part, first, sites, attempts: Math.max(attemptsMade, stalledCounter), reason };
}
