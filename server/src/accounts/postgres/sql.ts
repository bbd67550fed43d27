/** Statements of PostgreSQL alone: of many rows at a time, given as JSON, and of holds and claims, which have an end. */

/** Unix ms by the clock that all servers share. */
export const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/** ms until a hold or a claim ends that its server does not put off. */
const LASTS = 15_000;
const END = `${NOW} + ${LASTS}`;
/** ms between two times that it does. */
export const RENEW_EVERY = 4_000;

/**
 * Whoever changes the tokens of accounts has these rows first, in one order: so changes of one account come one after the
 * other, and no two servers wait for each other. Rows that refer to an account can be written meanwhile.
 */
export const LOCK_ACCOUNTS = "SELECT name FROM account WHERE name = ANY (?) ORDER BY name FOR NO KEY UPDATE";

export const ACCOUNTS_OF_KEYS = "SELECT id, account FROM access_key WHERE id = ANY (?)";

const GRANTS = `SELECT id, account, tokens, used, starts, expires,
  coalesce((SELECT sum(h.tokens) FROM token_hold h WHERE h.grant_id = g.id), 0)
  + coalesce((SELECT sum(h.tokens) FROM job_hold h WHERE h.grant_id = g.id), 0) AS held FROM token_grant g`;
export const ALL_GRANTS = GRANTS;
/** What is used and what is held, of one moment. */
export const GRANTS_OF = `${GRANTS} WHERE account = ANY (?)`;

export const INSERT_HOLDS = `INSERT INTO token_hold (id, grant_id, account, tokens, expires)
  SELECT id, grant_id, account, tokens, ${END}
  FROM json_to_recordset(?) AS h (id text, grant_id text, account text, tokens bigint)`;

export const DELETE_HOLDS = "DELETE FROM token_hold WHERE id = ANY (?) RETURNING id, tokens";

/** A row that somebody is about to delete is left to them. */
export const RENEW_HOLDS = `UPDATE token_hold SET expires = ${END} WHERE (id, grant_id) IN
  (SELECT id, grant_id FROM token_hold WHERE id = ANY (?) FOR UPDATE SKIP LOCKED)`;
export const FREE_EXPIRED_HOLDS = `DELETE FROM token_hold WHERE (id, grant_id) IN
  (SELECT id, grant_id FROM token_hold WHERE expires < ${NOW} FOR UPDATE SKIP LOCKED)`;

export const PRIOR_CHARGES = `SELECT c.account, c.request_id AS "requestId", c.fingerprint, c.at FROM charge c
  JOIN json_to_recordset(?) AS r (account text, "requestId" text)
  ON c.account = r.account AND c.request_id = r."requestId"`;

export const INSERT_CHARGES = `INSERT INTO charge (account, request_id, at, key_id, endpoint, row_count, column_count,
    tokens, status, duration, bytes, fingerprint)
  SELECT account, "requestId", at, "keyId", endpoint, rows, columns, tokens, status, duration, bytes, fingerprint
  FROM json_to_recordset(?) AS c (account text, "requestId" text, at bigint, "keyId" text, endpoint text, rows bigint,
    columns bigint, tokens bigint, status integer, duration double precision, bytes bigint, fingerprint text)`;

export const TAKE_TOKENS = `UPDATE token_grant g SET used = g.used + t.tokens
  FROM json_to_recordset(?) AS t (id text, tokens bigint) WHERE g.id = t.id`;

export const ADD_USAGE = `INSERT INTO usage_day (account, day, endpoint, requests, tokens)
  SELECT account, day, endpoint, requests, tokens
  FROM json_to_recordset(?) AS u (account text, day text, endpoint text, requests bigint, tokens bigint)
  ON CONFLICT (account, day, endpoint)
  DO UPDATE SET requests = usage_day.requests + excluded.requests, tokens = usage_day.tokens + excluded.tokens`;

/** Requests that have no charge, as those whose charges were pruned. */
export const ADD_UNCHARGED = `INSERT INTO pruned_day (account, day, requests, tokens)
  SELECT account, day, sum(requests)::bigint, sum(tokens)::bigint
  FROM json_to_recordset(?) AS u (account text, day text, requests bigint, tokens bigint) GROUP BY account, day
  ON CONFLICT (account, day)
  DO UPDATE SET requests = pruned_day.requests + excluded.requests, tokens = pruned_day.tokens + excluded.tokens`;

export const CUT_CHARGES = `UPDATE charge c SET cut = 1
  FROM json_to_recordset(?) AS r (account text, "requestId" text)
  WHERE c.account = r.account AND c.request_id = r."requestId"`;

/** In the order of their ids, so that two servers never wait for each other. */
export const NOTE_KEY_USES = `UPDATE access_key k SET last_used = u.at FROM
  (SELECT id, at FROM json_to_recordset(?) AS given ("keyId" text, at bigint)
   JOIN access_key ON access_key.id = given."keyId" ORDER BY id FOR NO KEY UPDATE OF access_key) AS u
  WHERE k.id = u.id AND (k.last_used IS NULL OR k.last_used < u.at)`;

export const LIVE_CLAIMS = `SELECT fingerprint, is_free AS "isFree", request_id AS "requestId" FROM repeat_claim
  WHERE account = ? AND repeat_key = ? AND expires >= ${NOW}`;
export const INSERT_CLAIM = `INSERT INTO repeat_claim (id, account, repeat_key, fingerprint, is_free, request_id, expires)
  VALUES (?, ?, ?, ?, ?, ?, ${END})`;
export const DELETE_CLAIMS = "DELETE FROM repeat_claim WHERE id = ANY (?)";
export const RENEW_CLAIMS = `UPDATE repeat_claim SET expires = ${END} WHERE id IN
  (SELECT id FROM repeat_claim WHERE id = ANY (?) FOR UPDATE SKIP LOCKED)`;
export const FREE_EXPIRED_CLAIMS = `DELETE FROM repeat_claim WHERE id IN
  (SELECT id FROM repeat_claim WHERE expires < ${NOW} FOR UPDATE SKIP LOCKED)`;

/**
 * Counts within a window, and begins a new one where the last is over. A window that ends later than one begun now would was
 * written by a clock ahead of the database's, or for another length: it is over, too. OFFSET 0 keeps it one reading of the clock.
 */
export const COUNT_REQUESTS = `INSERT INTO request_count AS c (key, points, expire) VALUES (?, ?, ${NOW} + ?)
  ON CONFLICT (key) DO UPDATE SET (points, expire) = (
    SELECT CASE WHEN c.expire > now AND c.expire <= latest THEN c.points + excluded.points ELSE excluded.points END,
      CASE WHEN c.expire > now AND c.expire <= latest THEN c.expire ELSE latest END
    FROM (SELECT now, now + ? AS latest FROM (SELECT ${NOW} AS now OFFSET 0) AS clock OFFSET 0) AS window_now)
  RETURNING points, expire - ${NOW} AS left`;

/** Of windows that were over a day ago: whoever was counted there may be gone. */
export const FORGET_COUNTS = `DELETE FROM request_count WHERE expire < ${NOW} - 86400000`;

/** Any number, but always the same: claims of parts of jobs are made one after the other, so that each knows of those before. */
export const LOCK_PART_CLAIMS = `SELECT pg_advisory_xact_lock(${0x4952706a})`;
