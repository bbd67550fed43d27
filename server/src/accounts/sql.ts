/** Statements that SQLite and PostgreSQL both take. Values are marked by `?`. */
import type { SqlValue } from "./accounts-database.js";
import type { ChargeRecord } from "./store.js";

export const SELECT_KEYS = `SELECT id, hash, account, label, scope, created, expires, revoked, last_used AS "lastUsed"
  FROM access_key`;

export const SELECT_REPEAT = `SELECT fingerprint, created, uses, as_of AS "asOf", revision, hash FROM repeat_key
  WHERE account = ? AND repeat_key = ? AND created >= ?`;

export const SELECT_USAGE = `SELECT day, endpoint, requests, tokens FROM usage_day WHERE account = ? AND day >= ?
  ORDER BY day DESC, endpoint`;

/** Requests without a charge of their own: it was pruned, or they were free. */
export const ADD_PRUNED = `INSERT INTO pruned_day (account, day, requests, tokens) VALUES (?, ?, ?, ?)
  ON CONFLICT (account, day)
  DO UPDATE SET requests = pruned_day.requests + excluded.requests, tokens = pruned_day.tokens + excluded.tokens`;

/** One that is there already is older than repeats are kept. */
export const KEEP_REPEAT = `INSERT INTO repeat_key (account, repeat_key, fingerprint, request_id, created, as_of, revision, hash, uses)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)
  ON CONFLICT (account, repeat_key) DO UPDATE
  SET fingerprint = excluded.fingerprint, request_id = excluded.request_id, created = excluded.created, uses = 0,
    as_of = excluded.as_of, revision = excluded.revision, hash = excluded.hash`;

/** The values of `KEEP_REPEAT`. */
export function keptValues(charge: ChargeRecord, key: string, fingerprint: string): SqlValue[] {
  const { account, requestId, at, answer } = charge;
  const kept = [answer?.asOf ?? null, answer?.revision ?? null, answer?.hash ?? null];
  return [account, key, fingerprint, requestId, at, ...kept];
}

export const USE_REPEAT = "UPDATE repeat_key SET uses = uses + 1 WHERE account = ? AND repeat_key = ?";

export const FORGET_REPEATS = `DELETE FROM repeat_key WHERE (account, repeat_key) IN
  (SELECT account, repeat_key FROM repeat_key WHERE created < ? LIMIT 1000)`;
