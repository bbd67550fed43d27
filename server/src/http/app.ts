/** The application: caller and path are checked before the body is read; then the endpoints handle the request. */

import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import cors from "@fastify/cors";
import type { FastifyBodyParser, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastify from "fastify";
import type { Logger } from "pino";
import { readLongJson } from "../loop-slices.js";
import type { Metrics } from "../metrics.js";
import type { Service } from "../service.js";
import type { Settings } from "../settings.js";
import { TOKENS_NOTICE } from "./answer-charge.js";
import { BATCH_PATH, batchOf } from "./batch.js";
import { type Closed, Connections, mostConnections } from "./connections.js";
import { announcerOf, DEPRECATIONS } from "./deprecations.js";
import { doors, LONGEST_PART } from "./doors/index.js";
import { endWithDoor } from "./doors/ours.js";
import { MOST_BODY_BYTES, MOST_HEADER_BYTES } from "./endpoint.js";
import { NEXT_CURSOR } from "./endpoints/account.js";
import { ENDPOINTS } from "./endpoints/index.js";
import { learnRoutes } from "./endpoints/learning.js";
import { systemRoutes } from "./endpoints/stored-systems.js";
import { errorBody, HttpError } from "./errors.js";
import { admit, exchangeOf, type Handler } from "./exchange.js";
import { absentJob, JOBS_PATH } from "./jobs/create.js";
import { jobRoutes } from "./jobs/routes.js";
import { refuse } from "./refuse.js";
import { beginVisit, noteBody, noteUnreadable, noteVisit, REPLAYED, watchEnd } from "./visit.js";

const MOST_REQUESTS_PER_CONNECTION = 1000;
/** Methods of the whole service; where the path is known, its own methods are listed. */
const METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** @param refused hears the status of each answer that no handler gave */
function createListener(
  settings: Settings,
  connections: Connections,
  handler: NodeHandler,
  refused: (status: number) => void,
): Server {
  const underWay = new UnderWay();
  const options = {
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: settings["headers-timeout"] * 1000,
    requestTimeout: settings["request-timeout"] * 1000,
    keepAliveTimeout: settings["keep-alive"] * 1000,
    connectionsCheckingInterval: Math.min(1000, settings["headers-timeout"] * 500),
    // Node's own error has another form: the app checks the host.
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    connections.begin(request.socket, response);
    underWay.add(request, response);
    handler(request, response);
  });
  server.on("connection", (socket) => connections.add(socket));
  // Node's own takes a connection for idle as soon as the end of its answer was written, however much of it still waits for
  // its reader, and `close` calls it.
  server.closeIdleConnections = () => connections.closeIdle();
  server.maxRequestsPerSocket = MOST_REQUESTS_PER_CONNECTION;
  // A connection on which nothing moves: its answer is late, or its reader has stopped to read.
  server.timeout = (settings.deadline + settings["stalled-timeout"]) * 1000;
  server.on("connect", (_request, socket) => turnAway(socket, methodUnknown("CONNECT is not allowed")));
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    refused(417);
    const body = errorBody(
      new HttpError("expectation_failed", "the only supported expectation is 100-continue"),
      undefined,
    );
    response.writeHead(417, { ...headersOf(body), Connection: "close" }).end(body);
  });
  server.on("clientError", (error: ParserError, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || underWay.holds(socket)) return void socket.destroy();
    turnAway(socket, brokenRequest(error));
  });
  return server;

  function turnAway(socket: Duplex, refusal: HttpError): void {
    refused(refusal.status);
    refuseOn(socket, refusal);
  }
}

/** Which connections owe an answer that an error text must not be mixed into. */
class UnderWay {
  private readonly exchanges = new WeakMap<Duplex, Set<readonly [IncomingMessage, ServerResponse]>>();

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    let open = this.exchanges.get(socket);
    if (open === undefined) {
      this.exchanges.set(socket, (open = new Set()));
      socket.once("close", () => this.closeAll(socket));
    }
    const exchange = [request, response] as const;
    open.add(exchange);
    response.once("close", () => open.delete(exchange));
  }

  /** Node tells the answer that has the connection of its end, and not those that wait behind it. */
  private closeAll(socket: Duplex): void {
    for (const [, response] of this.exchanges.get(socket) ?? []) {
      response.destroy();
      response.emit("close");
    }
  }

  /** Whether an answer has begun, or belongs to a complete request that precedes the broken one. */
  holds(socket: Duplex): boolean {
    const open = [...(this.exchanges.get(socket) ?? [])];
    return open.some(([request, response]) => request.complete || response.headersSent);
  }
}

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes read when the error occurred. */
  readonly rawPacket?: Buffer;
}

