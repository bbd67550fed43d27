/** The interface of an endpoint: a query becomes a task, a task is prepared from metadata, then rendered. */
import type { Notice } from "irradiance-engine";
import type { Rights } from "../answers/context.js";
import type { PreparedAnswer } from "../answers/render.js";
import type { Caller } from "./callers.js";

/** A query as it arrived: a key that was repeated has an array, which every parser refuses. */
export type Query = { readonly [key: string]: string | readonly string[] | undefined };

export interface ApiRequest {
  readonly query: Query;
  readonly body: unknown;
  /** Arrival, Unix ms: taken once. */
  readonly now: number;
  readonly caller: Caller;
}

/** What an observation is parsed from: also without an exchange, in the background. */
export interface ObservationQuery extends Pick<ApiRequest, "query" | "now"> {
  readonly caller: Rights;
}

export interface Endpoint {
  readonly method: "GET" | "POST";
  /** Below /v1/. */
  readonly path: string;
  /** Whether nobody ever pays: then an `Idempotency-Key` has no meaning. */
  readonly isFree?: true;
  /** @throws RequestError, HttpError 400 */
  parse(asked: ApiRequest): Task;
}

/** A request that is well formed and within the caps. */
export interface Task {
  /** undefined for tasks without a place. */
  readonly place: { readonly lat: number; readonly lon: number } | undefined;
  /** Micro-tokens by the price list: `priceFor` says what a caller pays. */
  readonly cost: number;
  /** Rows × returned columns. */
  readonly values: number;
  readonly csv: boolean;
  /** Notices about the query: unknown keys. */
  readonly notices: readonly Notice[];
  /**
   * What only lists can tell that are large: also asked of each site of a job, before the job is made.
   *
   * @throws Refusal
   */
  lookUp?(signal: AbortSignal): Promise<void>;
  /**
   * Determines the available data, from metadata alone.
   *
   * @throws Refusal; RequestError where only the place's surroundings tell that it cannot be honoured
   */
  prepare(signal: AbortSignal): Promise<CacheableAnswer>;
}

export interface CacheableAnswer extends PreparedAnswer {
  /** Seconds for which a client may keep the answer. */
  readonly maxAge: number;
}
