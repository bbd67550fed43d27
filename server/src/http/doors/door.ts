/**
 * A door: the interface of another service, so that programs written for it can ask this one. It only translates: all that it gives are
 * answers of our own HTTP (`ours`), so that accounts, prices, rates and notices are the same at every door.
 */
import type { DoorName } from "../../settings.js";
import type { Query } from "../endpoint.js";
import type { HttpError } from "../errors.js";

export interface Door {
  readonly name: DoorName;
  /** Below the door's prefix. */
  readonly routes: readonly DoorRoute[];
  /**
   * The body of a refusal, in the form that the service's clients know.
   *
   * @param retryAt Unix ms from which on another try is worth it; undefined: the same fails again
   */
  refusal(error: HttpError, retryAt: number | undefined): object;
  /** How its clients send their key, for whoever sent none or a wrong one. */
  readonly keyAt: string;
  /** Default: the status of the error's code. */
  statusOf?(error: HttpError): number;
}

export interface DoorRoute {
  readonly method: "GET" | "POST";
  /** As fastify reads it. */
  readonly url: string;
  /** Keys of the query that it reads: a notice names the others. Default: it looks at all. */
  readonly keys?: readonly string[];
  /** Part of the path that is the key, by its name in `url`. */
  readonly key?: string;
  /** @throws HttpError, also one of `ours` */
  answer(asked: DoorRequest): Promise<DoorAnswer>;
}

export interface DoorRequest {
  /** Parts of the path, decoded; those with keys are taken out, here and in the query. */
  readonly params: { readonly [name: string]: string };
  /** Of a key that was repeated all values. */
  readonly query: Query;
  readonly body: unknown;
  /** Arrival, Unix ms. What `ours` is asked arrives later: where two answers must agree, times are absolute. */
  readonly now: number;
  /**
   * Asks our own HTTP with the key that came, for the address that it came from. What several answers are made of may be asked side by side.
   *
   * @throws HttpError as the endpoint refuses it
   */
  ours<Body = unknown>(call: OwnCall): Promise<OwnAnswer<Body>>;
}

export interface OwnCall {
  /** Default: POST with a body, else GET. */
  readonly method?: "GET" | "POST";
  /** Below /v1/. */
  readonly path: string;
  /** What is undefined is left out. */
  readonly query?: { readonly [key: string]: string | number | undefined };
  readonly body?: unknown;
}

export interface OwnAnswer<Body = unknown> {
  readonly json: Body;
  /** Names in small letters. */
  readonly headers: { readonly [name: string]: unknown };
  /** Messages of the answer's notices, as its header has them; the door's answer has the same header. */
  readonly notices: readonly string[];
}

export interface DoorAnswer {
  /** Bytes, or what JSON can write. */
  readonly body: object | Uint8Array;
  /** Default: JSON. */
  readonly contentType?: string;
  readonly headers?: { readonly [name: string]: string };
  /** Messages beside those of our own answers, in the same header: such as what was asked for and has no effect. */
  readonly notices?: readonly string[];
}
