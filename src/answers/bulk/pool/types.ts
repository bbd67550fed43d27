/** A pool: arguments and results of its calls. Types only. */
import type { ClimateRequest } from "../../../data/contract/climate/request.js";
import type { writeJson } from "../../../data/contract/observation/json.js";
import type {
  Diagnostics,
  Notice,
  ObservationColumns,
  ObservationQuery,
  ObservationRequest,
} from "../../../data/contract/observation/types.js";
import type { HorizonOptions, TerrainGround, TerrainHorizon } from "../../../data/terrain/terrain.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import type {
  GeneratedYear,
  GenerationOptions,
  GenerationPlace,
  MonthlyMeans,
} from "../../climate/generation/types.js";
import type { TypicalYear } from "../../climate/selection/assemble.js";
import type { SelectionOptions } from "../../climate/selection/options.js";
import type { ProbableYearOptions } from "../../climate/selection/select.js";
import type { PowerAnswerParts, YieldAnswerParts } from "../../yield/answer.js";
import type { PowerForecastOptions } from "../../yield/forecast/types.js";
import type { YieldOptions, YieldSystem } from "../../yield/types.js";
import type { TableBlock, TableDescription } from "../table.js";
import type { BulkContext, PoolTerrain, ThreadOptions } from "../types.js";

/** Compressions of a body, by the names of HTTP's `Content-Encoding`. */
export type Encoding = "identity" | "br" | "gzip" | "zstd";

export interface PoolOptions extends ThreadOptions {
  /** Calls that may wait for a thread beyond the running ones; one more is refused. Default 16 per thread. */
  readonly maxQueue?: number | undefined;
  /** Longest time of a call in ms, including the wait. Default `Infinity`: no limit. */
  readonly deadline?: number | undefined;
  /** Elevation files for `horizon` and `altitude`. Each thread opens them when it first needs them. */
  readonly terrain?: PoolTerrain | undefined;
  /** 0…19: the higher, the more the threads stand behind all else that the machine computes (Linux; without effect elsewhere). Default 0. */
  readonly niceness?: number | undefined;
}

/** Options of every call of a pool. */
export interface CallOptions {
  /** Aborts the call: its promise is rejected with the signal's reason, and its place or its thread becomes free. */
  readonly signal?: AbortSignal | undefined;
  /** In ms, instead of the pool's. */
  readonly deadline?: number | undefined;
  /**
   * Waiting calls of priority 1 go before those of 0; within a priority, first come, first served. If the queue is
   * full, the last call of priority 0 is displaced. Default 0.
   */
  readonly priority?: 0 | 1 | undefined;
}

export interface ObserveOptions extends CallOptions {
  readonly context?: BulkContext | undefined;
  /** Default: the query's `response_format`, as in `respond`. */
  readonly as?: "json" | "csv" | "columns" | undefined;
  /** How the body is compressed: one of `ENCODINGS`. Default "identity". */
  readonly encoding?: Encoding | undefined;
  /** Options of the writer; the context sets the decimals. */
  readonly write?: BodyWriteOptions | undefined;
}

/** The writers' options, except decimals. */
export type BodyWriteOptions = Omit<NonNullable<Parameters<typeof writeJson>[1]>, "decimals">;

export interface YieldBodyOptions extends CallOptions {
  /** As of `yieldOf`; of the context only what can be sent to a thread. */
  readonly options?: YieldOptions | undefined;
  /** The fixed plane that yields most takes the place of each plane. Default false. */
  readonly best?: boolean | undefined;
  /** Every hour, too; as CSV the hours alone. Default false. */
  readonly hours?: boolean | undefined;
  /**
   * Default "json": the object of `yieldAnswer`; "csv": the months of `yieldCsv`, or the hours of `yieldHoursCsv`; "table": no body, but the
   * columns that a run of yields has of its site.
   */
  readonly as?: "json" | "csv" | "table" | undefined;
  /** How the body is compressed, if it is worth it. Default "identity". */
  readonly encoding?: Encoding | undefined;
  /** What stands in the answer beside the yield. */
  readonly parts?: Omit<YieldAnswerParts, "optimum" | "series"> | undefined;
}

export interface PowerBodyOptions extends CallOptions {
  /** As of `forecastPower`; of the context only what can be sent to a thread. */
  readonly options: PowerForecastOptions;
  /** Default "json": the object of `powerAnswer`; "csv": the rows of `powerCsv`. */
  readonly as?: "json" | "csv" | undefined;
  /** How the body is compressed, if it is worth it. Default "identity". */
  readonly encoding?: Encoding | undefined;
  /** What stands in the answer beside the forecast. */
  readonly parts?: PowerAnswerParts | undefined;
}

/** The bytes of the answer of a yield or a power forecast. */
export interface YieldBody extends Omit<ResponseBody, "diagnostics"> {
  /** Those of the yield or the forecast; in a JSON body they stand, too. */
  notices: readonly Notice[];
  /** As a table: columns of one year, or of the beginnings of hours and all of theirs. NaN: there is no value. */
  table?: readonly Float64Array[] | undefined;
}

