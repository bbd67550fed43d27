/** Threads for a server: observations and horizon lines, computed outside the event loop. */
import type { ClimateRequest } from "../../data/contract/climate/request.js";
import type { ObservationQuery, ObservationRequest } from "../../data/contract/observation/types.js";
import { TerrainError } from "../../data/terrain/errors.js";
import type { TerrainGround, TerrainHorizon } from "../../data/terrain/terrain.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import { shown } from "../../foundation/text/shown.js";
import type { GeneratedYear, GenerationOptions, GenerationPlace, MonthlyMeans } from "../climate/generation/types.js";
import type { TypicalYear } from "../climate/selection/assemble.js";
import type { SelectionOptions } from "../climate/selection/options.js";
import type { ProbableYearOptions } from "../climate/selection/select.js";
import type { YieldSystem } from "../yield/types.js";
import { BulkError } from "./errors.js";
import type { EncoderTask } from "./files/formats.js";
import type { ObserveReply, Task } from "./messages/messages.js";
import { timer } from "./messages/progress.js";
import { checkEncoding } from "./pool/body.js";
import type {
  CallOptions,
  LearntBody,
  MeterFileOptions,
  ObserveOptions,
  Pool,
  PoolHorizonOptions,
  PoolOptions,
  PowerBodyOptions,
  YieldBody,
  YieldBodyOptions,
} from "./pool/types.js";
import { checkCall, checkObserve, checkPoolOptions, type PoolSettings } from "./pool-options.js";
import { checkObject } from "./sites/checks.js";
import { packWeather } from "./sites/weather.js";
import type { TableBlock, TableDescription } from "./table.js";
import { ComputationError, type Job, WorkerThreads } from "./threads/thread-pool.js";

/**
 * Starts worker threads that compute observations, horizon lines and altitudes. An idle pool does not keep the process alive.
 *
 * @throws TypeError, RangeError for options of the wrong kind or out of range
 */
export function createPool(options: PoolOptions = {}): Pool {
  return new ThreadPool(checkPoolOptions(options));
}

type Query = ObservationQuery | ObservationRequest | ClimateRequest;
type CallTask = Exclude<Task, { readonly kind: "warm" | "sites" }>;

const ENCODE_FILE = { module: new URL("./files/formats.js", import.meta.url).href, export: "encodeFile" };

class ThreadPool implements Pool {
  readonly threads: number;
  private readonly settings: PoolSettings;
  private readonly workers: WorkerThreads;
  private readonly calls = new Set<Promise<unknown>>();
  private readonly wakers: (() => void)[] = [];
  private closed = false;

  constructor(settings: PoolSettings) {
    const { threads, memoryLimit, terrain, niceness } = settings;
    this.settings = settings;
    this.threads = threads;
    this.workers = new WorkerThreads({ threads, memoryLimit, data: { terrain, niceness }, onRoom: () => this.wake() });
  }

  get waiting(): number {
    return this.workers.waiting;
  }

  get running(): number {
    return this.workers.busy;
  }

  observe(query: Query, weather: WeatherSeries, options: ObserveOptions = {}): Promise<never> {
    const owner = "pool.observe";
    return this.call<ObserveReply>(owner, options, () => {
      const given = checkObserve(owner, options);
      return () => ({ kind: "observe", query, weather: packWeather(weather), ...given });
    }) as Promise<never>;
  }

  horizon(latitude: number, longitude: number, options: PoolHorizonOptions = {}): Promise<TerrainHorizon> {
    return this.onTerrain("pool.horizon", options, () => {
      const { signal: _signal, deadline: _deadline, priority: _priority, ...sight } = options;
      return { kind: "horizon", latitude, longitude, options: sight };
    });
  }

  altitude(latitude: number, longitude: number, options: CallOptions = {}): Promise<number> {
    return this.onTerrain("pool.altitude", options, () => ({ kind: "altitude", latitude, longitude }));
  }

  ground(latitude: number, longitude: number, options: CallOptions = {}): Promise<TerrainGround> {
    return this.onTerrain("pool.ground", options, () => ({ kind: "ground", latitude, longitude }));
  }

  generateYear(
    place: GenerationPlace,
    monthly: MonthlyMeans,
    options: GenerationOptions = {},
    call: CallOptions = {},
  ): Promise<GeneratedYear> {
    return this.call("pool.generateYear", call, () => () => ({ kind: "generate", place, monthly, options }));
  }

  selectYear(
    weather: WeatherSeries,
    options: SelectionOptions | ProbableYearOptions = {},
    call: CallOptions = {},
  ): Promise<TypicalYear> {
    return this.call("pool.selectYear", call, () => () => ({ kind: "select", weather: packWeather(weather), options }));
  }

  resolve(system: YieldSystem, call: CallOptions = {}): Promise<YieldSystem> {
    return this.call("pool.resolve", call, () => () => ({ kind: "resolve", system }));
  }

  yieldBody(weather: WeatherSeries, system: YieldSystem, given: YieldBodyOptions = {}): Promise<YieldBody> {
    const owner = "pool.yieldBody";
    return this.call(owner, given, () => {
      const { options = {}, best = false, hours = false, as = "json", encoding = "identity", parts = {} } = given;
      checkEncoding(owner, encoding);
      const asked = { options, best, hours, as, encoding, parts };
      return () => ({ kind: "yield", weather: packWeather(weather), system, ...asked });
    });
  }

