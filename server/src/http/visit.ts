/** What is noted of a request while it is answered: for its log line, its metrics and its charge. */
import type { FastifyRequest } from "fastify";
import type { Caller } from "./callers.js";

export interface Visit {
  readonly id: string;
  /** Of the client, as far as trusted proxies tell. */
  readonly address: string;
  /** Arrival, Unix ms: the request's one "now". */
  readonly now: number;
  /** Arrival on the clock of `performance`. */
  readonly since: number;
  caller: Caller | undefined;
  /** Micro-tokens. */
  cost: number;
  rows: number;
  columns: number;
  /** What went wrong inside, for the log alone. */
  failure: unknown;
}

const VISITS = new WeakMap<object, Visit>();

export function beginVisit(request: FastifyRequest, now: number): Visit {
  const since = performance.now();
  const visit = {
    id: request.id,
    address: request.ip,
    now,
    since,
    caller: undefined,
    cost: 0,
    rows: 0,
    columns: 0,
    failure: undefined,
  };
  VISITS.set(request, visit);
  return visit;
}

export function visitOf(request: FastifyRequest): Visit {
  return VISITS.get(request) as Visit;
}
