/** Messages between threads: plain data and typed arrays only; the large arrays of bulk runs are shared, never cloned. */
import type { ClimateRequest } from "../../../data/contract/climate/request.js";
import type {
  ObservationColumns,
  ObservationQuery,
  ObservationRequest,
} from "../../../data/contract/observation/types.js";
import type { HorizonOptions, TerrainOptions } from "../../../data/terrain/terrain.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import type { TrackerOptions } from "../../../physics/models/tracking/tracker.js";
import type { GenerationOptions, GenerationPlace, MonthlyMeans } from "../../climate/generation/types.js";
import type { SelectionOptions } from "../../climate/selection/options.js";
import type { ProbableYearOptions } from "../../climate/selection/select.js";
import type { YieldSystem } from "../../yield/types.js";
import type { WireError } from "../errors.js";
import type {
  BodyWriteOptions,
  CallOptions,
  Encoding,
  MeterFileOptions,
  PowerBodyOptions,
  ResponseBody,
  YieldBodyOptions,
} from "../pool/types.js";
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

/** `workerData` of a thread, which imports the module. */
export interface ThreadData<Data = unknown> {
  readonly module: string;
  readonly data: Data;
}

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

export type ObserveForm = "body" | "json" | "csv" | "columns";

/** Degrees. */
interface PlaceOfTask {
  readonly latitude: number;
  readonly longitude: number;
}

type Checked<Options> = { readonly [key in keyof Options]-?: Exclude<Options[key], undefined> };

interface SystemInWeather {
  readonly weather: WeatherSeries;
  readonly system: YieldSystem;
}

/** What each kind of task works on. */
interface Tasks {
  /** Loads everything and answers. */
  readonly warm: object;
  readonly observe: {
    readonly query: ObservationQuery | ObservationRequest | ClimateRequest;
    readonly weather: WeatherSeries;
    readonly context: BulkContext;
    readonly form: ObserveForm;
    readonly encoding: Encoding;
    readonly write: BodyWriteOptions;
  };
  /** What the terrain has at a place. */
  readonly altitude: PlaceOfTask;
  readonly ground: PlaceOfTask;
  readonly horizon: PlaceOfTask & { readonly options: HorizonOptions };
  /** A year from monthly values. */
  readonly generate: {
    readonly place: GenerationPlace;
    readonly monthly: MonthlyMeans;
    readonly options: GenerationOptions;
  };
  /** A typical year out of many, or with `extreme` one of that probability. */
  readonly select: { readonly weather: WeatherSeries; readonly options: SelectionOptions | ProbableYearOptions };
  /** What a system yields in given weather, and what it will give in forecast weather, as the bytes of an answer. */
  readonly yield: SystemInWeather & Checked<Omit<YieldBodyOptions, keyof CallOptions>>;
  readonly power: SystemInWeather & Checked<Omit<PowerBodyOptions, keyof CallOptions>>;
  /** What a meter's file shows of its system, as the bytes of a report. */
  readonly learn: { readonly file: Uint8Array } & Checked<Omit<MeterFileOptions, keyof CallOptions>>;
  /** Products by name into their parameters. */
  readonly resolve: { readonly system: YieldSystem };
  /** A function of a module, for work that this folder knows nothing of. */
  readonly call: { readonly of: ModuleExport; readonly data: unknown };
  readonly sites: {
    readonly spec: RunSpec;
    readonly sites: readonly WireSite[];
    /** Memory to reuse for the results. */
    readonly buffer: SharedArrayBuffer | undefined;
  };
}

export type TaskOf<Kind extends keyof Tasks> = { readonly kind: Kind } & Tasks[Kind];
export type Task = { [Kind in keyof Tasks]: TaskOf<Kind> }[keyof Tasks];

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