const REQUEST_LINE = /^[A-Za-z]{1,20} \S+ HTTP\/1\.[01]\r?\n/;

function brokenRequest({ code, rawPacket }: ParserError): HttpError {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new HttpError("headers_too_large", `headers and URL together are longer than ${MOST_HEADER_BYTES} bytes`);
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new HttpError("request_timeout", "the request did not arrive in time");
  if (code === "HPE_INVALID_METHOD" && rawPacket && REQUEST_LINE.test(rawPacket.toString("latin1"))) {
    return methodUnknown("unknown method (methods are written in capitals)");
  }
  return new HttpError("invalid_request", "this is not a valid HTTP request");
}

function methodUnknown(message: string): HttpError {
  return new HttpError("method_not_allowed", `${message}; allowed: ${METHODS}`, { headers: { Allow: METHODS } });
}

/** An answer on the bare connection, which it ends. */
function refuseOn(socket: Duplex, refusal: HttpError): void {
  const body = errorBody(refusal, undefined);
  const headers = Object.entries({ ...headersOf(body), ...refusal.headers, Connection: "close" });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.once("error", () => socket.destroy());
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines}\r\n${body}`);
}

function headersOf(body: string): { readonly [name: string]: string } {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
  };
}

const PREFLIGHT_SECONDS = 7200;
/** ms */
const CLOSED_TOLD_EVERY = 60_000;
const READ_BY_PAGES = [
  "API-Notice",
  NEXT_CURSOR,
  "API-Tokens-Cost",
  "API-Tokens-Limit",
  TOKENS_NOTICE,
  "API-Tokens-Remaining",
  "Content-Disposition",
  "Deprecation",
  "ETag",
  "Link",
  "Location",
  REPLAYED,
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Sunset",
  "Weather-Sources",
  "X-Request-Id",
];

export async function createApp(
  service: Service,
  metrics: Metrics,
  deprecations = DEPRECATIONS,
): Promise<FastifyInstance> {
  const { settings } = service;
  const most = mostConnections(settings["max-connections"], service.log);
  const connections = new Connections(most, closedNoter(service.log, metrics));
  metrics.watch("irradiance_connections", "Open connections", () => connections.size);
  const app = fastify({
    logger: false,
    bodyLimit: MOST_BODY_BYTES,
    trustProxy: settings["trust-proxy"].length > 0 ? [...settings["trust-proxy"]] : false,
    genReqId: (raw) => service.requestIds.of(raw),
    exposeHeadRoutes: false,
    ...(settings.doors.length > 0 && { routerOptions: { maxParamLength: LONGEST_PART } }),
    requestTimeout: settings["request-timeout"] * 1000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // The form of requests to a proxy: http://host/path. Only the path matters here.
    rewriteUrl: ({ url = "/" }) => url.replace(/^https?:\/\/[^/?#]*/i, "") || "/",
    frameworkErrors: (_error, request, reply) => {
      begin(request, reply);
      reply.header("Access-Control-Allow-Origin", "*");
      // A path with broken escapes: there is nothing at it.
      return refuse(service, absentHere(request), request, reply);
    },
    serverFactory: (handler) =>
      createListener(settings, connections, handler, (status) => noteUnreadable(service.log, metrics, status)),
  });
  const paths: Paths = new Map();
  // At the door of forecast.solar a part of the path may be a key, which no message repeats.
  const mayHaveKey = settings.doors.includes("forecast-solar");
  const absentHere = (request: FastifyRequest) => absent(request, paths, mayHaveKey);
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    const visit = beginVisit(request, service.clock());
    reply.headers({ "X-Request-Id": request.id, "X-Content-Type-Options": "nosniff" });
    watchEnd(visit, reply);
    reply.raw.once("close", () => noteVisit(service, metrics, visit, request, reply));
  };
  readJsonAlone(app);
  app.addHook("onRoute", ({ url, method }) => {
    paths.set(url, [...(paths.get(url) ?? []), ...[method].flat()]);
  });
  const announce = announcerOf(deprecations, metrics);
  app.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    announce?.(request, reply);
    endWithDoor(request, reply);
    done();
  });
  await app.register(cors, {
    origin: "*",
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowedHeaders: ["authorization", "content-type", "if-none-match", "idempotency-key", "traceparent", "tracestate"],
    exposedHeaders: READ_BY_PAGES,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });
  app.addHook("onRequest", async (request) => {
    checkHost(request);
    if (request.is404) throw absentHere(request);
  });
  app.addHook("preParsing", (request, _reply, body, done) => {
    noteBody(service, request, body);
    done(null, body);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(service, error, request, reply));
  app.setNotFoundHandler((request) => {
    throw absentHere(request);
  });
  const onRequest = (request: FastifyRequest, reply: FastifyReply) => admit(service, request, reply);
  const route = (url: string, method: string[], handler: Handler) => app.route({ url, method, handler, onRequest });
  for (const endpoint of ENDPOINTS) {
    const methods = endpoint.method === "GET" ? ["GET", "HEAD"] : ["POST"];
    route(`/v1/${endpoint.path}`, methods, exchangeOf(endpoint, service));
  }
  route(BATCH_PATH, ["POST"], batchOf(service));
  await app.register(learnRoutes, { service, onRequest });
  for (const { admission, ...other } of [...jobRoutes(service), ...systemRoutes(service)]) {
    app.route({ ...other, onRequest: admission });
  }
  await app.register(doors, { service });
  return app;
}

function readJsonAlone(app: FastifyInstance): void {
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (request: FastifyRequest, body: string) => {
    // Many clients send the header with every request.
    if (request.method === "DELETE" && body === "") return undefined;
    return readLongJson(body, (piece) => parsedBy(parseJson, request, piece));
  });
}

/** fastify's parser answers at once. */
function parsedBy(parse: FastifyBodyParser<string>, request: FastifyRequest, piece: string): unknown {
  let outcome: { error: Error | null; value?: unknown } | undefined;
  parse(request, piece, (error, value) => {
    outcome = { error, value };
  });
  if (outcome?.error) throw outcome.error;
  return outcome?.value;
}

/** Counts each connection that had to go, and tells it in the log now and then: there may be thousands a second. */
function closedNoter(log: Logger, metrics: Metrics): (why: Closed) => void {
  let lastWarning = Number.NEGATIVE_INFINITY;
  return (why) => {
    metrics.noteClosed(why);
    if (performance.now() - lastWarning < CLOSED_TOLD_EVERY) return;
    lastWarning = performance.now();
    log.warn({ why }, "too many connections: idle ones are closed to make room for new ones");
  };
}

/** The methods of every path. */
type Paths = Map<string, readonly string[]>;

/** @param isSecret whether the path is not to be repeated */
function absent({ url, method }: FastifyRequest, paths: Paths, isSecret: boolean): HttpError {
  const path = url.split("?", 1)[0] as string;
  const methods = methodsAt(path, paths);
  // A part of a path that is too long, or no text, is no name of anything.
  if (methods?.includes(method) && path.startsWith(`${JOBS_PATH}/`)) return absentJob();
  if (methods === undefined || methods.includes(method)) {
    const there = isSecret ? "there" : `at ${path.slice(0, 100)}`;
    return new HttpError("unknown_path", `nothing found ${there}; see /docs`);
  }
  const allowed = [...methods, "OPTIONS"].join(", ");
  return new HttpError("method_not_allowed", `${method} is not allowed here; allowed: ${allowed}`, {
    headers: { Allow: allowed },
  });
}

/** A part of a path that begins with a colon stands for any text. */
function methodsAt(path: string, paths: Paths): readonly string[] | undefined {
  const exact = paths.get(path);
  if (exact !== undefined) return exact;
  const given = path.split("/");
  const isAt = (words: readonly string[]) =>
    words.length === given.length &&
    words.every((word, i) => word === given[i] || (word[0] === ":" && given[i] !== ""));
  for (const [url, methods] of paths) if (isAt(url.split("/"))) return methods;
  return undefined;
}

const HOST = /^host$/i;

/** RFC 9112, 3.2: one host, not none and not two. */
function checkHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && HOST.test(name)).length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === "1.1")) {
    throw new HttpError("invalid_request", `a request must have one Host header, got ${hosts}`);
  }
}
