/** GET /v1/account: tokens, limits, keys and usage. */
import { type Balance, MICRO } from "../../accounts/accounts.js";
import type { Service } from "../../service.js";
import type { Caller } from "../callers.js";
import type { Asked, Endpoint, Task } from "../endpoint.js";
import { unknownKeyNotices } from "../query.js";
import { jsonAnswer } from "./json-answer.js";

const NOTHING: Balance = { granted: 0, used: 0, held: 0, remaining: 0, nextExpiry: null, expired: 0 };

export function accountEndpoint(service: Service): Endpoint {
  return { method: "GET", path: "account", parse: (asked) => accountTask(service, asked) };
}

function accountTask(service: Service, { query, caller }: Asked): Task {
  return {
    place: undefined,
    cost: 0,
    values: 0,
    csv: false,
    notices: unknownKeyNotices("account", query),
    prepare: async () => ({
      identity: undefined,
      maxAge: 0,
      render: async ({ encoding }) => jsonAnswer(accountOf(service, caller), encoding),
    }),
  };
}

/** The demo key has no account: no tokens, no keys, and nothing costs any. */
function accountOf(service: Service, caller: Caller) {
  const { accounts, settings } = service;
  const account = caller.access?.account;
  const balance = account === undefined ? NOTHING : accounts.balance(account);
  return {
    account: account ?? "demo",
    tokens: {
      granted: balance.granted / MICRO,
      used: balance.used / MICRO,
      held: balance.held / MICRO,
      remaining: balance.remaining / MICRO,
      next_expiry: time(balance.nextExpiry),
    },
    limits: {
      requests: caller.rate.limit,
      window_seconds: caller.rate.window,
      running: caller.running,
      waiting: caller.waiting,
      values_per_answer: caller.mostValues,
      requests_per_batch: settings["batch-requests"],
      deadline_seconds: settings.deadline,
    },
    keys: (account === undefined ? [] : accounts.keys(account)).map((key) => ({
      id: key.id,
      label: key.label,
      created: time(key.created),
      last_used: time(key.lastUsed),
      expires: time(key.expires),
    })),
    usage: (account === undefined ? [] : accounts.usage(account)).map((row) => ({
      ...row,
      tokens: row.tokens / MICRO,
    })),
  };
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
