/**
 * The checks that every endpoint goes through, in one order: `BEFORE_THE_BODY`, then `WITH_THE_BODY`.
 *
 * The cheapest come first. A repeat is asked for before its query is parsed, as relative times count from the first request.
 * Nothing is charged before the answer is ready, and no byte of it goes out before the charge is on disk.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RenderedAnswer } from "../answers/series.js";
import type { Service } from "../service.js";
import { AnswerCharge, showBalance, showTokens } from "./answer-charge.js";
import { type Caller, checkDemoPlace, checkValues, rateHeaders } from "./callers.js";
import { turnOf } from "./connections.js";
import { type CacheableAnswer, type Check, type Endpoint, priceFor, type Query, type Task, tagOf } from "./endpoint.js";
import {
  asHttpError,
  bodyTooLarge,
  Departure,
  HttpError,
  invalidParameter,
  outOfTokens,
  slowClients,
} from "./errors.js";
import { chosenEncoding, matchesTag, noticesField, shortName, sourcesField } from "./headers.js";
import { type NamedSystem, namedSystem } from "./named-system.js";
import type { Repeat, Visit } from "./visit.js";
import { admitRepeat, demandSame, forgetRepeat, keptAnswer, markOf, REPLAYED, repeatOf, visitOf } from "./visit.js";

/** More keys than any client has reason to send. */
const MOST_KEYS = 64;

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** What is known of a request so far. Each check adds what it finds out for those behind it. */
export interface Exchange {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly visit: Visit;
  readonly departure: Departure;
  query: Query;
  /** The stored system that the query names. */
  named: NamedSystem | undefined;
  repeat: Repeat | undefined;
  /** Relative times count from here: of a repeat, from the "now" of the first request. Unix ms. */
  now: number;
  task: Task;
  prepared: CacheableAnswer;
  /** undefined: the bytes of the answer must not be kept. */
  tag: string | undefined;
  charge: AnswerCharge | undefined;
  rendered: RenderedAnswer;
}

export const WITH_THE_BODY: readonly Check<Exchange>[] = [
  { name: "query", ends: [400], run: readQuery },
  { name: "repeat", ends: [400, 409, 422, 503], run: admitted },
  { name: "stored system", ends: [400, 403, 404, 503], run: foundSystem },
  { name: "parameters and caps", ends: [400], run: parsed },
  { name: "demo place", ends: [403], run: demandOpenPlace },
  { name: "weather", ends: [400, 404, 503], run: prepared },
  { name: "known to the client", ends: [304], run: answerUnchanged },
  { name: "preview", ends: [200, 402], run: answerPreview },
  { name: "revision of a repeat", ends: [409], run: demandRevision },
  { name: "tokens", ends: [402, 409, 503], run: held },
  { name: "turn and computation", ends: [429, 503, 504], run: rendered },
  { name: "bytes of a repeat, charge, answer", ends: [200, 409, 503], run: charged },
];

export function exchangeOf(endpoint: Endpoint, whole: Service): Handler {
  return async (request, reply) => {
    const visit = visitOf(request);
    const caller = visit.caller as Caller;
    const service = whole.forCaller(caller);
    const departure = new Departure(reply.raw, service.settings.deadline * 1000);
    const exchange = { endpoint, service, request, reply, caller, visit, departure, now: visit.now } as Exchange;
    try {
      for (const { run } of WITH_THE_BODY) if ((await run(exchange)) === true) break;
      return await reply; // until it is sent
    } catch (thrown) {
      if (exchange.charge) {
        exchange.charge.release();
        showTokens(reply, service, caller, visit.cost); // with those that were given back
      }
      throw asHttpError(thrown); // whatever it is that was thrown: fastify expects an error
    } finally {
      departure.over();
      if (exchange.repeat) forgetRepeat(service, caller, exchange.repeat);
    }
  };
}

function readQuery(exchange: Exchange): void {
  const query = exchange.request.query as Query;
  checkKeys(query);
  const twice = Object.keys(query).find((key) => Array.isArray(query[key]));
  if (twice !== undefined) {
    const name = shortName(twice);
    // A key may be empty, a name may not.
    throw invalidParameter(name || undefined, `parameter ${JSON.stringify(name)} is given twice`);
  }
  exchange.query = query;
}

/** @throws HttpError 400 */
export function checkKeys(query: Query): void {
  const keys = Object.keys(query).length;
  if (keys > MOST_KEYS) throw new HttpError("invalid_request", `the query has ${keys} keys; the limit is ${MOST_KEYS}`);
}