export interface MeterFileOptions extends CallOptions {
  /** Degrees, metres; without altitude that of a coarse map. */
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude?: number | undefined };
  /** Of `learnSystem`. */
  readonly known?: { readonly [fact: string]: number } | undefined;
  /** Of `readPower`. */
  readonly reading?: { readonly [option: string]: string | number } | undefined;
  /** How the body is compressed, if it is worth it. Default "identity". */
  readonly encoding?: Encoding | undefined;
}

/** A report, and why nothing was learnt: the refusal's code. */
export type LearntBody = YieldBody & { readonly refusal: string | undefined };

/** As `HorizonOptions`, in metres. */
export interface PoolHorizonOptions extends CallOptions, HorizonOptions {}

/** The body of a response, with its diagnostics. @experimental */
export interface ResponseBody {
  contentType: string;
  /** Compression of the body: the `Content-Encoding` of HTTP, which is omitted for "identity". */
  encoding: Encoding;
  body: Uint8Array<ArrayBuffer>;
  /** Output intervals. */
  rows: number;
  /** Columns of the response, including the surface's two angles. */
  columns: number;
  /** Corrections made to the weather, which are never part of the body. */
  diagnostics: Diagnostics;
}

/**
 * Calls are rejected with the errors of the same computation in the main thread, of the same classes, or with a BulkError:
 * ERR_QUEUE_FULL if too many calls wait (see `ready`), ERR_DEADLINE, ERR_WORKER_CRASHED, ERR_WORKER_OUT_OF_MEMORY,
 * ERR_POOL_CLOSED.
 */
export interface Pool {
  readonly threads: number;
  /** Calls waiting for a thread. */
  readonly waiting: number;
  /** Running calls, including cancelled ones that still occupy their thread. */
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
   * The horizon line of a place, as returned by `Terrain.horizon`. If a terrain could not be opened, the next call
   * tries again.
   * @param latitude degrees north, −90 … 90
   * @param longitude degrees east, −180 … 360
   */
  horizon(latitude: number, longitude: number, options?: PoolHorizonOptions): Promise<TerrainHorizon>;
  /** Height of the ground in metres, as returned by `Terrain.altitude`; the place as for `horizon`. */
  altitude(latitude: number, longitude: number, options?: CallOptions): Promise<number>;
  /** The same, with whom it is owed to, as returned by `Terrain.ground`. */
  ground(latitude: number, longitude: number, options?: CallOptions): Promise<TerrainGround>;
  /** A year from monthly values, as `generateYear` of "irradiance-engine/climate" makes it. */
  generateYear(
    place: GenerationPlace,
    monthly: MonthlyMeans,
    options?: GenerationOptions,
    call?: CallOptions,
  ): Promise<GeneratedYear>;
  /**
   * A typical year out of ten or more, as `selectTypicalYear` chooses it; with `extreme` among the options as
   * `selectProbableYear` does. The weather is copied once, unless it is shared.
   */
  selectYear(
    weather: WeatherSeries,
    options?: SelectionOptions | ProbableYearOptions,
    call?: CallOptions,
  ): Promise<TypicalYear>;
  /** The system with the parameters of products that it names, as `resolveSystem` of "irradiance-engine/system" finds them. */
  resolve(system: YieldSystem, call?: CallOptions): Promise<YieldSystem>;
  /**
   * What a system yields, as the bytes of an answer: numbers as `yieldOf` and `optimumOf` give them. The weather is copied once, unless it
   * is shared.
   */
  yieldBody(weather: WeatherSeries, system: YieldSystem, options?: YieldBodyOptions): Promise<YieldBody>;
  /**
   * What a system will give, as the bytes of an answer: numbers as `forecastPower` gives them. The weather is copied once, unless it is
   * shared.
   */
  powerBody(weather: WeatherSeries, system: YieldSystem, options: PowerBodyOptions): Promise<YieldBody>;
  /**
   * What a meter's file shows of its system, as the bytes that `irradiance learn --report` writes, also where nothing is learnt. For
   * irradiance-server: no promise is made about it.
   *
   * @param file text or gzip, in shared memory if it is not to be copied
   * @throws WeatherError for a file that cannot be read or learnt from; RangeError for an option of the reader
   */
  learnBody(file: Uint8Array, options: MeterFileOptions): Promise<LearntBody>;
  /** The bytes of a Parquet file of these rows. For irradiance-server: no promise is made about it. @throws MissingPackageError */
  parquet(description: TableDescription, block: TableBlock, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves when a call would not be refused: await it before each call to feed a pool at its own pace. */
  ready(): Promise<void>;
  /** Resolves when all threads have loaded the engine; not needed before the first call. */
  warm(): Promise<void>;
  /**
   * Lets running calls finish (with `now`: rejects them with ERR_POOL_CLOSED), refuses new ones, and ends the
   * threads. Resolves when they have ended.
   */
  close(options?: { readonly now?: boolean | undefined }): Promise<void>;
}
