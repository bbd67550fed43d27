/** Every failure in the one shape `{"error":{"message","code","parameter"?,"request_id"?}}`, with the status that fits it. */

import type { ServerResponse } from "node:http";
import type { RequestError } from "irradiance-engine";
import { type Balance, MICRO, type OutOfTokensError } from "../accounts/accounts.js";
import type { Refusal, RefusalKind } from "../answers/refusal.js";
import { unlessAborted } from "../unless-aborted.js";
import { ERROR_CODES, type ErrorCode, type PassingCode } from "./error-codes.js";

/** Not an HTTP status: the client cannot read it. It appears in logs and metrics. */
export const CLIENT_GONE = 499;

/** An error with a code, and so with a status. Any other thrown value is a bug of the server: 500, without details for the client. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly code: ErrorCode | "client_gone";
  /** The query key that is to blame. */
  readonly parameter: string | undefined;
  readonly headers: { readonly [name: string]: string };

  constructor(
    code: ErrorCode | "client_gone",
    message: string,
    options: { parameter?: string | undefined; headers?: { readonly [name: string]: string }; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.parameter = options.parameter;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return this.code === "client_gone" ? CLIENT_GONE : ERROR_CODES[this.code].status;
  }
}

/** @param parameter the key that is to blame */
export function invalidParameter(parameter: string | undefined, message: string): HttpError {
  return new HttpError("invalid_parameter", message, { parameter });
}

const UNAUTHORIZED = "missing or invalid API key: send the header Authorization: Bearer <API_KEY>";