async function admitted(exchange: Exchange): Promise<void> {
  const { endpoint, service, request, caller } = exchange;
  const repeat = endpoint.isFree || caller.access === undefined ? undefined : repeatOf(request);
  if (repeat === undefined) return;
  exchange.repeat = await admitRepeat(service, caller.access!, repeat, markOf(service, request));
  exchange.now = exchange.repeat.first?.asOf ?? exchange.now;
}

async function foundSystem(exchange: Exchange): Promise<void> {
  const { service, caller, endpoint, query } = exchange;
  exchange.named = await namedSystem(service, caller, endpoint, query);
}

/** Before anything is computed. */
function parsed(exchange: Exchange): void {
  const { endpoint, service, request, reply, caller, visit, now, named } = exchange;
  const { query, system, notices }: NamedSystem = named ?? { query: exchange.query, system: undefined, notices: [] };
  const task = endpoint.parse(service, { query, system, body: request.body, now, caller });
  checkValues(caller, task.values);
  exchange.task = { ...task, notices: [...notices, ...task.notices] };
  visit.cost = priceFor(caller, task);
  showTokens(reply, service, caller, visit.cost);
}

function demandOpenPlace({ caller, task: { place } }: Exchange): void {
  if (place) checkDemoPlace(caller, place.lat, place.lon);
}

/** From metadata alone. */
async function prepared(exchange: Exchange): Promise<void> {
  const { endpoint, service, request, reply, task, repeat, departure } = exchange;
  const found = await departure.unlessEnded(task.prepare(departure.signal));
  const tag = tagOf(service, endpoint.path, task, found);
  // Whoever asks for the same later is not to get the answer to a repeat.
  const keeping = repeat?.first ? "no-store" : `private, max-age=${found.maxAge}`;
  if (tag === undefined || request.method === "POST") reply.header("Cache-Control", "no-store");
  else reply.headers({ ETag: tag, "Cache-Control": keeping });
  Object.assign(exchange, { prepared: found, tag });
}

function answerUnchanged({ request, reply, tag }: Exchange): boolean {
  if (request.method === "POST" || !matchesTag(request.headers["if-none-match"], tag)) return false;
  reply.code(304).send();
  return true;
}

/** HEAD has all checks of GET up to 402; nothing is held, computed or charged. */
async function answerPreview(exchange: Exchange): Promise<boolean> {
  const { service, request, reply, caller, visit } = exchange;
  if (request.method !== "HEAD") return false;
  const { access } = caller;
  if (access && visit.cost > 0 && (await service.accounts.currentBalance(access.account)).remaining < visit.cost) {
    (await hold(exchange)).release(); // throws as for GET
  }
  reply.code(200).send();
  return true;
}

/** What the answer depends on, as repeats are held to it. */
function known({ now, tag }: Exchange) {
  return { asOf: now, revision: tag ?? null };
}

function demandRevision(exchange: Exchange): void {
  demandSame(exchange.repeat, known(exchange));
}

/** @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError */
function hold({ service, request, caller, repeat, endpoint, visit }: Exchange): Promise<AnswerCharge> {
  const { cost, id: requestId } = visit;
  const mark = markOf(service, request);
  return AnswerCharge.hold(service, { access: caller.access, cost, requestId, endpoint: endpoint.path, repeat, mark });
}

async function held(exchange: Exchange): Promise<void> {
  const { service, reply, caller, repeat, visit } = exchange;
  exchange.charge = await hold(exchange);
  if (repeat?.first) reply.header(REPLAYED, "true");
  showTokens(reply, service, caller, visit.cost);
}

/** Computes the answer when it is the account's turn and the server has room. */
async function rendered(exchange: Exchange): Promise<void> {
  const { service, request, caller, departure, prepared: answer } = exchange;
  const { signal } = departure;
  const end = await turnOf(service.turns, caller, signal);
  try {
    if (service.unsent.full) throw slowClients();
    const encoding = chosenEncoding(request.headers["accept-encoding"]);
    const priority = caller.access === undefined ? 0 : 1;
    exchange.rendered = await departure.unlessEnded(answer.render({ encoding, signal, priority }));
  } finally {
    end();
  }
}

async function charged(exchange: Exchange): Promise<boolean> {
  const { service, reply, caller, visit, repeat, departure, charge, rendered: answer } = exchange;
  const kept = repeat && (await keptAnswer(repeat, known(exchange), answer));
  departure.throwIfEnded(); // the client has left: nothing is charged
  departure.over();
  await charge!.commit(visit, answer, performance.now() - visit.since, kept);
  showBalance(reply, service, caller); // the charge may have used up a share
  send(exchange);
  return true;
}

