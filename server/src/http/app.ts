/** The application: caller and path are checked before the body is read; then the endpoints handle the request. */
import cors from "@fastify/cors";
import fastify, {
  type FastifyBodyParser,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Logger } from "pino";
import { readLongJson } from "../long-json.js";
import type { Metrics } from "../metrics.js";
import type { Service } from "../service.js";
import { admit } from "./admission.js";
import { TOKENS_NOTICE } from "./answer-charge.js";
import { BATCH_PATH, batchOf } from "./batch.js";
import { type Closed, Connections, mostConnections } from "./connections.js";
import { announcerOf, DEPRECATIONS } from "./deprecations.js";
import type { Endpoint } from "./endpoint.js";
import { NEXT_CURSOR } from "./endpoints/usage.js";
import { asHttpError, CLIENT_GONE, errorBody, HttpError } from "./errors.js";
import { exchangeOf, type Handler } from "./exchange.js";
import { JOBS_PATH } from "./jobs/job-answer.js";
import { absentJob } from "./jobs/own-job.js";
import { jobRoutes } from "./jobs/routes.js";
import { MOST_BODY_BYTES } from "./limits.js";
import { createListener } from "./listener.js";
import { noteBody, REPLAYED } from "./repeats.js";
import { beginVisit, noteUnreadable, noteVisit, visitOf, watchEnd } from "./visit.js";

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
  endpointsIn: (service: Service) => readonly Endpoint[],
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
    requestTimeout: settings["request-timeout"] * 1000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // The form of requests to a proxy: http://host/path. Only the path matters here.
    rewriteUrl: ({ url = "/" }) => url.replace(/^https?:\/\/[^/?#]*/i, "") || "/",
    frameworkErrors: (_error, request, reply) => {
      begin(request, reply);
      reply.header("Access-Control-Allow-Origin", "*");
      // A path with broken escapes: there is nothing at it.
      return refuse(service, absent(request, paths), request, reply);
    },
    serverFactory: (handler) =>
      createListener(settings, connections, handler, (status) => noteUnreadable(service.log, metrics, status)),
  });
  const paths: Paths = new Map();
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    const visit = beginVisit(request, service.clock());
    reply.headers({ "X-Request-Id": request.id, "X-Content-Type-Options": "nosniff" });
    watchEnd(visit, reply);
    reply.raw.once("close", () => noteVisit(service, metrics, visit, request, reply));
  };
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (request: FastifyRequest, body: string) => {
    // Many clients send the header with every request.
    if (request.method === "DELETE" && body === "") return undefined;
    return readLongJson(body, (piece) => parsedBy(parseJson, request, piece));
  });
  app.addHook("onRoute", ({ url, method }) => {
    paths.set(url, [...(paths.get(url) ?? []), ...[method].flat()]);
  });
  const announce = announcerOf(deprecations, metrics);
  app.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    announce?.(request, reply);
    done();
  });
  await app.register(cors, {
    origin: "*",
    methods: ["GET", "HEAD", "POST", "DELETE"],
    allowedHeaders: ["authorization", "content-type", "if-none-match", "idempotency-key", "traceparent", "tracestate"],
    exposedHeaders: READ_BY_PAGES,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });
  app.addHook("onRequest", async (request) => {
    checkHost(request);
    if (request.is404) throw absent(request, paths);
  });
  app.addHook("preParsing", (request, _reply, body, done) => {
    noteBody(service, request, body);
    done(null, body);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(service, error, request, reply));
  app.setNotFoundHandler((request) => {
    throw absent(request, paths);
  });
  const route = (url: string, method: string[], handler: Handler) => {
    app.route({ url, method, handler, onRequest: (request, reply) => admit(service, request, reply) });
  };
  const known = new WeakMap<Service, readonly Endpoint[]>();
  const endpointsOf = (own: Service) => {
    const endpoints = known.get(own) ?? endpointsIn(own);
    known.set(own, endpoints);
    return endpoints;
  };
  for (const [k, { method, path }] of endpointsOf(service).entries()) {
    const methods = method === "GET" ? ["GET", "HEAD"] : ["POST"];
    route(
      `/v1/${path}`,
      methods,
      exchangeOf((own) => endpointsOf(own)[k]!, service),
    );
  }
  route(BATCH_PATH, ["POST"], batchOf(service));
  for (const { admission, ...job } of jobRoutes(service)) app.route({ ...job, onRequest: admission });
  return app;
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

function absent({ url, method }: FastifyRequest, paths: Paths): HttpError {
  const path = url.split("?", 1)[0] as string;
  const methods = methodsAt(path, paths);
  // A part of a path that is too long, or no text, is no name of anything.
  if (methods?.includes(method) && path.startsWith(`${JOBS_PATH}/`)) return absentJob();
  if (methods === undefined || methods.includes(method)) {
    return new HttpError("unknown_path", `nothing found at ${path.slice(0, 100)}; see /docs`);
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

function refuse(service: Service, thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const visit = visitOf(request) ?? beginVisit(request, service.clock());
  const error = asHttpError(thrown);
  visit.error = error.code;
  // Without a cause it is the server that is full, or a request that asks for too much: the line's status says so.
  if (error.status >= 500) visit.failure = error.cause;
  if (error.status === CLIENT_GONE) return reply.hijack();
  for (const name of ["ETag", "Content-Encoding", "Content-Disposition", REPLAYED]) reply.removeHeader(name);
  return reply
    .code(error.status)
    .headers({ ...error.headers, "Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8" })
    .send(errorBody(error, request.id));
}
