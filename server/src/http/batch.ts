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
import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeptAnswer, RequestMark } from "../accounts/accounts.js";
import type { RenderedAnswer } from "../answers/series.js";
import type { LineName } from "../jobs/job-request.js";
import { loopTurn, Slices } from "../loop-slices.js";
import type { Service } from "../service.js";
import { AnswerCharge, showTokens } from "./answer-charge.js";
import { type Caller, checkDemoPlace, rateHeaders } from "./callers.js";
import { type CacheableAnswer, priceFor, type Task, tagOf } from "./endpoint.js";
import { asHttpError, Departure, HttpError, slowClients } from "./errors.js";
import type { Handler } from "./exchange.js";
import { aroundResponse, errorAt, failureLine, linePath, readLine, requestsOf, strictTask } from "./line-object.js";
import { namedSystems } from "./named-system.js";
import {
  admitRepeat,
  changed,
  demandSame,
  forgetRepeat,
  keptAnswer,
  markOf,
  REPLAYED,
  type Repeat,
  repeatOf,
  type Visit,
  visitOf,
} from "./visit.js";

/** A request of the batch that is well formed. */
interface Line {
  readonly index: number;
  readonly name: LineName;
  readonly task: Task;
  /** Each line is its own: those that were not charged the first time are charged now, and no others. */
  readonly repeat: Repeat | undefined;
  /** Of a line that was charged before. */
  readonly prepared?: CacheableAnswer;
}

/** One for each line, or none without a key. @throws HttpError 400, 409, 422; AccountsUnavailableError */
async function admitLines(
  service: Service,
  request: FastifyRequest,
  caller: Caller,
  lines: number,
): Promise<readonly Repeat[]> {
  const { access } = caller;
  const whole = repeatOf(request);
  if (access === undefined || whole === undefined) return [];
  const mark = markOf(service, request);
  const asked = Array.from({ length: lines }, (_, index) => {
    const key = `${whole.key}#${index}`;
    return admitRepeat(service, access, { ...whole, key }, markOfLine(mark, index));
  });
  return allOrNone(asked, (repeat) => forgetRepeat(service, caller, repeat));
}

/** @param undo takes those back that were done, when another one was refused */
async function allOrNone<Result>(work: readonly Promise<Result>[], undo: (done: Result) => void): Promise<Result[]> {
  const outcomes = await Promise.allSettled(work);
  const done = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refused = outcomes.find((outcome) => outcome.status === "rejected");
  if (refused === undefined) return done;
  done.forEach(undo);
  throw refused.reason;
}

/**
 * Before the first byte: lines that were charged before are prepared.
 *
 * @throws HttpError 409 where the weather of one has another revision; the departure's reason
 */
async function unmoved(
  service: Service,
  { limits: { running } }: Caller,
  reply: FastifyReply,
  lines: readonly Line[],
): Promise<readonly Line[]> {
  if (!lines.some(({ repeat }) => repeat?.first)) return lines;
  const departure = new Departure(reply.raw, service.settings.deadline * 1000);
  const found: Line[] = [];
  try {
    for (let i = 0; i < lines.length; i += running) {
      await loopTurn(); // others have theirs
      departure.throwIfEnded();
      const some = lines.slice(i, i + running).map((line) => unmovedLine(service, line, departure.signal));
      found.push(...(await departure.unlessEnded(Promise.all(some))));
    }
  } finally {
    departure.over();
  }
  return found;
}

async function unmovedLine(service: Service, line: Line, signal: AbortSignal): Promise<Line> {
  if (!line.repeat?.first) return line;
  const prepared = await line.task.prepare(signal).catch((cause) => {
    signal.throwIfAborted();
    throw changed(cause);
  });
  demandSame(line.repeat, { revision: revisionOf(service, line, prepared) });
  return { ...line, prepared };
}

function revisionOf(service: Service, { name, task }: Line, prepared: CacheableAnswer): string | null {
  return tagOf(service, linePath(name), task, prepared) ?? null;
}

function markOfLine(mark: RequestMark | undefined, index: number): RequestMark | undefined {
  return mark && { ...mark, id: lineId(mark.id, index) };
}

function lineId(id: string, index: number): string {
  return `${id}.${index}`;
}

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
  /** Relative times count from here: of a repeat, from the "now" of the first request. Unix ms. */
  readonly now: number;
  /** Stored systems that lines name. */
  readonly systems: ReturnType<typeof namedSystems>;
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
    const batch = { service, caller, visit, reply, now, systems: namedSystems(service, caller) };
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

/** @throws HttpError 400, 403, 404 that names the index of the bad request; 400 for the sum of values */
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
    lines.push(await lineOf(batch, entry, index, repeats[index]));
  }
  const values = lines.reduce((sum, { task }) => sum + task.values, 0);
  if (values > most) {
    throw new HttpError("answer_too_large", `the batch would have ${values} values in total; the limit is ${most}`);
  }
  return lines;
}

async function lineOf(
  { service, caller, now, systems }: Batch,
  entry: unknown,
  index: number,
  repeat: Repeat | undefined,
): Promise<Line> {
  try {
    const { name, notices, ...asked } = await readLine(entry, systems);
    const task = strictTask(service, name, { ...asked, now, caller });
    return { index, name, task: { ...task, notices: [...notices, ...task.notices] }, repeat };
  } catch (thrown) {
    throw errorAt(`request ${index}`, thrown);
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
    const prepared = line.prepared ?? (await departure.unlessEnded(line.task.prepare(signal)));
    // A batch takes as many turns at a time as its account has, so that it never waits for a place among the waiting.
    const end = await service.turns.take(caller.name, caller.limits.running, Number.POSITIVE_INFINITY, signal);
    try {
      const priority = caller.access === undefined ? 0 : 1;
      const outcome = await departure.unlessEnded(prepared.render({ encoding: "identity", signal, priority }));
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

function written({ index, cost, repeat, task }: HeldLine, rendered: RenderedAnswer): string {
  const about = { ...rendered, notices: [...rendered.notices, ...task.notices] };
  const [before, after] = aroundResponse({ index }, { cost, ...(repeat?.first && { replayed: true }) }, about);
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
