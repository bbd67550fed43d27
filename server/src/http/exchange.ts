/**
 * The order of checks that every endpoint goes through (path and method were matched before):
 *
 *   key 401 → rate 429 → suspended account, read-only key 403 → of a POST nothing left 402, large body 413 (all before the body
 *   is read) → repeat 409, 422 → parse and caps 400 → demo place 403 → offer 404 → If-None-Match 304 → another revision than
 *   the first one's 409 → hold 402 → turn 429, full 503 → compute 504 → other bytes 409 → commit → first byte
 *
 * What comes first costs least. A repeat is asked for before its query is parsed, whose relative times are those of the first
 * one. Nothing is charged before the answer is ready, and no byte of it goes out before the charge is on disk.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RenderedAnswer } from "../answers/render.js";
import type { Service } from "../service.js";
import { AnswerCharge, type AnswerPrice, showBalance, showTokens } from "./answer-charge.js";
import { type Caller, checkDemoPlace, checkValues } from "./callers.js";
import { Departure } from "./departure.js";
import { chosenEncoding } from "./encodings.js";
import type { ApiRequest, CacheableAnswer, Endpoint, Query, Task } from "./endpoint.js";
import { priceFor } from "./endpoints/price.js";
import { asHttpError, HttpError, slowClients } from "./errors.js";
import { matchesTag, tagOf } from "./etag.js";
import { noticesField, shortName, sourcesField } from "./fields.js";
import {
  admitRepeat,
  demandSame,
  forgetRepeat,
  keptAnswer,
  markOf,
  REPLAYED,
  type Repeat,
  repeatOf,
} from "./repeats.js";
import { turnOf } from "./turns.js";
import { visitOf } from "./visit.js";

/** More keys than any client has reason to send. */
const MOST_KEYS = 64;

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** @param endpointIn the endpoint of a service: a caller may have threads of its own */
export function exchangeOf(endpointIn: (service: Service) => Endpoint, whole: Service): Handler {
  return async (request, reply) => {
    const visit = visitOf(request);
    const caller = visit.caller as Caller;
    const service = whole.forCaller(caller);
    const endpoint = endpointIn(service);
    const query = readQuery(request);
    const repeat = endpoint.isFree ? undefined : await admitted(service, request, caller);
    const departure = new Departure(reply.raw, service.settings.deadline * 1000);
    try {
      const now = repeat?.first?.asOf ?? visit.now;
      const task = parsed(endpoint, { query, body: request.body, now, caller });
      visit.cost = priceFor(caller, task);
      showTokens(reply, service, caller, visit.cost);
      if (task.place) checkDemoPlace(caller, task.place.lat, task.place.lon);
      return await answer({ endpoint, service, request, reply, caller, task, repeat, now, departure });
    } catch (thrown) {
      throw asHttpError(thrown); // whatever it is that was thrown: fastify expects an error
    } finally {
      departure.over();
      if (repeat) forgetRepeat(service, caller, repeat);
    }
  };
}

/** @throws HttpError 400, 409, 422; AccountsUnavailableError */
async function admitted(service: Service, request: FastifyRequest, { access }: Caller): Promise<Repeat | undefined> {
  const repeat = access && repeatOf(request);
  return repeat && admitRepeat(service, access, repeat, markOf(service, request));
}

interface Exchange {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly task: Task;
  readonly repeat: Repeat | undefined;
  /** What the request's times are relative to: of a repeat, what those of the first one were. Unix ms. */
  readonly now: number;
  readonly departure: Departure;
}

function readQuery(request: FastifyRequest): Query {
  const query = request.query as Query;
  const keys = Object.keys(query).length;
  if (keys > MOST_KEYS) throw new HttpError("invalid_request", `the query has ${keys} keys; the limit is ${MOST_KEYS}`);
  const twice = Object.keys(query).find((key) => Array.isArray(query[key]));
  if (twice !== undefined) {
    throw new HttpError("invalid_parameter", `parameter ${JSON.stringify(shortName(twice))} is given twice`, {
      parameter: shortName(twice) || undefined, // a key may be empty, a name may not
    });
  }
  return query;
}

/** @throws HttpError 400 above the cap on values, before anything is computed */
function parsed(endpoint: Endpoint, asked: ApiRequest): Task {
  const task = endpoint.parse(asked);
  checkValues(asked.caller, task.values);
  return task;
}

