/** The interface of an endpoint: a query becomes a task, a task is prepared from metadata, then rendered. */
import { createHash } from "node:crypto";
import type { Notice } from "irradiance-engine";
import { encodeBody } from "irradiance-engine/bulk";
import { unknownKeys } from "irradiance-engine/contract";
import type { Encoding } from "irradiance-engine/internal/bulk";
import { checkTexts, type EndpointPath, QUERY_KEYS } from "irradiance-engine/internal/contract";
import { MICRO } from "../accounts/accounts.js";
import { WHOLE_PRICE } from "../accounts/limits.js";
import type { PreparedAnswer, RenderedAnswer } from "../answers/series.js";
import type { Rights } from "../answers/site.js";
import type { Service } from "../service.js";
import type { Settings } from "../settings.js";
import type { Caller } from "./callers.js";
import { invalidParameter } from "./errors.js";
import { shortName } from "./headers.js";

/** A query as it arrived: a key that was repeated has an array, which every parser refuses. */
export type Query = { readonly [key: string]: string | readonly string[] | undefined };

export interface ApiRequest {
  readonly query: Query;
  /** A stored one, which the query named. */
  readonly system?: unknown;
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
  parse(service: Service, asked: ApiRequest): Task;
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

/** Whether `meta=extended` is set: sources and notices in the body, too. */
export function extendedMeta({ meta }: Query): boolean {
  if (meta === undefined) return false;
  if (meta === "extended") return true;
  throw invalidParameter("meta", `parameter "meta" must be extended, got ${JSON.stringify(meta).slice(0, 60)}`);
}

/** What the library's parsers read: they refuse any other key. */
export function knownQuery<Given extends Query>(path: EndpointPath, query: Given): Given {
  const known: readonly string[] = QUERY_KEYS[path];
  checkTexts(query, known); // also of keys that nobody reads: notices name them
  return Object.fromEntries(Object.entries(query).filter(([key]) => known.includes(key))) as Given;
}

/** Clients of other services send them, so they are named, not refused. */
export function unknownKeyNotices(path: EndpointPath, query: Query): Notice[] {
  return unknownNames(path, query).map(ignored);
}

/** The same, where the server alone knows the keys of a path. */
export function otherKeyNotices(known: readonly string[], query: Query): Notice[] {
  return Object.keys(query)
    .filter((key) => !known.includes(key))
    .map((key) => ignored(shortName(key)));
}

function ignored(name: string): Notice {
  return { code: "unknown-key", message: `unknown query parameter ignored: ${name}` };
}

/** Keys that no parser reads, as messages have them. */
export function unknownNames(path: EndpointPath, query: Query): string[] {
  return unknownKeys(path, query)
    .filter((key) => key !== "meta")
    .map(shortName);
}

/**
 * What a request costs. A short period at a new place takes as much computing as a long one: `cost-least` makes it pay for that.
 *
 * @param tokens by the price list and, where it is pro rata, the period
 * @returns whole micro-tokens; 0 only for what the price list has free
 */
export function priceOf(settings: Settings, tokens: number): number {
  return tokens === 0 ? 0 : Math.round(Math.max(tokens, settings["cost-least"]) * MICRO);
}

/**
 * What a task costs its caller: the list's price by the price class of the account.
 *
 * @returns whole micro-tokens; 0 for the demo key, and where the list or the class says so: a price is not rounded to nothing
 */
export function priceFor({ access, limits }: Pick<Caller, "access" | "limits">, { cost }: Pick<Task, "cost">): number {
  if (access === undefined || cost === 0 || limits.price === 0) return 0;
  return Math.max(1, Math.round(cost * (limits.price / WHOLE_PRICE)));
}

/** Limits that are the same on every server. */
export const MOST_BODY_BYTES = 64 * 1024;
/** Of all headers and the URL together: a horizon of 360 values takes 2 KiB. */
export const MOST_HEADER_BYTES = 16 * 1024;
/** Of a job, whose thousands of sites are in it. */
export const MOST_JOB_BODY_BYTES = 4 * 1024 * 1024;

/** What a task is that nobody pays for. */
export const UNPAID = { cost: 0, values: 0, csv: false } as const;

/** The answer of a task that holds for this moment alone. */
export function momentary(render: CacheableAnswer["render"]): CacheableAnswer {
  return { identity: undefined, maxAge: 0, render };
}

/** Below this a body is sent as it is: compressed it would hardly be smaller. */
const WORTH_COMPRESSING = 1024;
const encoder = new TextEncoder();

export function jsonAnswer(
  value: object,
  encoding: Encoding,
  more: Partial<Pick<RenderedAnswer, "notices">> = {},
): RenderedAnswer {
  return textAnswer(JSON.stringify(value), "application/json", encoding, more);
}

export function textAnswer(
  text: string,
  contentType: string,
  encoding: Encoding,
  more: Partial<Pick<RenderedAnswer, "notices" | "headers">> = {},
): RenderedAnswer {
  const body = encoder.encode(text);
  const chosen = body.length < WORTH_COMPRESSING ? "identity" : encoding;
  return {
    contentType,
    encoding: chosen,
    body: encodeBody(body, chosen),
    rows: 0,
    columns: 0,
    notices: more.notices ?? [],
    sources: [],
    passing: false,
    ...(more.headers && { headers: more.headers }),
  };
}

/** A step in the order that each request goes through. */
export interface Check<State> {
  readonly name: string;
  /** Statuses that it may end the exchange with. */
  readonly ends: readonly number[];
  /** Adds what it finds out to the state. Resolves to true when it has answered. */
  run(state: State): unknown;
}

/** @param parts whatever the answer's bytes depend on, as JSON can write it */
export function weakTag(parts: unknown): string {
  return `W/"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 27)}"`;
}

/** The tag of an answer, the same in an exchange of its own and in a batch; undefined: its bytes must not be kept. */
export function tagOf(
  { identity }: Service,
  path: string,
  { csv }: Pick<Task, "csv">,
  prepared: Pick<CacheableAnswer, "identity">,
): string | undefined {
  return prepared.identity === undefined ? undefined : weakTag([identity, path, prepared.identity, csv]);
}
