/** A pool: what its calls take and what they give. Types only. */
import type {
  GeneratedYear,
  GenerationOptions,
  GenerationPlace,
  MonthlyMeans,
} from "../../climate/generation/types.js";
import type { TypicalYear } from "../../climate/selection/finish.js";
import type { SelectionOptions } from "../../climate/selection/options.js";
import type { ProbableYearOptions } from "../../climate/selection/probable-year.js";
import type { ClimateRequest } from "../../contract/climate/request.js";
import type { writeJson } from "../../contract/observation/json.js";
import type {
  Diagnostics,
  ObservationColumns,
  ObservationQuery,
  ObservationRequest,
} from "../../contract/observation/types.js";
import type { HorizonOptions, TerrainHorizon, TerrainOptions } from "../../terrain/terrain.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { BulkContext, ThreadOptions } from "../types.js";
import type { Encoding } from "./encoding.js";

export interface PoolOptions extends ThreadOptions {
  /** Calls that may wait for a thread beyond those under work; one more is refused. Default 16 per thread. */
  readonly maxQueue?: number | undefined;
  /** Longest time of a call in ms, waiting included. Default `Infinity`: none. */
  readonly deadline?: number | undefined;
  /** Elevation files for `horizon` and `altitude`. Each thread opens them when it first needs them. */
  readonly terrain?: PoolTerrain | undefined;
}

export interface PoolTerrain {
  /** Files and folders, as `openTerrain` takes them. */
  readonly paths: readonly string[];
  /** `cacheBytes` is of each thread: all together may hold `threads` times as much. */
  readonly options?: TerrainOptions | undefined;
}

/** What every call of a pool takes. */
export interface CallOptions {
  /** Aborts the call: its promise is rejected with the signal's reason, and its place or its thread becomes free. */
  readonly signal?: AbortSignal | undefined;
  /** In ms, in place of the pool's. */
  readonly deadline?: number | undefined;
  /**
   * Calls of priority 1 are taken before those of 0 that wait; within one it is first come, first served. When the queue is
   * full, the last of priority 0 makes room. Default 0.
   */
  readonly priority?: 0 | 1 | undefined;
}

export interface ObserveOptions extends CallOptions {
  readonly context?: BulkContext | undefined;
  /** Default: what the query's `response_format` says, as in `respond`. */
  readonly as?: "json" | "csv" | "columns" | undefined;
  /** How the body is compressed: one of `ENCODINGS`. Default "identity". */
  readonly encoding?: Encoding | undefined;
  /** Options of the writer; decimals are those of the context. */
  readonly write?: WriteOptions | undefined;
}

/** What the writers take beyond decimals. */
export type WriteOptions = Omit<NonNullable<Parameters<typeof writeJson>[1]>, "decimals">;

/** As `HorizonOptions`, in metres. */
export interface PoolHorizonOptions extends CallOptions, HorizonOptions {}

/** The body of a response, and what went into it. */
export interface ResponseBody {
  contentType: string;
  /** How the body is compressed: the `Content-Encoding` of HTTP, which leaves "identity" unsaid. */
  encoding: Encoding;
  body: Uint8Array<ArrayBuffer>;
  /** Output intervals. */
  rows: number;
  /** Columns that were computed for the response, the surface's two angles among them. */
  columns: number;
  /** What was done to the weather on the way, which is never in the body. */
  diagnostics: Diagnostics;
}

/**
 * Calls are rejected with what the same computation throws in the main thread, of the same classes, or with a BulkError:
 * ERR_QUEUE_FULL when too many calls wait (see `ready`), ERR_DEADLINE, ERR_WORKER_CRASHED, ERR_WORKER_OUT_OF_MEMORY,
 * ERR_POOL_CLOSED.
 */
export interface Pool {
  readonly threads: number;
  /** Calls that wait for a thread. */
  readonly waiting: number;
  /** Calls under work, cancelled ones that still hold their thread among them. */
  readonly running: number;
  /**
   * The observation of a query, or the year of a climate request: bytes of the response, or columns of an observation. They arrive as a copy; the weather is copied once,
   * unless it is shared (`shareWeather`).
   */
  observe(
    query: ObservationQuery | ObservationRequest,
    weather: WeatherSeries,
    options: ObserveOptions & { readonly as: "columns" },
  ): Promise<ObservationColumns>;
  observe(
    query: ObservationQuery | ObservationRequest | ClimateRequest,
    weather: WeatherSeries,
    options?: ObserveOptions & { readonly as?: "json" | "csv" | undefined },
  ): Promise<ResponseBody>;
  /**
   * The horizon line around a place, as `Terrain.horizon` gives it. A terrain that could not be opened is tried again with
   * the next call.
   *
   * @param latitude degrees north, −90 … 90
   * @param longitude degrees east, −180 … 360
   */
  horizon(latitude: number, longitude: number, options?: PoolHorizonOptions): Promise<TerrainHorizon>;
  /** Height of the ground in metres, as `Terrain.altitude` gives it; the place as for `horizon`. */
  altitude(latitude: number, longitude: number, options?: CallOptions): Promise<number>;
  /** A year from monthly values, as `generateYear` of "irradiance-engine/climate" makes it. */
  generateYear(
    place: GenerationPlace,
    monthly: MonthlyMeans,
    options?: GenerationOptions,
    call?: CallOptions,
  ): Promise<GeneratedYear>;
  /**
   * A typical year out of ten or more, as `selectTypicalYear` chooses it; with `exceedance` among the options as
   * `selectProbableYear` does. The weather is copied once, unless it is shared.
   */
  selectYear(
    weather: WeatherSeries,
    options?: SelectionOptions | ProbableYearOptions,
    call?: CallOptions,
  ): Promise<TypicalYear>;
  /** Resolves when a call would not be refused: wait for it before each call to feed a pool no faster than it works. */
  ready(): Promise<void>;
  /** Resolves when all threads have loaded the engine; not needed before the first call. */
  warm(): Promise<void>;
  /**
   * Lets the calls under way finish (with `now`: rejects them with ERR_POOL_CLOSED), refuses new ones, and ends the
   * threads. Resolves when they are gone.
   */
  close(options?: { readonly now?: boolean | undefined }): Promise<void>;
}
