/**
 * POST /v1/observation/batch: many observations in one exchange, answered line by line (NDJSON) in the order of the
 * requests. All of them are checked before the first byte; each is held, computed, charged and written by itself.
 */
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Endpoint as Name } from "irradiance-engine";
import type { Access, Hold } from "../accounts/accounts.js";
import type { Service } from "../service.js";
import { type Caller, checkDemoPlace } from "./callers.js";
import { Departure } from "./departure.js";
import type { Asked, Prepared, Query, Task } from "./endpoint.js";
import { observationTask } from "./endpoints/observation.js";
import { asHttpError, errorBody, HttpError, RETRY_WHEN_FULL, tooMany } from "./errors.js";
import type { Handler } from "./exchange.js";
import { noticesField } from "./fields.js";
import { UNKNOWN_KEY } from "./query.js";
import { rateHeaders } from "./rates.js";
import { admitRepeat, type RepeatKey, repeatOf } from "./repeats.js";
import { inTokens, tellTokens } from "./tokens-told.js";
import { type Visit, visitOf } from "./visit.js";

export const BATCH_PATH = "/v1/observation/batch";

const NAMES: readonly Name[] = ["realtime", "training", "historical"];

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
  readonly repeat: RepeatKey | undefined;
}

export function batchOf(service: Service): Handler {
  return async (request, reply) => {
    const visit = visitOf(request);
    const caller = await service.callers(request.raw, visit.address, requestsIn(request.body, service));
    visit.caller = caller;
    reply.headers(rateHeaders(caller.rate));
    const lines = parsed(service, request, caller);
    const cost = caller.access === undefined ? 0 : lines.reduce((sum, { task }) => sum + task.cost, 0);
    visit.cost = cost;
    tellTokens(reply, service, caller, cost);
    for (const { task } of lines) if (task.place) checkDemoPlace(caller, task.place.lat, task.place.lon);
    if (service.unsent.full) throw tooMany(503, "the server is full: answers wait for slow clients", RETRY_WHEN_FULL);
    const held = holdAll(service, caller, lines, repeatOf(request));
    tellTokens(
      reply,
      service,
      caller,
      held.reduce((sum, line) => sum + line.cost, 0),
    );
    const notices = noticesField(lines.flatMap(({ task }) => task.notices));
    if (notices !== "") reply.header("API-Notice", notices);
    const departure = new Departure(reply.raw, service.settings.deadline * 1000 * lines.length);
    visit.cost = 0; // grows with every line that is charged
    const answers = inOrder(held, caller.running, (line) => answerLine(service, caller, visit, line, departure.signal));
    const over = () => {
      departure.over();
      releaseAll(service, held);
    };
    service.unsent.watch(reply.raw, service.settings.deadline * 1000);
    const body = Readable.from(textOf(answers, over), { objectMode: false });
    return reply.headers({ "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" }).code(200).send(body);
  };
}

/** How many requests this counts as for the rate, before the body was looked at closely. */
function requestsIn(body: unknown, { settings }: Service): number {
  const requests = (body as { requests?: unknown } | null | undefined)?.requests;
  return Array.isArray(requests) ? Math.min(Math.max(requests.length, 1), settings["batch-requests"]) : 1;
}

/** @throws HttpError 400 that names the index of the bad request, or the sum of values */
function parsed(service: Service, request: FastifyRequest, caller: Caller): readonly Line[] {
  const most = service.settings["batch-requests"];
  const { requests, ...others } = objectOf(request.body, "the body");
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw new HttpError(400, `the body has an unknown key ${JSON.stringify(unknown.slice(0, 40))}`);
  if (!Array.isArray(requests) || requests.length < 1 || requests.length > most) {
    throw new HttpError(400, `the body must be {"requests": […]} with 1 to ${most} requests`, {
      parameter: "requests",
    });
  }
  const { now } = visitOf(request);
  const lines = requests.map((entry, index) => lineOf(service, caller, now, entry, index));
  const values = lines.reduce((sum, { task }) => sum + task.values, 0);
  if (values > caller.mostValues) {
    throw new HttpError(400, `the batch would have ${values} values in all, allowed are ${caller.mostValues}`);
  }
  return lines;
}

