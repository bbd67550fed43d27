/** Node's HTTP server: its limits, and answers in the service's form to invalid HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Settings } from "../settings.js";
import type { Connections } from "./connections.js";
import { errorBody, HttpError } from "./errors.js";
import { MOST_HEADER_BYTES } from "./limits.js";

const MOST_REQUESTS_PER_CONNECTION = 1000;
/** Methods of the whole service; those of a path are listed where the path is known. */
const METHODS = "GET, HEAD, POST, DELETE, OPTIONS";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** @param refused hears the status of each answer that no handler gave */
export function createListener(
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
  server.on("connect", (_request, socket) => refuse(socket, methodUnknown("CONNECT is not allowed")));
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
    refuse(socket, brokenRequest(error));
  });
  return server;

  function refuse(socket: Duplex, refusal: HttpError): void {
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
