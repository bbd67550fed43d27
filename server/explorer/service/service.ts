/** The service behind the page: prices, series and facts, all from the address that the page came from. */
import type { Session } from "./key.js";
import { Pace } from "./pace.js";
import { type Price, priceOf } from "./price.js";
import { Problem, problemOf, silence } from "./problem.js";

export interface Reply {
  readonly text: string;
  readonly headers: Headers;
  readonly price: Price;
}

/** Statuses of refusals that stay as long as nothing changes. */
const LASTING = [400, 403, 404];

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
