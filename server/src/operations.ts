/** The operator's own port: is it alive, is it ready, how is it doing, how are its sources. Customers never reach it. */
import { createServer, type Server, type ServerResponse } from "node:http";
import { summaryOf } from "./answers/look-at-sources.js";
import type { SourceState } from "./answers/sources.js";
import type { ErrorCode } from "./http/error-codes.js";
import { errorBody, HttpError } from "./http/errors.js";
import type { Metrics } from "./metrics.js";

export interface Operations {
  readonly server: Server;
  /** Whether a balancer may send requests: not before the weather files were looked through, nor during a stop. */
  ready: boolean;
}

/** @param isFit whether what every paid answer needs is there at the moment */
export function createOperations(
  metrics: Metrics,
  sources: () => readonly SourceState[],
  isFit: () => boolean,
): Operations {
  const operations: Operations = {
    ready: false,
    server: createServer((request, response) => void answer(request.url, response)),
  };
  const isReady = () => operations.ready && isFit();
  metrics.watch("irradiance_ready", "Whether a balancer may send requests, as /health/ready", () =>
    isReady() ? 1 : 0,
  );
  return operations;

  async function answer(url: string | undefined, response: ServerResponse): Promise<void> {
    const path = url?.split("?", 1)[0];
    if (path === "/health/live") return send(response, 200, "alive\n");
    if (path === "/health/ready") {
      return isReady() ? send(response, 200, "ready\n") : send(response, 503, "not ready\n");
    }
    if (path === "/sources") return send(response, 200, `${JSON.stringify(sources().map(shownSource))}\n`, JSON_TYPE);
    if (path !== "/metrics")
      return refuse(response, "unknown_path", "available: /health/live, /health/ready, /sources and /metrics");
    try {
      send(response, 200, await metrics.text(), metrics.contentType);
    } catch {
      refuse(response, "internal_error", "internal error");
    }
  }
}

const JSON_TYPE = "application/json";

/** With what is wrong in all detail. */
function shownSource({ source, isUp, since, failure, facts }: SourceState) {
  return {
    source,
    state: isUp === undefined ? "not asked" : isUp ? "up" : "failing",
    since: since === undefined ? null : timeOf(since),
    ...(isUp === false && failure && { kind: failure.kind, cause: failure.message }),
    ...(facts && { ...summaryOf(facts), problems: facts.problems }),
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

function refuse(response: ServerResponse, code: ErrorCode, message: string): void {
  const error = new HttpError(code, message);
  send(response, error.status, errorBody(error, undefined), JSON_TYPE);
}

function send(response: ServerResponse, status: number, body: string, contentType = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "Content-Type": contentType, "Cache-Control": "no-store" }).end(body);
}