  powerBody(weather: WeatherSeries, system: YieldSystem, given: PowerBodyOptions): Promise<YieldBody> {
    const owner = "pool.powerBody";
    return this.call(owner, given, () => {
      const { options, as = "json", encoding = "identity", parts = {} } = given;
      checkEncoding(owner, encoding);
      return () => ({ kind: "power", weather: packWeather(weather), system, options, as, encoding, parts });
    });
  }

  learnBody(file: Uint8Array, given: MeterFileOptions): Promise<LearntBody> {
    const owner = "pool.learnBody";
    return this.call(owner, given, () => {
      const { place, known = {}, reading = {}, encoding = "identity" } = given;
      checkEncoding(owner, encoding);
      return () => ({ kind: "learn", file, place, known, reading, encoding });
    });
  }

  parquet(description: TableDescription, block: TableBlock, call: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const task: EncoderTask = { format: "parquet", description, options: {} };
    return this.call("pool.parquet", call, () => () => ({ kind: "call", of: ENCODE_FILE, data: { task, block } }));
  }

  async ready(): Promise<void> {
    while (this.full && !this.closed) await new Promise<void>((resolve) => this.wakers.push(resolve));
    if (this.closed) throw closedError();
    // Serves the next in line, unless the following call displaces it.
    setImmediate(() => this.wake());
  }

  async warm(): Promise<void> {
    const jobs = Array.from({ length: this.threads }, () => this.workers.submit<null>({ kind: "warm" }));
    await Promise.all(jobs.map(({ result }) => result));
  }

  async close(options: { readonly now?: boolean } = {}): Promise<void> {
    checkObject("pool.close", "options", options);
    const { now = false } = options;
    this.closed = true;
    for (const waker of this.wakers.splice(0)) waker();
    if (!now) await Promise.allSettled([...this.calls]);
    await this.workers.close();
  }

  /** Whether one more call would overflow the queue. */
  private get full(): boolean {
    return this.workers.busy >= this.threads && this.workers.waiting >= this.settings.maxQueue;
  }

  private wake(): void {
    if (!this.full) this.wakers.shift()?.();
  }

  private onTerrain<Result>(owner: string, options: CallOptions, task: () => CallTask): Promise<Result> {
    return this.call(owner, options, () => {
      if (this.settings.terrain !== null) return task;
      throw new TerrainError(`${owner}: the pool has no elevation files (option terrain of createPool)`);
    });
  }

  /** @param check validates the call, whether there is room for it or not, and returns a function that makes its task */
  private call<Result>(owner: string, options: CallOptions, check: () => () => CallTask): Promise<Result> {
    const result = this.attempt<Result>(owner, options, check);
    this.calls.add(result);
    const done = () => this.calls.delete(result);
    result.then(done, done);
    return result;
  }

  private async attempt<Result>(owner: string, options: CallOptions, check: () => () => CallTask): Promise<Result> {
    const { signal, deadline, priority } = checkCall(owner, options, this.settings.deadline);
    const makeTask = check();
    signal?.throwIfAborted();
    if (this.closed) throw closedError();
    const displaced = this.full ? this.displaceable(owner, priority) : undefined;
    const task = makeTask();
    displaced?.cancel(queueFull("the call was displaced by one of higher priority", this.settings));
    const late = () => new BulkError("ERR_DEADLINE", `${owner}: no result within ${deadline} ms`);
    return settled(this.workers.submit<Result>(task, priority), signal, deadline, late).catch((cause) => {
      throw cause?.name === "DataCloneError" ? unpostable(owner, cause, task) : cause;
    });
  }

  /** @throws BulkError if the queue is full of calls that are at least as urgent */
  private displaceable(owner: string, priority: number): Pick<Job<unknown>, "cancel"> {
    const last = this.workers.lastBelow(priority);
    if (!last) throw queueFull(owner, this.settings);
    return last;
  }
}

/** Names the argument that could not be posted to a thread. */
function unpostable(owner: string, cause: Error, { kind: _kind, ...task }: CallTask): Error {
  for (const [name, given] of Object.entries(task)) {
    if (isPostable(given)) continue;
    const parts = Object.entries(given as object).map(([key, value]) => [`${name}.${key}`, value] as const);
    const [culprit, value] = parts.find(([, part]) => !isPostable(part)) ?? [name, given];
    return new TypeError(`${owner}: ${culprit} cannot be sent to a thread, got ${shown(value)}`, { cause });
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

/** The job's result within the deadline, unless the signal aborts first. */
async function settled<Result>(
  job: Job<Result>,
  signal: AbortSignal | undefined,
  deadline: number,
  late: () => Error,
): Promise<Result> {
  const abort = () => job.cancel(signal!.reason);
  signal?.addEventListener("abort", abort, { once: true });
  // A result that arrived while the event loop was busy takes precedence.
  const alarm = timer(() => setImmediate(() => job.cancel(late())), deadline);
  try {
    return await job.result;
  } catch (thrown) {
    throw thrown instanceof ComputationError ? thrown.cause : thrown;
  } finally {
    signal?.removeEventListener("abort", abort);
    clearTimeout(alarm);
  }
}

function queueFull(what: string, { maxQueue }: PoolSettings): BulkError {
  return new BulkError("ERR_QUEUE_FULL", `${what}: ${maxQueue} calls are already waiting (option maxQueue)`);
}

function closedError(): BulkError {
  return new BulkError("ERR_POOL_CLOSED", "the pool was closed");
}
