/** Who may ask: known from the headers, before a byte of a body is read. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../service.js";
import { HttpError } from "./errors.js";
import { rateHeaders } from "./rates.js";
import { visitOf } from "./visit.js";

export const VARY = { Vary: "Accept-Encoding, Authorization" };

/** @throws HttpError 401, 429; 415 for a compressed body */
export async function admit(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const visit = visitOf(request);
  reply.headers(VARY);
  visit.caller = await service.callers.of(request.raw, visit.address);
  reply.headers(rateHeaders(visit.caller.rate));
  const coding = request.headers["content-encoding"];
  if (request.method === "POST" && coding !== undefined && coding.toLowerCase() !== "identity") {
    throw new HttpError(415, "the body must not be compressed (no Content-Encoding)");
  }
}
