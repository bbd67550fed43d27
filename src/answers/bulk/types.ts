/** Bulk runs: what goes in (sites, weather, options) and what comes out (a result per site). Types only. */
import type { ValueName } from "../../data/contract/observation/parameters.js";
import type { Notice, ObservationQuery } from "../../data/contract/observation/types.js";
import type { TerrainOptions } from "../../data/terrain/terrain.js";
import type { GriddedWeather } from "../../data/weather/gridded.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import type { Accelerator } from "../../engine/gpu/types.js";
import type { DiagnosticName, ObservationContext } from "../../engine/plan/context.js";
import type { NdArray } from "../../foundation/arrays/types.js";
import type { CoverageNrelOptions } from "../../physics/models/snow/nrel.js";
import type { TrackerOptions } from "../../physics/models/tracking/tracker.js";
import type { YieldColumn } from "../yield/columns.js";
import type { LossName, YieldOptions, YieldReading, YieldSystem } from "../yield/types.js";

/** A model in a form that can be sent between threads: its name, or its name with options. */
export type NamedModel = string | { readonly model: string; readonly options: object };

/** A function in a module, imported by the worker that calls it. */
export interface ModuleExport {
  /** File path or `file:` URL. A relative path is resolved against the working directory. */
  readonly module: string;
  /** Name of the export. Default "default". */
  readonly export?: string | undefined;
}

/**
 * `ObservationContext` in a form that can be sent between threads: models by name, snow and tracker by their options. A `registry` of your own
 * models is a module whose export is an object of models; `allModels` is always available.
 */
export interface BulkContext
  extends Omit<ObservationContext, "models" | "registry" | "snow" | "tracker" | "rows" | "shade"> {
  models?: { [family in "clearSky" | "decomposition" | "transposition" | "pv"]?: NamedModel | undefined } | undefined;
  registry?: ModuleExport | undefined;
  /** Options of `moduleSnow`. */
  snow?: ({ numStrings: number } & CoverageNrelOptions) | undefined;
  /** Options of `tracker`. */
  tracker?: TrackerOptions | undefined;
}

/** A notice on the weather or the place of a site. */
export interface SiteNote extends Notice {
  /** The subject, such as a source of weather, so that a run can count the sites of each. */
  readonly about?: string | undefined;
}

/**
 * A function `(site, index) => WeatherSeries`, possibly async; for yields also `{ series, typicalYear, … }`, as `readWeather` gives it. `signal` aborts with the run and at the site's deadline; in a
 * worker it never does, because the thread is ended instead. Notices passed to `tell` appear in the result's `told`.
 */
export type WeatherFunction = (
  site: BulkSite,
  index: number,
  options: { readonly signal: AbortSignal; readonly tell: (note: SiteNote) => void },
) => WeatherSeries | YieldReading | Promise<WeatherSeries | YieldReading>;

/**
 * One series for all sites, arrays [site, time] with a row for each of them, a function of the main thread, or one that every
 * worker imports.
 */
export type SimulationWeather = WeatherSeries | GriddedWeather | WeatherFunction | ModuleExport;

/**
 * A site: its place, and the values that differ from the run's query and context. Other keys are ignored,
 * but a weather function sees them.
 * @experimental
 */
export interface BulkSite {
  /** Its name in results. Default: its index in the run, as text. */
  readonly id?: string | number | undefined;
  /** Degrees. */
  readonly lat: number | string;
  /** Degrees. */
  readonly lon: number | string;
  /** Degrees; in a run of yields also "best". */
  readonly surface_tilt?: number | string | undefined;
  /** Degrees, 0 = north, clockwise. */
  readonly surface_azimuth?: number | string | undefined;
  readonly tracking_mode?: string | undefined;
  /** "flat", "auto" or as in a query; an array of 360 elevations in degrees may contain fractions. */
  readonly horizon?: string | ArrayLike<number> | undefined;
  /** Its own period, as in a query. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** Metres. */
  readonly altitude?: number | undefined;
  /** Standard-time offset from UTC in hours. */
  readonly timeZone?: number | undefined;
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
  /** Whether the thread takes the embedded map's turbidity, at the height that elevation files or this site's weather have, before the above. */
  readonly turbidityOfMap?: boolean | undefined;
  readonly albedo?: number | undefined;
  /** Families not given here remain as in the run's context. */
  readonly models?: BulkContext["models"] | undefined;
  /** Of a run of yields: peak power of its plane, kW. */
  readonly kwp?: number | string | undefined;
  /** Of a run of yields: keys of the run's system that are others here, as `readSystem` reads them. */
  readonly system?: SiteSystem | undefined;
  /** This site's own weather; it overrides the run's. */
  readonly weather?: WeatherSeries | ModuleExport | undefined;
  /** Number of the piece of files with its weather: sites close in the list are computed in this order, their results come in the list's. */
  readonly weatherPiece?: number | undefined;
  readonly [other: string]: unknown;
}

