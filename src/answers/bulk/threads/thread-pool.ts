/** Threads of piscina behind one queue. A thread that dies is replaced; its job fails. */
import { createRequire } from "node:module";
import { Piscina } from "piscina";
import { BulkError, fromWire } from "../errors.js";
import type { Answer, JobMessage, Task, ThreadData, WorkerThreadsData } from "../messages/messages.js";
import { cancel, clock, elapsedOf, itemOf, makeProgress, type Progress, resetProgress } from "../messages/progress.js";

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** @param module its default export is called with each task; `data` becomes its `ThreadData` */
function startThreads(module: URL, data: unknown, options: PiscinaOptions): Piscina {
  const workerData: ThreadData = { module: module.href, data };
  return new Piscina({ ...options, filename: createRequire(import.meta.url).resolve("./thread.cjs"), workerData });
}

/** A queue: higher priority first; within a priority, first come, first served. */
export class PriorityQueue<Item extends { readonly priority: number }> {
  private readonly items: Item[] = [];

  get length(): number {
    return this.items.length;
  }

  push(item: Item): void {
    const behind = this.items.findIndex(({ priority }) => priority < item.priority);
    if (behind < 0) this.items.push(item);
    else this.items.splice(behind, 0, item);
  }

  shift(): Item | undefined {
    return this.items.shift();
  }

  /** The one that would be served last, if its priority is lower. */
  lastBelow(priority: number): Item | undefined {
    const last = this.items.at(-1);
    return last && last.priority < priority ? last : undefined;
  }

  remove(item: Item): void {
    const at = this.items.indexOf(item);
    if (at >= 0) this.items.splice(at, 1);
  }

  /** Removes all of them and returns them in order. */
  drain(): Item[] {
    return this.items.splice(0);
  }
}

const WORKER = new URL("./worker.js", import.meta.url);
/** The worker as one file, which the build makes of it: a thread starts in two thirds of the time (measured: bench/suites/start.mjs). */
const BUNDLE = new URL("bundle/worker.js", WORKER);
/** Ms that jobs wait for a thread while threads fail to start. */
const START_GRACE = 2000;
/**
 * Ms that a thread has to finish unwanted work before it is ended: about the cost of ending it, 100 ms until a new
 * one answers and as much again until it is as fast (measured: bench/cancel.mjs). So cancelling costs at most twice the
 * minimum, and all but the longest computations can finish.
 */
const FINISH_GRACE = 250;
/**
 * Ms that the threads stay idle after their last answer. V8 may still be compiling their hot code; a thread that ends
 * meanwhile can abort the whole process (Node 20: "Assertion failed" in NodePlatform::ForIsolate, seen twice in some
 * hundred runs).
 */
const COMPILE_GRACE = 100;

/** A failure of the computation that did not harm its thread. `cause` is the error itself. */
export class ComputationError extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** A job in progress. */
export interface Job<Result> {
  /** @throws ComputationError; the reason of `cancel`; BulkError if the thread died or the pool was closed */
  readonly result: Promise<Result>;
  /**
   * Rejects the result at once. The job leaves the queue; a thread that computes it gives up at its next step, or is ended
   * if it does not within a moment. Without effect once there is a result.
   */
  cancel(reason: unknown): void;
  /** The current item and the ms since it began; null before and after. */
  progress(): { item: number; elapsed: number } | null;
  /** After a death or `cancel`: the item that was current; null if the job had not begun. */
  lastItem(): number | null;
}

export interface CrewOptions {
  readonly threads: number;
  /** MiB. */
  readonly memoryLimit?: number | undefined;
  readonly data?: WorkerThreadsData | undefined;
  /** Called whenever a job has left the queue or its thread. */
  readonly onRoom?: (() => void) | undefined;
}

interface Entry {
  readonly task: Task;
  readonly priority: number;
  readonly controller: AbortController;
  readonly settle: { resolve(result: unknown): void; reject(reason: unknown): void };
  progress: Progress | null;
  lastItem: number | null;
  state: "waiting" | "running" | "settled";
  /** Rejects when its thread is ended. */
  grace: ReturnType<typeof setTimeout> | undefined;
}

export class WorkerThreads {
  readonly threads: number;
  private readonly piscina: Piscina;
  private readonly origin = clock();
  private readonly queue = new PriorityQueue<Entry>();
  private readonly onRoom: () => void;
  private readonly running = new Set<Entry>();
  private readonly cells: Progress[] = [];
  private readonly graces = new Set<ReturnType<typeof setTimeout>>();
  private closing: Promise<void> | null = null;
  /** Time of the last answer. */
  private answered = Number.NEGATIVE_INFINITY;

