/**
 * A run: batches of sites through the threads, a bounded number ahead of the reader, results in the order of the sites.
 * Memory depends on the number of threads, not on the number of sites.
 */
import { AcceleratedSites } from "../accelerated/sites.js";
import { BulkError } from "../errors.js";
import type { RunSpec, SitesReply } from "../messages/messages.js";
import type { RunOptions } from "../sites/options.js";
import { type Pending, SiteSource, Stretches, type TakeLimits, type TakenSites } from "../sites/site-reader.js";
import { WorkerThreads } from "../threads/thread-pool.js";
import type { SiteResult } from "../types.js";
import { type BatchRunner, runBatch } from "./batch.js";

/** Work of a batch in ms: long compared with a round trip to the thread (measured: 20 ms cost 4 %), short compared with a run. */
const BATCH_TIME = 80;
const MOST_SITES = 256;
/** Sites of a batch whose weather is loaded in the main thread and sent with them. */
const MOST_LOADED = 16;
/**
 * Bytes of a batch's results, and of the weather sent with its sites: a result beyond the caches, such as a year of all values,
 * is sent alone (measured: three such years together take a third longer).
 */
const BATCH_BYTES = 4 << 20;

/** A batch may take so many times as long to have all sites of a piece of weather: another thread would read the piece again. */
const FOR_A_PIECE = 4;
/** Sites of a stretch before it is known what they take. */
const FIRST_STRETCH = 64;
/**
 * Sites, bytes of results, and ms of work of a stretch at most: its results wait for one another, an interruption loses them, and nobody
 * sees progress meanwhile.
 */
const STRETCH_SITES = 1024;
const STRETCH_BYTES = 32 << 20;
const STRETCH_TIME = 30_000;

class Pace {
  /** Sites of the next batch. */
  size = 1;
  private siteTime = 0;
  private siteBytes = 0;

  /** Sites of one piece of weather in a batch. */
  get ofPiece(): number {
    return Math.min(FOR_A_PIECE * this.size, MOST_SITES);
  }

  /** Sites of the next stretch. */
  get stretch(): number {
    if (this.siteBytes === 0) return FIRST_STRETCH;
    const fitting = Math.floor(Math.min(STRETCH_BYTES / this.siteBytes, STRETCH_TIME / this.siteTime));
    return Math.min(Math.max(fitting, 1), STRETCH_SITES);
  }

  /** @param time ms of the thread @param bytes of the results */
  adapt(sites: number, { time, bytes }: { readonly time: number; readonly bytes: number }, isLoaded: boolean): void {
    const each = Math.max(time / sites, 1e-3);
    this.siteTime = this.siteTime === 0 ? each : 0.7 * this.siteTime + 0.3 * each;
    this.siteBytes = Math.max(bytes / sites, 1);
    const fitting = Math.floor(BATCH_BYTES / this.siteBytes);
    const wanted = Math.floor(Math.min(BATCH_TIME / this.siteTime, 4 * this.size, fitting));
    this.size = Math.min(Math.max(wanted, 1), isLoaded ? MOST_LOADED : MOST_SITES);
  }
}

/** Batches in progress: two per thread, one computing and one queued, plus some that the reader has not taken yet. */
const AHEAD = 4;
/** With an accelerator: one being read, one computing, one whose weather is being loaded. */
const ACCELERATED_WINDOW = 3;

interface Batch extends TakenSites {
  buffers: SharedArrayBuffer[];
  complete: boolean;
}

/** Threads that outlive a run, for several runs of the same spec, and what was learnt of its sites. */
export interface Crew {
  readonly workers: WorkerThreads;
  readonly pace: Pace;
  /** Memory of results that were read. */
  readonly free: SharedArrayBuffer[];
}

/** Threads start at once. They are the caller's to close. */
export function openCrew(options: RunOptions): Crew {
  return { workers: new WorkerThreads(options), pace: new Pace(), free: [] };
}

export class Run implements BatchRunner {
  readonly spec: RunSpec;
  readonly deadline: number;
  readonly free: SharedArrayBuffer[];
  readonly reuse: boolean;
  private readonly options: RunOptions;
  private readonly source: SiteSource;
  private readonly stretches: Stretches;
  private readonly controller = new AbortController();
  private readonly accelerated: AcceleratedSites | null;
  private readonly pace: Pace;
  private readonly isGuest: boolean;
  private started: WorkerThreads | null = null;
  private readonly batches: Batch[] = [];
  private readonly wakers: (() => void)[] = [];
  private failure: { readonly reason: unknown } | null = null;
  private lost = 0;
  /** Every site has been sent. */
  private allSent = false;

  /** @param crew computes in place of threads of the run's own, and is not ended with it */
  constructor(options: RunOptions, crew?: Crew) {
    this.options = options;
    this.pace = crew?.pace ?? new Pace();
    this.free = crew?.free ?? [];
    this.isGuest = crew !== undefined;
    this.started = crew?.workers ?? null;
    this.spec = options.spec;
    this.deadline = options.deadline;
    this.reuse = options.reuse;
    this.source = new SiteSource(options, this.controller.signal);
    this.stretches = new Stretches(this.source);
    const { accelerator } = options;
    this.accelerated = accelerator ? new AcceleratedSites(accelerator, options.spec, this.controller.signal) : null;
    if (!this.accelerated?.active) this.started ??= new WorkerThreads(options);
  }

