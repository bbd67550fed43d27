/** Who may ask: known from the headers, before a byte of a body is read. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../service.js";
import { showBalance } from "./answer-charge.js";
import type { Caller } from "./callers.js";
import { bodyTooLarge, HttpError, outOfTokens } from "./errors.js";
import { rateHeaders } from "./rates.js";
import { visitOf } from "./visit.js";

export const VARY = { Vary: "Accept-Encoding, Authorization" };

/** Of what is asked for with a body. */
const PRICES = ["cost-realtime", "cost-year", "cost-climate"] as const;

/** What a request does: everything, but making, cancelling and removing jobs, reads. */
export type Doing = "reads" | "writes";

/**
 * @throws HttpError 401, 429; 403 for a suspended account and a key that may not do this; 402 before a body that nobody can pay
 *   for; 415 for a compressed body; 413 for one that says it is too large
 */
export async function admit(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  doing: Doing = "reads",
): Promise<void> {
  const visit = visitOf(request);
  reply.headers(VARY);
  visit.caller = await service.callers.of(request.raw, visit.address);
  reply.headers(rateHeaders(visit.caller.rate));
  refuseSuspended(visit.caller);
  if (doing === "writes") refuseReader(visit.caller);
  const coding = request.headers["content-encoding"];
  if (request.method === "POST" && coding !== undefined && coding.toLowerCase() !== "identity") {
    throw new HttpError("unsupported_media_type", "the body must not be compressed (no Content-Encoding)");
  }
  if (request.method === "POST") await checkBalance(service, visit.caller, request, reply);
  refuseLargeBody(request);
}

/**
 * Here rather than where bodies are read: fastify closes the connection then, and a client that still sends loses the refusal with it.
 * Node reads the rest and forgets it, within the time that a request may take.
 *
 * @throws HttpError 413
 */
function refuseLargeBody({ headers, routeOptions }: FastifyRequest): void {
  const most = routeOptions.bodyLimit;
  if (most !== undefined && Number(headers["content-length"]) > most) throw bodyTooLarge();
}

/** @throws HttpError 403 */
export function refuseSuspended({ isSuspended }: { readonly isSuspended: boolean }): void {
  if (isSuspended)
    throw new HttpError("account_suspended", "this account is suspended: ask the operator of this service");
}

/** @throws HttpError 403 */
function refuseReader({ access }: Caller): void {
  if (!access?.readsOnly) return;
  throw new HttpError(
    "key_reads_only",
    'this key has the scope "read": making, cancelling and removing jobs needs a key of scope "all"',
  );
}

/**
 * Nobody reads the body of an account that can pay for nothing. What may be free is looked at all the same: a request that is sent
 * again, and everything on a server that takes nothing for some of it.
 *
 * @throws HttpError 402
 */
async function checkBalance(service: Service, caller: Caller, request: FastifyRequest, reply: FastifyReply) {
  const { accounts, settings, requestIds } = service;
  const { access, limits } = caller;
  const isRepeat = request.headers["idempotency-key"] !== undefined || requestIds.isForeign(request.id);
  if (access === undefined || isRepeat || limits.price === 0 || PRICES.some((price) => settings[price] === 0)) return;
  // Only the store knows for sure: another server, or the operator, may have changed the balance a moment ago.
  if (accounts.balance(access.account).remaining > 0) return;
  const balance = await accounts.currentBalance(access.account);
  if (balance.remaining > 0) return;
  showBalance(reply, service, caller);
  throw outOfTokens(undefined, balance);
}
