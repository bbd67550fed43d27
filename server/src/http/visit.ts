/** What is noted of a request while it is answered: for its log line, its metrics and its charge. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { MICRO } from "../accounts/accounts.js";
import type { Metrics } from "../metrics.js";
import type { Service } from "../service.js";
import { type Trace, traceOf } from "../trace.js";
import type { Caller } from "./callers.js";
import { CLIENT_GONE, type HttpError } from "./errors.js";

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
    address: request.ip ?? "", // of a connection that has gone already there is none
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
