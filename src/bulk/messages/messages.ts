/** Messages between threads: plain data and typed arrays only; the large arrays of bulk runs are shared, never cloned. */
import type { GenerationOptions, GenerationPlace, MonthlyMeans } from "../../climate/generation/types.js";
import type { SelectionOptions } from "../../climate/selection/options.js";
import type { ProbableYearOptions } from "../../climate/selection/probable-year.js";
import type { ClimateRequest } from "../../contract/climate/request.js";
import type { ObservationColumns, ObservationQuery, ObservationRequest } from "../../contract/observation/types.js";
import type { TrackerOptions } from "../../models/tracking/tracker.js";
import type { HorizonOptions, TerrainOptions } from "../../terrain/terrain.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { YieldSystem } from "../../yield/types.js";
import type { WireError } from "../errors.js";
import type { Encoding } from "../pool/encoding.js";
import type { BodyWriteOptions, CallOptions, PowerBodyOptions, ResponseBody, YieldBodyOptions } from "../pool/types.js";
import type {
  Aggregate,
  BulkContext,
  BulkSite,
  ColumnName,
  ModuleExport,
  Precision,
  SiteSuccess,
  YieldPeriod,
  YieldRun,
} from "../types.js";
import type { Progress } from "./progress.js";

/** Start data of a pool's threads. */
export interface WorkerThreadsData {
  readonly terrain: TerrainSpec | null;
  /** Of the threads, where the system has such. */
  readonly niceness?: number | undefined;
}

/** Elevation files that a thread opens when it first needs them. */
export interface TerrainSpec {
  readonly paths: readonly string[];
  readonly options: TerrainOptions;
}

/** Loads everything and answers. */
export interface WarmTask {
  readonly kind: "warm";
}

export type ObserveForm = "body" | "json" | "csv" | "columns";

export interface ObserveTask {
  readonly kind: "observe";
  readonly query: ObservationQuery | ObservationRequest | ClimateRequest;
  readonly weather: WeatherSeries;
  readonly context: BulkContext;
  readonly form: ObserveForm;
  readonly encoding: Encoding;
  readonly write: BodyWriteOptions;
}

export interface HorizonTask {
  readonly kind: "horizon";
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly options: HorizonOptions;
}

export interface AltitudeTask {
  readonly kind: "altitude";
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface GroundTask {
  readonly kind: "ground";
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** A year from monthly values. */
export interface GenerateTask {
  readonly kind: "generate";
  readonly place: GenerationPlace;
  readonly monthly: MonthlyMeans;
  readonly options: GenerationOptions;
}

/** A typical year out of many, or with `extreme` one of that probability. */
export interface SelectTask {
  readonly kind: "select";
  readonly weather: WeatherSeries;
  readonly options: SelectionOptions | ProbableYearOptions;
}

type Checked<Options> = { readonly [key in keyof Options]-?: Exclude<Options[key], undefined> };

/** What a system yields in given weather, as the bytes of an answer. */
export interface YieldTask extends Checked<Omit<YieldBodyOptions, keyof CallOptions>> {
  readonly kind: "yield";
  readonly weather: WeatherSeries;
  readonly system: YieldSystem;
}

/** Products by name into their parameters. */
export interface ResolveTask {
  readonly kind: "resolve";
  readonly system: YieldSystem;
}

/** What a system will give in forecast weather, as the bytes of an answer. */
export interface PowerTask extends Checked<Omit<PowerBodyOptions, keyof CallOptions>> {
  readonly kind: "power";
  readonly weather: WeatherSeries;
  readonly system: YieldSystem;
}

/** A function of a module, for work that this folder knows nothing of. */
export interface CallTask {
  readonly kind: "call";
  readonly of: ModuleExport;
  readonly data: unknown;
}

/** Data common to all sites of a run. */
export interface RunSpec {
  readonly query: Omit<ObservationQuery, "lat" | "lon">;
  readonly context: BulkContext;
  readonly weather: WeatherSeries | ModuleExport | undefined;
  readonly names: readonly ColumnName[];
  readonly aggregate: Required<Aggregate> | null;
  /** In place of observations; `aggregate` is null then. */
  readonly yields: YieldSpec | null;
  readonly precision: Precision;
}

/** What the sites of a run of yields have in common. */
export interface YieldSpec {
  readonly period: YieldPeriod;
  /** Read; keys that a site has are others there. Without planes the best one is wanted. */
  readonly system: PartOfSystem;
  /** Of sites that have none of their own. */
  readonly plane: SitePlane;
  /** Of trackers that have no description of their own. */
  readonly tracker: TrackerOptions | undefined;
  /** Of all sites. */
  readonly options: Omit<YieldRun, "system" | "kwp" | "randomSeed" | keyof OfWeather>;
  /** Of the run's weather alone: sites with readings of their own have their own. */
  readonly weather: OfWeather;
  readonly randomSeed: number | undefined;
}

export type PartOfSystem = Omit<YieldSystem, "planes"> & { readonly planes?: YieldSystem["planes"] | undefined };
export type SitePlane = Pick<BulkSite, "surface_tilt" | "surface_azimuth" | "tracking_mode" | "kwp">;
export type OfWeather = Pick<YieldRun, "typicalYear" | "horizonInLight" | "examination" | "lightSource">;

export interface WireSite {
  readonly index: number;
  /** Without its weather. */
  readonly site: BulkSite;
  readonly weather: WeatherSeries | ModuleExport | undefined;
}

export interface SitesTask {
  readonly kind: "sites";
  readonly spec: RunSpec;
  readonly sites: readonly WireSite[];
  /** Memory to reuse for the results. */
  readonly buffer: SharedArrayBuffer | undefined;
}

export type Task =
  | WarmTask
  | ObserveTask
  | HorizonTask
  | AltitudeTask
  | GroundTask
  | GenerateTask
  | SelectTask
  | YieldTask
  | PowerTask
  | ResolveTask
  | CallTask
  | SitesTask;

/** A task in progress, with the cells that both sides see. */
export interface JobMessage {
  readonly task: Task;
  readonly progress: Progress;
  /** Origin of the progress times, on `clock`. */
  readonly origin: number;
}

/** A site's result; its arrays are in the reply's buffer from `offset` (bytes) on: see `layout.ts`. */
export type WireSuccess = Omit<SiteSuccess, "columns" | "periods" | "id" | "index"> & { readonly offset: number };

export interface WireFailure {
  readonly ok: false;
  readonly error: WireError;
}

export interface SitesReply {
  readonly outcomes: readonly (WireSuccess | WireFailure)[];
  readonly buffer: SharedArrayBuffer;
  /** ms in the worker, and used bytes of the buffer. */
  readonly time: number;
  readonly bytes: number;
}

/** A worker's answer: a result or an error. A worker that dies does not answer. */
export type Answer<Result = unknown> = { readonly result: Result } | { readonly error: WireError };

export type ObserveReply = ResponseBody | ObservationColumns;
