/**
 * POST /v1/observation/batch: many observations, yields and power forecasts in one exchange, answered line by line (NDJSON) in the order of the
 * requests. All of them are checked before the first byte; each is held, computed, charged and written by itself, and
 * charged only when its turn to be written has come.
 *
 * Sent again under its `Idempotency-Key` it is computed with the "now" of the first time, and refused before its first byte
 * where the weather of a line that was charged has another revision. Other bytes of the same revision are seen when the line
 * is computed: then that line is an error.
 */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { RequestMark } from "../accounts/accounts.js";
import type { KeptAnswer } from "../accounts/charge-entry.js";
import type { RenderedAnswer } from "../answers/render.js";
import { loopTurn, Slices } from "../loop-slices.js";
import type { Service } from "../service.js";
import { AnswerCharge, showTokens } from "./answer-charge.js";
import { aroundResponse, failureLine } from "./answer-line.js";
import { admitLines, allOrNone, type Line, lineId, markOfLine, revisionOf, unmoved } from "./batch-lines.js";
import { type Caller, checkDemoPlace } from "./callers.js";
import { Departure } from "./departure.js";
import type { Query } from "./endpoint.js";
import { priceFor } from "./endpoints/price.js";
import { asHttpError, HttpError, slowClients } from "./errors.js";
import type { Handler } from "./exchange.js";
import { lineName, linePath, objectOf, refuseOthers, strictTask } from "./line-object.js";
import { rateHeaders } from "./rates.js";
import { forgetRepeat, keptAnswer, markOf, REPLAYED, type Repeat } from "./repeats.js";
import { type Visit, visitOf } from "./visit.js";

export const BATCH_PATH = "/v1/observation/batch";

/** A line whose tokens are held. */
interface HeldLine extends Line {
  readonly charge: AnswerCharge;
  readonly cost: number;
}

/** Data common to all lines of an exchange. */
interface Batch {
  readonly service: Service;
  readonly caller: Caller;
  readonly visit: Visit;
  readonly reply: FastifyReply;
  /** What relative times are relative to: of a repeat, what those of the first one were. Unix ms. */
  readonly now: number;
}

export function batchOf(whole: Service): Handler {
  return async (request, reply) => {
    const visit = visitOf(request);
    const caller = await counted(whole, visit.caller as Caller, request.body);
    const service = whole.forCaller(caller);
    visit.caller = caller;
    reply.headers(rateHeaders(caller.rate));
    const requests = requestsOf(service, request.body);
    reply.raw.setMaxListeners(0); // each line in progress listens for the client's departure
    const repeats = await admitLines(service, request, caller, requests.length);
    const firsts = repeats.flatMap(({ first }) => first?.asOf ?? []);
    const now = firsts.length > 0 ? Math.min(...firsts) : visit.now;
    const batch = { service, caller, visit, reply, now };
    try {
      const lines = await parsed(batch, requests, repeats);
      visit.cost = sum(lines.map(({ task }) => priceFor(caller, task)));
      showTokens(reply, service, caller, visit.cost);
      for (const { task } of lines) if (task.place) checkDemoPlace(caller, task.place.lat, task.place.lon);
      return await sent(
        batch,
        await holdAll(batch, await unmoved(service, caller, reply, lines), markOf(service, request)),
      );
    } finally {
      for (const repeat of repeats) forgetRepeat(service, caller, repeat);
    }
  };
}

/** The answer begins. */
function sent(batch: Batch, held: readonly HeldLine[]): FastifyReply {
  const { service, caller, visit, reply } = batch;
  try {
    if (service.unsent.full) throw slowClients();
    visit.cost = sum(held.map(({ cost }) => cost));
    showTokens(reply, service, caller, visit.cost);
    if (held.every(({ repeat }) => repeat?.first)) reply.header(REPLAYED, "true");
    const body = Readable.from(answers(batch, held), { objectMode: false });
    // Also when it is never read: then the generator does not begin, and its end is not reached.
    body.once("close", () => releaseAll(held));
    return reply.headers({ "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" }).code(200).send(body);
  } catch (thrown) {
    releaseAll(held);
    showTokens(reply, service, caller, visit.cost);
    throw thrown;
  }
}

function sum(costs: readonly number[]): number {
  return costs.reduce((total, cost) => total + cost, 0);
}

/** Each request of a batch counts for the rate: one was counted before the body was read. @throws HttpError 429 */
async function counted({ callers, settings }: Service, caller: Caller, body: unknown): Promise<Caller> {
  const requests = (body as { requests?: unknown } | null | undefined)?.requests;
  const further = Array.isArray(requests) ? Math.min(requests.length, settings["batch-requests"]) - 1 : 0;
  return further > 0 ? callers.further(caller, further) : caller;
}

