/** Memory that is reused from call to call, so that a warm call allocates next to nothing. */
import { VALUE_NAMES, type ValueName } from "../observation/parameters.js";

/**
 * Sets of equally long columns in one buffer. A stride of whole pages plus one cache line per column keeps columns from
 * falling on the same cache sets: page-aligned columns cost five times as much to write (measured, docs/performance.md).
 */
export class ColumnSet<Name extends string> {
  readonly columns = {} as { [name in Name]: Float64Array };
  private readonly names: readonly Name[];
  private readonly shared: boolean;
  private capacity = -1;

  constructor(names: readonly Name[], shared = false) {
    this.names = names;
    this.shared = shared;
    this.reserve(0);
  }

  /** Makes room for at least n rows. Grows by at least a half, never shrinks; contents are lost on growth. */
  reserve(n: number): void {
    if (n <= this.capacity) return;
    const rows = Math.max(n, Math.ceil(this.capacity * 1.5));
    const stride = Math.ceil((8 * rows) / 4096) * 4096 + 64;
    const bytes = this.names.length * stride;
    const buffer = this.shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    this.names.forEach((name, k) => {
      this.columns[name] = new Float64Array(buffer, k * stride, rows);
    });
    this.capacity = rows;
  }
}

/** Columns of the weather grid that the engine works on, one row per weather interval of the block. */
export const INTERVAL_COLUMNS = [
  "time",
  "ghi",
  "dni",
  "directHorizontal",
  "dhi",
  "kt",
  "extraterrestrialHorizontal",
  "extraterrestrialNormal",
  "apparentZenith",
  "zenith",
  "sunlitFraction",
  "relativeAirmass",
  "clearGhi",
  "clearDirectHorizontal",
  "clearDhi",
  "normalToHorizontal",
  "beamWeight",
  "beamCap",
  "diffuseWeight",
  "largestCosZenith",
  "pressure",
  "temperature",
  "dewPoint",
  "precipitableWater",
  "windSpeed",
  "snowDepth",
  "albedo",
  "linkeTurbidity",
  "aerosolOpticalDepth",
  "relativeHumidity",
  "diffuseFraction",
  "beamIndex",
  "diffuseIndex",
  "scratch",
] as const;
export type IntervalColumn = (typeof INTERVAL_COLUMNS)[number];

/** Columns of the compute grid, one row per sub-step of the block. */
export const STEP_COLUMNS = [
  "time",
  "weight",
  "east",
  "north",
  "up",
  "trueUp",
  "distance",
  "extraterrestrialNormal",
  "elevation",
  "zenith",
  "azimuth",
  "relativeAirmass",
  "pressure",
  "linkeTurbidity",
  "aerosolOpticalDepth",
  "precipitableWater",
  "clearGhi",
  "clearDni",
  "clearDhi",
  "beamWeight",
  "beamCap",
  "diffuseWeight",
  "directHorizontal",
  "dhi",
  "ghi",
  "dni",
  "temperature",
  "windSpeed",
  "snowDepth",
  "albedo",
  "rotation",
  "cosTilt",
  "cosIncidence",
  "circumsolar",
  "isotropic",
  "horizonBand",
  "line",
  "visible",
  "visibleAboveLine",
  "skyView",
  "bandView",
  "dniShaded",
  "directHorizontalShaded",
  "dhiShaded",
  "ghiShaded",
  "directTilted",
  "diffuseTilted",
  "directTiltedShaded",
  "diffuseTiltedShaded",
  "globalTilted",
  "globalTiltedShaded",
  "pv",
  "pvShaded",
  "zero",
  "one",
] as const;
export type StepColumn = (typeof STEP_COLUMNS)[number];

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
  readonly intervals = new ColumnSet<IntervalColumn>(INTERVAL_COLUMNS);
  readonly steps = new ColumnSet<StepColumn>(STEP_COLUMNS);
  readonly placed = { count: 0, weatherStart: new Int32Array(0), outputStart: new Int32Array(0) };
  private readonly outputs: ColumnSet<string>;

  constructor({ shared = false, blockSize = 2048 }: WorkspaceOptions = {}) {
    if (!Number.isInteger(blockSize) || blockSize < 1) {
      throw new RangeError(`blockSize must be a whole number of 1 or more, got ${blockSize}`);
    }
    this.blockSize = blockSize;
    this.outputs = new ColumnSet<string>(VALUE_NAMES, shared);
  }

  reserveBlock(intervals: number, steps: number, outputs: number): void {
    this.intervals.reserve(intervals);
    this.steps.reserve(steps);
    if (this.placed.weatherStart.length < intervals + 1) this.placed.weatherStart = new Int32Array(intervals + 1);
    if (this.placed.outputStart.length < outputs + 1) this.placed.outputStart = new Int32Array(outputs + 1);
  }

  /** Output columns of n rows each: views on this workspace's memory. */
  outputColumns(n: number): (name: ValueName) => Float64Array {
    this.outputs.reserve(n);
    return (name) => (this.outputs.columns[name] as Float64Array).subarray(0, n);
  }
}

/** Memory to be reused by many calls of `computeColumns`; see {@link Workspace}. */
export function createWorkspace(options?: WorkspaceOptions): Workspace {
  return new Workspace(options);
}
