/** The statements of a server, prepared once. Plain SQL that PostgreSQL takes as well, but for the pragmas. */
import type { UsageRow } from "./accounts.js";
import type { Database } from "./database.js";
import type { StoredKey } from "./keyring.js";
import type { StoredGrant } from "./ledger.js";
import type { StoredRepeat } from "./store.js";

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  const prepare = <Row = unknown>(sql: string) => database.prepare<Row>(sql);
  return {
    dataVersion: prepare<{ data_version: number }>("PRAGMA data_version"),

    accounts: prepare<{ name: string }>("SELECT name FROM account"),
    keys: prepare<StoredKey>(
      `SELECT id, hash, account, label, created, expires, revoked, last_used AS "lastUsed" FROM access_key`,
    ),
    grants: prepare<StoredGrant>("SELECT id, account, tokens, used, starts, expires FROM token_grant"),
    repeat: prepare<StoredRepeat>(
      "SELECT fingerprint, created, uses FROM repeat_key WHERE account = ? AND repeat_key = ? AND created >= ?",
    ),
    usage: prepare<UsageRow>(
      `SELECT day, endpoint, requests, tokens FROM usage_day WHERE account = ? AND day >= ?
       ORDER BY day DESC, endpoint`,
    ),

    charge: prepare(
      `INSERT INTO charge (account, request_id, at, key_id, endpoint, row_count, column_count, tokens, status, duration, bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, request_id) DO NOTHING`,
    ),
    take: prepare("UPDATE token_grant SET used = used + ? WHERE id = ? AND used + ? <= tokens"),
    addUsage: prepare(
      `INSERT INTO usage_day (account, day, endpoint, requests, tokens) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account, day, endpoint)
       DO UPDATE SET requests = usage_day.requests + excluded.requests, tokens = usage_day.tokens + excluded.tokens`,
    ),
    // One that is there already is older than repeats are kept.
    keepRepeat: prepare(
      `INSERT INTO repeat_key (account, repeat_key, fingerprint, request_id, created, uses) VALUES (?, ?, ?, ?, ?, 0)
       ON CONFLICT (account, repeat_key) DO UPDATE
       SET fingerprint = excluded.fingerprint, request_id = excluded.request_id, created = excluded.created, uses = 0`,
    ),
    useRepeat: prepare("UPDATE repeat_key SET uses = uses + 1 WHERE account = ? AND repeat_key = ?"),
    forgetRepeats: prepare(
      `DELETE FROM repeat_key WHERE (account, repeat_key) IN
       (SELECT account, repeat_key FROM repeat_key WHERE created < ? LIMIT 1000)`,
    ),
    keyUse: prepare("UPDATE access_key SET last_used = ? WHERE id = ?"),

    run: prepare<{ pid: number; host: string; started: number }>("SELECT pid, host, started FROM server_run"),
    startRun: prepare("INSERT INTO server_run (pid, host, started) VALUES (?, ?, ?)"),
    endRun: prepare("DELETE FROM server_run"),

    checkpoint: prepare("PRAGMA wal_checkpoint(TRUNCATE)"),
  };
}
