/**
 * Every error that a client can get: a word that stays, for programs, beside the message, which is for people. A code has one status.
 * Codes are as fine as a program can act on. `node scripts/error-codes.mjs` writes the page of them.
 */

interface ErrorFacts {
  readonly status: number;
  /** What happened. */
  readonly means: string;
  /** What a program does about it. */
  readonly remedy: string;
}

export const ERROR_CODES = {
  invalid_request: {
    status: 400,
    means:
      "The request is not valid HTTP, has not exactly one `Host` header or more than 64 query keys, or asks for a range or version of a file that does not exist.",
    remedy: "Correct the client.",
  },
  invalid_parameter: {
    status: 400,
    means:
      "A value is malformed or out of range, is given twice, or contradicts another one. `parameter` names the key.",
    remedy: "Change the value; the message states what is allowed.",
  },
  missing_parameter: {
    status: 400,
    means: "A required key of the query or body is absent. `parameter` names it.",
    remedy: "Add it.",
  },
  unknown_parameter: {
    status: 400,
    means:
      "A body, or a query within a body, has a key that does not exist or has no place there. `parameter` names it.",
    remedy: "Leave the key out or correct its name.",
  },
  invalid_body: {
    status: 400,
    means: "The body is not JSON or has not the form that the path requires, or its values together make no year.",
    remedy: "Correct the body.",
  },
  invalid_idempotency_key: {
    status: 400,
    means: "The `Idempotency-Key` is not 1 to 255 printable ASCII characters without blanks.",
    remedy: "Send another key.",
  },
  answer_too_large: {
    status: 400,
    means: "The answer would have more values, or need more weather, than one answer may.",
    remedy: "Divide the request: shorter periods, fewer parameters, a lower frequency, fewer lines or planes.",
  },
  invalid_key: {
    status: 401,
    means: "The API key is missing, unknown, expired or revoked.",
    remedy: "Send a valid key in `Authorization: Bearer <key>`. The same key fails again.",
  },
  out_of_tokens: {
    status: 402,
    means: "The account has fewer tokens left than the request costs.",
    remedy: "Buy tokens, or ask the operator for a grant.",
  },
  place_not_free: {
    status: 403,
    means: "The demo key does not serve this place.",
    remedy: "Take one of the places in the message, or the key of an account.",
  },
  account_needed: {
    status: 403,
    means: "The demo key belongs to no account, which this path needs.",
    remedy: "Send the key of an account.",
  },
  account_suspended: {
    status: 403,
    means: "The operator of the service has suspended the account. Its running jobs wait.",
    remedy: "Ask the operator. The same request fails until the account is resumed.",
  },
  key_reads_only: {
    status: 403,
    means: "The key has the scope `read`, which makes, cancels and removes no jobs.",
    remedy: "Send a key of the scope `all`.",
  },
  link_expired: {
    status: 403,
    means: "The signed link to the results of a job has expired.",
    remedy: "Request the job with the account's key: the answer has new links.",
  },
  link_invalid: {
    status: 403,
    means: "The signature of the link is wrong.",
    remedy: "Use the link as the answer of the job has it.",
  },
  unknown_path: {
    status: 404,
    means: "The service has nothing at this path.",
    remedy: "Correct the path.",
  },
  no_weather: {
    status: 404,
    means: "No source has weather for the place and period.",
    remedy: "Take the period that the message names, or another place; `/v1/sources` lists what there is.",
  },
  not_yet: {
    status: 404,
    means: "No interval of the period has ended yet, so nothing is observed.",
    remedy: "Send it again when an interval has ended, or start earlier.",
  },
  jobs_disabled: {
    status: 404,
    means: "This server runs no jobs.",
    remedy: "Send single requests or batches, or ask the operator to enable jobs.",
  },
  unknown_job: {
    status: 404,
    means: "The account has no such job (any more), or the job has no such part.",
    remedy: "Take ids and links from `/v1/jobs`.",
  },
  part_not_done: {
    status: 404,
    means: "The part of the job has no results: it waits, is being computed, or was given up.",
    remedy: "Look at the job, and fetch the part once it is done.",
  },
  method_not_allowed: {
    status: 405,
    means: "The path does not have this method.",
    remedy: "Take one of those in `Allow`.",
  },
  request_timeout: {
    status: 408,
    means: "The request did not arrive in time.",
    remedy: "Send it again, over a faster connection or in smaller pieces.",
  },
  idempotency_running: {
    status: 409,
    means: "A request with this `Idempotency-Key` is being answered.",
    remedy: "Wait until it has been answered, then send the same request again.",
  },
  not_repeatable: {
    status: 409,
    means:
      "The answer that was charged under this `Idempotency-Key` cannot be given again: it was repeated too often, or its weather or the " +
      "server has changed. Nothing is charged.",
    remedy: "Send another `Idempotency-Key` to buy a new answer.",
  },
  request_id_conflict: {
    status: 409,
    means: "The `X-Request-Id` that a proxy gave this request belongs to another request, or is old.",
    remedy: "Send the request again; if that does not help, ask the operator, whose proxy repeats its ids.",
  },
  results_gone: {
    status: 410,
    means: "The part was done, but its results are no longer in the store.",
    remedy: "Create the job again for its sites.",
  },
  body_too_large: {
    status: 413,
    means: "The body has more bytes than the path accepts.",
    remedy: "Divide the batch or job.",
  },
  unsupported_media_type: {
    status: 415,
    means: "The body is compressed, or its `Content-Type` is not JSON.",
    remedy: "Send uncompressed `application/json`.",
  },
  expectation_failed: {
    status: 417,
    means: "The header `Expect` has another value than `100-continue`.",
    remedy: "Leave the header out.",
  },
  idempotency_conflict: {
    status: 422,
    means: "This `Idempotency-Key` was used with a different request.",
    remedy: "Send another key; one key is for one request.",
  },
  rate_limited: {
    status: 429,
    means: "The account, or the demo key from this address, sends more requests than its rate allows.",
    remedy: "Wait as long as `Retry-After` says, then send the request again, more slowly.",
  },
  too_many_bad_keys: {
    status: 429,
    means: "Too many requests with a bad API key came from this address.",
    remedy: "Correct the key before the next request.",
  },
  too_many_running: {
    status: 429,
    means: "Too many requests of this account are being answered at the same time.",
    remedy: "Send it again when one of the others has been answered.",
  },
  too_many_jobs: {
    status: 429,
    means: "The account has as many living jobs, or as much in them, as it may.",
    remedy: "Wait until a job ends, or cancel one.",
  },
  headers_too_large: {
    status: 431,
    means: "Headers and address together are too long.",
    remedy: "Shorten the query, or send a body where the path accepts one.",
  },
  internal_error: {
    status: 500,
    means: "A fault of the server.",
    remedy: "Send the operator the `request_id`. The same request may fail again.",
  },
  server_full: {
    status: 503,
    means: "The server has no room for another answer at the moment.",
    remedy: "Send it again after `Retry-After`.",
  },
  accounts_unavailable: {
    status: 503,
    means: "The accounts cannot be reached, so nothing can be charged. Nothing was charged.",
    remedy: "Send it again after `Retry-After`.",
  },
  charge_unknown: {
    status: 503,
    means: "It is not known whether the request was charged.",
    remedy:
      "Send it again with the same `Idempotency-Key`: it is charged once. Without one, look at `/v1/account` first.",
  },
  weather_unavailable: {
    status: 503,
    means: "A source that may have the weather does not answer, or its data cannot be read.",
    remedy: "Send it again after `Retry-After`.",
  },
  elevation_unavailable: {
    status: 503,
    means: "The elevation data cannot be read.",
    remedy: "Send it again after `Retry-After`, or send a horizon line and an altitude of your own.",
  },
  results_unavailable: {
    status: 503,
    means: "The store of job results cannot be reached.",
    remedy: "Send it again after `Retry-After`.",
  },
  deadline: {
    status: 504,
    means: "The answer was not ready in time. Nothing was charged.",
    remedy: "Request a shorter period or fewer parameters, or the same later.",
  },
} as const satisfies { readonly [code: string]: ErrorFacts };

export type ErrorCode = keyof typeof ERROR_CODES;

/** Codes of the statuses that say when another try is worth it. */
export type PassingCode = {
  [Code in ErrorCode]: (typeof ERROR_CODES)[Code]["status"] extends 429 | 503 ? Code : never;
}[ErrorCode];