  /** With an accelerator, threads are started for the first site left to them. */
  get workers(): WorkerThreads {
    this.started ??= new WorkerThreads(this.options);
    return this.started;
  }

  private get window(): number {
    return this.accelerated?.active ? ACCELERATED_WINDOW : 2 * this.options.threads + AHEAD;
  }

  /** Results in the order of the sites. Ending the iteration ends the run. */
  async *results(): AsyncGenerator<SiteResult, void, undefined> {
    const { signal } = this.options;
    const abort = () => this.fail(signal!.reason);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
    void this.feed();
    try {
      for (;;) {
        if (this.failure) throw this.failure.reason;
        const ready = this.firstStretch();
        if (ready.isWhole && ready.batches.every(({ complete }) => complete)) {
          for (const { result } of inOrder(ready.batches)) {
            yield result!;
            if (this.failure) throw (this.failure as { reason: unknown }).reason;
          }
          this.batches.splice(0, ready.batches.length);
          for (const { buffers } of ready.batches) if (this.free.length < this.window) this.free.push(...buffers);
          this.wake();
        } else if (this.batches.length === 0 && this.allSent) return;
        else await this.change();
      }
    } finally {
      signal?.removeEventListener("abort", abort);
      // After the last result nothing runs any more; a reader need not wait for the threads' grace time.
      const isDone = this.allSent && this.batches.length === 0;
      const closing = this.close();
      if (!isDone) await closing;
    }
  }

  /** Ends the threads. A reader still waiting for a result gets the error that they were closed. */
  async close(): Promise<void> {
    this.fail(new BulkError("ERR_POOL_CLOSED", "the simulation was closed"));
    await this.endThreads();
  }

  adaptBatchSize(sites: number, reply: SitesReply): void {
    this.lost = 0;
    if (!this.accelerated?.active) this.pace.adapt(sites, reply, this.options.load !== undefined);
  }

  recordFailedStart(cause: BulkError): void {
    this.lost += 1;
    if (this.lost <= 3 * this.workers.threads) return;
    throw new BulkError(cause.code, `worker threads failed to start: ${cause.message}`, { cause });
  }

  /** Reads sites while there is room, and sends them. */
  private async feed(): Promise<void> {
    try {
      while (!this.stretches.ended && !this.failure) {
        if (this.isFull()) {
          await this.change();
          continue;
        }
        const taken = await this.stretches.take(this.limits());
        if (taken.sites.length > 0 && !this.failure) this.send({ ...taken, buffers: [], complete: false });
      }
      this.allSent = true;
      this.wake();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  /** Of an accelerator's batches, which are large, each is a stretch. */
  private limits(): TakeLimits {
    const { size, ofPiece, stretch } = this.pace;
    const isActive = this.accelerated?.active === true;
    return { sites: size, bytes: BATCH_BYTES, ofPiece: isActive ? size : ofPiece, stretch: isActive ? size : stretch };
  }

  /** The batches whose results come next, and whether they are all there are of their stretch. */
  private firstStretch(): { readonly batches: readonly Batch[]; readonly isWhole: boolean } {
    const [first] = this.batches;
    const other = this.batches.findIndex(({ stretch }) => stretch !== first?.stretch);
    const batches = other < 0 ? this.batches.slice() : this.batches.slice(0, other);
    const sent = batches.reduce((sum, { sites }) => sum + sites.length, 0);
    return { batches, isWhole: first !== undefined && sent === first.stretch.sites };
  }

  /** Of batches that the threads are still to compute, and, beyond the stretch whose results come next, of any. */
  private isFull(): boolean {
    if (this.batches.filter(({ complete }) => !complete).length >= this.window) return true;
    const { batches, isWhole } = this.firstStretch();
    return isWhole && this.batches.length - batches.length + 1 >= this.window;
  }

  private send(batch: Batch): void {
    this.batches.push(batch);
    this.compute(batch.sites).then(
      (buffers) => {
        batch.buffers = buffers;
        batch.complete = true;
        this.wake();
      },
      (thrown) => this.fail(thrown),
    );
  }

  private async compute(sites: readonly Pending[]): Promise<SharedArrayBuffer[]> {
    await this.source.load(sites);
    if (!this.accelerated) return runBatch(this, sites);
    const size = await this.accelerated.compute(sites);
    if (this.failure) return [];
    if (this.accelerated.active) this.pace.size = size;
    const buffers = await runBatch(this, sites);
    this.accelerated.annotate(sites);
    return buffers;
  }

  /** The first failure counts and stops everything at once. */
  private fail(reason: unknown): void {
    if (this.failure) return;
    this.failure = { reason };
    this.controller.abort(reason);
    this.stretches.close();
    this.batches.length = 0;
    this.wake();
    void this.endThreads();
  }

  /** Those of a crew finish the batches that they have. */
  private async endThreads(): Promise<void> {
    if (!this.isGuest) await this.started?.close();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.wakers.push(resolve));
  }

  private wake(): void {
    for (const waker of this.wakers.splice(0)) waker();
  }
}

/** The sites of a stretch as they are listed. */
function inOrder(batches: readonly Batch[]): readonly Pending[] {
  return batches.flatMap(({ sites }) => sites).sort((a, b) => a.index - b.index);
}