  constructor({ threads, memoryLimit, data = { terrain: null }, onRoom = () => {} }: CrewOptions) {
    this.threads = threads;
    this.onRoom = onRoom;
    this.piscina = startThreads(BUNDLE, data, {
      minThreads: threads,
      maxThreads: threads,
      atomics: "disabled",
      recordTiming: false,
      ...(memoryLimit === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryLimit } }),
    });
    // A thread that dies without a job, for example at its start. Jobs waiting for a thread must not wait forever.
    this.piscina.on("error", (cause) => this.onLostThread(cause));
  }

  /** Jobs waiting for a thread, and running ones. */
  get waiting(): number {
    return this.queue.length;
  }

  get busy(): number {
    return this.running.size;
  }

  /** @param priority jobs of a higher one come first */
  submit<Result>(task: Task, priority = 0): Job<Result> {
    const controller = new AbortController();
    let entry!: Entry;
    const result = new Promise<Result>((resolve, reject) => {
      const settle = { resolve: resolve as (result: unknown) => void, reject };
      const fresh = { progress: null, lastItem: null, state: "waiting", grace: undefined } as const;
      entry = { task, priority, controller, settle, ...fresh };
    });
    if (this.closing) this.settle(entry, closedError());
    else {
      this.queue.push(entry);
      this.dispatch();
    }
    return {
      result,
      cancel: (reason) => this.cancel(entry, reason),
      progress: () => this.progressOf(entry),
      lastItem: () => entry.lastItem,
    };
  }

  /** The job that would be served last, if its priority is lower. */
  lastBelow(priority: number): Pick<Job<unknown>, "cancel"> | undefined {
    const last = this.queue.lastBelow(priority);
    return last && { cancel: (reason) => this.cancel(last, reason) };
  }

  /** Ends all threads, idle ones after their grace time, and fails running jobs. Resolves when the threads have ended. */
  close(): Promise<void> {
    this.closing ??= (async () => {
      const rest = this.busy > 0 ? 0 : this.answered + COMPILE_GRACE - clock();
      for (const { grace } of this.running) clearTimeout(grace);
      for (const entry of [...this.queue.drain(), ...this.running]) this.settle(entry, closedError());
      this.running.clear();
      for (const timer of this.graces) clearTimeout(timer);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      await this.piscina.destroy();
    })();
    return this.closing;
  }

  private dispatch(): void {
    while (this.running.size < this.threads) {
      const entry = this.queue.shift();
      if (!entry) return;
      this.start(entry);
    }
  }

  private start(entry: Entry): void {
    const progress = this.cells.pop() ?? makeProgress();
    resetProgress(progress);
    entry.state = "running";
    entry.progress = progress;
    this.running.add(entry);
    const message: JobMessage = { task: entry.task, progress, origin: this.origin };
    this.piscina.run(message, { signal: entry.controller.signal }).then(
      (answer: Answer) => this.finish(entry, answer),
      (cause) => this.lose(entry, cause),
    );
  }

  private finish(entry: Entry, answer: Answer): void {
    this.answered = clock();
    this.cells.push(entry.progress!);
    if ("error" in answer) this.settle(entry, new ComputationError(fromWire(answer.error)));
    else if (entry.state === "running") {
      entry.state = "settled";
      entry.settle.resolve(answer.result);
    }
    this.release(entry);
  }

  /** Its cells are not reused: the dying thread may still write to them. */
  private lose(entry: Entry, cause: unknown): void {
    this.settle(entry, deathOf(cause));
    this.release(entry);
  }

  private release(entry: Entry): void {
    clearTimeout(entry.grace);
    this.running.delete(entry);
    this.dispatch();
    this.onRoom();
  }

  private settle(entry: Entry, reason: unknown): void {
    if (entry.state === "settled") return;
    entry.lastItem = entry.progress && itemOf(entry.progress);
    entry.state = "settled";
    entry.settle.reject(reason);
  }

  private cancel(entry: Entry, reason: unknown): void {
    if (entry.state === "settled") return;
    const { progress } = entry;
    this.settle(entry, reason);
    if (progress) {
      cancel(progress);
      this.endLater(entry, progress);
    } else {
      this.queue.remove(entry);
      this.onRoom();
    }
  }

  /** A thread that has not reached the job yet is starting, and a replacement would not start sooner. */
  private endLater(entry: Entry, progress: Progress, waited = FINISH_GRACE): void {
    entry.grace = setTimeout(() => {
      if (itemOf(progress) === null && waited < START_GRACE) this.endLater(entry, progress, waited + FINISH_GRACE);
      else entry.controller.abort();
    }, FINISH_GRACE);
  }

  private progressOf({ progress, state }: Entry): { item: number; elapsed: number } | null {
    if (!progress || state !== "running") return null;
    const item = itemOf(progress);
    return item === null ? null : { item, elapsed: elapsedOf(progress, this.origin) };
  }

  private onLostThread(cause: unknown): void {
    const unbegun = () => [...this.running].filter(({ progress }) => itemOf(progress!) === null);
    const waiting = unbegun();
    if (waiting.length === 0) return;
    const timer = setTimeout(() => {
      this.graces.delete(timer);
      for (const entry of unbegun().filter((still) => waiting.includes(still))) {
        this.settle(entry, deathOf(cause));
        entry.controller.abort();
      }
    }, START_GRACE);
    this.graces.add(timer);
  }
}

function closedError(): BulkError {
  return new BulkError("ERR_POOL_CLOSED", "the threads were closed");
}

function deathOf(cause: unknown): Error {
  const { name, code, message } = cause as { name?: string; code?: string; message?: string };
  if (code === "ERR_WORKER_OUT_OF_MEMORY")
    return new BulkError("ERR_WORKER_OUT_OF_MEMORY", "a worker thread ran out of memory", { cause });
  // Not the thread's fault: the job could not be posted.
  if (name === "DataCloneError") return new ComputationError(cause as Error);
  return new BulkError("ERR_WORKER_CRASHED", `a worker thread ended: ${message ?? String(cause)}`, { cause });
}
