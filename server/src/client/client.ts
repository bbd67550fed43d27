/** "irradiance-server/client": a small client for programs, typed by openapi.yaml. Only `fetch`, so it runs in browsers too. Jobs are created, waited for, and read line by line. */
import type { components, paths } from "../../client/api.d.js";

/** Without the paths of a single job, which have their own methods. */
type PlainPaths = Exclude<keyof paths, `${string}{${string}`>;
type PathsWith<Method extends "get" | "post"> = {
  [Path in PlainPaths]: paths[Path][Method] extends { responses: unknown } ? Path : never;
}[PlainPaths];

type JsonOf<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Json } } } }
  ? Json
  : never;
type CsvPaths = {
  [Path in PathsWith<"get">]: paths[Path]["get"] extends { parameters: { query?: { response_format?: unknown } } }
    ? Path
    : never;
}[PathsWith<"get">];
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
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

/** The service's answer with any status other than success. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  /** What went wrong, as a word that stays (docs/reference/errors.md). Servers of later versions may send other words, older ones send none. @experimental */
  readonly code: string | undefined;
  /** The query key at fault, if any. */
  readonly parameter: string | undefined;
  /** Seconds after which another attempt may succeed (429, 503). */
  readonly retryAfter: number | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(status: number, headers: Headers, body: string) {
    const { code, message, parameter } = errorOf(body);
    super(message ?? `the service answered ${status}`);
    this.status = status;
    this.code = code;
    this.parameter = parameter;
    this.retryAfter = Number(headers.get("retry-after") ?? Number.NaN) || undefined;
    this.requestId = headers.get("x-request-id") ?? undefined;
  }
}

/** Empty for a body that is not the service's, such as a proxy's page. */
function errorOf(body: string): { code?: string; message?: string; parameter?: string } {
  try {
    return JSON.parse(body).error ?? {};
  } catch {
    return {};
  }
}

type Schemas = components["schemas"];

/** Optional keys may also be undefined: JSON leaves them out. */
type Loose<Value> = Value extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : Value extends object
    ? {
        readonly [Key in keyof Value]: Record<never, never> extends Pick<Value, Key>
          ? Loose<Value[Key]> | undefined
          : Loose<Value[Key]>;
      }
    : Value;

/** ms between two looks at a job. */
const LOOK_EVERY = 5_000;

/** @experimental */
export interface WaitOptions {
  /** ms between two looks. Default: 5000. */
  readonly every?: number | undefined;
  /** Stops waiting, not the job. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the job's state after each look. */
  readonly onLook?: ((job: Schemas["JobResponse"]) => void) | undefined;
}

/** All methods throw ServiceError if the service refuses the request. @experimental */
export interface Jobs {
  /** `idempotencyKey` makes repeats safe: the same job with the same key is created once. */
  create(
    job: Loose<Schemas["NewJob"]>,
    options?: { readonly idempotencyKey?: string | undefined },
  ): Promise<Schemas["Job"]>;
  list(): Promise<readonly Schemas["Job"][]>;
  /** The job's progress, with links to its parts that are done. */
  status(id: string): Promise<Schemas["JobResponse"]>;
  /** Waits until the job has ended. After the first look it also waits out temporary failures (429, 503, a broken connection). */
  ended(id: string, options?: WaitOptions): Promise<Schemas["JobResponse"]>;
  /**
   * The lines of all parts that are done, in the order of the sites. Ask for them once the job has ended.
   *
   * @throws TypeError for a job of the format parquet, whose parts `part` has
   */
  lines(id: string): AsyncGenerator<Schemas["JobLine"], void, undefined>;
  /** The bytes of a part that is done: of the format parquet the file itself, of ndjson its lines. */
  part(id: string, part: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Cancels a living job and returns its state; removes a job that has ended. */
  remove(id: string): Promise<Schemas["Job"] | undefined>;
}

/** @param base address of the service, with the version and without a slash at its end */
function createJobs(base: string, key: string, send: typeof fetch): Jobs {
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${key}` };
    const response = await send(`${base}${path}`, { ...init, headers });
    if (!response.ok) throw new ServiceError(response.status, response.headers, await response.text());
    return response;
  }
  const status = async (id: string, signal?: AbortSignal): Promise<Schemas["JobResponse"]> =>
    (await request(pathOf(id), signal ? { signal } : {})).json();

  return {
    create: async (job, { idempotencyKey } = {}) => {
      const headers = {
        "content-type": "application/json",
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      };
      return (await request("/jobs", { method: "POST", headers, body: JSON.stringify(job) })).json();
    },
    list: async () => ((await (await request("/jobs")).json()) as Schemas["JobsResponse"]).jobs,
    status: (id) => status(id),
    ended: async (id, { every = LOOK_EVERY, signal, onLook } = {}) => {
      let job = await status(id, signal);
      for (;;) {
        onLook?.(job);
        if (job.state !== "living") return job;
        await pause(every, signal);
        job = await status(id, signal).catch((thrown) => (passes(thrown) ? job : Promise.reject(thrown)));
      }
    },
    lines: async function* (id) {
      const { format, results } = await status(id);
      if (format === "parquet")
        throw new TypeError("jobs.lines: the job has tables, which jobs.part gives, and no lines");
      for (const { part } of results) yield* linesOf(await request(`${pathOf(id)}/parts/${part}`));
    },
    part: async (id, part) => (await request(`${pathOf(id)}/parts/${part}`)).bytes(),
    remove: async (id) => {
      const response = await request(pathOf(id), { method: "DELETE" });
      return response.status === 204 ? undefined : response.json();
    },
  };
}

function pathOf(id: string): string {
  return `/jobs/${encodeURIComponent(id)}`;
}

/** A connection that breaks is a TypeError of fetch. */
function passes(thrown: unknown): boolean {
  if (thrown instanceof ServiceError) return [429, 502, 503, 504].includes(thrown.status);
  return thrown instanceof TypeError;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const alarm = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(alarm);
      signal?.removeEventListener("abort", done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
  });
}

/** Lines as they arrive: a part need not fit into memory. `fetch` has decompressed them. */
async function* linesOf(response: Response): AsyncGenerator<Schemas["JobLine"], void, undefined> {
  const decoder = new TextDecoder();
  const reader = response.body!.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line);
      if (done) break;
    }
  } finally {
    await reader.cancel(); // also when nobody reads on
  }
  if (rest !== "") throw new SyntaxError(`the last line of a part does not end: ${rest.slice(0, 80)}`);
}
