/** Answers line by line (NDJSON), each to an observation, a yield or a power forecast that is asked for in a body: what nobody reads is refused there. */
import type { Endpoint, ObservationRequest } from "irradiance-engine";
import type { EndpointPath } from "irradiance-engine/internal/contract";
import { MICRO } from "../accounts/accounts.js";
import type { RenderedAnswer } from "../answers/series.js";
import { wireSource } from "../answers/wire.js";
import type { LineName, SystemLine } from "../jobs/job-request.js";
import type { Service } from "../service.js";
import { knownQuery, type ObservationQuery, type Task, unknownNames } from "./endpoint.js";
import { observationRequest, observationTask, powerTask, yieldTask } from "./endpoints/systems.js";
import { errorBody, HttpError, invalidParameter } from "./errors.js";

const OF_SYSTEMS = { yield: yieldTask, "forecast/pv": powerTask } as const satisfies {
  readonly [name in SystemLine]: unknown;
};
const NAMES: readonly LineName[] = ["realtime", "training", "historical", "yield", "forecast/pv"];

/** @throws HttpError 400 */
export function lineName(endpoint: unknown): LineName {
  if (NAMES.includes(endpoint as LineName)) return endpoint as LineName;
  throw invalidParameter("endpoint", `"endpoint" must be one of ${NAMES.join(", ")}`);
}

/** Below /v1/. */
export function linePath(name: LineName): EndpointPath {
  return isOfSystem(name) ? name : `observation/${name}`;
}

export function isOfSystem(name: LineName): name is SystemLine {
  return Object.hasOwn(OF_SYSTEMS, name);
}

interface LineQuestion extends ObservationQuery {
  /** Of a `SystemLine`; undefined: the query describes one plane. */
  readonly system?: unknown;
}

/**
 * @param read the query as a request, where it was read before
 * @throws RequestError; HttpError 400, also for keys that the endpoint does not have
 */
export function strictTask(service: Service, name: LineName, asked: LineQuestion, read?: ObservationRequest): Task {
  const { query, system } = asked;
  if (query.response_format !== undefined)
    refuseKey("response_format", '"response_format" must be omitted in a batch: answers are JSON');
  if (!isOfSystem(name)) {
    const owners = Object.keys(OF_SYSTEMS).join(" and ");
    if (system !== undefined) refuseKey("system", `"system" applies to the endpoints ${owners}`);
    return strictObservation(service, name, asked, read);
  }
  const task = OF_SYSTEMS[name](service, asked, system);
  refuseUnknown(name, query);
  return task;
}

function strictObservation(
  service: Service,
  name: Endpoint,
  asked: ObservationQuery,
  read: ObservationRequest | undefined,
): Task {
  const { query, now } = asked;
  const request = read ?? observationRequest(service, name, knownQuery(`observation/${name}`, query), now);
  refuseUnknown(name, query);
  return observationTask(service, name, asked, request);
}

/** @throws HttpError 400 that names the first key that the endpoint does not have */
export function refuseUnknown(name: LineName, query: ObservationQuery["query"]): void {
  const [strange] = unknownNames(linePath(name), query);
  if (strange !== undefined) refuseKey(strange, `unknown query parameter: ${strange}`);
}

/** @throws HttpError 400 */
export function objectOf(value: unknown, name: string): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { [key: string]: unknown };
  throw new HttpError("invalid_body", `${name} must be an object`);
}

/** @throws HttpError 400 that names the first of the keys */
export function refuseOthers(others: object, complaint: string): void {
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) refuseKey(unknown, `${complaint} ${JSON.stringify(unknown.slice(0, 40))}`);
}

/** @throws HttpError 400, always: a body must not have this key where it is */
export function refuseKey(key: string, message: string): never {
  throw new HttpError("unknown_parameter", message, { parameter: key.slice(0, 40) || undefined });
}

/** Which one of the requests a line answers. */
type LineHead = { readonly index: number; readonly id?: string };

interface LinePrice {
  /** Micro-tokens. */
  readonly cost: number;
  readonly replayed?: true;
}

/** The texts before and after the response, which is left as the bytes that it is. */
export function aroundResponse(
  head: LineHead,
  { cost, ...more }: LinePrice,
  { sources, notices }: Pick<RenderedAnswer, "sources" | "notices">,
): readonly [before: string, after: string] {
  const about = JSON.stringify({ ...head, tokens: cost / MICRO, ...more, sources: sources.map(wireSource), notices });
  return [`${about.slice(0, -1)},"response":`, "}\n"];
}

export function failureLine(head: LineHead, error: HttpError, requestId: string): string {
  return `${JSON.stringify(head).slice(0, -1)},${errorBody(error, requestId).slice(1)}\n`;
}
