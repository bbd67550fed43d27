/** The operator's own port: is it alive, is it ready, how is it doing. Customers never reach it. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { Metrics } from "./metrics.js";

export interface Operations {
  readonly server: Server;
  /** Whether a balancer may send requests: not before the weather files were looked through, nor during a stop. */
  ready: boolean;
}

export function createOperations(metrics: Metrics): Operations {
  const operations: Operations = {
    ready: false,
    server: createServer((request, response) => void answer(request.url, response)),
  };
  return operations;

  async function answer(url: string | undefined, response: ServerResponse): Promise<void> {
    const path = url?.split("?", 1)[0];
    if (path === "/health/live") return send(response, 200, "alive\n");
    if (path === "/health/ready")
      return send(response, operations.ready ? 200 : 503, operations.ready ? "ready\n" : "not ready\n");
    if (path !== "/metrics") return send(response, 404, "available: /health/live, /health/ready and /metrics\n");
    try {
      send(response, 200, await metrics.text(), metrics.contentType);
    } catch {
      send(response, 500, "internal error\n");
    }
  }
}

function send(response: ServerResponse, status: number, body: string, contentType = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "Content-Type": contentType, "Cache-Control": "no-store" }).end(body);
}
