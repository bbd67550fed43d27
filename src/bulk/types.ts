/** Bulk runs: what goes in (sites, weather, options) and what comes out (a result per site). Types only. */
import type { NdArray } from "../arrays/types.js";
import type { ValueName } from "../contract/observation/parameters.js";
import type { Notice, ObservationQuery } from "../contract/observation/types.js";
import type { DiagnosticName, ObservationContext } from "../engine/plan/context.js";
import type { Accelerator } from "../gpu/types.js";
import type { CoverageNrelOptions } from "../models/snow/coverage-nrel.js";
import type { GriddedWeather } from "../weather/gridded.js";
import type { WeatherSeries } from "../weather/series.js";

/** A model as it can cross threads: its name, or its name with options. */
export type NamedModel = string | { readonly model: string; readonly options: object };

/** A function in a module, imported by the worker that calls it. */
export interface ModuleExport {
  /** File path or `file:` URL. A relative path is resolved against the working directory. */
  readonly module: string;
  /** Name of the export. Default "default". */
  readonly export?: string;
}

/**
 * `ObservationContext` as it can cross threads: models by name, snow by its options. A `registry` of own models is a module
 * whose export is an object of models; `allModels` is always there.
 */
export interface BulkContext extends Omit<ObservationContext, "models" | "registry" | "snow"> {
  models?: { [family in "clearSky" | "decomposition" | "transposition" | "pv"]?: NamedModel };
  registry?: ModuleExport;
  /** Options of `moduleSnow`. */
  snow?: { numStrings: number } & CoverageNrelOptions;
}

/**
 * A function `(site, index) => WeatherSeries`, possibly async. `signal` aborts with the run and at the site's deadline; in a
 * worker it never does, since the thread is ended.
 */
export type WeatherFunction = (
  site: BulkSite,
  index: number,
  options: { readonly signal: AbortSignal },
) => WeatherSeries | Promise<WeatherSeries>;

/**
 * One series for all sites, arrays [site, time] with a row for each of them, a function of the main thread, or one that every
 * worker imports.
 */
export type WeatherSource = WeatherSeries | GriddedWeather | WeatherFunction | ModuleExport;

/**
 * A site: its place, and what is different there from the run's query and context. Keys that are not listed are ignored,
 * but a weather function sees them.
 */
export interface BulkSite {
  /** How results name it. Default: its index in the run, as text. */
  readonly id?: string | number | undefined;
  /** Degrees. */
  readonly lat: number | string;
  /** Degrees. */
  readonly lon: number | string;
  /** Degrees. */
  readonly surface_tilt?: number | string | undefined;
  /** Degrees, 0 = north, clockwise. */
  readonly surface_azimuth?: number | string | undefined;
  readonly tracking_mode?: string | undefined;
  /** "flat", "auto" or as in a query; an array of 360 elevations in degrees need not be whole numbers. */
  readonly horizon?: string | ArrayLike<number> | undefined;
  /** A period of its own, as in a query. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** Metres. */
  readonly altitude?: number | undefined;
  /** Standard-time offset from UTC in hours. */
  readonly timeZone?: number | undefined;
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
  readonly albedo?: number | undefined;
  /** Families that are not given here stay as in the run's context. */
  readonly models?: BulkContext["models"] | undefined;
  /** This site's own weather; it wins over the run's. */
  readonly weather?: WeatherSeries | ModuleExport | undefined;
  readonly [other: string]: unknown;
}

/** What a run may hold of the threads, the memory and the time. */
export interface ThreadOptions {
  /** Worker threads, 1…1024. Default: `os.availableParallelism()`. */
  readonly threads?: number | undefined;
  /** Heap of a worker in MiB, typed arrays not counted. Default: Node's own limit. */
  readonly memoryLimit?: number | undefined;
}

export type AggregatePeriod = "hourly" | "daily" | "monthly" | "annual";

/** Rows per period of local standard time in place of rows per interval. */
export interface Aggregate {
  readonly period: AggregatePeriod;
  /**
   * "sum" (default): irradiance in Wh/m² and power in Wh/kWp, everything else as its mean. "mean": all as means, in the
   * parameter's own unit.
   */
  readonly statistic?: "sum" | "mean" | undefined;
}

export type Precision = "float32" | "float64";