async function answer(exchange: Exchange): Promise<FastifyReply> {
  const { endpoint, service, request, reply, task, repeat, departure } = exchange;
  const prepared = await departure.unlessGone(task.prepare(departure.signal));
  const tag = tagOf(service, endpoint.path, task, prepared);
  // An answer of earlier is no answer to whoever asks next.
  const keeping = repeat?.first ? "no-store" : `private, max-age=${prepared.maxAge}`;
  const isPosted = request.method === "POST";
  if (tag === undefined || isPosted) reply.header("Cache-Control", "no-store");
  else reply.headers({ ETag: tag, "Cache-Control": keeping });
  if (!isPosted && matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  if (request.method === "HEAD") return preview(exchange);
  const known = { asOf: exchange.now, revision: tag ?? null };
  demandSame(repeat, known);
  const charge = await held(exchange);
  try {
    const rendered = await inTurn(exchange, prepared);
    const kept = repeat && (await keptAnswer(repeat, known, rendered));
    departure.throwIfEnded(); // the client has left: nothing is charged
    departure.over();
    const visit = visitOf(request);
    await charge.commit(visit, rendered, performance.now() - visit.since, kept);
    showBalance(reply, service, exchange.caller); // the charge may have used up a share
    return send(exchange, rendered);
  } catch (thrown) {
    charge.release();
    showTokens(reply, service, exchange.caller, visitOf(request).cost); // with those that were given back
    throw thrown;
  }
}

/** All checks of GET up to 402; nothing is held, computed or charged. */
async function preview(exchange: Exchange): Promise<FastifyReply> {
  const { service, reply, caller, request } = exchange;
  const { access } = caller;
  const { cost } = visitOf(request);
  if (access && cost > 0 && (await service.accounts.currentBalance(access.account)).remaining < cost) {
    const charge = await AnswerCharge.hold(service, priceOf(exchange)); // throws as for GET
    charge.release();
  }
  return reply.code(200).send();
}

/** @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError */
async function held(exchange: Exchange): Promise<AnswerCharge> {
  const { service, request, reply, caller, repeat } = exchange;
  const charge = await AnswerCharge.hold(service, priceOf(exchange));
  if (repeat?.first) reply.header(REPLAYED, "true");
  showTokens(reply, service, caller, visitOf(request).cost);
  return charge;
}

function priceOf({ service, request, caller, repeat, endpoint }: Exchange): AnswerPrice {
  const { cost, id: requestId } = visitOf(request);
  const mark = markOf(service, request);
  return { access: caller.access, cost, requestId, endpoint: endpoint.path, repeat, mark };
}

/** Computes the answer when it is the account's turn and the server has room. */
async function inTurn(
  { service, request, caller, departure }: Exchange,
  prepared: CacheableAnswer,
): Promise<RenderedAnswer> {
  const { signal } = departure;
  const end = await turnOf(service.turns, caller, signal);
  try {
    if (service.unsent.full) throw slowClients();
    const encoding = chosenEncoding(request.headers["accept-encoding"]);
    const priority = caller.access === undefined ? 0 : 1;
    return await departure.unlessGone(prepared.render({ encoding, signal, priority }));
  } finally {
    end();
  }
}

/** RFC 4180, and that the first line has names. */
const CSV = "text/csv; charset=utf-8; header=present";

/** A file keeps its name where it loses its headers: it says that its weather is made up. */
function fileName({ path }: Endpoint, sources: RenderedAnswer["sources"]): string {
  return `${path.replaceAll("/", "-")}${sources.some(({ synthetic }) => synthetic) ? "-synthetic" : ""}.csv`;
}

function send({ service, request, reply, task, endpoint }: Exchange, rendered: RenderedAnswer): FastifyReply {
  const { contentType, encoding, body, sources, passing } = rendered;
  if (passing) reply.removeHeader("ETag").header("Cache-Control", "no-store");
  const notices = noticesField([...rendered.notices, ...task.notices]);
  if (notices !== "") reply.header("API-Notice", notices);
  if (sources.length > 0) reply.header("Weather-Sources", sourcesField(sources, visitOf(request).now));
  if (rendered.headers) reply.headers(rendered.headers);
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  if (task.csv) reply.header("Content-Disposition", `attachment; filename="${fileName(endpoint, sources)}"`);
  service.unsent.add(reply.raw, body.byteLength);
  return reply
    .code(200)
    .header("Content-Type", task.csv ? CSV : contentType)
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}
