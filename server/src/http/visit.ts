/** What is noted of a request while it is answered: its name, and what its log line, its metrics and its charge need. */

import { createHash, type Hash, webcrypto } from "node:crypto";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { type Access, type KeptAnswer, MICRO, type RequestMark } from "../accounts/accounts.js";
import { FREE_REPEATS } from "../accounts/store.js";
import type { RenderedAnswer } from "../answers/series.js";
import type { Metrics } from "../metrics.js";
import type { Service } from "../service.js";
import { type Trace, traceOf } from "../trace.js";
import type { Caller } from "./callers.js";
import { CLIENT_GONE, HttpError } from "./errors.js";

export interface Visit {
  readonly id: string;
  /** Of the client, as far as trusted proxies tell. */
  readonly address: string;
  /** Arrival, Unix ms: the request's one "now". */
  readonly now: number;
  /** Arrival on the clock of `performance`. */
  readonly since: number;
  /** Whoever asked follows the request by it. */
  readonly trace: Trace | undefined;
  caller: Caller | undefined;
  /** Micro-tokens that the request costs. */
  cost: number;
  /** Micro-tokens that were charged. */
  charged: number;
  /** Ids of the charges. */
  readonly charges: string[];
  /** Whether all of the answer is with the system, on its way to the client. */
  isWhole: boolean;
  rows: number;
  columns: number;
  /** What the client was refused with. */
  error: HttpError["code"] | undefined;
  /** What it asked for that a later version will not serve. */
  deprecated: readonly string[] | undefined;
  /** What went wrong inside, for the log alone. */
  failure: unknown;
}

/** A path without an endpoint; for invalid HTTP, also the method. */
const UNKNOWN = "unknown";

const VISITS = new WeakMap<object, Visit>();

export function beginVisit(request: FastifyRequest, now: number): Visit {
  const visit: Visit = {
    id: request.id,
    address: request.ip ?? "", // undefined when the connection has gone already
    now,
    since: performance.now(),
    trace: traceOf(request.headers.traceparent),
    caller: undefined,
    cost: 0,
    charged: 0,
    charges: [],
    isWhole: false,
    rows: 0,
    columns: 0,
    error: undefined,
    deprecated: undefined,
    failure: undefined,
  };
  VISITS.set(request, visit);
  return visit;
}

/** Node says that an answer has finished of one that it threw away with its connection, too. */
export function watchEnd(visit: Visit, { raw: response }: FastifyReply): void {
  response.prependOnceListener("finish", () => {
    visit.isWhole = !response.req.socket.destroyed;
  });
}

export function visitOf(request: FastifyRequest): Visit {
  return VISITS.get(request) as Visit;
}

/** At the end of an exchange: one line in the log, one count in the metrics. Neither holds a key, a header or a query. */
export function noteVisit(
  { log, outage, accounts }: Service,
  metrics: Metrics,
  { id, trace, caller, since, charged, charges, rows, columns, deprecated, isWhole, error, failure }: Visit,
  request: FastifyRequest,
  { raw: response }: FastifyReply,
): void {
  const status = response.headersSent ? response.statusCode : CLIENT_GONE;
  const ms = performance.now() - since;
  const route = request.routeOptions.url ?? UNKNOWN;
  const isCut = !isWhole && status !== CLIENT_GONE;
  metrics.noteAnswer(route, request.method, status, ms / 1000, charged);
  if (isCut) metrics.noteCut(route);
  if (isCut && caller?.access) accounts.noteCut(caller.access, charges);
  const line = {
    id,
    ...trace,
    method: request.method,
    path: route,
    status,
    error,
    ms: Math.round(ms * 100) / 100,
    account: caller?.access && caller.shownName,
    key: caller?.access?.keyId,
    tokens: charged / MICRO,
    rows,
    columns,
    deprecated,
    // Its connection ended before all of it was sent.
    ...(isCut && { cut: true }),
  };
  if (failure === undefined || outage.explains(failure)) log.info(line, "answered");
  else log.error({ ...line, ...failureFields(failure) }, "failed");
}

/** Of data that cannot be read the message says where and why; anything else may be a bug, and comes with its stack. */
function failureFields(failure: unknown): object {
  const { code, message } = (failure ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return /^ERR_(ARCHIVE|TERRAIN|ACCOUNTS)/.test(String(code)) ? { code, cause: message } : { err: failure };
}

/** As `noteVisit`, for bytes that never became a request: only the answer can be logged. */
export function noteUnreadable(log: Logger, metrics: Metrics, status: number): void {
  metrics.noteRefusal(UNKNOWN, UNKNOWN, status);
  log.info({ method: UNKNOWN, path: UNKNOWN, status }, "refused");
}

/*
 * Requests that are sent again because their answer was lost are not charged again: a GET or POST by its `Idempotency-Key`,
 * any request by the id that a trusted balancer gave it. A repeat by its key has the bytes that were charged, or is 409.
 */

interface RepeatKey {
  readonly key: string;
  /** SHA-256 of method, path, query and the text of the body. */
  readonly fingerprint: string;
}

/** A request under its key, from its admission until its hold has it or it is forgotten. */
export interface Repeat extends RepeatKey {
  /** What was charged under the key; undefined: this is the first one. */
  readonly first: KeptAnswer | undefined;
  /** Whether it ends with its hold. */
  isHeld: boolean;
}

/** Marks the answer to a repeat: its price is what the first one was charged. */
export const REPLAYED = "Idempotent-Replayed";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const WITH_KEY = ["GET", "POST"];

/** @throws HttpError 400 */
export function repeatOf(request: FastifyRequest): RepeatKey | undefined {
  const key = request.headers["idempotency-key"];
  if (!WITH_KEY.includes(request.method) || key === undefined) return undefined;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)) {
    throw new HttpError(
      "invalid_idempotency_key",
      "the header Idempotency-Key must be 1 to 255 printable ASCII characters without blanks",
    );
  }
  return { key, fingerprint: fingerprintOf(request) };
}