/** RFC 4180, and that the first line has names. */
const CSV = "text/csv; charset=utf-8; header=present";

function send({ service, reply, task, endpoint, visit, rendered: answer }: Exchange): void {
  const { contentType, encoding, body, sources, passing } = answer;
  if (passing) reply.removeHeader("ETag").header("Cache-Control", "no-store");
  const notices = noticesField([...answer.notices, ...task.notices]);
  if (notices !== "") reply.header("API-Notice", notices);
  if (sources.length > 0) reply.header("Weather-Sources", sourcesField(sources, visit.now));
  if (answer.headers) reply.headers(answer.headers);
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  if (task.csv) reply.header("Content-Disposition", `attachment; filename="${fileName(endpoint, sources)}"`);
  service.unsent.add(reply.raw, body.byteLength);
  reply
    .code(200)
    .header("Content-Type", task.csv ? CSV : contentType)
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** A file keeps its name where it loses its headers: it says that its weather is made up. */
function fileName({ path }: Endpoint, sources: RenderedAnswer["sources"]): string {
  return `${path.replaceAll("/", "-")}${sources.some(({ synthetic }) => synthetic) ? "-synthetic" : ""}.csv`;
}

export const VARY = { Vary: "Accept-Encoding, Authorization" };

/** Of what is asked for with a body. */
const PRICES = ["cost-realtime", "cost-year", "cost-climate", "cost-learn"] as const;

/** What a request does: everything, but making, cancelling and removing jobs, and storing and removing systems, reads. */
export type Doing = "reads" | "writes";

interface Admission {
  readonly service: Service;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly doing: Doing;
  caller: Caller;
}

export const BEFORE_THE_BODY: readonly Check<Admission>[] = [
  { name: "key and rate", ends: [401, 429], run: findCaller },
  { name: "suspended account", ends: [403], run: ({ caller }) => refuseSuspended(caller) },
  { name: "key that only reads", ends: [403], run: refuseReader },
  { name: "compressed body", ends: [415], run: refuseCompressed },
  { name: "body that nobody can pay for", ends: [402], run: checkBalance },
  { name: "large body", ends: [413], run: refuseLargeBody },
];

/** @throws HttpError as the checks have it */
export async function admit(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  doing: Doing = "reads",
): Promise<void> {
  const admission = { service, request, reply, doing } as Admission;
  for (const { run } of BEFORE_THE_BODY) await run(admission);
}

async function findCaller(admission: Admission): Promise<void> {
  const { service, request, reply } = admission;
  const visit = visitOf(request);
  reply.headers(VARY);
  admission.caller = visit.caller = await service.callers.of(request.raw, visit.address);
  reply.headers(rateHeaders(admission.caller.rate));
}

function refuseCompressed({ request: { method, headers } }: Admission): void {
  const coding = headers["content-encoding"];
  if ((method === "POST" || method === "PUT") && coding !== undefined && coding.toLowerCase() !== "identity") {
    throw new HttpError("unsupported_media_type", "the body must not be compressed (no Content-Encoding)");
  }
}

/**
 * Here rather than where bodies are read: fastify closes the connection then, and a client that still sends loses the refusal with it.
 * Node reads the rest and forgets it, within the time that a request may take.
 */
function refuseLargeBody({ request: { headers, routeOptions } }: Admission): void {
  const most = routeOptions.bodyLimit;
  if (most !== undefined && Number(headers["content-length"]) > most) throw bodyTooLarge();
}

/** @throws HttpError 403 */
export function refuseSuspended({ isSuspended }: { readonly isSuspended: boolean }): void {
  if (isSuspended)
    throw new HttpError("account_suspended", "this account is suspended: ask the operator of this service");
}

function refuseReader({ caller: { access }, doing }: Admission): void {
  if (doing === "reads" || !access?.readsOnly) return;
  throw new HttpError(
    "key_reads_only",
    'this key has the scope "read": making, cancelling and removing jobs, and storing and removing systems, need a key of scope "all"',
  );
}

/**
 * Nobody reads the body of an account that can pay for nothing. What may be free is looked at all the same: a request that is sent
 * again, and everything on a server that takes nothing for some of it.
 */
async function checkBalance({ service, caller, request, reply }: Admission): Promise<void> {
  if (request.method !== "POST") return;
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
