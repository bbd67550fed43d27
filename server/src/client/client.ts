/** "irradiance-server/client": a small client for programs, typed by openapi.yaml. Only `fetch`, so it runs in browsers too. */
import type { paths } from "../../client/api.js";
import { createJobs, type Jobs } from "./jobs.js";
import { ServiceError } from "./service-error.js";

export type { Jobs, WaitOptions } from "./jobs.js";
export { ServiceError } from "./service-error.js";

/** Without the paths of a single job, which have their own methods. */
type PlainPaths = Exclude<keyof paths, `${string}{${string}`>;
type PathsWith<Method extends "get" | "post"> = {
  [Path in PlainPaths]: paths[Path][Method] extends { responses: unknown } ? Path : never;
}[PlainPaths];

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
  /** Base address with the version: `https://example.org/v1`. */
  readonly url: string;
  readonly key: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
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
  /** Thousands of sites, computed in the background. */
  readonly jobs: Jobs;
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
    jobs: createJobs(base, key, send),
  };
}
