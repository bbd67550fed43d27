/** Threads behind one queue: first come, first served; a thread that dies is replaced, its order is told to have failed. */
import { availableParallelism } from "node:os";
import type { Piscina } from "piscina";
import { clock } from "./clock.js";
import { BulkError, fromWire } from "./errors.js";
import { startThreads } from "./threads.js";
import type { ThreadOptions } from "./types.js";
import { type Answer, ITEM, type Order, type Progress, SINCE, type Task } from "./wire.js";

const WORKER = new URL("./worker.js", import.meta.url);
const MOST_THREADS = 1024;
/** MiB: less does not load the engine. */
const LEAST_MEMORY = 16;
/** Ms that orders wait for a thread while threads fail to start. */
const START_GRACE = 2000;
/**
 * Ms that the threads are left alone after their last answer. V8 may still be compiling what it made hot; a thread that ends
 * meanwhile can take the whole process with it (Node 20: "Assertion failed" in NodePlatform::ForIsolate, seen twice in some
 * hundred runs).
 */
const COMPILE_GRACE = 100;

/** A failure of the computation, which did no harm to its thread. `cause` is the error itself. */
export class ComputationError extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** An order on its way. */
export interface Job<Result> {
  /** @throws ComputationError; the reason of `cancel`; BulkError when the thread died or the crew was closed */
  readonly result: Promise<Result>;
  /** Takes it out of the queue, or ends the thread that is at it. Without effect once there is a result. */
  cancel(reason: unknown): void;
  /** Item under work and ms since it was begun; null before that and after. */
  progress(): { item: number; elapsed: number } | null;
  /** After a death or `cancel`: the item that was under work; null when the order had not been begun. */
  lastItem(): number | null;
}

interface Entry {
  readonly task: Task;
  readonly controller: AbortController;
  readonly settle: { resolve(result: unknown): void; reject(reason: unknown): void };
  progress: Progress | null;
  lastItem: number | null;
  state: "waiting" | "running" | "settled";
}

/**
 * @throws TypeError, RangeError for options out of kind or range, named with `owner`
 */
export function checkThreads(owner: string, { threads, memoryLimit }: ThreadOptions): number {
  const count = threads ?? availableParallelism();
  if (typeof count !== "number") throw new TypeError(`${owner}: threads must be a number, got ${String(count)}`);
  if (!Number.isInteger(count) || count < 1 || count > MOST_THREADS) {
    throw new RangeError(`${owner}: threads must be a whole number from 1 to ${MOST_THREADS}, got ${count}`);
  }
  if (memoryLimit === undefined) return count;
  if (typeof memoryLimit !== "number") {
    throw new TypeError(`${owner}: memoryLimit must be a number of MiB, got ${String(memoryLimit)}`);
  }
  if (!(memoryLimit >= LEAST_MEMORY)) {
    throw new RangeError(`${owner}: memoryLimit must be ${LEAST_MEMORY} MiB or more, got ${memoryLimit}`);
  }
  return count;
}

export class Crew {
  readonly threads: number;
  private readonly piscina: Piscina;
  private readonly origin = clock();
  private readonly queue: Entry[] = [];
  private readonly running = new Set<Entry>();
  private readonly cells: Progress[] = [];
  private readonly graces = new Set<ReturnType<typeof setTimeout>>();
  private closing: Promise<void> | null = null;
  /** When the last answer came. */
  private answered = Number.NEGATIVE_INFINITY;

