/** Memory that is reused from call to call, so that a warm call allocates almost nothing. */

import { VALUE_NAMES, type ValueName } from "../../data/contract/observation/parameters.js";
import { type Horizon, horizonOf } from "../../physics/models/shading/horizon-line.js";
import { type FixedPlane, prepareSkyViews, type SkyView } from "../../physics/models/shading/sky-view.js";
import type { TrackerSkyView } from "../../physics/models/shading/tracker-sky-view.js";
import type { Tracker } from "../../physics/models/tracking/tracker.js";
import { noWindows, type SunHeights } from "../grid/daylight-windows.js";
import { DEFAULT_BLOCK_SIZE } from "../grid/lattice.js";
import { noLitRows } from "../grid/lit-rows.js";
import type { Steps } from "../grid/sub-steps.js";
import { INTERVALS, reserveRows, STEPS } from "./columns.js";

/** A fixed plane, the pipeline's own tracker, or another. */
export type Plane = FixedPlane | "horizontal-axis" | Tracker;

export interface HorizonViews {
  readonly line: Horizon;
  /** Shares of the sky above the line, as seen by a horizontal plane and by the plane of the request. */
  readonly horizontal: SkyView;
  readonly plane: SkyView | TrackerSkyView;
}

const LEVEL: FixedPlane = { surfaceTilt: 0, surfaceAzimuth: 0 };

/** The views of the last line and plane: preparing them costs as much as days of a computation. */
export class HorizonMemory {
  private line = new Float64Array(0);
  private plane = "";
  private views: HorizonViews | null = null;

  of(line: ArrayLike<number>, plane: Plane, maxRotation: number): HorizonViews {
    const name = JSON.stringify(isTracker(plane) ? plane.options : plane);
    if (this.views && this.plane === name && sameLine(this.line, line)) return this.views;
    const horizon = horizonOf(line);
    const [horizontal, tilted] = skyViews(horizon, plane, maxRotation);
    this.line = Float64Array.from(line);
    this.plane = name;
    this.views = { line: horizon, horizontal, plane: tilted };
    return this.views;
  }
}

function skyViews(line: Horizon, plane: Plane, maxRotation: number): [SkyView, SkyView | TrackerSkyView] {
  if (isTracker(plane)) return [prepareSkyViews(line, [LEVEL], maxRotation)[0]!, plane.skyView(line)];
  return prepareSkyViews(line, [LEVEL, plane], maxRotation) as [SkyView, SkyView];
}

export function isTracker(plane: Plane): plane is Tracker {
  return typeof plane === "object" && "turn" in plane;
}

function sameLine(known: Float64Array, line: ArrayLike<number>): boolean {
  return line.length === known.length && known.every((value, azimuth) => value === line[azimuth]);
}

const NONE = new Float64Array(0);

export interface WorkspaceOptions {
  /** Put the output columns on a SharedArrayBuffer, so that other threads can read them. Default false. */
  shared?: boolean | undefined;
  /** Approximate number of sub-steps per block. Results do not depend on it. Default 2048. */
  blockSize?: number | undefined;
}

/**
 * Reusable memory for `computeColumns`. It grows, never shrinks, and must not be re-entered.
 * Columns computed into it are views, valid until its next use.
 */
export class Workspace {
  readonly blockSize: number;
  /** Counts uses; columns of an earlier generation are stale. */
  generation = 0;
  readonly placed: Steps = {
    count: 0,
    whole: false,
    weatherStart: new Int32Array(0),
    outputStart: new Int32Array(0),
  };
  readonly windows = noWindows();
  /** Those with the sun above the heights at which sub-steps get closer together or farther apart. */
  readonly heights: SunHeights = { dawn: noWindows(), day: noWindows(), high: noWindows() };
  /** Weather and output intervals of the block with sub-steps. */
  readonly litWeather = noLitRows();
  readonly lit = noLitRows();
  /** How the three given components close, counted over the run; null where they are not compared. */
  closure: Uint32Array | null = null;
  /** Output intervals of the block with too little weather. */
  readonly uncovered = { count: 0, rows: new Int32Array(0) };
  /**
   * The objects of the last run. If V8 collects garbage and finds no object of a shape alive, it discards the machine code for
   * that shape, and the next year takes three times as long (measured).
   */
  running: unknown = null;
  private readonly horizonMemory = new HorizonMemory();
  /** The first rows of the results, as many as last requested. */
  private readonly views = noValues();
  private readonly results = noValues();
  private readonly shared: boolean;

  constructor({ shared = false, blockSize = DEFAULT_BLOCK_SIZE }: WorkspaceOptions = {}) {
    if (!Number.isInteger(blockSize) || blockSize < 1) {
      throw new RangeError(`blockSize must be a whole number of 1 or more, got ${blockSize}`);
    }
    this.blockSize = blockSize;
    this.shared = shared;
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
    const { views, results, shared } = this;
    reserveRows(results, n, shared);
    if (views.surface_tilt.length !== n || views.surface_tilt.buffer !== results.surface_tilt.buffer) {
      for (const name of VALUE_NAMES) views[name] = results[name].subarray(0, n);
    }
    return views;
  }

  horizonViews(...of: Parameters<HorizonMemory["of"]>): HorizonViews {
    return this.horizonMemory.of(...of);
  }
}

function noValues(): { [name in ValueName]: Float64Array } {
  return Object.fromEntries(VALUE_NAMES.map((name) => [name, NONE])) as { [name in ValueName]: Float64Array };
}

/**
 * Memory to be reused by many calls of `computeColumns`; see {@link Workspace}.
 *
 * @example
 * ```js
 * import { computeColumns, createWorkspace } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const [weather, workspace] = [await loadSample(), createWorkspace()];
 * const north = computeColumns({ lat: 37, lon: -79.95, frequency: "1_hour" }, weather, {}, workspace);
 * console.log(north.count); // 8760
 * // Its arrays are those of the workspace: the next computation writes them anew.
 * computeColumns({ lat: 36, lon: -79.95, frequency: "1_hour" }, weather, {}, workspace);
 * ```
 */
export function createWorkspace(options?: WorkspaceOptions): Workspace {
  return new Workspace(options);
}
