/** The statements of a server, prepared once. */
import type { UsageRow } from "../accounts.js";
import type { StoredKey } from "../keyring.js";
import type { HeldGrant } from "../ledger.js";
import type { PriorCharge } from "../request-retry.js";
import {
  ADD_PRUNED,
  FORGET_REPEATS,
  KEEP_REPEAT,
  SELECT_KEYS,
  SELECT_REPEAT,
  SELECT_USAGE,
  USE_REPEAT,
} from "../sql.js";
import {
  SELECT_ACCOUNT_LIMITS,
  SELECT_ACCOUNTS,
  SELECT_PLAN_LIMITS,
  type StoredLimit,
  type StoredStanding,
} from "../standing.js";
import type { StoredRepeat } from "../store.js";
import type { Database } from "./database.js";

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  const prepare = <Row = unknown>(sql: string) => database.prepare<Row>(sql);
  return {
    dataVersion: prepare<{ data_version: number }>("PRAGMA data_version"),

    accounts: prepare<StoredStanding>(SELECT_ACCOUNTS),
    planLimits: prepare<StoredLimit>(SELECT_PLAN_LIMITS),
    accountLimits: prepare<StoredLimit>(SELECT_ACCOUNT_LIMITS),
    hasAccount: prepare<object>("SELECT 1 AS one FROM account WHERE name = ?"),
    accountOfKey: prepare<{ account: string }>("SELECT account FROM access_key WHERE id = ?"),
    keys: prepare<StoredKey>(SELECT_KEYS),
    /** What requests hold is known in memory alone. */
    grants: prepare<HeldGrant>(
      `SELECT id, account, tokens, used, starts, expires,
         coalesce((SELECT sum(h.tokens) FROM job_hold h WHERE h.grant_id = g.id), 0) AS held FROM token_grant g`,
    ),
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
    /** Of requests that have no charge, as of those whose charges were pruned. */
    addUncharged: prepare(ADD_PRUNED),
    cut: prepare("UPDATE charge SET cut = 1 WHERE account = ? AND request_id = ?"),
    keepRepeat: prepare(KEEP_REPEAT),
    useRepeat: prepare(USE_REPEAT),
    forgetRepeats: prepare(FORGET_REPEATS),
    keyUse: prepare("UPDATE access_key SET last_used = ? WHERE id = ?"),

    run: prepare<{ pid: number; host: string; started: number }>("SELECT pid, host, started FROM server_run"),
    startRun: prepare("INSERT INTO server_run (pid, host, started) VALUES (?, ?, ?)"),
    endRun: prepare("DELETE FROM server_run"),
    /** More pages than the charges of a group change: what they would fail for fails here. */
    takeRoom: prepare("UPDATE server_run SET host = host || printf('%65536s', '')"),
    giveRoomBack: prepare("UPDATE server_run SET host = trim(host)"),
    /**
     * What the server before was computing, unless that crashed soon after it had begun at a time: then parts wait until their claims lapse,
     * as each claim that lapses counts against its part, and whatever ends one server after the other may have nothing to do with it.
     */
    freeParts: prepare(
      "UPDATE job_part SET free_at = 0 WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM server_run WHERE started >= ?)",
    ),

    checkpoint: prepare("PRAGMA wal_checkpoint(TRUNCATE)"),
  };
}
