/** Answers line by line (NDJSON), each to an observation, a yield or a power forecast that is asked for in a body: what nobody reads is refused there. */
import type { Endpoint, ObservationRequest } from "irradiance-engine";
import type { EndpointPath } from "irradiance-engine/internal/contract";
import { MICRO } from "../accounts/accounts.js";
import type { RenderedAnswer } from "../answers/series.js";
import { wireSource } from "../answers/wire.js";
import type { LineName, SystemLine } from "../jobs/job-request.js";
import type { Service } from "../service.js";
import { knownQuery, type ObservationQuery, type Query, type Task, unknownNames } from "./endpoint.js";
import { observationRequest, observationTask, powerTask, yieldTask } from "./endpoints/systems.js";
import { asHttpError, errorBody, HttpError, invalidParameter } from "./errors.js";
import type { namedSystems } from "./named-system.js";

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
  /** Of a `SystemLine`; undefined: the query describes one plane. A name has been replaced by what it stands for. */
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
  if (query.system !== undefined) refuseKey("system", '"system" must be beside "query", not in it');
  if (!isOfSystem(name)) {
    const owners = Object.keys(OF_SYSTEMS).join(" and ");
    if (system !== undefined) refuseKey("system", `"system" must be a stored system's name but for ${owners}`);
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

/** Of a batch. @throws HttpError 400 */
export function requestsOf({ settings }: Service, body: unknown): readonly unknown[] {
  const most = settings["batch-requests"];
  const { requests, ...others } = objectOf(body, "the body");
  refuseOthers(others, "the body has an unknown key");
  if (!Array.isArray(requests) || requests.length < 1 || requests.length > most) {
    throw new HttpError("invalid_body", `the body must be {"requests": […]} with 1 to ${most} requests`, {
      parameter: "requests",
    });
  }
  return requests;
}

/** A request of a batch, with what the system stands for that it names. @throws HttpError 400, 403, 404 */
export async function readLine(entry: unknown, systems: ReturnType<typeof namedSystems>) {
  const { endpoint, query, system: asked, ...others } = objectOf(entry, "a request");
  refuseOthers(others, "unknown key");
  const name = lineName(endpoint);
  const own = objectOf(query, '"query"') as Query;
  const { stands, system, notices } = await systems(linePath(name), own, asked);
  return { name, query: { ...own, ...stands }, system, notices };
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

/** The same error, which says where in the request it is. */
export function errorAt(where: string, thrown: unknown): HttpError {
  const { code, message, parameter, headers } = asHttpError(thrown);
  return new HttpError(code, `${where}: ${message}`, { parameter, headers, cause: thrown });
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
