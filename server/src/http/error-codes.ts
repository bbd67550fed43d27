/**
 * Every error that a client can get: a word that stays, for programs, beside the message, which is for people. A code has one status.
 * Codes are as fine as a program can act on. `node scripts/error-codes.mjs` writes the page of them.
 */

/** By status: of each code what happened, and what a program does about it. */
const BY_STATUS = {
  400: {
    invalid_request: [
      "The request is not valid HTTP, has not exactly one `Host` header or more than 64 query keys, or asks for a range or version of a file that does not exist.",
      "Correct the client.",
    ],
    invalid_parameter: [
      "A value is malformed or out of range, is given twice, or contradicts another one. `parameter` names the key.",
      "Change the value; the message states what is allowed.",
    ],
    missing_parameter: ["A required key of the query or body is absent. `parameter` names it.", "Add it."],
    unknown_parameter: [
      "A body, or a query within a body, has a key that does not exist or has no place there. `parameter` names it.",
      "Leave the key out or correct its name.",
    ],
    invalid_body: [
      "The body is not JSON or has not the form that the path requires, its values together make no year, or it cannot be read as a meter's file.",
      "Correct the body.",
    ],
    invalid_idempotency_key: [
      "The `Idempotency-Key` is not 1 to 255 printable ASCII characters without blanks.",
      "Send another key.",
    ],
    answer_too_large: [
      "The answer would have more values, or need more weather, than one answer may.",
      "Divide the request: shorter periods, fewer parameters, a lower frequency, fewer lines or planes.",
    ],
  },
  401: {
    invalid_key: [
      "The API key is missing, unknown, expired or revoked.",
      "Send a valid key in `Authorization: Bearer <key>`. The same key fails again.",
    ],
  },
  402: {
    out_of_tokens: [
      "The account has fewer tokens left than the request costs.",
      "Buy tokens, or ask the operator for a grant.",
    ],
  },
  403: {
    place_not_free: [
      "The demo key does not serve this place.",
      "Take one of the places in the message, or the key of an account.",
    ],
    account_needed: ["The demo key belongs to no account, which this path needs.", "Send the key of an account."],
    account_suspended: [
      "The operator of the service has suspended the account. Its running jobs wait.",
      "Ask the operator. The same request fails until the account is resumed.",
    ],
    key_reads_only: [
      "The key has the scope `read`, which makes, cancels and removes no jobs, and stores and removes no systems.",
      "Send a key of the scope `all`.",
    ],
    link_expired: [
      "The signed link to the results of a job has expired.",
      "Request the job with the account's key: the answer has new links.",
    ],
    link_invalid: ["The signature of the link is wrong.", "Use the link as the answer of the job has it."],
  },
  404: {
    unknown_path: ["The service has nothing at this path.", "Correct the path."],
    no_weather: [
      "No source has weather for the place and period.",
      "Take the period that the message names, or another place; `/v1/sources` lists what there is.",
    ],
    not_yet: [
      "No interval of the period has ended yet, so nothing is observed.",
      "Send it again when an interval has ended, or start earlier.",
    ],
    jobs_disabled: [
      "This server runs no jobs.",
      "Send single requests or batches, or ask the operator to enable jobs.",
    ],
    unknown_job: [
      "The account has no such job (any more), or the job has no such part.",
      "Take ids and links from `/v1/jobs`.",
    ],
    unknown_system: [
      "The account stores no system of this name (any more).",
      "Take a name from `/v1/systems`, or store the system with `PUT /v1/systems/{name}`.",
    ],
    part_not_done: [
      "The part of the job has no results: it waits, is being computed, or was given up.",
      "Look at the job, and fetch the part once it is done.",
    ],
  },
  405: {
    method_not_allowed: ["The path does not have this method.", "Take one of those in `Allow`."],
  },
  408: {
    request_timeout: [
      "The request did not arrive in time.",
      "Send it again, over a faster connection or in smaller pieces.",
    ],
  },
  409: {
    idempotency_running: [
      "A request with this `Idempotency-Key` is being answered.",
      "Wait until it has been answered, then send the same request again.",
    ],
    not_repeatable: [
      "The answer that was charged under this `Idempotency-Key` cannot be given again: it was repeated too often, or its weather or the " +
        "server has changed. Nothing is charged.",
      "Send another `Idempotency-Key` to buy a new answer.",
    ],
    request_id_conflict: [
      "The `X-Request-Id` that a proxy gave this request belongs to another request, or is old.",
      "Send the request again; if that does not help, ask the operator, whose proxy repeats its ids.",
    ],
    too_many_systems: [
      "The account stores as many systems as it may.",
      "Remove one with `DELETE /v1/systems/{name}`, or ask the operator for a higher limit.",
    ],
  },
  410: {
    results_gone: [
      "The part was done, but its results are no longer in the store.",
      "Create the job again for its sites.",
    ],
  },
  413: {
    body_too_large: [
      "The body has more bytes than the path accepts.",
      "Divide the batch or job; pack a meter's file (gzip), or give longer steps or fewer years.",
    ],
  },
  415: {
    unsupported_media_type: [
      "The body has a `Content-Encoding`, or its `Content-Type` is not JSON; of a meter's file, it is a form.",
      "Send uncompressed `application/json`; a meter's file as it is.",
    ],
  },
  417: {
    expectation_failed: ["The header `Expect` has another value than `100-continue`.", "Leave the header out."],
  },
  422: {
    idempotency_conflict: [
      "This `Idempotency-Key` was used with a different request.",
      "Send another key; one key is for one request.",
    ],
  },
  429: {
    rate_limited: [
      "The account, or the demo key from this address, sends more requests than its rate allows.",
      "Wait as long as `Retry-After` says, then send the request again, more slowly.",
    ],
    too_many_bad_keys: [
      "Too many requests with a bad API key came from this address.",
      "Correct the key before the next request.",
    ],
    too_many_running: [
      "Too many requests of this account are being answered at the same time.",
      "Send it again when one of the others has been answered.",
    ],
    too_many_jobs: [
      "The account has as many living jobs, or as much in them, as it may.",
      "Wait until a job ends, or cancel one.",
    ],
  },
  431: {
    headers_too_large: [
      "Headers and address together are too long.",
      "Shorten the query, or send a body where the path accepts one.",
    ],
  },
  500: {
    internal_error: ["A fault of the server.", "Send the operator the `request_id`. The same request may fail again."],
  },
  503: {
    server_full: ["The server has no room for another answer at the moment.", "Send it again after `Retry-After`."],
    accounts_unavailable: [
      "The accounts cannot be reached, so nothing can be charged. Nothing was charged.",
      "Send it again after `Retry-After`.",
    ],
    charge_unknown: [
      "It is not known whether the request was charged.",
      "Send it again with the same `Idempotency-Key`: it is charged once. Without one, look at `/v1/account` first.",
    ],
    weather_unavailable: [
      "A source that may have the weather does not answer, or its data cannot be read.",
      "Send it again after `Retry-After`.",
    ],
    elevation_unavailable: [
      "The elevation data cannot be read.",
      "Send it again after `Retry-After`, or send a horizon line and an altitude of your own.",
    ],
    results_unavailable: ["The store of job results cannot be reached.", "Send it again after `Retry-After`."],
  },
  504: {
    deadline: [
      "The answer was not ready in time. Nothing was charged.",
      "Request a shorter period or fewer parameters, or the same later.",
    ],
  },
} as const satisfies {
  readonly [status: number]: { readonly [code: string]: readonly [means: string, remedy: string] };
};

type StatusOf = {
  [Status in keyof typeof BY_STATUS as keyof (typeof BY_STATUS)[Status] & string]: Status;
};

export type ErrorCode = keyof StatusOf;

type ErrorFacts = { readonly status: number; readonly means: string; readonly remedy: string };

export const ERROR_CODES = Object.fromEntries(
  Object.entries(BY_STATUS).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, [means, remedy]]) => [code, { status: Number(status), means, remedy }]),
  ),
) as { readonly [Code in ErrorCode]: ErrorFacts };

/** Codes of the statuses that say when another try is worth it. */
export type PassingCode = { [Code in ErrorCode]: StatusOf[Code] extends 429 | 503 ? Code : never }[ErrorCode];
