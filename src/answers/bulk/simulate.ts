/** The same computation at any number of sites, on all cores; its results one by one, or in one block of shared memory. */
import { type NdArray, viewOf } from "../../foundation/arrays/types.js";
import { nextPeriod } from "../../foundation/time/periods.js";
import { intervalStarts, resultShape } from "./results/columns.js";
import { Run } from "./run/run.js";
import { checkOptions, numberOf, type RunOptions } from "./sites/options.js";
import type {
  Aggregate,
  AggregatePeriod,
  Cube,
  Precision,
  ResultColumn,
  Simulation,
  SimulationOptions,
  SiteFailure,
  SiteResult,
  SiteSuccess,
} from "./types.js";

/** Initial number of sites if it is not known; it doubles. */
const FIRST_SITES = 64;

/**
 * Runs a simulation to its end into a cube. Sites that failed are NaN throughout.
 * @param sites their number, if known
 * @throws the errors of the run; RangeError if sites differ in start, interval or number of rows, unless they are
 *   periods of aggregates, which are aligned
 */
async function toCube(simulation: Simulation, sites: number | undefined): Promise<Cube> {
  const block = new Block(simulation, sites ?? FIRST_SITES);
  const ids: string[] = [];
  const failures: SiteFailure[] = [];
  for await (const result of simulation) {
    if (result.ok) block.put(ids.length, result);
    else failures.push(result);
    ids.push(result.id);
  }
  return { ids, failures, columns: simulation.columns, ...block.take(ids.length) };
}

class Block {
  private readonly simulation: Simulation;
  private readonly width: number;
  private sites: number;
  private time: Float64Array | null = null;
  private interval = 0;
  private data: Float32Array | Float64Array;

  constructor(simulation: Simulation, sites: number) {
    this.simulation = simulation;
    this.width = simulation.columns.length;
    this.sites = sites;
    this.data = this.allocate(0);
  }

  put(site: number, result: SiteSuccess): void {
    const { period } = this.simulation.aggregate ?? {};
    const rows = result.periods ? result.periods.start : intervalStarts(result);
    if (this.time === null || (period && !(rows[0]! >= this.time[0]! && rows.at(-1)! <= this.time.at(-1)!))) {
      this.resize(this.sites, period ? spanned(this.time, rows, period) : rows);
      this.interval = result.interval;
    } else if (!period && !(this.interval === result.interval && same(this.time, rows))) {
      throw new RangeError(
        `cube: all sites must have the same intervals: site ${result.id} has ${rows.length} of ${result.interval} s ` +
          `from ${rows[0]}, the first ${this.time.length} of ${this.interval} s from ${this.time[0]} (Unix ms)`,
      );
    }
    if (site >= this.sites) this.resize(Math.max(2 * this.sites, site + 1), this.time!);
    const first = this.time!.indexOf(rows[0]!);
    this.simulation.columns.forEach(({ name }, k) => {
      this.data.set(result.columns[name]!, (site * this.width + k) * this.time!.length + first);
    });
  }

  /** The cube of this many sites. */
  take(sites: number): { values: NdArray; time: Float64Array } {
    const time = this.time ?? new Float64Array(0);
    if (sites > this.sites) this.resize(sites, time);
    return { values: viewOf(this.data, [sites, this.width, time.length]), time };
  }

  private allocate(rows: number): Float32Array | Float64Array {
    const length = this.sites * this.width * rows;
    const data =
      this.simulation.precision === "float32"
        ? new Float32Array(new SharedArrayBuffer(4 * length))
        : new Float64Array(new SharedArrayBuffer(8 * length));
    return data.fill(Number.NaN);
  }

  /** Makes room for more sites, or for rows before and after the present ones. */
  private resize(sites: number, time: Float64Array): void {
    const { data, time: before } = this;
    const series = before ? data.length / Math.max(before.length, 1) : 0;
    this.sites = sites;
    this.time = time;
    this.data = this.allocate(time.length);
    if (!before) return;
    const first = time.indexOf(before[0]!);
    for (let k = 0; k < series; k++)
      this.data.set(data.subarray(k * before.length, (k + 1) * before.length), k * time.length + first);
  }
}

function same(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a[0] === b[0];
}

/** All periods from the earliest to the latest of both. */
function spanned(time: Float64Array | null, rows: Float64Array, period: AggregatePeriod): Float64Array {
  const last = Math.max(rows.at(-1)!, time?.at(-1) ?? rows.at(-1)!);
  const all: number[] = [];
  for (let at = Math.min(rows[0]!, time?.[0] ?? rows[0]!); at <= last; at = nextPeriod(at, period)) all.push(at);
  return Float64Array.from(all);
}

/**
 * Computes observations at many sites in worker threads: the same bits as `computeColumns` at each site, in the order of
 * the sites, in memory that does not grow with their number.
 *
 * A site that cannot be computed is a result with `ok: false`, and the others continue. A thread that crashes, runs out of
 * memory or exceeds the deadline is replaced, and its current site is tried once more.
 *
 * ```ts
 * for await (const site of simulate({ sites, weather, parameters: "pv_production", aggregate: "monthly" })) …
 * ```
 *
 * @returns an iterable that can be used once; iterating throws the reason of `signal`, errors of the iterable of sites, or the
 * error of a module that all sites need
 * @throws TypeError, RangeError, RequestError, WeatherError, GpuError for options that concern all sites
 */
export function simulate(options: SimulationOptions): Simulation {
  return new BulkSimulation(checkOptions(options));
}

class BulkSimulation implements Simulation {
  readonly columns: readonly ResultColumn[];
  readonly aggregate: Required<Aggregate> | null;
  readonly isOfYields: boolean;
  readonly precision: Precision;
  readonly threads: number;
  private readonly options: RunOptions;
  private run: Run | null = null;
  private closed = false;

  constructor(options: RunOptions) {
    const { columns, aggregate, isOfYields } = resultShape(options.spec);
    this.options = options;
    this.columns = columns;
    this.aggregate = aggregate;
    this.isOfYields = isOfYields;
    this.precision = options.spec.precision;
    this.threads = options.threads;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SiteResult, void, undefined> {
    if (this.run) throw new TypeError("a simulation can be iterated only once: call simulate again");
    if (this.closed) throw new TypeError("the simulation was closed");
    this.options.signal?.throwIfAborted();
    this.run = new Run(this.options);
    yield* this.run.results();
  }

  async cube(): Promise<Cube> {
    if (this.isOfYields) throw new TypeError("cube: rows of yields have no times: iterate the simulation");
    return toCube(this, numberOf(this.options.sites));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.run?.close();
  }
}
