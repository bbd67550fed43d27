/** Memory that is reused from call to call, so that a warm call allocates next to nothing. */
import { VALUE_NAMES, type ValueName } from "../observation/parameters.js";
import { INTERVALS, reserveRows, STEPS } from "./block-columns.js";
import { noLitRows, type Steps } from "./grids.js";
import { HorizonMemory, type HorizonViews } from "./horizon-views.js";
import type { LightWindows } from "./light-windows.js";

const NONE = new Float64Array(0);

/**
 * Sets of equally long columns in one buffer. A stride of whole pages plus one cache line per column keeps columns from
 * falling on the same cache sets: page-aligned columns cost five times as much to write (measured, docs/performance.md).
 *
 * `columns` is an object with all its fields declared: one that grows by computed names turns into a hash table, and
 * every `columns.up[i]` in a loop into a look-up (measured: the whole chain took twice the time).
 */
export class ColumnSet<Columns extends { [name in keyof Columns]: Float64Array }> {
  readonly columns: Columns;
  private readonly shared: boolean;
  private capacity = 0;

  constructor(columns: Columns, shared = false) {
    this.columns = columns;
    this.shared = shared;
  }

  /** Makes room for at least n rows. Grows by at least a half, never shrinks; contents are lost on growth. */
  reserve(n: number): void {
    if (n <= this.capacity) return;
    const names = Object.keys(this.columns) as (keyof Columns)[];
    const rows = Math.max(n, Math.ceil(this.capacity * 1.5));
    const stride = Math.ceil((8 * rows) / 4096) * 4096 + 64;
    const buffer = this.shared ? new SharedArrayBuffer(names.length * stride) : new ArrayBuffer(names.length * stride);
    const columns: { [name in keyof Columns]: Float64Array } = this.columns;
    names.forEach((name, k) => {
      columns[name] = new Float64Array(buffer, k * stride, rows);
    });
    this.capacity = rows;
  }
}

/** Sub-steps per block: their columns stay in the cache. */
export const DEFAULT_BLOCK_SIZE = 2048;

export interface WorkspaceOptions {
  /** Put the output columns on a SharedArrayBuffer, so that other threads can read them. Default false. */
  shared?: boolean;
  /** Sub-steps per block, about. Results do not depend on it. Default 2048. */
  blockSize?: number;
}

/**
 * Reusable memory for `computeColumns`. It grows, never shrinks, and must not be re-entered.
 * Columns computed into it are views, valid until its next use.
 */
export class Workspace {
  readonly blockSize: number;
  /** Counts uses; columns of an earlier generation are stale. */
  generation = 0;
  readonly intervals = { columns: INTERVALS };
  readonly steps = { columns: STEPS };
  readonly placed: Steps = { count: 0, paired: false, weatherStart: new Int32Array(0), outputStart: new Int32Array(0) };
  readonly windows: LightWindows = { count: 0, begin: NONE, end: NONE };
  /** Weather and output intervals of the block with sub-steps. */
  readonly litWeather = noLitRows();
  readonly lit = noLitRows();
  /** Output intervals of the block with too little weather. */
  readonly uncovered = { count: 0, rows: new Int32Array(0) };
  /**
   * The objects that ran last. When V8 collects garbage and finds none of a shape alive, it throws away the machine code
   * that knows the shape, and the next year takes three times as long (measured).
   */
  running: unknown = null;
  private readonly horizonMemory = new HorizonMemory();
  /** The first rows of the results, as many as asked for last. */
  private readonly views: { [name in ValueName]: Float64Array };
  private readonly results: ColumnSet<{ [name in ValueName]: Float64Array }>;

  constructor({ shared = false, blockSize = DEFAULT_BLOCK_SIZE }: WorkspaceOptions = {}) {
    if (!Number.isInteger(blockSize) || blockSize < 1) {
      throw new RangeError(`blockSize must be a whole number of 1 or more, got ${blockSize}`);
    }
    this.blockSize = blockSize;
    const none = Object.fromEntries(VALUE_NAMES.map((name) => [name, NONE]));
    this.views = { ...none } as { [name in ValueName]: Float64Array };
    this.results = new ColumnSet(none as { [name in ValueName]: Float64Array }, shared);
  }

  reserveBlock(intervals: number, steps: number, outputs: number): void {
    reserveRows(INTERVALS, intervals);
    reserveRows(STEPS, steps);
    if (this.placed.weatherStart.length < intervals + 1) this.placed.weatherStart = new Int32Array(intervals + 1);
    if (this.placed.outputStart.length < outputs + 1) {
      this.placed.outputStart = new Int32Array(outputs + 1);
      this.uncovered.rows = new Int32Array(outputs);
    }
  }

  /** Output columns of n rows each: views on this workspace's memory. */
  outputColumns(n: number): { readonly [name in ValueName]: Float64Array } {
    this.results.reserve(n);
    const { columns } = this.results;
    if (this.views.surface_tilt.length !== n || this.views.surface_tilt.buffer !== columns.surface_tilt.buffer) {
      for (const name of VALUE_NAMES) this.views[name] = columns[name].subarray(0, n);
    }
    return this.views;
  }

  horizonViews(...of: Parameters<HorizonMemory["of"]>): HorizonViews {
    return this.horizonMemory.of(...of);
  }
}

/** Memory to be reused by many calls of `computeColumns`; see {@link Workspace}. */
export function createWorkspace(options?: WorkspaceOptions): Workspace {
  return new Workspace(options);
}
