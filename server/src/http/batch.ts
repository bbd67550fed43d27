/**
 * POST /v1/observation/batch: many observations in one exchange, answered line by line (NDJSON) in the order of the
 * requests. All of them are checked before the first byte; each is held, computed, charged and written by itself, and
 * charged only when its turn to be written has come.
 */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint as Name } from "irradiance-engine";
import type { Access, Hold, RequestMark } from "../accounts/accounts.js";
import { loopTurn, Slices } from "../loop-slices.js";
import type { Service } from "../service.js";
import { aroundResponse, failureLine } from "./answer-line.js";
import { type Caller, checkDemoPlace } from "./callers.js";
import { Departure } from "./departure.js";
import type { Query, Rendered, Task } from "./endpoint.js";
import { asHttpError, HttpError, notRecorded, RETRY_WHEN_FULL, tooMany } from "./errors.js";
import type { Handler } from "./exchange.js";
import { objectOf, observationName, refuseOthers, strictTask } from "./observation-object.js";
import { rateHeaders } from "./rates.js";
import { admitRepeat, markOf, REPLAYED, type RepeatKey, repeatOf } from "./repeats.js";
import { tellTokens } from "./tokens-told.js";
import { type Visit, visitOf } from "./visit.js";

export const BATCH_PATH = "/v1/observation/batch";

/** A request of the batch that is well formed. */
interface Line {
  readonly index: number;
  readonly name: Name;
  readonly task: Task;
}

/** A line whose tokens are held. */
interface HeldLine extends Line {
  readonly hold: Hold | undefined;
  readonly cost: number;
  /** Whether it was charged before, under the same `Idempotency-Key`. */
  readonly isRepeat: boolean;
  readonly repeat: RepeatKey | undefined;
  readonly mark: RequestMark | undefined;
}

/** What a request that is sent again is known by: the whole batch, or a line of it. */
interface Marks {
  readonly repeat: RepeatKey | undefined;
  readonly mark: RequestMark | undefined;
}

/** Data common to all lines of an exchange. */
interface Batch {
  readonly service: Service;
  readonly caller: Caller;
  readonly visit: Visit;
  readonly reply: FastifyReply;
}

