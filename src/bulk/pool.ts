/** Threads for a server: the observation of a query, computed beside the event loop. */
import { shown } from "../observation/errors.js";
import type { ObservationColumns, ObservationQuery, ObservationRequest } from "../observation/types.js";
import type { WeatherSeries } from "../weather/series.js";
import { timer } from "./clock.js";
import { checkModels } from "./context.js";
import { ComputationError, Crew, checkThreads, type Job } from "./crew.js";
import { BulkError } from "./errors.js";
import { resolvedModule } from "./modules.js";
import type { BulkContext, ThreadOptions } from "./types.js";
import { packWeather } from "./weather.js";
import type { ObserveForm, ObserveReply, ObserveTask } from "./wire.js";

export interface PoolOptions extends ThreadOptions {
  /** Calls that may wait for a thread beyond those under work; one more is refused. Default 16 per thread. */
  readonly maxQueue?: number | undefined;
  /** Longest time of a call in ms, waiting included. Default `Infinity`: none. */
  readonly deadline?: number | undefined;
}

export interface ObserveOptions {
  readonly context?: BulkContext | undefined;
  /** Aborts the call: its promise is rejected with the signal's reason; a thread that is at it is ended and replaced. */
  readonly signal?: AbortSignal | undefined;
  /** In ms, in place of the pool's. */
  readonly deadline?: number | undefined;
  /** Default: what the query's `response_format` says, as in `respond`. */
  readonly as?: "json" | "csv" | "columns" | undefined;
}

/** The body of a response. */
export interface ResponseBody {
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
}

export interface Pool {
  readonly threads: number;
  /** Calls that wait for a thread. */
  readonly waiting: number;
  /** Calls under work. */
  readonly running: number;
  /**
   * The observation of a query: bytes of the response, or columns. They arrive as a copy; the weather is copied once,
   * unless it is shared (`shareWeather`).
   *
   * Rejected with what `computeObservation` throws, of the same classes, or with a BulkError: ERR_QUEUE_FULL at once when
   * too many calls wait (see `ready`), ERR_DEADLINE, ERR_WORKER_CRASHED, ERR_WORKER_OUT_OF_MEMORY, ERR_POOL_CLOSED.
   */
  observe(
    query: ObservationQuery | ObservationRequest,
    weather: WeatherSeries,
    options: ObserveOptions & { readonly as: "columns" },
  ): Promise<ObservationColumns>;
  observe(
    query: ObservationQuery | ObservationRequest,
    weather: WeatherSeries,
    options?: ObserveOptions & { readonly as?: "json" | "csv" | undefined },
  ): Promise<ResponseBody>;
  /** Resolves when a call would not be refused: wait for it before each call to feed a pool no faster than it works. */
  ready(): Promise<void>;
  /** Resolves when all threads have loaded the engine; not needed before the first call. */
  warm(): Promise<void>;
  /**
   * Lets the calls under way finish (with `now`: rejects them with ERR_POOL_CLOSED), refuses new ones, and ends the
   * threads. Resolves when they are gone.
   */
  close(options?: { readonly now?: boolean }): Promise<void>;
}

const WAITING_PER_THREAD = 16;

/**
 * Starts worker threads that compute observations. An idle pool does not keep the process alive.
 *
 * @throws TypeError, RangeError for options of the wrong kind or out of range
 */
export function createPool(options: PoolOptions = {}): Pool {
  checkObject("createPool", "options", options);
  const threads = checkThreads("createPool", options);
  const { maxQueue = WAITING_PER_THREAD * threads, deadline = Number.POSITIVE_INFINITY, memoryLimit } = options;
  if (typeof maxQueue !== "number") throw new TypeError(`createPool: maxQueue must be a number, got ${maxQueue}`);
  if (!(maxQueue >= 0)) throw new RangeError(`createPool: maxQueue must be 0 or more, got ${maxQueue}`);
  checkDeadline("createPool", deadline);
  return new ThreadPool(new Crew({ threads, memoryLimit }), maxQueue, deadline);
}

/** @throws TypeError, RangeError for what is no time in ms above 0 */
export function checkDeadline(owner: string, deadline: unknown): void {
  if (typeof deadline !== "number") throw new TypeError(`${owner}: deadline must be a number of ms, got ${deadline}`);
  if (!(deadline > 0)) throw new RangeError(`${owner}: deadline must be more than 0 ms, got ${deadline}`);
}

/** @throws TypeError */
export function checkObject(owner: string, name: string, value: unknown): void {
  if (typeof value === "object" && value !== null) return;
  throw new TypeError(`${owner}: ${name} must be an object, got ${shown(value)}`);
}

/** @throws TypeError for what is no AbortSignal */
export function checkSignal(owner: string, signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw new TypeError(`${owner}: signal must be an AbortSignal, got ${String(signal)}`);
}

