/** The HTTP server: limits, errors, cross-origin access, and the endpoints in their order of checks. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import cors from "@fastify/cors";
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Metrics } from "../metrics.js";
import type { Service } from "../service.js";
import type { Settings } from "../settings.js";
import { BATCH_PATH, batchOf } from "./batch.js";
import { CLIENT_GONE } from "./departure.js";
import type { Endpoint } from "./endpoint.js";
import { asHttpError, errorBody, HttpError } from "./errors.js";
import { exchangeOf, type Handler } from "./exchange.js";
import { beginVisit, visitOf } from "./visit.js";

const BODY_LIMIT = 64 * 1024;
/** Of all headers and the URL together: a horizon of 360 values takes 2 KiB. */
const MOST_HEADER_BYTES = 16 * 1024;
const MOST_REQUESTS_PER_CONNECTION = 1000;
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);
const PREFLIGHT_SECONDS = 7200;
const READ_BY_PAGES = [
  "API-Notice",
  "API-Tokens-Cost",
  "API-Tokens-Limit",
  "API-Tokens-Remaining",
  "Content-Disposition",
  "ETag",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Weather-Sources",
  "X-Request-Id",
];

export async function createApp(
  service: Service,
  endpoints: readonly Endpoint[],
  metrics: Metrics,
): Promise<FastifyInstance> {
  const { settings } = service;
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: settings["trust-proxy"].length > 0 ? [...settings["trust-proxy"]] : false,
    genReqId: (raw) => service.requestIds.of(raw),
    exposeHeadRoutes: false,
    requestTimeout: settings["request-timeout"] * 1000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => refuse(service, error, request, reply),
    clientErrorHandler: onBrokenRequest,
    serverFactory: (handler) => httpServer(settings, handler),
  });
  app.addHook("onRequest", (request, reply, done) => {
    beginVisit(request, service.clock());
    reply.header("X-Request-Id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    noteVisit(service, metrics, request, reply);
    done();
  });
  await app.register(cors, {
    origin: "*",
    methods: ["GET", "HEAD", "POST"],
    allowedHeaders: ["authorization", "content-type", "if-none-match", "idempotency-key"],
    exposedHeaders: READ_BY_PAGES,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(service, error, request, reply));
  const allowed = new Map<string, string>();
  const route = (url: string, methods: string[], handler: Handler) => {
    allowed.set(url, [...methods, "OPTIONS"].join(", "));
    app.route({ method: methods, url, handler });
  };
  for (const endpoint of endpoints) {
    const methods = endpoint.method === "GET" ? ["GET", "HEAD"] : ["POST"];
    route(`/v1/${endpoint.path}`, methods, exchangeOf(endpoint, service));
  }
  route(BATCH_PATH, ["POST"], batchOf(service));
  app.setNotFoundHandler((request) => {
    const path = request.url.split("?", 1)[0] as string;
    const methods = allowed.get(path);
    if (methods === undefined) throw new HttpError(404, `there is nothing at ${path.slice(0, 100)}; see /docs`);
    throw new HttpError(405, `${request.method} is not allowed here, allowed: ${methods}`, {
      headers: { Allow: methods },
    });
  });
  return app;
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Methods that no endpoint has are refused before anything else looks at them. */
function httpServer(settings: Settings, handler: NodeHandler): Server {
  const options = {
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: settings["headers-timeout"] * 1000,
    requestTimeout: settings["request-timeout"] * 1000,
    keepAliveTimeout: settings["keep-alive"] * 1000,
    connectionsCheckingInterval: 1000,
  };
  const server = createServer(options, (request, response) => {
    if (METHODS.has(request.method as string)) return handler(request, response);
    const body = errorBody(new HttpError(405, `${request.method} is not allowed`), undefined);
    response.writeHead(405, { ...headersOf(body), Allow: [...METHODS].join(", ") }).end(body);
  });
  server.maxConnections = settings["max-connections"];
  server.maxRequestsPerSocket = MOST_REQUESTS_PER_CONNECTION;
  return server;
}

function headersOf(body: string): { readonly [name: string]: string } {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
  };
}

/** What is not even a request of HTTP: answered on the bare socket. */
function onBrokenRequest(error: NodeJS.ErrnoException, socket: import("node:net").Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  const refusal = brokenRequest(error.code);
  const body = errorBody(refusal, undefined);
  const headers = Object.entries({ ...headersOf(body), Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${headers.join("")}\r\n${body}`);
}

function brokenRequest(code: string | undefined): HttpError {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new HttpError(431, `the headers and the URL are longer than ${MOST_HEADER_BYTES} bytes together`);
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new HttpError(408, "the request did not arrive in time");
  return new HttpError(400, "this is no valid HTTP request");
}

function refuse(service: Service, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const visit = visitOf(request) ?? beginVisit(request, service.clock());
  const error = asHttpError(thrown);
  if (error.status >= 500) visit.failure = error.cause ?? error;
  if (error.status === CLIENT_GONE) {
    visit.failure = error;
    return reply.hijack();
  }
  for (const name of ["ETag", "Content-Encoding", "Content-Disposition"]) reply.removeHeader(name);
  return reply
    .code(error.status)
    .headers({ ...error.headers, "Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8" })
    .send(errorBody(error, request.id));
}

/** One line in the log, one count in the metrics. Neither holds a key, a header or a query. */
function noteVisit({ log }: Service, metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const visit = visitOf(request);
  const gone = visit.failure instanceof HttpError && visit.failure.status === CLIENT_GONE;
  const status = gone ? CLIENT_GONE : reply.statusCode;
  const ms = performance.now() - visit.since;
  const route = request.routeOptions.url ?? "unknown";
  metrics.noteAnswer(route, request.method, status, ms / 1000, status === 200 ? visit.cost : 0);
  const { id, caller, cost, rows, columns, failure } = visit;
  const line = {
    id,
    method: request.method,
    path: route,
    status,
    ms: Math.round(ms * 100) / 100,
    account: caller?.access?.account,
    key: caller?.access?.keyId,
    tokens: status === 200 ? cost / 1e6 : 0,
    rows,
    columns,
  };
  if (failure === undefined || gone) log.info(line, "answered");
  else log.error({ ...line, err: failure }, "failed");
}
