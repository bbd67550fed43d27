/** The service behind the page: prices, series and facts, all from the address that the page came from. */
import type { components } from "../../client/api.js";
import { Observable } from "../state/state.js";
import { type Price, Problem, priceOf, problemOf, silence } from "./problem.js";

export interface Reply {
  readonly text: string;
  readonly headers: Headers;
  readonly price: Price;
}

/** Statuses of refusals that stay as long as nothing changes. */
const LASTING = [400, 403, 404];

export class Service {
  private readonly pace = new Pace();
  private readonly asked = new Map<string, Promise<unknown>>();
  private readonly base: string;
  private readonly session: Session;

  /** @param base where the page is; the service is at `v1/` beside it */
  constructor(base: string, session: Session) {
    this.base = base;
    this.session = session;
  }

  /** The full address of a request. @param request path and query below `v1/` */
  address(request: string): string {
    return new URL(`v1/${request}`, this.base).href;
  }

  /** ms that the page waits of its own accord before it asks. */
  held(): number {
    return this.pace.held();
  }

  /**
   * What a request costs: nothing is computed or charged. An answer to HEAD has no text: GET brings the words of a refusal, and under
   * `If-None-Match: *` nothing but those, so that it never costs anything.
   *
   * @throws Problem
   */
  async price(request: string, signal?: AbortSignal): Promise<Price> {
    try {
      return priceOf((await this.send("HEAD", request, signal)).headers);
    } catch (thrown) {
      if (!(thrown instanceof Problem) || !LASTING.includes(thrown.status)) throw thrown;
      const headers = { "if-none-match": "*" };
      const told: unknown = await this.send("GET", request, signal, { headers }).catch((again: unknown) => again);
      throw told instanceof Problem && told.status === thrown.status ? told : thrown;
    }
  }

  /** @param repeatKey as of `post`, where the answer may be paid for. @throws Problem */
  async get(request: string, signal?: AbortSignal, repeatKey?: string): Promise<Reply> {
    const headers = repeatKey === undefined ? {} : { "idempotency-key": repeatKey };
    return replyOf(await this.send("GET", request, signal, { headers }));
  }

  /** @param repeatKey makes repeats of the same request free: an answer that is lost on its way is not paid for twice. @throws Problem */
  async post(request: string, body: string, repeatKey: string, signal?: AbortSignal): Promise<Reply> {
    const headers = { "content-type": "application/json", "idempotency-key": repeatKey };
    return replyOf(await this.send("POST", request, signal, { headers, body }));
  }

  /** What is asked for once and remembered, such as of a place; what failed is asked for again. */
  once<T>(request: string, ask: (request: string) => Promise<T>): Promise<T> {
    const found = this.asked.get(request) ?? ask(request);
    if (!this.asked.has(request)) found.catch(() => this.asked.delete(request));
    this.asked.set(request, found);
    return found as Promise<T>;
  }

  /** A free fact (sources, altitude, horizon, account) as an object. @throws Problem */
  async fact<T>(request: string, signal?: AbortSignal): Promise<T> {
    return JSON.parse((await this.get(request, signal)).text);
  }

  private async send(
    method: "GET" | "HEAD" | "POST",
    request: string,
    signal: AbortSignal | undefined,
    posted: { readonly headers?: { readonly [name: string]: string }; readonly body?: string } = {},
  ): Promise<Response> {
    await this.pace.turn();
    signal?.throwIfAborted();
    const { key, isDemo } = this.session;
    const headers = { ...posted.headers, authorization: `Bearer ${key}` };
    const options = { ...posted, method, headers, ...(signal && { signal }) };
    const response = await fetch(this.address(request), options).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    this.pace.note(response.headers.get("ratelimit"));
    if (response.ok) return response;
    throw problemOf(response.status, response.headers, await response.text(), isDemo, request);
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text().catch((cause: unknown) => {
    throw unreachable(cause);
  });
  return { text, headers: response.headers, price: priceOf(response.headers) };
}

function unreachable(cause: unknown): unknown {
  return (cause as Error).name === "AbortError" ? cause : silence();
}

/** Free, where the operator has it switched on. */
export const DEMO_KEY = "demo0000-0000-0000-0000-000000000000";
const ENTRY = "irradiance-key";

export class Session extends Observable {
  /** Without a place to keep it (storage may be blocked) the key lives as long as the page. */
  private own = stored();

  get key(): string {
    return this.read(this.own) ?? DEMO_KEY;
  }

  get isDemo(): boolean {
    return this.read(this.own) === undefined;
  }

  /** An empty key goes back to the demo key. */
  use(key: string): void {
    this.own = key.trim() === "" || key.trim() === DEMO_KEY ? undefined : key.trim();
    try {
      if (this.own === undefined) sessionStorage.removeItem(ENTRY);
      else sessionStorage.setItem(ENTRY, this.own);
    } catch {
      // Blocked: it is kept above.
    }
    this.tell();
  }
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(ENTRY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** An Idempotency-Key. `crypto.randomUUID` is there only for pages that came over TLS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

const MOST = 5;
const SECOND = 1000;
/** ms: a little more than a second, as requests leave a little after their turn. */
const WINDOW = 1100;
/** With fewer left in the server's window, what is left is spread over it. */
const FEW = 15;

export class Pace {
  /** When the last requests went out, ms; the newest last. */
  private readonly sent: number[] = [];
  private remaining = Number.POSITIVE_INFINITY;
  private windowEnd = 0;
  private waiting = 0;
  private queue: Promise<void> = Promise.resolve();
  private readonly clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /** Resolves when the next request may go out, in the order of the calls. */
  turn(): Promise<void> {
    this.waiting++;
    const turn = this.queue.then(() => this.wait());
    this.queue = turn;
    return turn;
  }

  /** ms that a request which waits for its turn has to wait still; 0 when none does. */
  held(): number {
    return this.waiting > 0 ? this.delay() : 0;
  }

  /** ms until a request may go out. */
  delay(): number {
    const now = this.clock();
    const oldest = this.sent.length < MOST ? Number.NEGATIVE_INFINITY : (this.sent[0] as number);
    const newest = this.sent.at(-1) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, oldest + WINDOW - now, newest + this.gap(now) - now);
  }

  /** What the header `RateLimit` says: requests left in the window, and seconds until it ends. */
  note(header: string | null): void {
    const found = /r=(\d+);t=(\d+)/.exec(header ?? "");
    if (!found) return;
    this.remaining = Number(found[1]);
    this.windowEnd = this.clock() + Number(found[2]) * SECOND;
  }

  private gap(now: number): number {
    const left = this.windowEnd - now;
    return this.remaining >= FEW || left <= 0 ? 0 : left / (this.remaining + 1);
  }

  private async wait(): Promise<void> {
    for (let delay = this.delay(); delay > 0; delay = this.delay()) await pause(delay);
    this.waiting--;
    this.sent.push(this.clock());
    if (this.sent.length > MOST) this.sent.shift();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Seconds after which a server that did not answer is asked again: ever longer. @param times how often in a row it did not */
export function patience(times: number): number {
  return 2 * 2 ** times;
}

export type Schemas = components["schemas"];