/** A system, or as much of one as differs; without planes it has the plane that the site describes, else the best one. */
export type SiteSystem =
  | (Omit<YieldSystem, "planes"> & { readonly planes?: YieldSystem["planes"] | undefined })
  | { readonly [key: string]: unknown };

/**
 * What the sites of a run of yields have in common. A site has the plane of its `surface_tilt`, `surface_azimuth`, `tracking_mode` and
 * `kwp`, else of the query's; else the planes of its system; else the best plane. Without any weather a site has the typical year of its place.
 */
export interface YieldRun extends Omit<YieldOptions, "latitude" | "longitude" | "context"> {
  readonly system?: SiteSystem | undefined;
  /** Peak power of sites whose plane has none, kW. Default 1. */
  readonly kwp?: number | undefined;
  /** Of the typical years of bare places: another number draws others. Default 1. */
  readonly randomSeed?: number | undefined;
}

/** Elevation data that threads open when they first need them. */
export interface PoolTerrain {
  /** Files, folders and addresses of tiles, as `openTerrain` takes them. */
  readonly paths: readonly string[];
  /** `cacheBytes` applies to each thread: in total the threads may hold `threads` times as much. */
  readonly options?: TerrainOptions | undefined;
}

/** Limits of a run: threads, memory and time. */
export interface ThreadOptions {
  /** Worker threads, 1…1024. Default: `os.availableParallelism()`. */
  readonly threads?: number | undefined;
  /** Heap of a worker in MiB, typed arrays not counted. Default: Node's own limit. */
  readonly memoryLimit?: number | undefined;
}

export type AggregatePeriod = "hourly" | "daily" | "monthly" | "annual";

/** What the rows of a run of yields are of: a site's mean year (one row), its months, its hours. */
export type YieldPeriod = Exclude<AggregatePeriod, "daily">;

/** Rows per period of local standard time instead of per interval. */
export interface Aggregate {
  readonly period: AggregatePeriod;
  /**
   * "sum" (default): irradiance in Wh/m² and power in Wh/kWp, means of everything else. "mean": means of all, in the
   * parameter's own unit.
   */
  readonly statistic?: "sum" | "mean" | undefined;
}

export type Precision = "float32" | "float64";

export interface SimulationOptions extends ThreadOptions {
  /** Any iterable of sites, including a generator of millions: it is read a bounded distance ahead. */
  readonly sites: Iterable<BulkSite> | AsyncIterable<BulkSite>;
  /**
   * Not needed if every site has its own weather. A series or array must not be changed during the run. Arrays must have one row
   * per site; a site with weather of its own leaves its row unread.
   */
  readonly weather?: SimulationWeather | undefined;
  /** As in a query: "all", a comma-separated list or an array. Default: as in a query. */
  readonly parameters?: string | readonly string[] | undefined;
  readonly frequency?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** Further query keys common to all sites (surface, tracker, horizon). */
  readonly query?: Omit<ObservationQuery, "lat" | "lon"> | undefined;
  readonly context?: BulkContext | undefined;
  /**
   * Elevation data: the horizon line of sites whose horizon is `auto` and not given, and the altitude of sites without one (nor
   * one in the context). A place beyond the data is a failed site. Not with an accelerator.
   */
  readonly terrain?: PoolTerrain | undefined;
  readonly aggregate?: AggregatePeriod | Aggregate | undefined;
  /**
   * Yields of PV systems in place of observations, with the numbers of `yieldOf`: a row for each site, with `aggregate: "monthly"` its
   * months, with "hourly" its hours. Parameters, frequency, period, surface and accelerator do not apply.
   */
  readonly yields?: YieldRun | undefined;
  /** Precision of the result columns. The computation always uses float64. Default "float64". */
  readonly precision?: Precision | undefined;
  /** Surface angles as columns too (`surface_azimuth`, `surface_tilt`; degrees). Not with `aggregate`. Default false. */
  readonly surface?: boolean | undefined;
  /**
   * Computes instead of the threads: the result of `openAccelerator` of "irradiance-engine/gpu"; the caller closes it. The run
   * then has four equal sub-steps (or `context.subSteps`, up to 16) and `spread: "step"` at all sites. Options that the
   * accelerator does not support are refused (GpuError) if they concern all sites; single sites go to the threads, with a
   * notice. Its results have no `counts`.
   */
  readonly accelerator?: Accelerator | undefined;
  /** Index of the first site to compute: earlier ones are skipped. Default 0. */
  readonly from?: number | undefined;
  /** Returns true for a site that is already done: it is neither computed nor yielded. */
  readonly done?: ((index: number, site: BulkSite) => boolean) | undefined;
  /** Ends the run within a second; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time of one site in a thread, and of its weather function here, in ms. Default 60,000; `Infinity` = none. */
  readonly deadline?: number | undefined;
  /**
   * Result columns are views that are valid until the next result is requested, and their memory is reused. Default
   * false: the caller owns every result. Columns of neighbouring sites may share a buffer in both cases.
   */
  readonly reuse?: boolean | undefined;
}

