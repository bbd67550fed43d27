/** A few neighbouring sites sent through a thread together, with retries of those that crash it. */
import { BulkError, fromWire } from "../errors.js";
import type { RunSpec, SitesReply, TaskOf, WireFailure, WireSite, WireSuccess } from "../messages/messages.js";
import { timer } from "../messages/progress.js";
import { siteArrays } from "../results/layout.js";
import { isModuleExport } from "../sites/checks.js";
import { plainSite } from "../sites/site.js";
import { fail, type Pending } from "../sites/site-reader.js";
import { packWeather } from "../sites/weather.js";
import { ComputationError, type Job, type WorkerThreads } from "../threads/thread-pool.js";
import type { SiteSuccess } from "../types.js";

/** Number of times that a site may crash a thread. */
const MOST_DEATHS = 2;
/** Ms between two looks at a thread, at least. */
const SHORTEST_WATCH = 5;

/** State shared by the batches of one run. */
export interface BatchRunner {
  readonly workers: WorkerThreads;
  readonly spec: RunSpec;
  /** Ms per site. */
  readonly deadline: number;
  /** Memory of earlier results that are no longer used. */
  readonly free: SharedArrayBuffer[];
  /** Whether results may stay in the memory that threads reuse. */
  readonly reuse: boolean;
  /** Called with every reply. */
  adaptBatchSize(sites: number, reply: SitesReply): void;
  /** Called when a thread died before it began. @throws if that happens too often to continue */
  recordFailedStart(cause: BulkError): void;
}

/**
 * Gives every site its result.
 * @returns the buffers that hold the results, to be reused once the results are no longer used
 * @throws errors that concern all sites: a failing module of the run, closed threads
 */
export async function runBatch(runner: BatchRunner, sites: readonly Pending[]): Promise<SharedArrayBuffer[]> {
  const open = sites.filter(({ result }) => result === null);
  const wire: WireSite[] = [];
  const sent: Pending[] = [];
  for (const pending of open) {
    try {
      wire.push(wireSite(runner.spec, pending));
      sent.push(pending);
    } catch (thrown) {
      fail(pending, thrown, 1);
    }
  }
  if (sent.length === 0) return [];
  const task: TaskOf<"sites"> = { kind: "sites", spec: runner.spec, sites: wire, buffer: runner.free.pop() };
  const job = runner.workers.submit<SitesReply>(task);
  const watch = new Watch(job, runner.deadline);
  try {
    const reply = await job.result;
    runner.adaptBatchSize(sent.length, reply);
    const buffer = runner.reuse ? reply.buffer : ownCopy(reply);
    sent.forEach((pending, k) => {
      settle(runner.spec, pending, reply.outcomes[k]!, buffer);
    });
    if (runner.reuse) return [reply.buffer];
    runner.free.push(reply.buffer);
    return [];
  } catch (thrown) {
    return await retry(runner, sent, thrown, job.lastItem());
  } finally {
    watch.stop();
  }
}

/** The current site is tried once more by itself; the others are not to blame and continue. */
async function retry(
  runner: BatchRunner,
  sites: readonly Pending[],
  thrown: unknown,
  item: number | null,
): Promise<SharedArrayBuffer[]> {
  if (!isDeath(thrown)) {
    if (isPosting(thrown)) return unposted(runner, sites, thrown);
    throw thrown instanceof ComputationError ? thrown.cause : thrown;
  }
  if (item === null) runner.recordFailedStart(thrown);
  // No site was current: each is tried by itself, and only a site alone in its batch is to blame.
  if (item === null && sites.length > 1) return oneByOne(runner, sites);
  const suspect = sites[item ?? 0]!;
  suspect.deaths += 1;
  if (suspect.deaths >= MOST_DEATHS) fail(suspect, thrown, suspect.deaths);
  const others = sites.filter((pending) => pending !== suspect);
  const buffers = await Promise.all([runBatch(runner, [suspect]), runBatch(runner, others)]);
  return buffers.flat();
}

/** To find a site that cannot be posted, each is posted by itself. */
async function unposted(runner: BatchRunner, sites: readonly Pending[], thrown: unknown): Promise<SharedArrayBuffer[]> {
  if (sites.length > 1) return oneByOne(runner, sites);
  fail(sites[0]!, (thrown as ComputationError).cause, 1);
  return [];
}

async function oneByOne(runner: BatchRunner, sites: readonly Pending[]): Promise<SharedArrayBuffer[]> {
  return (await Promise.all(sites.map((pending) => runBatch(runner, [pending])))).flat();
}

function isDeath(thrown: unknown): thrown is BulkError {
  return thrown instanceof BulkError && thrown.code !== "ERR_POOL_CLOSED";
}

function isPosting(thrown: unknown): boolean {
  return thrown instanceof ComputationError && thrown.cause.name === "DataCloneError";
}

function wireSite(spec: RunSpec, { index, site, weather }: Pending): WireSite {
  const source = weather ?? spec.weather;
  if (source === undefined && spec.yields === null)
    throw new TypeError("the site has no weather: set the option weather or site.weather");
  const loaded = weather === undefined || isModuleExport(weather) ? weather : packWeather(weather);
  if (!isModuleExport(source)) return { index, site: plainSite(site), weather: loaded };
  const { weather: _own, ...rest } = site;
  return { index, site: rest as WireSite["site"], weather: loaded };
}

function ownCopy({ buffer, bytes }: SitesReply): ArrayBuffer {
  const own = new ArrayBuffer(bytes);
  new Uint8Array(own).set(new Uint8Array(buffer, 0, bytes));
  return own;
}

function settle(spec: RunSpec, pending: Pending, outcome: WireSuccess | WireFailure, buffer: ArrayBufferLike): void {
  if (outcome.ok) pending.result = success(spec, pending, outcome, buffer);
  else fail(pending, fromWire(outcome.error), pending.deaths + 1);
}

function success(
  spec: RunSpec,
  { index, id, told }: Pending,
  outcome: WireSuccess,
  buffer: ArrayBufferLike,
): SiteSuccess {
  const { offset, ...rest } = outcome;
  const { columns, periods } = siteArrays(spec, buffer, offset, rest.count);
  const named = Object.fromEntries(spec.names.map((name, k) => [name, columns[k]!]));
  return { ...rest, index, id, columns: named, periods, told: [...told, ...rest.told] };
}

/** Ends a thread that exceeds the deadline at one site. */
class Watch {
  private readonly job: Job<unknown>;
  private readonly deadline: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(job: Job<unknown>, deadline: number) {
    this.job = job;
    this.deadline = deadline;
    if (deadline < Number.POSITIVE_INFINITY) this.look();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private look(): void {
    const elapsed = this.job.progress()?.elapsed ?? 0;
    if (elapsed >= this.deadline) {
      this.job.cancel(new BulkError("ERR_DEADLINE", `the site was not computed within ${this.deadline} ms`));
    } else {
      this.timer = timer(() => this.look(), Math.max(this.deadline - elapsed, SHORTEST_WATCH));
    }
  }
}