/** undefined: the id is our own, and comes only once. */
export function markOf({ requestIds }: Service, request: FastifyRequest): RequestMark | undefined {
  return requestIds.isForeign(request.id) ? { id: request.id, fingerprint: fingerprintOf(request) } : undefined;
}

/** Of bodies that are to be recognised, from their first byte. */
const HASHES = new WeakMap<FastifyRequest, Hash>();

/** Takes the text of a body as it arrives: however deep it nests, it is read once and kept nowhere. */
export function noteBody({ requestIds }: Service, request: FastifyRequest, body: Readable): void {
  const { method, headers, id } = request;
  if (method !== "POST" || (headers["idempotency-key"] === undefined && !requestIds.isForeign(id))) return;
  const hash = beginning(request);
  HASHES.set(request, hash);
  body.on("data", (chunk: Buffer) => hash.update(chunk));
  body.pause(); // until somebody reads it
}

/** As of `JSON.stringify([method, url, body])`: charges that are stored have it so. */
function fingerprintOf(request: FastifyRequest): string {
  const hash = HASHES.get(request)?.copy() ?? beginning(request).update("null");
  return hash.update("]").digest("hex");
}

function beginning({ method, url }: FastifyRequest): Hash {
  return createHash("sha256").update(`${JSON.stringify([method, url]).slice(0, -1)},`);
}

/** What is admitted has to be held or forgotten. @throws HttpError 409, 422 */
export async function admitRepeat(
  service: Service,
  access: Access,
  { key, fingerprint }: RepeatKey,
  mark: RequestMark | undefined,
): Promise<Repeat> {
  const repeat = await service.accounts.repeat(access, key, fingerprint, mark?.id);
  switch (repeat.kind) {
    case "other":
      throw new HttpError("idempotency_conflict", "this Idempotency-Key was used with a different request");
    case "running":
      throw new HttpError("idempotency_running", "a request with this Idempotency-Key is still running");
    case "used-up":
      throw new HttpError("not_repeatable", USED_UP);
  }
  return { key, fingerprint, first: repeat.kind === "free" ? repeat.first : undefined, isHeld: false };
}

export function forgetRepeat({ accounts }: Service, { access }: Pick<Caller, "access">, { key, isHeld }: Repeat): void {
  if (access && !isHeld) accounts.forgetRepeat(access, key);
}

const USED_UP =
  `the request with this Idempotency-Key was charged and has been repeated ${FREE_REPEATS} times, the most allowed in 24 ` +
  "hours; nothing was charged now: send another key for a new answer";
const CHANGED =
  "the answer charged under this Idempotency-Key cannot be reproduced: its weather or the server has changed, or a " +
  "source does not answer; nothing was charged now: send another key for a new answer";

/** @throws HttpError 409 where a repeat would not have the bytes that were charged, as far as they are known */
export function demandSame(repeat: Repeat | undefined, answer: Partial<KeptAnswer> | undefined): void {
  const first = repeat?.first;
  if (first === undefined || answer === undefined) return;
  const { revision = first.revision, hash = first.hash } = answer;
  if (revision !== first.revision || hash !== first.hash) throw changed();
}

/**
 * The figures of an answer that is ready, for its repeats.
 *
 * @throws HttpError 409 as `demandSame`
 */
export async function keptAnswer(
  repeat: Repeat,
  known: Omit<KeptAnswer, "hash">,
  rendered: RenderedAnswer,
): Promise<KeptAnswer> {
  const answer = { ...known, hash: await bodyHash(rendered) };
  demandSame(repeat, answer);
  return answer;
}

export function changed(cause?: unknown): HttpError {
  return new HttpError("not_repeatable", CHANGED, { cause });
}

const IN_PIECES = { chunkSize: 2 ** 18 };

/** SHA-256 (hex) of a body as it is before its coding, off the event loop: it may have tens of megabytes. */
async function bodyHash({ body, encoding }: Pick<RenderedAnswer, "body" | "encoding">): Promise<string> {
  if (encoding === "identity") return Buffer.from(await webcrypto.subtle.digest("SHA-256", body)).toString("hex");
  const plain = encoding === "br" ? createBrotliDecompress(IN_PIECES) : createGunzip(IN_PIECES);
  plain.end(body);
  const hash = createHash("sha256");
  for await (const chunk of plain) hash.update(chunk);
  return hash.digest("hex");
}