export type ColumnName = ValueName | DiagnosticName | YieldColumnName;

/** Columns of a run of yields. */
export type YieldColumnName =
  | "kwp"
  | "surface_tilt"
  | "surface_azimuth"
  | "month"
  | "years"
  | "energy"
  | "specific_yield"
  | "performance_ratio"
  | "horizontal_irradiation"
  | "plane_irradiation"
  | "missing"
  | "doubtful"
  | ("load" | "imported" | "exported" | "own_use" | "self_sufficiency")
  | "period_energy"
  | "uncertainty"
  | "p50"
  | "p90"
  | "p50_weather"
  | "p90_weather"
  | `factor_${LossName}`
  | YieldColumn;

/** A column of the results: the same for every site of a run. */
export interface ResultColumn {
  readonly name: ColumnName;
  /** As in the catalogue ("W/m**2"); with sums "Wh/m**2" and "Wh/kWp"; diagnostics "deg", "1" or "W/m**2". */
  readonly unit: string;
  readonly description: string;
  /** The meaning of a value over its interval or period. */
  readonly statistic: "mean" | "sum";
}

/** The rows of an aggregated result. */
export interface PeriodRows {
  /** Beginning of each period in local standard time, written as Unix ms as if it were UTC (2024-03 → Date.UTC(2024, 2)). */
  readonly start: Float64Array;
  /** Hours of the run in the period: fewer than its length if the run begins or ends within it. */
  readonly hours: Float64Array;
  /**
   * Share of the intervals in which a column has no value, 0…1; columns without any value in the whole run do not count.
   * Irradiance and power are 0 at night even without weather: for a day without any weather this is the share of daylight in the
   * day, or 1 if the columns include a state such as temperature.
   */
  readonly missing: Float64Array;
}

export interface SiteSuccess {
  readonly ok: true;
  /** Position of the site in `sites`, from 0. */
  readonly index: number;
  readonly id: string;
  readonly lat: number;
  readonly lon: number;
  /** Metres, hours: as used in the computation. */
  readonly altitude: number;
  readonly timeZone: number;
  /** Unix ms of the first interval's start. */
  readonly start: number;
  /** Seconds of an interval (with `aggregate`: of the aggregated ones). */
  readonly interval: number;
  /** Rows: intervals, or periods with `aggregate`. */
  readonly count: number;
  /** In the order of `Simulation.columns`; NaN = missing. */
  readonly columns: { readonly [name in ColumnName]?: Float32Array | Float64Array };
  /** With `aggregate` only, and not of yields. */
  readonly periods: PeriodRows | null;
  readonly notices: readonly Notice[];
  /** Notices of its weather function and on its horizon line. */
  readonly told: readonly SiteNote[];
  readonly counts: { readonly [name: string]: number };
}

export interface SiteFailure {
  readonly ok: false;
  readonly index: number;
  readonly id: string;
  /** As given by the site. */
  readonly lat: number | string;
  readonly lon: number | string;
  /** `code` of the error class (ERR_REQUEST, ERR_WEATHER, ERR_DEADLINE, …), else the error's name. */
  readonly error: { readonly code: string; readonly message: string };
  /** Number of attempts: 2 if the site crashed a worker. */
  readonly attempts: number;
}

/** @experimental */
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

/** A run: iterate it once. It begins when the first result is requested, and stays only a bounded distance ahead of the reader. */
export interface Simulation extends AsyncIterable<SiteResult> {
  /** The columns of every result, in this order. */
  readonly columns: readonly ResultColumn[];
  readonly aggregate: Required<Aggregate> | null;
  /** Rows are of yields: `aggregate` says of which period. */
  readonly isOfYields: boolean;
  readonly precision: Precision;
  /** Number of worker threads. */
  readonly threads: number;
  /**
   * Runs to the end and returns one block. All sites must have the same rows; with `aggregate` periods may differ, and the block
   * spans them all, with NaN where a site has no value.
   *
   * @throws the errors of iterating; without `aggregate` RangeError if sites differ in start, interval or number of rows
   */
  cube(): Promise<Cube>;
  /**
   * Ends the run and its threads, and resolves when they have ended; safe at any time, also twice. After its last result a run
   * ends them by itself, a moment later.
   */
  close(): Promise<void>;
}
