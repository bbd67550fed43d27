/** An observation that is asked for in a body, not in an address: what nobody reads is refused there. */
import type { Endpoint as Name, ObservationRequest } from "irradiance-engine";
import type { Service } from "../service.js";
import type { ObservationQuery, Task } from "./endpoint.js";
import { observationRequest, observationTask } from "./endpoints/observation.js";
import { HttpError } from "./errors.js";
import { knownQuery, unknownNames } from "./query.js";

const NAMES: readonly Name[] = ["realtime", "training", "historical"];

/** @throws HttpError 400 */
export function observationName(endpoint: unknown): Name {
  if (NAMES.includes(endpoint as Name)) return endpoint as Name;
  throw new HttpError(400, `"endpoint" must be one of ${NAMES.join(", ")}`);
}

/**
 * @param read the query as a request, where it was read before
 * @throws RequestError; HttpError 400, also for keys that the endpoint does not have
 */
export function strictTask(service: Service, name: Name, asked: ObservationQuery, read?: ObservationRequest): Task {
  const { query, now } = asked;
  if (query.response_format !== undefined)
    throw new HttpError(400, '"response_format" must be omitted in a batch: answers are JSON');
  const request = read ?? observationRequest(service, name, knownQuery(`observation/${name}`, query), now);
  refuseUnknown(name, query);
  return observationTask(service, name, asked, request);
}

/** @throws HttpError 400 that names the first key that the endpoint does not have */
export function refuseUnknown(name: Name, query: ObservationQuery["query"]): void {
  const [strange] = unknownNames(`observation/${name}`, query);
  if (strange !== undefined) throw new HttpError(400, `unknown query parameter: ${strange}`);
}

/** @throws HttpError 400 */
export function objectOf(value: unknown, name: string): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { [key: string]: unknown };
  throw new HttpError(400, `${name} must be an object`);
}

/** @throws HttpError 400 that names the first of the keys */
export function refuseOthers(others: object, complaint: string): void {
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new HttpError(400, `${complaint} ${JSON.stringify(unknown.slice(0, 40))}`);
}
