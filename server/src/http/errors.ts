/** Every failure in the one shape `{"error":{"message", "parameter"?, "request_id"?}}`, with the status that fits it. */

import { type Balance, MICRO, type OutOfTokensError } from "../accounts/accounts.js";
import type { Refusal } from "../answers/refusal.js";

/** An error with a status. Any other thrown value is a bug of the server: 500, without details for the client. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /** The query key that is to blame. */
  readonly parameter: string | undefined;
  readonly headers: { readonly [name: string]: string };

  constructor(
    status: number,
    message: string,
    options: { parameter?: string | undefined; headers?: { readonly [name: string]: string }; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.parameter = options.parameter;
    this.headers = options.headers ?? {};
  }
}

export const UNAUTHORIZED = "missing or invalid API key: send the header Authorization: Bearer <API_KEY>";

export function unauthorized(): HttpError {
  return new HttpError(401, UNAUTHORIZED, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** @param seconds how long to wait, rounded up to whole seconds of at least 1 */
export function tooMany(
  status: 429 | 503,
  message: string,
  seconds: number,
  headers: { readonly [name: string]: string } = {},
  cause?: unknown,
): HttpError {
  const wait = String(Math.max(1, Math.ceil(seconds)));
  return new HttpError(status, message, { headers: { ...headers, "Retry-After": wait }, cause });
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
  if (code === "ERR_CHARGE_UNKNOWN") return tooMany(503, CHARGE_UNKNOWN, RETRY_WHEN_UNREADABLE, {}, cause);
  const message = "the charge could not be recorded; nothing was charged; try again later";
  return tooMany(503, message, RETRY_WHEN_FULL, {}, cause);
}

interface Coded {
  readonly code?: unknown;
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
  const { code, parameter, statusCode, message } = (thrown ?? {}) as Coded;
  const text = String(message);
  switch (code) {
    case "ERR_DUPLICATE_CHARGE":
      return new HttpError(409, "the X-Request-Id of this request was used by another request");
    case "ERR_ACCOUNTS_UNAVAILABLE":
    case "ERR_ACCOUNTS_FILE":
      return tooMany(
        503,
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
      return new HttpError(400, text, { parameter: typeof parameter === "string" ? parameter : undefined });
    case "ERR_QUEUE_FULL":
      return tooMany(503, "the server is full: too many requests wait for a thread; try again later", RETRY_WHEN_FULL);
    case "ERR_DEADLINE":
      return new HttpError(504, "the answer was not ready in time; request a shorter period or fewer parameters");
    case "ERR_TERRAIN_NO_DATA":
      return new HttpError(404, "there is no elevation data at this place");
    case "ERR_TERRAIN_UNREADABLE":
      return tooMany(
        503,
        "the elevation data, which altitude and horizon=auto need, cannot be read at the moment; try again later",
        RETRY_WHEN_UNREADABLE,
        {},
        thrown,
      );
    case "ERR_TERRAIN":
      return tooMany(503, "the elevation data of this place are damaged", RETRY_WHEN_UNREADABLE, {}, thrown);
    case "ERR_JSON_LIMIT":
    case "ERR_ARCHIVE_LIMIT":
      return new HttpError(400, text);
    case "ERR_ARCHIVE_UNREADABLE":
    case "ERR_ARCHIVE_CHANGED":
    case "ERR_ARCHIVE_TIMEOUT":
      return tooMany(
        503,
        "the weather cannot be read at the moment; try again later",
        RETRY_WHEN_UNREADABLE,
        {},
        thrown,
      );
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new HttpError(413, "the body is too large");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new HttpError(415, "the body must be JSON (Content-Type: application/json)");
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return new HttpError(400, "the body must be JSON, got nothing");
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new HttpError(400, "the body is not valid JSON");
  }
  // Only fastify's own errors: a status of any other error is not about this request.
  const isOfFastify = typeof code === "string" && code.startsWith("FST_");
  if (isOfFastify && typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, plainText(statusCode));
  }
  return new HttpError(500, "internal error", { cause: thrown ?? new Error(`${thrown} was thrown`) });
}

function ofRefusal({ kind, message, parameter, cause }: Refusal): HttpError {
  if (kind === "no response") return tooMany(503, message, RETRY_WHEN_SILENT);
  return new HttpError(kind === "request" ? 400 : 404, message, { parameter, cause });
}

/** @param cost micro-tokens; undefined: its body was not read */
export function outOfTokens(cost: number | undefined, { remaining, expired }: Balance): HttpError {
  const ended = expired > 0 ? ` (${expired / MICRO} unused ones expired with their grant)` : "";
  const price = cost === undefined ? "" : `${cost / MICRO} `;
  return new HttpError(402, `the request costs ${price}tokens; ${remaining / MICRO} are left${ended}`);
}

/** Fastify's own messages refer to fastify: these replace them. */
function plainText(status: number): string {
  if (status === 408) return "the request did not arrive in time";
  if (status === 413) return "the body is too large";
  if (status === 415) return "the body must be JSON (Content-Type: application/json)";
  return "the request cannot be read";
}

/** The body of an error. `requestId` is included if a client may have to quote it. */
export function errorBody({ status, message, parameter }: HttpError, requestId: string | undefined): string {
  const error = {
    message,
    ...(parameter === undefined ? {} : { parameter }),
    ...(status >= 500 && requestId !== undefined ? { request_id: requestId } : {}),
  };
  return JSON.stringify({ error });
}