  constructor({ threads, memoryLimit }: { threads: number; memoryLimit: number | undefined }) {
    this.threads = threads;
    this.piscina = startThreads(WORKER, null, {
      minThreads: threads,
      maxThreads: threads,
      atomics: "disabled",
      recordTiming: false,
      ...(memoryLimit === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryLimit } }),
    });
    // A thread that dies without an order, at its start for one. Orders that wait for a thread must not wait for ever.
    this.piscina.on("error", (cause) => this.onLostThread(cause));
  }

  /** Orders that wait for a thread, and those under work. */
  get waiting(): number {
    return this.queue.length;
  }

  get busy(): number {
    return this.running.size;
  }

  submit<Result>(task: Task): Job<Result> {
    const controller = new AbortController();
    let entry!: Entry;
    const result = new Promise<Result>((resolve, reject) => {
      const settle = { resolve: resolve as (result: unknown) => void, reject };
      entry = { task, controller, settle, progress: null, lastItem: null, state: "waiting" };
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

  /** Ends all threads, those at rest after their grace, and fails what is under way. Resolves when the threads are gone. */
  close(): Promise<void> {
    this.closing ??= (async () => {
      const grace = this.busy > 0 ? 0 : this.answered + COMPILE_GRACE - clock();
      for (const entry of [...this.queue, ...this.running]) this.settle(entry, closedError());
      this.queue.length = 0;
      this.running.clear();
      for (const timer of this.graces) clearTimeout(timer);
      if (grace > 0) await new Promise((resolve) => setTimeout(resolve, grace));
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
    entry.state = "running";
    entry.progress = this.cells.pop() ?? new Int32Array(new SharedArrayBuffer(8));
    Atomics.store(entry.progress, ITEM, -1);
    Atomics.store(entry.progress, SINCE, clock() - this.origin);
    this.running.add(entry);
    const order: Order = { task: entry.task, progress: entry.progress, origin: this.origin };
    this.piscina.run(order, { signal: entry.controller.signal }).then(
      (answer: Answer) => this.finish(entry, answer),
      (cause) => this.lose(entry, cause),
    );
  }

  private finish(entry: Entry, answer: Answer): void {
    this.answered = clock();
    if (entry.state === "running") {
      this.cells.push(entry.progress!);
      if ("error" in answer) this.settle(entry, new ComputationError(fromWire(answer.error)));
      else {
        entry.state = "settled";
        entry.settle.resolve(answer.result);
      }
    }
    this.running.delete(entry);
    this.dispatch();
  }

  /** Its cells are not used again: the dying thread may still write to them. */
  private lose(entry: Entry, cause: unknown): void {
    this.settle(entry, deathOf(cause));
    this.running.delete(entry);
    this.dispatch();
  }

  private settle(entry: Entry, reason: unknown): void {
    if (entry.state === "settled") return;
    const item = entry.progress ? Atomics.load(entry.progress, ITEM) : -1;
    entry.lastItem = item < 0 ? null : item;
    entry.state = "settled";
    entry.settle.reject(reason);
  }

  private cancel(entry: Entry, reason: unknown): void {
    if (entry.state === "settled") return;
    const waiting = this.queue.indexOf(entry);
    if (waiting >= 0) this.queue.splice(waiting, 1);
    this.settle(entry, reason);
    entry.controller.abort();
  }

  private progressOf({ progress, state }: Entry): { item: number; elapsed: number } | null {
    if (!progress || state !== "running") return null;
    const item = Atomics.load(progress, ITEM);
    return item < 0 ? null : { item, elapsed: (clock() - this.origin - Atomics.load(progress, SINCE)) | 0 };
  }

  private onLostThread(cause: unknown): void {
    const waiting = [...this.running].filter((entry) => this.progressOf(entry) === null);
    if (waiting.length === 0) return;
    const timer = setTimeout(() => {
      this.graces.delete(timer);
      for (const entry of waiting) if (this.progressOf(entry) === null) this.cancel(entry, deathOf(cause));
    }, START_GRACE);
    this.graces.add(timer);
  }
}

function closedError(): BulkError {
  return new BulkError("ERR_POOL_CLOSED", "the threads were closed");
}

function deathOf(cause: unknown): Error {
  const { name, code, message } = cause as { name?: string; code?: string; message?: string };
  if (code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new BulkError("ERR_WORKER_OUT_OF_MEMORY", "a worker thread ran out of memory", { cause });
  }
  // Not the thread's fault: the order could not be posted.
  if (name === "DataCloneError") return new ComputationError(cause as Error);
  return new BulkError("ERR_WORKER_CRASHED", `a worker thread ended: ${message ?? String(cause)}`, { cause });
}