/** @throws HttpError 400 */
function requestsOf({ settings }: Service, body: unknown): readonly unknown[] {
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

/** @throws HttpError 400 that names the index of the bad request, or the sum of values */
async function parsed(
  batch: Batch,
  requests: readonly unknown[],
  repeats: readonly Repeat[],
): Promise<readonly Line[]> {
  const { caller } = batch;
  const { values: most } = caller.limits;
  const slices = new Slices();
  const lines: Line[] = [];
  for (const [index, entry] of requests.entries()) {
    await slices.rest();
    lines.push(lineOf(batch, entry, index, repeats[index]));
  }
  const values = lines.reduce((sum, { task }) => sum + task.values, 0);
  if (values > most) {
    throw new HttpError("answer_too_large", `the batch would have ${values} values in total; the limit is ${most}`);
  }
  return lines;
}

function lineOf({ service, caller, now }: Batch, entry: unknown, index: number, repeat: Repeat | undefined): Line {
  try {
    const { endpoint, query, system, ...others } = objectOf(entry, "a request");
    refuseOthers(others, "unknown key");
    const name = lineName(endpoint);
    const task = strictTask(service, name, { query: objectOf(query, '"query"') as Query, now, caller, system });
    return { index, name, task, repeat };
  } catch (thrown) {
    const { code, message, parameter } = asHttpError(thrown);
    throw new HttpError(code, `request ${index}: ${message}`, { parameter, cause: thrown });
  }
}

/** All lines held, or none. @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError */
function holdAll(batch: Batch, lines: readonly Line[], mark: RequestMark | undefined): Promise<readonly HeldLine[]> {
  const held = lines.map((line) => holdLine(batch, line, mark));
  return allOrNone(held, (line) => releaseAll([line]));
}

async function holdLine({ service, caller, visit }: Batch, line: Line, mark: RequestMark | undefined) {
  const { index, name, repeat, task } = line;
  const { access } = caller;
  const cost = priceFor(caller, task);
  const own = { requestId: lineId(visit.id, index), endpoint: linePath(name), mark: markOfLine(mark, index) };
  return { ...line, cost, charge: await AnswerCharge.hold(service, { access, cost, repeat, ...own }) };
}

/** Without effect on lines that were charged. */
function releaseAll(held: readonly HeldLine[]): void {
  for (const { charge } of held) charge.release();
}

/** The lines in the order of the requests, as many computed ahead as the account may have running. */
async function* answers(batch: Batch, held: readonly HeldLine[]): AsyncGenerator<string> {
  const ahead: Promise<ComputedLine>[] = [];
  let next = 0;
  while (next < held.length || ahead.length > 0) {
    while (next < held.length && ahead.length < batch.caller.limits.running) ahead.push(computed(batch, held[next++]!));
    yield* settled(batch, await ahead.shift()!);
  }
}

/** A line that is computed but not charged yet, or its error. */
interface ComputedLine {
  readonly line: HeldLine;
  readonly duration: number;
  readonly outcome: RenderedAnswer | HttpError;
  readonly answer?: KeptAnswer | undefined;
}

/** Never rejects. */
async function computed({ service, caller, reply, now }: Batch, line: HeldLine): Promise<ComputedLine> {
  const since = performance.now();
  const departure = new Departure(reply.raw, service.settings.deadline * 1000);
  const { signal } = departure;
  try {
    // Lines whose weather is there at once would hold the loop together.
    await loopTurn();
    const prepared = line.prepared ?? (await departure.unlessGone(line.task.prepare(signal)));
    // A batch takes as many turns at a time as its account has, so that it never waits for a place among the waiting.
    const end = await service.turns.take(caller.name, caller.limits.running, Number.POSITIVE_INFINITY, signal);
    try {
      const priority = caller.access === undefined ? 0 : 1;
      const outcome = await departure.unlessGone(prepared.render({ encoding: "identity", signal, priority }));
      const { repeat } = line;
      const answer =
        repeat && (await keptAnswer(repeat, { asOf: now, revision: revisionOf(service, line, prepared) }, outcome));
      return { line, duration: performance.now() - since, outcome, answer };
    } finally {
      end?.();
    }
  } catch (thrown) {
    return { line, duration: performance.now() - since, outcome: asHttpError(thrown) };
  } finally {
    departure.over();
  }
}

/** The text of a line; its charge is on disk before. A failure is a line, too, and free. */
async function* settled(batch: Batch, { line, duration, outcome, answer }: ComputedLine): AsyncGenerator<string> {
  if (outcome instanceof HttpError) return yield failed(batch, line, outcome);
  if (batch.reply.raw.destroyed) return; // the client has left: nothing is charged
  const sent = batch.service.unsent.take(outcome.body.byteLength);
  try {
    const refusal = await line.charge.commit(batch.visit, outcome, duration, answer).catch(asHttpError);
    yield refusal ? failed(batch, line, refusal) : written(line, outcome);
  } finally {
    sent();
  }
}

const decoder = new TextDecoder();

function written({ index, cost, repeat }: HeldLine, rendered: RenderedAnswer): string {
  const [before, after] = aroundResponse({ index }, { cost, ...(repeat?.first && { replayed: true }) }, rendered);
  return `${before}${decoder.decode(rendered.body)}${after}`;
}

function failed({ service, visit }: Batch, { index, charge }: HeldLine, error: HttpError): string {
  charge.release();
  const { status, cause } = error;
  if (status >= 500 && cause !== undefined && !service.outage.explains(cause)) {
    service.log.error({ id: visit.id, ...visit.trace, line: index, err: cause }, "line failed");
  }
  return failureLine({ index }, error, visit.id);
}