export function unauthorized(): HttpError {
  return new HttpError("invalid_key", UNAUTHORIZED, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** @param seconds how long to wait, rounded up to whole seconds of at least 1 */
export function tooMany(
  code: PassingCode,
  message: string,
  seconds: number,
  headers: { readonly [name: string]: string } = {},
  cause?: unknown,
): HttpError {
  const wait = String(Math.max(1, Math.ceil(seconds)));
  return new HttpError(code, message, { headers: { ...headers, "Retry-After": wait }, cause });
}

/** Seconds after which a source that did not respond is worth another try. */
const RETRY_WHEN_SILENT = 30;

/** Seconds after which a server that is full is worth another try. */
export const RETRY_WHEN_FULL = 2;

const RETRY_WHEN_UNREADABLE = 5;

const CHARGE_UNKNOWN =
  "it is not known whether this request was charged: send it again with the same Idempotency-Key, or with the same " +
  "X-Request-Id through a trusted proxy, and it is charged once; or see /v1/account";

/** If the charge of an answer is not known to be on disk, there is no answer; and nothing is charged, where that is known. */
export function notRecorded(cause: unknown): HttpError {
  const code = (cause as Coded | undefined)?.code;
  if (code === "ERR_DUPLICATE_CHARGE") return asHttpError(cause);
  if (code === "ERR_CHARGE_UNKNOWN") return tooMany("charge_unknown", CHARGE_UNKNOWN, RETRY_WHEN_UNREADABLE, {}, cause);
  const message = "the charge could not be recorded; nothing was charged; try again later";
  return tooMany("accounts_unavailable", message, RETRY_WHEN_FULL, {}, cause);
}

interface Coded {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

/** What is refused with a message of our own, whoever threw it. */
const REFUSED: { readonly [code: string]: readonly [code: ErrorCode, message: string] } = {
  ERR_DUPLICATE_CHARGE: ["request_id_conflict", "the X-Request-Id of this request was used by another request"],
  ERR_DEADLINE: ["deadline", "the answer was not ready in time; request a shorter period or fewer parameters"],
  FST_STATIC_FORBIDDEN_PATH: ["unknown_path", "nothing found there; see /docs"],
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", "the body is too large"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "the body must be JSON (Content-Type: application/json)"],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["invalid_body", "the body must be JSON, got nothing"],
  FST_ERR_CTP_INVALID_JSON_BODY: ["invalid_body", "the body is not valid JSON"],
};

/** What is refused with the message that came. */
const PASSED_ON: { readonly [code: string]: ErrorCode } = {
  ERR_JSON_LIMIT: "invalid_body",
  ERR_ARCHIVE_LIMIT: "answer_too_large",
};

type Passing = readonly [code: PassingCode, message: string];
const NO_ACCOUNTS: Passing = [
  "accounts_unavailable",
  "the accounts cannot be reached at the moment; nothing was charged; try again later",
];
const NO_WEATHER: Passing = ["weather_unavailable", "the weather cannot be read at the moment; try again later"];

/** What may be over soon; what was thrown is for the log. */
const UNREADABLE: { readonly [code: string]: Passing } = {
  ERR_ACCOUNTS_UNAVAILABLE: NO_ACCOUNTS,
  ERR_ACCOUNTS_FILE: NO_ACCOUNTS,
  ERR_TERRAIN_UNREADABLE: [
    "elevation_unavailable",
    "the elevation data, which altitude and horizon=auto need, cannot be read at the moment; try again later",
  ],
  ERR_TERRAIN: ["elevation_unavailable", "the elevation data of this place are damaged"],
  ERR_ARCHIVE_UNREADABLE: NO_WEATHER,
  ERR_ARCHIVE_CHANGED: NO_WEATHER,
  ERR_ARCHIVE_TIMEOUT: NO_WEATHER,
};

const QUEUE_FULL = "the server is full: too many requests wait for a thread; try again later";

/**
 * The refusal behind whatever was thrown. By `code`, not by class: errors come from threads and from other packages.
 *
 * @returns an HttpError; for a bug of the server one of status 500, with the thrown value as its `cause`
 */
export function asHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  const { code: given, name, statusCode, message } = (thrown ?? {}) as Coded;
  const [code, text] = [String(given), String(message)];
  const refused = entryOf(REFUSED, code);
  if (refused) return new HttpError(...refused);
  const passedOn = entryOf(PASSED_ON, code);
  if (passedOn) return new HttpError(passedOn, text);
  const unreadable = entryOf(UNREADABLE, code);
  if (unreadable) return tooMany(...unreadable, RETRY_WHEN_UNREADABLE, {}, thrown);
  switch (code) {
    case "ERR_OUT_OF_TOKENS":
      return outOfTokens((thrown as OutOfTokensError).cost, (thrown as OutOfTokensError).balance);
    case "ERR_REFUSAL":
      return ofRefusal(thrown as Refusal);
    case "ERR_REQUEST":
      return ofRequest(thrown as RequestError);
    case "ERR_QUEUE_FULL":
      return tooMany("server_full", QUEUE_FULL, RETRY_WHEN_FULL);
  }
  if (UNMET_BY_FILES.includes(String(name))) {
    return new HttpError("invalid_request", "the file does not meet the condition or range of the request");
  }
  // Only fastify's own errors: a status of any other error is not about this request.
  if (code.startsWith("FST_") && typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new HttpError("invalid_request", "the request cannot be read"); // fastify's own messages refer to fastify
  }
  return new HttpError("internal_error", "internal error", { cause: thrown ?? new Error(`${thrown} was thrown`) });
}

function entryOf<Entry>(table: { readonly [code: string]: Entry }, code: string): Entry | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** Errors of @fastify/send, which have no code: `If-Match`, `If-Unmodified-Since`, `Range`. */
const UNMET_BY_FILES = ["PreconditionFailedError", "RangeNotSatisfiableError"];

const OF_FAULTS: { readonly [fault in RequestError["fault"]]: ErrorCode } = {
  invalid: "invalid_parameter",
  missing: "missing_parameter",
  unknown: "unknown_parameter",
};

const OF_REFUSALS: { readonly [kind in Exclude<RefusalKind, "no response">]: ErrorCode } = {
  request: "invalid_parameter",
  body: "invalid_body",
  "no data": "no_weather",
  "not yet": "not_yet",
};

function ofRequest({ fault, message, parameter }: RequestError): HttpError {
  return new HttpError(OF_FAULTS[fault] ?? "invalid_parameter", String(message), {
    parameter: typeof parameter === "string" ? parameter : undefined,
  });
}

function ofRefusal({ kind, message, parameter, cause }: Refusal): HttpError {
  if (kind === "no response") return tooMany("weather_unavailable", message, RETRY_WHEN_SILENT);
  return new HttpError(OF_REFUSALS[kind], message, { parameter, cause });
}

/** Full of answers that nobody reads. */
export function slowClients(): HttpError {
  return tooMany("server_full", "the server is full: answers wait for slow clients", RETRY_WHEN_FULL);
}

export function bodyTooLarge(): HttpError {
  return new HttpError(...REFUSED.FST_ERR_CTP_BODY_TOO_LARGE!);
}

/** @param cost micro-tokens; undefined: its body was not read */
export function outOfTokens(cost: number | undefined, { remaining, expired }: Balance): HttpError {
  const ended = expired > 0 ? ` (${expired / MICRO} unused ones expired with their grant)` : "";
  const price = cost === undefined ? "" : `${cost / MICRO} `;
  return new HttpError("out_of_tokens", `the request costs ${price}tokens; ${remaining / MICRO} are left${ended}`);
}

/** The body of an error. `requestId` is included if a client may have to quote it. */
export function errorBody({ status, code, message, parameter }: HttpError, requestId: string | undefined): string {
  const error = {
    message,
    code,
    ...(parameter === undefined ? {} : { parameter }),
    ...(status >= 500 && requestId !== undefined ? { request_id: requestId } : {}),
  };
  return JSON.stringify({ error });
}

export class Deadline {
  private readonly controller = new AbortController();
  private readonly alarm: NodeJS.Timeout;

  /** @param ms until it ends by itself */
  constructor(ms: number) {
    this.alarm = setTimeout(() => this.end(late(ms)), ms);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(reason: unknown): void {
    this.controller.abort(reason);
  }

  /** @throws the end's reason as soon as there is one */
  unlessEnded<Result>(work: Promise<Result>): Promise<Result> {
    return unlessAborted(work, this.signal);
  }

  /** The work is done: time does not end it any more. */
  over(): void {
    clearTimeout(this.alarm);
  }
}

/** It ends as well when the client goes. */
export class Departure extends Deadline {
  private readonly response: ServerResponse;
  private readonly onClose = () => this.end(new HttpError("client_gone", "the client closed the connection"));

  /** @param deadline ms */
  constructor(response: ServerResponse, deadline: number) {
    super(deadline);
    this.response = response;
    response.once("close", this.onClose);
    if (response.destroyed) this.onClose();
  }

  /** @throws the end's reason. Of a connection that is torn down it is known here before it is said. */
  throwIfEnded(): void {
    if (this.response.req.socket.destroyed) this.onClose();
    this.signal.throwIfAborted();
  }

  /** The answer is being sent: from here on the connection is the server's concern. */
  override over(): void {
    super.over();
    this.response.removeListener("close", this.onClose);
  }
}

function late(ms: number): HttpError {
  const message = `the answer was not ready within ${ms / 1000} s; request a shorter period or fewer parameters`;
  return new HttpError("deadline", message);
}
