/** The same computation at any number of sites, on all cores. */
import { resultShape } from "./results/columns.js";
import { toCube } from "./results/cube.js";
import { Run } from "./run/run.js";
import { checkOptions, numberOf, type RunOptions } from "./sites/options.js";
import type { Aggregate, Cube, Precision, ResultColumn, Simulation, SimulationOptions, SiteResult } from "./types.js";

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
