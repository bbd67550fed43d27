/**
 * Our own HTTP, asked within the process on behalf of whoever stands at a door: with their key, their address and what proxies say of it,
 * and their trace, so that each request is admitted, counted, priced and charged as if it had come to /v1 itself.
 *
 * It has a log line of its own under its route at /v1, which says what it cost; the line of the door has the door's route. A `traceparent`
 * of the client leads from one to the other: the door's span is the parent. An X-Request-Id or Idempotency-Key is not passed on, as one
 * request at a door may be several here.
 */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from "fastify";
import { DEMO_KEY, isOfProxy, keyOf } from "../callers.js";
import type { Query } from "../endpoint.js";
import type { ErrorCode } from "../error-codes.js";
import { HttpError, invalidParameter } from "../errors.js";
import { noticesField } from "../headers.js";
import { visitOf } from "../visit.js";
import type { DoorRequest, DoorRoute, OwnAnswer, OwnCall } from "./door.js";

/** Query keys that have the caller's key. */
const KEYS = ["api_key", "apikey"];
/** No key of anybody: refused as any other that is wrong. */
const NO_KEY = "none";

/** Headers of our answers and refusals that the door's answer has, too. */
const PASSED_ON = ["ratelimit", "ratelimit-policy", "retry-after", "www-authenticate", "api-tokens-remaining"];
/** Lists: those of all answers, as far as a header may have them. */
const JOINED = ["api-notice", "weather-sources"];
const LONGEST = 4096;

/** A request at a door without its key. @throws HttpError 400 for a key that is given twice, and for two that differ */
export function withoutKey(
  { raw, query, params }: FastifyRequest,
  { key: part }: DoorRoute,
): Pick<DoorRequest, "query" | "params"> & { readonly key: string } {
  const left: { [key: string]: Query[string] } = { ...(query as Query) };
  const parts: { [name: string]: string } = { ...(params as DoorRequest["params"]) };
  const found: string[] = [];
  for (const name of KEYS) {
    const value = left[name];
    if (Array.isArray(value)) throw invalidParameter(name, `parameter "${name}" is given twice`);
    if (value !== undefined) found.push(value as string);
    delete left[name];
  }
  if (part !== undefined) {
    found.push(parts[part] as string);
    delete parts[part];
  }
  if (new Set(found).size > 1) {
    const places = [
      ...KEYS.filter((name) => (query as Query)[name] !== undefined),
      ...(part === undefined ? [] : ["the path"]),
    ];
    throw invalidParameter(places[0]!, `the keys in ${places.join(" and ")} differ: send one`);
  }
  const ofHeader = raw.headers.authorization === undefined ? undefined : (keyOf(raw) ?? NO_KEY);
  return { query: left, params: parts, key: ofHeader ?? found[0] ?? DEMO_KEY };
}

/** Header by which a request of a door is known within the process, and what ends each. Nobody outside can guess a name. */
const DOOR_REQUEST = "x-door-request";
const ENDS = new Map<string, AbortSignal>();

/** Ends a request of a door with the request at the door: its client hears nothing of it. */
export function endWithDoor({ headers }: FastifyRequest, { raw: response }: FastifyReply): void {
  const signal = ENDS.get(String(headers[DOOR_REQUEST]));
  if (signal?.aborted) response.destroy();
  else signal?.addEventListener("abort", () => response.destroy(), { once: true });
}

/** How our own HTTP is asked for one request at a door, and what of its answers belongs to the door's. */
export function ownHttp(app: FastifyInstance, request: FastifyRequest, key: string, signal: AbortSignal) {
  const asked = { remoteAddress: request.raw.socket.remoteAddress ?? "", headers: headersFor(request, key) };
  const headers = new Map<string, string>();
  return {
    /** Of what was answered until now. */
    headers: () => Object.fromEntries(headers),
    /** Messages of the door's own. */
    note(messages: readonly string[]): void {
      if (messages.length > 0) join("api-notice", noticesField(messages.map((message) => ({ code: "door", message }))));
    },
    async ask<Body>(call: OwnCall): Promise<OwnAnswer<Body>> {
      const name = randomUUID();
      ENDS.set(name, signal);
      const answer = await app.inject(injection(call, asked, name)).finally(() => ENDS.delete(name));
      for (const name of PASSED_ON) if (name in answer.headers) headers.set(name, String(answer.headers[name]));
      for (const name of JOINED) if (name in answer.headers) join(name, String(answer.headers[name]));
      const json = JSON.parse(answer.body);
      if (answer.statusCode >= 400) throw asThrown(json, answer.headers);
      return { json, headers: answer.headers, notices: noticesOf(answer.headers["api-notice"]) };
    },
  };

  function join(name: string, field: string): void {
    const before = headers.get(name);
    if (before === undefined) headers.set(name, field);
    else if (!before.includes(field) && before.length + field.length < LONGEST)
      headers.set(name, `${before}, ${field}`);
  }
}

function headersFor(request: FastifyRequest, key: string): { [name: string]: string } {
  const { trace } = visitOf(request);
  const ofProxies = Object.entries(request.raw.headers).filter(([name]) => isOfProxy(name));
  return {
    ...(Object.fromEntries(ofProxies) as { [name: string]: string }),
    ...(trace && { traceparent: `00-${trace.trace_id}-${trace.span_id}-01` }),
    authorization: `Bearer ${key}`,
  };
}

type Asked = Required<Pick<InjectOptions, "remoteAddress">> & { readonly headers: { readonly [name: string]: string } };

function injection({ path, query = {}, body, method }: OwnCall, asked: Asked, name: string): InjectOptions {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const url = `/v1/${path}?${new URLSearchParams(given)}`;
  const headers = { ...asked.headers, [DOOR_REQUEST]: name };
  if (body === undefined) return { ...asked, headers, method: method ?? "GET", url };
  return { ...asked, headers, method: method ?? "POST", url, payload: body as object };
}

interface OwnRefusal {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly parameter?: string };
}

/** The error that was answered, as it was thrown there. */
function asThrown({ error }: OwnRefusal, headers: { readonly [name: string]: unknown }): HttpError {
  const passed = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  return new HttpError(error.code, error.message, {
    parameter: error.parameter,
    headers: Object.fromEntries(passed) as { [name: string]: string },
  });
}

const STRING = /"((?:[^"\\]|\\.)*)"/y;

/** The messages of a header that `noticesField` has written. */
function noticesOf(header: unknown): string[] {
  const field = String(header ?? "");
  const found: string[] = [];
  for (let at = field.indexOf('"'); at >= 0; at = field.indexOf('"', STRING.lastIndex)) {
    STRING.lastIndex = at;
    const text = STRING.exec(field)?.[1];
    if (text === undefined) return found;
    const written = text.replace(/\\(.)/g, "$1");
    found.push(written.replace(/(?:%[89A-F][0-9A-F])+/g, (bytes) => decodeURIComponent(bytes)));
  }
  return found;
}