export function batchOf(service: Service): Handler {
  return async (request, reply) => {
    const visit = visitOf(request);
    const caller = await counted(service, visit.caller as Caller, request.body);
    visit.caller = caller;
    reply.headers(rateHeaders(caller.rate));
    const lines = await parsed(service, request, caller);
    visit.cost = caller.access === undefined ? 0 : sum(lines.map(({ task }) => task.cost));
    tellTokens(reply, service, caller, visit.cost);
    for (const { task } of lines) if (task.place) checkDemoPlace(caller, task.place.lat, task.place.lon);
    reply.raw.setMaxListeners(0); // each line in progress listens for the client's departure
    const held = await holdAll(service, caller, lines, { repeat: repeatOf(request), mark: markOf(service, request) });
    try {
      if (service.unsent.full) throw tooMany(503, "the server is full: answers wait for slow clients", RETRY_WHEN_FULL);
      visit.cost = sum(held.map(({ cost }) => cost));
      tellTokens(reply, service, caller, visit.cost);
      if (held.every(({ isRepeat }) => isRepeat)) reply.header(REPLAYED, "true");
      const body = Readable.from(answers({ service, caller, visit, reply }, held), { objectMode: false });
      // Also when it is never read: then the generator does not begin, and its end is not reached.
      body.once("close", () => releaseAll(service, held));
      return reply
        .headers({ "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" })
        .code(200)
        .send(body);
    } catch (thrown) {
      releaseAll(service, held);
      tellTokens(reply, service, caller, visit.cost);
      throw thrown;
    }
  };
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

/** @throws HttpError 400 that names the index of the bad request, or the sum of values */
async function parsed(service: Service, request: FastifyRequest, caller: Caller): Promise<readonly Line[]> {
  const most = service.settings["batch-requests"];
  const { requests, ...others } = objectOf(request.body, "the body");
  refuseOthers(others, "the body has an unknown key");
  if (!Array.isArray(requests) || requests.length < 1 || requests.length > most) {
    throw new HttpError(400, `the body must be {"requests": […]} with 1 to ${most} requests`, {
      parameter: "requests",
    });
  }
  const { now } = visitOf(request);
  const slices = new Slices();
  const lines: Line[] = [];
  for (const [index, entry] of requests.entries()) {
    await slices.rest();
    lines.push(lineOf(service, caller, now, entry, index));
  }
  const values = lines.reduce((sum, { task }) => sum + task.values, 0);
  if (values > caller.mostValues) {
    throw new HttpError(400, `the batch would have ${values} values in total; the limit is ${caller.mostValues}`);
  }
  return lines;
}

function lineOf(service: Service, caller: Caller, now: number, entry: unknown, index: number): Line {
  try {
    const { endpoint, query, ...others } = objectOf(entry, "a request");
    refuseOthers(others, "unknown key");
    const name = observationName(endpoint);
    const task = strictTask(service, name, { query: objectOf(query, '"query"') as Query, now, caller });
    return { index, name, task };
  } catch (thrown) {
    const { status, message, parameter } = asHttpError(thrown);
    throw new HttpError(status, `request ${index}: ${message}`, { parameter, cause: thrown });
  }
}

/** All lines held, or none. @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError; HttpError 409, 422 */
async function holdAll(
  service: Service,
  { access }: Caller,
  lines: readonly Line[],
  whole: Marks,
): Promise<readonly HeldLine[]> {
  if (access === undefined) {
    return lines.map((line) => ({
      ...line,
      hold: undefined,
      cost: 0,
      isRepeat: false,
      repeat: undefined,
      mark: undefined,
    }));
  }
  const outcomes = await Promise.allSettled(lines.map((line) => holdLine(service, access, line, marksOf(line, whole))));
  const held = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refused = outcomes.find((outcome) => outcome.status === "rejected");
  if (refused === undefined) return held;
  releaseAll(service, held);
  throw refused.reason;
}

/** Each line is its own repeat: lines that were not charged the first time are charged now, and no others. */
function marksOf({ index }: Line, { repeat, mark }: Marks): Marks {
  return {
    repeat: repeat && { ...repeat, key: `${repeat.key}#${index}` },
    mark: mark && { ...mark, id: lineId(mark.id, index) },
  };
}

function lineId(id: string, index: number): string {
  return `${id}.${index}`;
}

async function holdLine(service: Service, access: Access, line: Line, { repeat, mark }: Marks): Promise<HeldLine> {
  const isRepeat = repeat !== undefined && (await admitRepeat(service, access, repeat, mark)) === "free";
  try {
    const marks = { repeat: repeat?.key, request: mark };
    const hold = await service.accounts.hold(access, isRepeat ? 0 : line.task.cost, marks);
    return { ...line, cost: line.task.cost, isRepeat, repeat, mark, hold };
  } catch (thrown) {
    if (repeat) service.accounts.forgetRepeat(access, repeat.key);
    throw thrown;
  }
}

/** Without effect on lines that were charged. */
function releaseAll(service: Service, held: readonly HeldLine[]): void {
  for (const { hold } of held) if (hold) service.accounts.release(hold);
}

/** The lines in the order of the requests, as many computed ahead as the account may have running. */
async function* answers(batch: Batch, held: readonly HeldLine[]): AsyncGenerator<string> {
  const ahead: Promise<Computed>[] = [];
  let next = 0;
  while (next < held.length || ahead.length > 0) {
    while (next < held.length && ahead.length < batch.caller.running) ahead.push(computed(batch, held[next++]!));
    yield* settled(batch, await ahead.shift()!);
  }
}

/** A line that is computed but not charged yet, or its error. */
interface Computed {
  readonly line: HeldLine;
  readonly duration: number;
  readonly outcome: Rendered | HttpError;
}

/** Never rejects. */
async function computed({ service, caller, reply }: Batch, line: HeldLine): Promise<Computed> {
  const since = performance.now();
  const departure = new Departure(reply.raw, service.settings.deadline * 1000);
  const { signal } = departure;
  try {
    // Lines whose weather is there at once would hold the loop together.
    await loopTurn();
    const prepared = await departure.unlessGone(line.task.prepare(signal));
    // A batch takes as many turns at a time as its account has, so that it never waits for a place among the waiting.
    const end = await service.turns.take(caller.name, caller.running, Number.POSITIVE_INFINITY, signal);
    try {
      const priority = caller.access === undefined ? 0 : 1;
      const outcome = await departure.unlessGone(prepared.render({ encoding: "identity", signal, priority }));
      return { line, duration: performance.now() - since, outcome };
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
async function* settled(batch: Batch, { line, duration, outcome }: Computed): AsyncGenerator<string> {
  if (outcome instanceof HttpError) return yield failed(batch, line, outcome);
  if (batch.reply.raw.destroyed) return; // the client has left: nothing is charged
  const sent = batch.service.unsent.take(outcome.body.byteLength);
  try {
    const refusal = await charged(batch, line, duration, outcome).catch(notRecorded);
    yield refusal ? failed(batch, line, refusal) : written(line, outcome);
  } finally {
    sent();
  }
}

async function charged(
  { service, visit }: Batch,
  { index, name, hold, repeat, mark }: HeldLine,
  duration: number,
  { rows, columns, body }: Rendered,
): Promise<void> {
  visit.rows += rows;
  visit.columns = Math.max(visit.columns, columns);
  if (hold === undefined) return;
  const entry = { rows, columns, bytes: body.byteLength, duration, status: 200, at: visit.now, repeat };
  const about = { requestId: lineId(visit.id, index), fingerprint: mark?.fingerprint, endpoint: `observation/${name}` };
  await service.accounts.charge(hold, { ...entry, ...about });
  visit.charged += hold.tokens;
}

const decoder = new TextDecoder();

function written({ index, cost, isRepeat }: HeldLine, rendered: Rendered): string {
  const [before, after] = aroundResponse({ index }, { cost, ...(isRepeat && { replayed: true }) }, rendered);
  return `${before}${decoder.decode(rendered.body)}${after}`;
}

function failed({ service, visit }: Batch, { index, hold }: HeldLine, error: HttpError): string {
  if (hold) service.accounts.release(hold);
  const failure = error.cause ?? error;
  if (error.status >= 500 && !service.outage.explains(failure)) {
    service.log.error({ id: visit.id, line: index, err: failure }, "line failed");
  }
  return failureLine({ index }, error, visit.id);
}
