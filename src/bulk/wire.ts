/** What threads say to each other. Plain data and typed arrays only; the large arrays of bulk runs are shared, never cloned. */
import type { ObservationColumns, ObservationQuery, ObservationRequest } from "../observation/types.js";
import type { WeatherSeries } from "../weather/series.js";
import type { WireError } from "./errors.js";
import type { Aggregate, BulkContext, BulkSite, ColumnName, ModuleExport, Precision, SiteSuccess } from "./types.js";

/** Two cells shared by a task's two sides: see {@link ITEM} and {@link SINCE}. */
export type Progress = Int32Array;
/** Position in the task of the item under work; -1: not begun, or answered. */
export const ITEM = 0;
/** When it was begun: ms since `origin`, wrapping. */
export const SINCE = 1;

/** Loads everything and answers. */
export interface WarmTask {
  readonly kind: "warm";
}

export type ObserveForm = "body" | "json" | "csv" | "columns";

export interface ObserveTask {
  readonly kind: "observe";
  readonly query: ObservationQuery | ObservationRequest;
  readonly weather: WeatherSeries;
  readonly context: BulkContext;
  readonly form: ObserveForm;
}

/** What all sites of a run have in common. */
export interface RunSpec {
  readonly query: Omit<ObservationQuery, "lat" | "lon">;
  readonly context: BulkContext;
  readonly weather: WeatherSeries | ModuleExport | undefined;
  readonly names: readonly ColumnName[];
  readonly aggregate: Required<Aggregate> | null;
  readonly precision: Precision;
}

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
  /** Memory to be used again for the results. */
  readonly buffer: SharedArrayBuffer | undefined;
}

export type Task = WarmTask | ObserveTask | SitesTask;

/** A task on its way, with the cells in which its worker notes how far it is. */
export interface Order {
  readonly task: Task;
  readonly progress: Progress;
  /** Time of `clock` that progress counts from. */
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
  /** ms in the worker, and bytes in use of the buffer. */
  readonly time: number;
  readonly bytes: number;
}

export interface BodyReply {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What a worker answers: a result, or the error that it ran into. A worker that dies answers nothing. */
export type Answer<Result = unknown> = { readonly result: Result } | { readonly error: WireError };

export type ObserveReply = BodyReply | ObservationColumns;
