/** The statements of a server, prepared once. */
import type { UsageRow } from "../accounts.js";
import type { StoredKey } from "../keyring.js";
import type { StoredGrant } from "../ledger.js";
import type { PriorCharge } from "../request-retry.js";
import { FORGET_REPEATS, KEEP_REPEAT, SELECT_KEYS, SELECT_REPEAT, SELECT_USAGE, USE_REPEAT } from "../sql.js";
import type { StoredRepeat } from "../store.js";
import type { Database } from "./database.js";

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  const prepare = <Row = unknown>(sql: string) => database.prepare<Row>(sql);
  return {
    dataVersion: prepare<{ data_version: number }>("PRAGMA data_version"),

    accounts: prepare<{ name: string }>("SELECT name FROM account"),
    keys: prepare<StoredKey>(SELECT_KEYS),
    grants: prepare<StoredGrant>("SELECT id, account, tokens, used, starts, expires FROM token_grant"),
    repeat: prepare<StoredRepeat>(SELECT_REPEAT),
    usage: prepare<UsageRow>(SELECT_USAGE),

    charge: prepare(
      `INSERT INTO charge (account, request_id, at, key_id, endpoint, row_count, column_count, tokens, status, duration, bytes,
         fingerprint)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, request_id) DO NOTHING`,
    ),
    prior: prepare<PriorCharge>("SELECT fingerprint, at FROM charge WHERE account = ? AND request_id = ?"),
    take: prepare("UPDATE token_grant SET used = used + ? WHERE id = ? AND used + ? <= tokens"),
    addUsage: prepare(
      `INSERT INTO usage_day (account, day, endpoint, requests, tokens) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account, day, endpoint)
       DO UPDATE SET requests = usage_day.requests + excluded.requests, tokens = usage_day.tokens + excluded.tokens`,
    ),
    keepRepeat: prepare(KEEP_REPEAT),
    useRepeat: prepare(USE_REPEAT),
    forgetRepeats: prepare(FORGET_REPEATS),
    keyUse: prepare("UPDATE access_key SET last_used = ? WHERE id = ?"),

    run: prepare<{ pid: number; host: string; started: number }>("SELECT pid, host, started FROM server_run"),
    startRun: prepare("INSERT INTO server_run (pid, host, started) VALUES (?, ?, ?)"),
    endRun: prepare("DELETE FROM server_run"),

    checkpoint: prepare("PRAGMA wal_checkpoint(TRUNCATE)"),
  };
}
