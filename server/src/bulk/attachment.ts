/** A worker's part in one run: it takes parts from the run's queue, makes them and writes them. */
import type { Job } from "bullmq";
import type { Redis } from "ioredis";
import { openPartMaker, type PartMaker, type PartOptions } from "irradiance-engine/bulk";
import { type SiteArchive, siteWithArchive } from "irradiance-engine/internal/bulk-command";
import { PassingFailure } from "../background/passing-failure.js";
import { LIFE } from "../background/queue/expiry.js";
import { loadQueue } from "../background/queue/packages.js";
import { LastingFailure, PartWorker, ReturnedPart } from "../background/queue/part-worker.js";
import { openStore } from "../store/open.js";
import type { Store } from "../store/store.js";
import type { ElevationData } from "./elevation-data.js";
import { PREFIX, partOf, queueName, runKeys } from "./keys.js";
import type { PartSummary } from "./part-entry.js";
import { type MadePart, PartWriter, UnwritableHereError } from "./part-writer.js";
import type { PartJob, RunRecord } from "./record.js";
import { otherDevice, refusalOf, unseenOutput, type WorkerKind } from "./refusal.js";
import { revisionsOf } from "./weather-revisions.js";
import { unpackSites, unpackWeather } from "./wire.js";

export interface WorkerOptions extends Omit<WorkerKind, "elevation"> {
  readonly redis: Redis;
  readonly threads: number | undefined;
  readonly memoryLimit: number | undefined;
  /** Parts at a time: the second one fills the threads while the first one ends. */
  readonly parts: number;
  readonly archiveFile: string | undefined;
  readonly elevation: ElevationData | undefined;
  readonly accelerator: PartOptions["accelerator"];
  say(line: string): void;
  /** Of single parts. */
  sayDetail(line: string): void;
}

/** Why the worker has no part in a run. */
export interface Refusal {
  readonly reason: string;
}

/** @throws Error if Redis does not answer */
export async function attach(record: RunRecord, options: WorkerOptions): Promise<Attachment | Refusal> {
  const reason = await lackOf(record, options);
  if (reason !== undefined) return { reason };
  const store = await openStore(record.out);
  let maker: PartMaker | undefined;
  try {
    const unseen = await unseenOutput(store, record);
    if (unseen !== undefined) throw new RefusalError(unseen);
    maker = await makerOf(record, options);
    return await Attachment.open({ record, options, store, maker });
  } catch (cause) {
    await maker?.close();
    store.close();
    // Of the queue, which is asked again.
    if (cause instanceof MissingWeatherError) throw cause;
    return { reason: (cause as Error).message };
  }
}

async function lackOf(record: RunRecord, { elevation, ...kind }: WorkerOptions): Promise<string | undefined> {
  try {
    const identity = record.elevation === null ? undefined : await elevation?.identity();
    return refusalOf(record, { ...kind, elevation: identity });
  } catch (cause) {
    return `its elevation data cannot be read: ${(cause as Error).message}`;
  }
}

class RefusalError extends Error {}

/** The run has ended meanwhile, or Redis has lost it. */
class MissingWeatherError extends Error {}

async function makerOf(record: RunRecord, options: WorkerOptions) {
  const { redis, threads, memoryLimit, accelerator, elevation } = options;
  const packed = record.hasWeather ? await redis.getBuffer(runKeys(record.run).weather) : undefined;
  if (packed === null) throw new MissingWeatherError(`run ${record.run}: its weather is missing`);
  const weather = packed && (await unpackWeather(packed));
  const terrain = record.elevation === null ? undefined : elevation && { paths: elevation.paths };
  return openPartMaker({ ...record.options, weather, terrain, accelerator, threads, memoryLimit });
}

interface Parts {
  readonly record: RunRecord;
  readonly options: WorkerOptions;
  readonly store: Store;
  readonly maker: PartMaker;
}

export class Attachment {
  private readonly of: Parts;
  private readonly keys: ReturnType<typeof runKeys>;
  private readonly writer: PartWriter;
  private readonly worker: PartWorker<PartJob, PartSummary>;
  private isResting = false;
  /** Set when the run turns out to be one of another kind of device. */
  refusal: string | undefined;

  private constructor(of: Parts, open: (attachment: Attachment) => PartWorker<PartJob, PartSummary>) {
    const { record, options } = of;
    this.of = of;
    this.keys = runKeys(record.run);
    this.writer = new PartWriter({ redis: options.redis, run: record.run, store: of.store, say: options.say });
    this.worker = open(this);
  }