function lineOf(service: Service, caller: Caller, now: number, entry: unknown, index: number): Line {
  try {
    const { endpoint, query, ...others } = objectOf(entry, "a request");
    const unknown = Object.keys(others)[0];
    if (unknown !== undefined) throw new HttpError(400, `unknown key ${JSON.stringify(unknown.slice(0, 40))}`);
    if (!NAMES.includes(endpoint as Name)) throw new HttpError(400, `"endpoint" must be one of ${NAMES.join(", ")}`);
    const asked: Asked = { query: objectOf(query, '"query"') as Query, body: undefined, now, caller };
    if (asked.query.response_format !== undefined) throw new HttpError(400, '"response_format" is json in a batch');
    const task = observationTask(service, endpoint as Name, asked);
    if (task.notices.some(({ code }) => code === UNKNOWN_KEY)) throw new HttpError(400, task.notices[0]!.message);
    return { index, name: endpoint as Name, task };
  } catch (thrown) {
    const { status, message, parameter } = asHttpError(thrown);
    throw new HttpError(status, `request ${index}: ${message}`, { parameter, cause: thrown });
  }
}

function objectOf(value: unknown, name: string): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { [key: string]: unknown };
  throw new HttpError(400, `${name} must be an object`);
}

/** All lines held, or none. @throws OutOfTokensError; HttpError 409, 422 */
function holdAll(
  service: Service,
  { access }: Caller,
  lines: readonly Line[],
  repeat: RepeatKey | undefined,
): readonly HeldLine[] {
  if (access === undefined) return lines.map((line) => ({ ...line, hold: undefined, cost: 0, repeat: undefined }));
  const held: HeldLine[] = [];
  try {
    for (const line of lines) held.push(holdLine(service, access, line, repeat));
    return held;
  } catch (thrown) {
    releaseAll(service, held);
    throw thrown;
  }
}

/** Each line is a repeat of its own: what was not charged the first time is charged now, and no more. */
function holdLine(service: Service, access: Access, line: Line, whole: RepeatKey | undefined): HeldLine {
  const repeat = whole && { ...whole, key: `${whole.key}#${line.index}` };
  const isFree = repeat !== undefined && admitRepeat(service, access, repeat) === "free";
  const cost = isFree ? 0 : line.task.cost;
  try {
    return { ...line, cost, repeat, hold: service.accounts.hold(access, cost, repeat?.key) };
  } catch (thrown) {
    if (repeat) service.accounts.forgetRepeat(access, repeat.key);
    throw thrown;
  }
}

/** Without effect on lines that were charged. */
function releaseAll(service: Service, held: readonly HeldLine[]): void {
  for (const { hold } of held) if (hold) service.accounts.release(hold);
}

/** The line of one request. A failure is a line, too. */
async function answerLine(
  service: Service,
  caller: Caller,
  visit: Visit,
  line: HeldLine,
  signal: AbortSignal,
): Promise<string> {
  try {
    const prepared = await line.task.prepare(signal);
    const body = await computed(service, caller, visit, line, prepared, signal);
    return `{"index":${line.index},"tokens":${inTokens(line.cost)},"response":${body}}\n`;
  } catch (thrown) {
    if (line.hold) service.accounts.release(line.hold);
    const error = asHttpError(thrown);
    if (error.status >= 500)
      service.log.error({ id: visit.id, line: line.index, err: error.cause ?? error }, "line failed");
    return `{"index":${line.index},${errorBody(error, visit.id).slice(1)}\n`;
  }
}

const decoder = new TextDecoder();

async function computed(
  service: Service,
  caller: Caller,
  visit: Visit,
  line: HeldLine,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<string> {
  const since = performance.now();
  // A batch takes as many turns at a time as its account has, so that it never waits for a place among the waiting.
  const turn = await service.turns.take(caller.name, caller.running, Number.POSITIVE_INFINITY, signal);
  try {
    const priority = caller.access === undefined ? 0 : 1;
    const rendered = await prepared.render({ encoding: "identity", signal, priority });
    const { rows, columns, body } = rendered;
    visit.rows += rows;
    visit.columns = Math.max(visit.columns, columns);
    if (line.hold) {
      const entry = { rows, columns, bytes: body.byteLength, duration: performance.now() - since, status: 200 };
      const requestId = service.requestIds.forCharge(`${visit.id}.${line.index}`);
      const endpoint = `observation/${line.name}`;
      await service.accounts.charge(line.hold, { ...entry, requestId, at: visit.now, endpoint, repeat: line.repeat });
      visit.cost += line.cost;
    }
    return decoder.decode(body);
  } finally {
    turn?.();
  }
}

/** Results in the order of the items, up to `width` of them under way. */
async function* inOrder<Item>(items: readonly Item[], width: number, work: (item: Item) => Promise<string>) {
  const under: Promise<string>[] = [];
  let next = 0;
  while (next < items.length || under.length > 0) {
    while (next < items.length && under.length < width) under.push(work(items[next++] as Item));
    yield (await under.shift()) as string;
  }
}

/** The lines as they come; `done` is called when they have ended, also when the reader went away. */
async function* textOf(lines: AsyncIterable<string>, done: () => void): AsyncGenerator<string> {
  try {
    yield* lines;
  } finally {
    done();
  }
}
