/** "irradiance-server/client": a small client for programs, typed by openapi.yaml. Only `fetch`, so it runs in browsers too. */
import type { paths } from "../../client/api.js";

type PathsWith<Method extends "get" | "post"> = {
  [Path in keyof paths]: paths[Path][Method] extends { responses: unknown } ? Path : never;
}[keyof paths];

type JsonOf<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Json } } } }
  ? Json
  : never;
type CsvPaths = {
  [Path in PathsWith<"get">]: paths[Path]["get"] extends { parameters: { query: { response_format?: unknown } } }
    ? Path
    : never;
}[PathsWith<"get">];
type QueryOf<Operation> = Operation extends { parameters: { query: infer Query } }
  ? Omit<Query, "response_format">
  : Record<string, never>;

export interface ClientOptions {
  /** Base address, version included: `https://example.org/v1`. */
  readonly url: string;
  readonly key: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}

/** The service's answer if it is not 200. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  /** The query key at fault, where one is. */
  readonly parameter: string | undefined;
  /** Seconds after which a new try may succeed (429, 503). */
  readonly retryAfter: number | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(status: number, headers: Headers, body: string) {
    const { message, parameter } = errorOf(body);
    super(message ?? `the service answered ${status}`);
    this.status = status;
    this.parameter = parameter;
    this.retryAfter = Number(headers.get("retry-after") ?? Number.NaN) || undefined;
    this.requestId = headers.get("x-request-id") ?? undefined;
  }
}

/** Of a body that is not the service's (a proxy's page, say): nothing. */
function errorOf(body: string): { message?: string; parameter?: string } {
  try {
    return JSON.parse(body).error ?? {};
  } catch {
    return {};
  }
}

export interface Client {
  /** The answer as an object. @throws ServiceError for every status but 200 */
  get<Path extends PathsWith<"get">>(
    path: Path,
    query: QueryOf<paths[Path]["get"]>,
  ): Promise<JsonOf<paths[Path]["get"]>>;
  /** The answer as CSV text. */
  csv<Path extends CsvPaths>(path: Path, query: QueryOf<paths[Path]["get"]>): Promise<string>;
  /** The price in tokens: nothing is computed or charged. */
  price<Path extends PathsWith<"get">>(path: Path, query: QueryOf<paths[Path]["get"]>): Promise<number>;
}

/** @throws TypeError for an invalid URL */
export function createClient({ url, key, fetch: send = globalThis.fetch }: ClientOptions): Client {
  const base = new URL(url).href.replace(/\/$/, "");

  async function request(method: "GET" | "HEAD", path: string, query: object): Promise<Response> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const response = await send(`${base}${path}?${search}`, { method, headers: { authorization: `Bearer ${key}` } });
    if (response.status !== 200) throw new ServiceError(response.status, response.headers, await response.text());
    return response;
  }

  return {
    get: async (path, query) => (await request("GET", path, query)).json(),
    csv: async (path, query) => (await request("GET", path, { ...query, response_format: "csv" })).text(),
    price: async (path, query) => Number((await request("HEAD", path, query)).headers.get("api-tokens-cost")),
  };
}
