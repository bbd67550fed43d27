/** An answer that says why there is none, in the service's own form or in the form of a door. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../service.js";
import { asHttpError, CLIENT_GONE, errorBody, type HttpError } from "./errors.js";
import { beginVisit, REPLAYED, type Visit, visitOf } from "./visit.js";

/** Status and body of a refusal. */
type Form = (error: HttpError, visit: Visit) => readonly [status: number, body: string];

const OWN: Form = (error, { id }) => [error.status, errorBody(error, id)];

export function refuse(
  service: Pick<Service, "clock">,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  form = OWN,
): FastifyReply {
  const visit = visitOf(request) ?? beginVisit(request, service.clock());
  const error = asHttpError(thrown);
  visit.error = error.code;
  // Without a cause it is the server that is full, or a request that asks for too much: the line's status says so.
  if (error.status >= 500) visit.failure = error.cause;
  if (error.status === CLIENT_GONE) return reply.hijack();
  for (const name of ["ETag", "Content-Encoding", "Content-Disposition", REPLAYED]) reply.removeHeader(name);
  const [status, body] = form(error, visit);
  return reply
    .code(status)
    .headers({ ...error.headers, "Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8" })
    .send(body);
}
