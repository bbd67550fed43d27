/** GET /v1/account: tokens, limits, keys and usage. */
import { type Balance, MICRO } from "../../accounts/accounts.js";
import { WHOLE_PRICE } from "../../accounts/limits.js";
import { wireTime } from "../../answers/wire.js";
import type { Service } from "../../service.js";
import type { Caller } from "../callers.js";
import type { ApiRequest, Endpoint, Task } from "../endpoint.js";
import { MOST_BODY_BYTES, MOST_HEADER_BYTES } from "../limits.js";
import { unknownKeyNotices } from "../query.js";
import { jsonAnswer } from "./json-answer.js";

export function accountEndpoint(service: Service): Endpoint {
  return { method: "GET", path: "account", isFree: true, parse: (asked) => accountTask(service, asked) };
}

function accountTask(service: Service, { query, caller }: ApiRequest): Task {
  return {
    place: undefined,
    cost: 0,
    values: 0,
    csv: false,
    notices: unknownKeyNotices("account", query),
    prepare: async () => ({
      identity: undefined,
      maxAge: 0,
      render: async ({ encoding }) => jsonAnswer(await accountOf(service, caller), encoding),
    }),
  };
}

/** The demo key has no account: no tokens to count, no keys. */
async function accountOf(service: Service, caller: Caller) {
  const { accounts, settings } = service;
  const account = caller.access?.account;
  const { limits, rate } = caller;
  return {
    account: caller.shownName,
    plan: caller.plan,
    price_class: account === undefined ? null : limits.price / WHOLE_PRICE,
    tokens: account === undefined ? NO_TOKENS : tokensOf(await accounts.currentBalance(account)),
    limits: {
      requests_per_window: rate.limit,
      window_seconds: rate.window,
      running: limits.running,
      waiting: limits.waiting,
      values_per_answer: limits.values,
      requests_per_batch: settings["batch-requests"],
      living_jobs: limits.jobs,
      sites_per_job: limits["job-sites"],
      job_request_mebibytes: limits["job-requests"],
      body_bytes: MOST_BODY_BYTES,
      header_bytes: MOST_HEADER_BYTES,
      deadline_seconds: settings.deadline,
    },
    keys: (account === undefined ? [] : accounts.keys(account)).map((key) => ({
      id: key.id,
      label: key.label,
      scope: key.scope,
      created: wireTime(key.created),
      last_used: wireTime(key.lastUsed),
      expires: wireTime(key.expires),
    })),
    usage: (account === undefined ? [] : await accounts.usage(account)).map((row) => ({
      ...row,
      tokens: row.tokens / MICRO,
    })),
  };
}

const NO_TOKENS = { granted: null, used: null, held: null, remaining: null, next_expiry: null };

function tokensOf({ granted, used, held, remaining, nextExpiry }: Balance) {
  return {
    granted: granted / MICRO,
    used: used / MICRO,
    held: held / MICRO,
    remaining: remaining / MICRO,
    next_expiry: wireTime(nextExpiry),
  };
}