export interface SimulationOptions extends ThreadOptions {
  /** Any iterable of sites, a generator of millions too: it is read a bounded distance ahead. */
  readonly sites: Iterable<BulkSite> | AsyncIterable<BulkSite>;
  /**
   * Not needed where every site has its own. A series or array must not be changed during the run. Arrays must have as many
   * sites as there are; a site with weather of its own leaves its row unread.
   */
  readonly weather?: WeatherSource | undefined;
  /** As in a query: "all", a comma-separated list or an array. Default: as in a query. */
  readonly parameters?: string | readonly string[] | undefined;
  readonly frequency?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** What else the queries of all sites have in common (surface, tracker, horizon). */
  readonly query?: Omit<ObservationQuery, "lat" | "lon"> | undefined;
  readonly context?: BulkContext | undefined;
  readonly aggregate?: AggregatePeriod | Aggregate | undefined;
  /** Of the result columns. The computation is in float64 always. Default "float64". */
  readonly precision?: Precision | undefined;
  /** Surface angles as columns too (`surface_azimuth`, `surface_tilt`; degrees). Not with `aggregate`. Default false. */
  readonly surface?: boolean | undefined;
  /**
   * Computes in place of the threads: what `openAccelerator` of "irradiance-engine/gpu" gives; the caller closes it. The run
   * then has four equal sub-steps (or `context.subSteps`, up to 16) and `spread: "step"`, wherever a site is computed. What
   * the accelerator cannot have is refused (GpuError) where it concerns all sites; single sites go to the threads, with a
   * notice. Its results have no `counts`.
   */
  readonly accelerator?: Accelerator | undefined;
  /** Index of the first site to be computed: earlier ones are read over. Default 0. */
  readonly from?: number | undefined;
  /** True for a site that is done already: it is neither computed nor yielded. */
  readonly done?: ((index: number, site: BulkSite) => boolean) | undefined;
  /** Ends the run within a second; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of one site in a thread, and of its weather function here, in ms. Default 60,000; `Infinity` = none. */
  readonly deadline?: number | undefined;
  /**
   * Result columns are views that are valid until the next result is asked for, and their memory is used again. Default
   * false: every result is the caller's for ever. Columns of neighbouring sites may share a buffer either way.
   */
  readonly reuse?: boolean | undefined;
}

export type ColumnName = ValueName | DiagnosticName;

/** A column of the results: the same for every site of a run. */
export interface ResultColumn {
  readonly name: ColumnName;
  /** As in the catalogue ("W/m**2"); with sums "Wh/m**2" and "Wh/kWp"; diagnostics "deg", "1" or "W/m**2". */
  readonly unit: string;
  readonly description: string;
  /** What a value is over its interval or period. */
  readonly statistic: "mean" | "sum";
}

/** The rows of an aggregated result. */
export interface PeriodRows {
  /** Beginning of each period in local standard time, written as Unix ms as if it were UTC (2024-03 → Date.UTC(2024, 2)). */
  readonly start: Float64Array;
  /** Hours of the run in the period: less than its length where the run begins or ends within it. */
  readonly hours: Float64Array;
  /** Share of the intervals in which a column has no value, 0…1; columns without any value in the whole run left out. */
  readonly missing: Float64Array;
}

export interface SiteSuccess {
  readonly ok: true;
  /** Position of the site in `sites`, from 0. */
  readonly index: number;
  readonly id: string;
  readonly lat: number;
  readonly lon: number;
  /** Metres, hours: as the computation used them. */
  readonly altitude: number;
  readonly timeZone: number;
  /** Unix ms of the first interval's start. */
  readonly start: number;
  /** Seconds of an interval (of those that were aggregated, with `aggregate`). */
  readonly interval: number;
  /** Rows: intervals, or periods with `aggregate`. */
  readonly count: number;
  /** In the order of `Simulation.columns`; NaN = missing. */
  readonly columns: { readonly [name in ColumnName]?: Float32Array | Float64Array };
  /** With `aggregate` only. */
  readonly periods: PeriodRows | null;
  readonly notices: readonly Notice[];
  readonly counts: { readonly [name: string]: number };
}

export interface SiteFailure {
  readonly ok: false;
  readonly index: number;
  readonly id: string;
  /** As given by the site. */
  readonly lat: number | string;
  readonly lon: number | string;
  /** `code` as the error classes have it (ERR_REQUEST, ERR_WEATHER, ERR_DEADLINE, …), else the error's name. */
  readonly error: { readonly code: string; readonly message: string };
  /** How often the site was tried: 2 where it took a worker down. */
  readonly attempts: number;
}

export type SiteResult = SiteSuccess | SiteFailure;

/** All results of a run in one block of memory, `values` over a SharedArrayBuffer: [site, column, time]. NaN = missing. */
export interface Cube {
  readonly values: NdArray;
  readonly ids: readonly string[];
  readonly columns: readonly ResultColumn[];
  /** Beginning of each row: Unix ms (UTC), or with `aggregate` of the local period as in {@link PeriodRows}. */
  readonly time: Float64Array;
  /** Sites without a result: NaN throughout. */
  readonly failures: readonly SiteFailure[];
}

/** A run: iterate it once. It begins with the first result that is asked for, and never runs far ahead of the reader. */
export interface Simulation extends AsyncIterable<SiteResult> {
  /** Of every result, in this order. */
  readonly columns: readonly ResultColumn[];
  readonly aggregate: Required<Aggregate> | null;
  readonly precision: Precision;
  /** Worker threads that will work. */
  readonly threads: number;
  /**
   * Runs it to the end into one block. All sites must have the same rows; with `aggregate` periods may differ, and the block
   * spans them all, NaN where a site has none.
   *
   * @throws what iterating throws; without `aggregate` RangeError when sites differ in start, interval or number of rows
   */
  cube(): Promise<Cube>;
  /**
   * Ends the run and its threads, and resolves when they are gone; safe at any time, also twice. After its last result a run
   * ends them by itself, a moment later.
   */
  close(): Promise<void>;
}
