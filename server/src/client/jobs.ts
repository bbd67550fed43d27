/** Jobs from a program: create one, wait for it, read its lines one by one. */
import type { components } from "../../client/api.js";
import { ServiceError } from "./service-error.js";

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
  /** The lines of all parts that are done, in the order of the sites. Ask for them once the job has ended. */
  lines(id: string): AsyncGenerator<Schemas["JobLine"], void, undefined>;
  /** Cancels a living job and returns its state; removes a job that has ended. */
  remove(id: string): Promise<Schemas["Job"] | undefined>;
}

/** @param base address of the service, with the version and without a slash at its end */
export function createJobs(base: string, key: string, send: typeof fetch): Jobs {
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
      const { results } = await status(id);
      for (const { part } of results) yield* linesOf(await request(`${pathOf(id)}/parts/${part}`));
    },
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