class ThreadPool implements Pool {
  readonly threads: number;
  private readonly crew: Crew;
  private readonly maxQueue: number;
  private readonly deadline: number;
  private readonly calls = new Set<Promise<unknown>>();
  private readonly wakers: (() => void)[] = [];
  private closed = false;

  constructor(crew: Crew, maxQueue: number, deadline: number) {
    this.crew = crew;
    this.threads = crew.threads;
    this.maxQueue = maxQueue;
    this.deadline = deadline;
  }

  get waiting(): number {
    return this.crew.waiting;
  }

  get running(): number {
    return this.crew.busy;
  }

  observe(...call: Call): Promise<never> {
    const result = this.call(...call);
    this.calls.add(result);
    const done = () => {
      this.calls.delete(result);
      this.wake();
    };
    result.then(done, done);
    return result as Promise<never>;
  }

  async ready(): Promise<void> {
    while (this.full && !this.closed) await new Promise<void>((resolve) => this.wakers.push(resolve));
    if (this.closed) throw closedError();
    // The next one in line, unless the call that follows takes the place.
    setImmediate(() => this.wake());
  }

  async warm(): Promise<void> {
    const jobs = Array.from({ length: this.threads }, () => this.crew.submit<null>({ kind: "warm" }));
    await Promise.all(jobs.map(({ result }) => result));
  }

  async close(options: { readonly now?: boolean } = {}): Promise<void> {
    checkObject("pool.close", "options", options);
    const { now = false } = options;
    this.closed = true;
    for (const waker of this.wakers.splice(0)) waker();
    if (!now) await Promise.allSettled([...this.calls]);
    await this.crew.close();
  }

  /** A call more would have to wait longer than the queue is. */
  private get full(): boolean {
    return this.crew.busy >= this.threads && this.crew.waiting >= this.maxQueue;
  }

  private wake(): void {
    if (!this.full) this.wakers.shift()?.();
  }

  private async call(query: Call[0], weather: WeatherSeries, options: ObserveOptions = {}): Promise<ObserveReply> {
    checkObject("pool.observe", "options", options);
    const { context = {}, signal, deadline = this.deadline, as } = options;
    checkSignal("pool.observe", signal);
    checkDeadline("pool.observe", deadline);
    const given = { context: callContext(context), form: formOf(as) };
    signal?.throwIfAborted();
    if (this.closed) throw closedError();
    if (this.full) {
      throw new BulkError(
        "ERR_QUEUE_FULL",
        `pool.observe: ${this.maxQueue} calls are waiting already (option maxQueue)`,
      );
    }
    const task = { kind: "observe", query, weather: packWeather(weather), ...given } as const;
    return settled(this.crew.submit<ObserveReply>(task), signal, deadline).catch((cause) => {
      throw cause?.name === "DataCloneError" ? unpostable(cause, task) : cause;
    });
  }
}

type Call = [query: ObservationQuery | ObservationRequest, weather: WeatherSeries, options?: ObserveOptions];

/** The context as it can be posted; values are checked where they are used. */
function callContext(context: BulkContext): BulkContext {
  checkObject("pool.observe", "context", context);
  checkModels(context.models, "context.models");
  const { registry } = context;
  return registry === undefined ? context : { ...context, registry: resolvedModule("context.registry", registry) };
}

/** Says what it was that could not be posted to a thread. */
function unpostable(cause: Error, { query, weather, context }: ObserveTask): Error {
  for (const [name, given] of Object.entries({ query, weather, context })) {
    if (isPostable(given)) continue;
    const parts = Object.entries(given).map(([key, value]) => [`${name}.${key}`, value] as const);
    const [culprit, value] = parts.find(([, part]) => !isPostable(part)) ?? [name, given];
    return new TypeError(`pool.observe: ${culprit} cannot be sent to a thread, got ${shown(value)}`, { cause });
  }
  return cause;
}

function isPostable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function formOf(as: ObserveOptions["as"]): ObserveForm {
  if (as === undefined) return "body";
  if (as === "json" || as === "csv" || as === "columns") return as;
  throw new RangeError(`pool.observe: as must be "json", "csv" or "columns", got ${String(as)}`);
}

/** The job's result within the deadline, unless the signal comes first. */
async function settled<Result>(job: Job<Result>, signal: AbortSignal | undefined, deadline: number): Promise<Result> {
  const abort = () => job.cancel(signal!.reason);
  const late = () => job.cancel(new BulkError("ERR_DEADLINE", `pool.observe: no result within ${deadline} ms`));
  signal?.addEventListener("abort", abort, { once: true });
  // A result that has arrived while the event loop was busy is taken first.
  const alarm = timer(() => setImmediate(late), deadline);
  try {
    return await job.result;
  } catch (thrown) {
    throw thrown instanceof ComputationError ? thrown.cause : thrown;
  } finally {
    signal?.removeEventListener("abort", abort);
    clearTimeout(alarm);
  }
}

function closedError(): BulkError {
  return new BulkError("ERR_POOL_CLOSED", "the pool was closed");
}