  static async open(of: Parts): Promise<Attachment> {
    const { redis, parts, say } = of.options;
    const { run, takeover, attempts } = of.record;
    const queue = { redis, queue: queueName(run), prefix: PREFIX, parts, takeover, attempts, say };
    const packages = await loadQueue();
    return new Attachment(
      of,
      (attachment) => new PartWorker(queue, (job, signal) => attachment.work(job, signal), packages),
    );
  }

  /** The run is over: what is under way is given up. */
  async end(): Promise<void> {
    await this.worker.end("the run has ended");
    await this.release();
  }

  /** Finishes the parts under way, or returns them to the queue when the signal says so. */
  async stop(impatient: AbortSignal): Promise<void> {
    await this.worker.stop(impatient);
    await this.release();
  }

  private async release(): Promise<void> {
    await this.of.maker.close();
    this.of.store.close();
  }

  private async work(job: Job<PartJob, PartSummary>, signal: AbortSignal): Promise<PartSummary> {
    const part = partOf(job.id);
    // Files are named by it, and others may write into the queue.
    if (part === undefined || part !== job.data?.part) throw new LastingFailure("no run has such a part");
    try {
      this.refusal ??= await this.claimDevice();
      if (this.refusal === undefined) return await this.write(await this.make(part, signal), signal);
    } catch (cause) {
      throw judged(cause);
    }
    this.worker.bull.pause(true).catch(() => {});
    throw new ReturnedPart(this.refusal);
  }

  private async claimDevice(): Promise<string | undefined> {
    const { record, options } = this.of;
    if (record.isMixed) return undefined;
    await options.redis.set(this.keys.device, options.device, "EX", LIFE, "NX");
    return otherDevice(await options.redis.get(this.keys.device), record, options);
  }

  private async make(part: number, signal: AbortSignal): Promise<MadePart> {
    const { record, options, maker } = this.of;
    // Of a worker that was killed while it kept the part.
    await options.redis.hdel(this.keys.held, String(part));
    const packed = await options.redis.hgetBuffer(this.keys.sites, String(part));
    if (packed === null) throw new PassingFailure(`the sites of part ${part} are not in Redis`);
    options.sayDetail(`part ${part} of run ${record.run}: begun`);
    const sites = (await unpackSites(packed)).map((site) => this.withArchive(site));
    const first = part * (record.options.sitesPerPart ?? 1);
    const { bytes, sha256, rows, failed, told, notes } = await maker.make({ first, sites }, signal);
    const size = { part, first, sites: sites.length, rows, bytes: bytes.length, sha256 };
    return { bytes, entry: { ...size, device: options.device, failed, told, notes, weather: revisionsOf(told) } };
  }

  private async write(made: MadePart, signal: AbortSignal): Promise<PartSummary> {
    const { record, options } = this.of;
    const { part, rows } = made.entry;
    try {
      const summary = await this.writer.write(made, signal);
      options.sayDetail(`part ${part} of run ${record.run}: written, ${rows} rows`);
      return summary;
    } catch (cause) {
      if (cause instanceof PassingFailure) throw cause;
      if (!(cause instanceof UnwritableHereError))
        throw new PassingFailure(`cannot be written: ${(cause as Error).message}`, { cause });
      options.say(`run ${record.run}: other workers can write and take over until this one can: ${cause.message}`);
      this.rest(made).catch(() => {});
      throw cause;
    }
  }

  /** Takes no parts until one can be written. */
  private async rest(made: MadePart): Promise<void> {
    if (this.isResting) return;
    this.isResting = true;
    await this.worker.bull.pause(true);
    await this.writer.untilRoom(made, this.worker.signal);
    this.isResting = false;
    this.of.options.say(`run ${this.of.record.run}: takes parts again`);
    await this.worker.bull.resume();
  }

  private withArchive(site: Parameters<typeof siteWithArchive>[0]) {
    const { record, options } = this.of;
    // One with a file of its own has that.
    if (record.archive === null || options.archiveFile === undefined || site.weather !== undefined) return site;
    const { sha256: _sha256, ...reading } = record.archive;
    return siteWithArchive(site, { ...reading, file: options.archiveFile } as SiteArchive);
  }
}

/** What the same part meets again wherever it is computed is not tried again. */
function judged(cause: unknown): unknown {
  if (cause instanceof ReturnedPart || cause instanceof PassingFailure || mayPass(cause)) return cause;
  return new LastingFailure((cause as Error).message);
}

/** Codes of threads and of the system; errors of the engine about what it was given stay the same. */
function mayPass(cause: unknown): boolean {
  if (cause instanceof TypeError || cause instanceof RangeError) return false;
  return !["ERR_REQUEST", "ERR_WEATHER", "ERR_GPU_UNSUPPORTED"].includes((cause as { code?: string }).code ?? "");
}
