/** The service behind the page: prices, series and facts, all from the address that the page came from. */
import type { Session } from "./key.js";
import { Pace } from "./pace.js";
import { Problem, problemOf, UNREACHABLE } from "./problem.js";

export interface Price {
  readonly cost: number;
  /** undefined with the demo key, which has no tokens to count. */
  readonly remaining: number | undefined;
}

export interface Reply {
  readonly text: string;
  readonly headers: Headers;
  readonly price: Price;
}

export class Service {
  private readonly pace = new Pace();
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

  /** What a request costs: nothing is computed or charged. @throws Problem */
  async price(request: string, signal?: AbortSignal): Promise<Price> {
    return priceOf((await this.send("HEAD", request, signal)).headers);
  }

  /** @throws Problem */
  async get(request: string, signal?: AbortSignal): Promise<Reply> {
    const response = await this.send("GET", request, signal);
    const text = await response.text().catch((cause: unknown) => {
      throw unreachable(cause);
    });
    return { text, headers: response.headers, price: priceOf(response.headers) };
  }

  /** A free fact (sources, altitude, horizon, account) as an object. @throws Problem */
  async fact<T>(request: string, signal?: AbortSignal): Promise<T> {
    return JSON.parse((await this.get(request, signal)).text);
  }

  private async send(method: "GET" | "HEAD", request: string, signal: AbortSignal | undefined): Promise<Response> {
    await this.pace.turn();
    signal?.throwIfAborted();
    const { key, isDemo } = this.session;
    const options = { method, headers: { authorization: `Bearer ${key}` }, ...(signal && { signal }) };
    const response = await fetch(this.address(request), options).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    this.pace.note(response.headers.get("ratelimit"));
    if (response.ok) return response;
    throw problemOf(response.status, response.headers, await response.text(), isDemo);
  }
}

function priceOf(headers: Headers): Price {
  const remaining = headers.get("api-tokens-remaining");
  return {
    cost: Number(headers.get("api-tokens-cost") ?? 0),
    remaining: remaining === null ? undefined : Number(remaining),
  };
}

function unreachable(cause: unknown): unknown {
  return (cause as Error).name === "AbortError" ? cause : new Problem(0, UNREACHABLE);
}
