/** Every failure in the one shape `{"error":{"message","code","parameter"?,"request_id"?}}`, with the status that fits it. */

import type { RequestError } from "irradiance-engine";
import { type Balance, MICRO, type OutOfTokensError } from "../accounts/accounts.js";
import type { Refusal, RefusalKind } from "../answers/refusal.js";
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

export const UNAUTHORIZED = "missing or invalid API key: send the header Authorization: Bearer <API_KEY>";

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
  readonly fault?: unknown;
  readonly parameter?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

/**
 * The refusal behind whatever was thrown. By `code`, not by class: errors come from threads and from other packages.
 *
 * @returns an HttpError; for a bug of the server one of status 500, with the thrown value as its `cause`
 */
export function asHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown;
  const { code, name, fault, parameter, statusCode, message } = (thrown ?? {}) as Coded;
  const text = String(message);
  switch (code) {
    case "ERR_DUPLICATE_CHARGE":
      return new HttpError("request_id_conflict", "the X-Request-Id of this request was used by another request");
    case "ERR_ACCOUNTS_UNAVAILABLE":
    case "ERR_ACCOUNTS_FILE":
      return tooMany(
        "accounts_unavailable",
        "the accounts cannot be reached at the moment; nothing was charged; try again later",
        RETRY_WHEN_UNREADABLE,
        {},
        thrown,
      );
    case "ERR_OUT_OF_TOKENS":
      return outOfTokens((thrown as OutOfTokensError).cost, (thrown as OutOfTokensError).balance);
    case "ERR_REFUSAL":
      return ofRefusal(thrown as Refusal);
    case "ERR_REQUEST":
      return new HttpError(OF_FAULTS[fault as RequestError["fault"]] ?? "invalid_parameter", text, {
        parameter: typeof parameter === "string" ? parameter : undefined,
      });
    case "ERR_QUEUE_FULL":
      return tooMany(
        "server_full",
        "the server is full: too many requests wait for a thread; try again later",
        RETRY_WHEN_FULL,
      );
    case "ERR_DEADLINE":
      return new HttpError(
        "deadline",
        "the answer was not ready in time; request a shorter period or fewer parameters",
      );
    case "ERR_TERRAIN_UNREADABLE":
      return tooMany(
        "elevation_unavailable",
        "the elevation data, which altitude and horizon=auto need, cannot be read at the moment; try again later",
        RETRY_WHEN_UNREADABLE,
        {},
        thrown,
      );
    case "ERR_TERRAIN":
      return tooMany(
        "elevation_unavailable",
        "the elevation data of this place are damaged",
        RETRY_WHEN_UNREADABLE,
        {},
        thrown,
      );
    case "ERR_JSON_LIMIT":
      return new HttpError("invalid_body", text);
    case "ERR_ARCHIVE_LIMIT":
      return new HttpError("answer_too_large", text);
    case "ERR_ARCHIVE_UNREADABLE":
    case "ERR_ARCHIVE_CHANGED":
    case "ERR_ARCHIVE_TIMEOUT":
      return tooMany(
        "weather_unavailable",
        "the weather cannot be read at the moment; try again later",
        RETRY_WHEN_UNREADABLE,
        {},
        thrown,
      );
    case "FST_STATIC_FORBIDDEN_PATH":
      return new HttpError("unknown_path", "nothing found there; see /docs");
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return bodyTooLarge();
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new HttpError("unsupported_media_type", "the body must be JSON (Content-Type: application/json)");
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return new HttpError("invalid_body", "the body must be JSON, got nothing");
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new HttpError("invalid_body", "the body is not valid JSON");
  }
  if (UNMET_BY_FILES.includes(String(name))) {
    return new HttpError("invalid_request", "the file does not meet the condition or range of the request");
  }
  // Only fastify's own errors: a status of any other error is not about this request.
  const isOfFastify = typeof code === "string" && code.startsWith("FST_");
  if (isOfFastify && typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new HttpError("invalid_request", "the request cannot be read"); // fastify's own messages refer to fastify
  }
  return new HttpError("internal_error", "internal error", { cause: thrown ?? new Error(`${thrown} was thrown`) });
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

function ofRefusal({ kind, message, parameter, cause }: Refusal): HttpError {
  if (kind === "no response") return tooMany("weather_unavailable", message, RETRY_WHEN_SILENT);
  return new HttpError(OF_REFUSALS[kind], message, { parameter, cause });
}

/** Full of answers that nobody reads. */
export function slowClients(): HttpError {
  return tooMany("server_full", "the server is full: answers wait for slow clients", RETRY_WHEN_FULL);
}

export function bodyTooLarge(): HttpError {
  return new HttpError("body_too_large", "the body is too large");
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
