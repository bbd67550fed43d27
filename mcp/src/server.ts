/** The protocol: which tools there are, and what calls one. Over HTTP each request has a server of its own, without sessions. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { Piscina } from "piscina";
import type { Setting } from "./tool.js";
import { TOOLS } from "./tools.js";
import { refusal } from "./worker.js";

export const VERSION: string = createRequire(import.meta.url)("../package.json").version;

/** Calls at once and waiting; MB; bytes. */
const LIMITS = { threads: 2, waiting: 32, memory: 768, body: 4 << 20 };

/** Computes what is called, in threads: a call that takes too long or too much memory ends its thread, not the process. Never rejects. */
export type Caller = (name: string, given: object) => Promise<ReturnType<typeof refusal>>;

export function openThreads(setting: Setting, deadline: number): Caller {
  const pool = new Piscina({
    ...{ filename: new URL("./worker.js", import.meta.url).href, minThreads: 0, maxThreads: LIMITS.threads },
    ...{ maxQueue: LIMITS.waiting, idleTimeout: 60_000, atomics: "disabled" },
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.memory },
  });
  return async (name, given) => {
    const signal = AbortSignal.timeout(deadline);
    try {
      return await pool.run([name, JSON.stringify(given), setting], { signal });
    } catch (cause) {
      return refusal(`${name}: ${signal.aborted ? `stopped after ${deadline / 1000} s` : (cause as Error).message}`);
    }
  };
}

export function createMcpServer(call: Caller): McpServer {
  const mcp = new McpServer({ name: "irradiance-mcp", version: VERSION }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(TOOLS).map(([name, { description, input, output }]) => ({
      ...{ name, description, annotations: { readOnlyHint: true } },
      inputSchema: { ...input.schema, type: "object" as const },
      outputSchema: { ...output, type: "object" as const },
    })),
  }));
  mcp.server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    if (Object.hasOwn(TOOLS, name)) return call(name, given);
    throw new McpError(ErrorCode.InvalidParams, `there is no such tool; there are ${Object.keys(TOOLS).join(", ")}`);
  });
  return mcp;
}

/** @param allowed names by which it may be asked, beside those of this machine @returns when it listens */
export async function listen(call: Caller, port: number, host: string, allowed: readonly string[]): Promise<Server> {
  const names = new Set(["localhost", "127.0.0.1", "[::1]", ...allowed]);
  const http = createServer({ requestTimeout: 60_000 }, (request, response) => {
    const [status, why] = faultOf(request, names) ?? [];
    if (status === undefined) void answer(call, request, response).catch(() => response.destroy());
    else response.writeHead(status, { Allow: "POST", Connection: "close" }).end(`${why}\n`);
  });
  http.maxConnections = 100;
  await new Promise<void>((done, failed) => http.once("error", failed).listen(port, host, done));
  return http;
}

/** A page in a browser may not ask under a name that leads here (DNS rebinding), nor from an origin elsewhere. */
function faultOf({ method, url, headers }: IncomingMessage, names: ReadonlySet<string>): [number, string] | undefined {
  const isAllowed = (address: string) => URL.canParse(address) && names.has(new URL(address).hostname);
  if (!isAllowed(`http://${headers.host}`)) return [403, "Host must be an allowed name: see --allow-host"];
  if (headers.origin !== undefined && !isAllowed(headers.origin)) return [403, "Origin must be an allowed name"];
  if (url !== "/mcp") return [404, "the path is /mcp"];
  return method === "POST" ? undefined : [405, "without sessions there is only POST"];
}

async function answer(call: Caller, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const mcp = createMcpServer(call);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: LIMITS.body });
  response.once("close", () => void mcp.close());
  await mcp.connect(transport as Transport);
  await transport.handleRequest(request, response);
}
