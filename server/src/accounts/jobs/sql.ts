/** Statements about jobs that SQLite and PostgreSQL both take, and the rows that they give. */
import type { StoredPart } from "../jobs.js";

/** Characters of a request that are read with its job. */
const BEGINNING = 120;
const JOBS = `SELECT id, account, key_id AS "keyId", created, substr(request, 1, ${BEGINNING}) AS "beginning", state, ended,
  sites, parts, done, given_up AS "givenUp", failed_sites AS "failedSites", tokens, charged, held,
  CAST(COALESCE((SELECT sum(p.sites) FROM job_part p WHERE p.job = job.id AND p.state = 'done'), 0) AS BIGINT) AS "doneSites"
  FROM job JOIN job_request ON job_request.job = job.id`;
export const JOBS_OF = `${JOBS} WHERE account = ? ORDER BY created DESC, id DESC LIMIT ?`;
export const JOB = `${JOBS} WHERE id = ?`;
export const REQUEST_OF = `SELECT request FROM job_request
  WHERE job = ? AND EXISTS (SELECT 1 FROM job WHERE id = job_request.job AND state = 'living')`;

/** The jobs of a suspended account wait, whatever state they are in. */
function isOfActive(account: string): string {
  return `${account} NOT IN (SELECT name FROM account WHERE suspended IS NOT NULL)`;
}

const JOB_PART = `SELECT j.id AS "job", j.account, p.part, p.first_site AS "first", p.sites, p.tokens
  FROM job j JOIN job_part p ON p.job = j.id`;
export const PART_OF = `${JOB_PART} WHERE j.id = ? AND p.part = ?`;
/** Of as many accounts as parts are asked for, those whose parts wait longest: of thousands of jobs no others are looked at. */
const WAITING_ACCOUNTS = `SELECT account FROM job
  WHERE state = 'living' AND ${isOfActive("account")} AND EXISTS
    (SELECT 1 FROM job_part WHERE job = job.id AND state = 'waiting')
  GROUP BY account ORDER BY min(created), account LIMIT ?`;
/** The accounts take turns; each has its oldest part first. */
export const WAITING_PARTS = `${JOB_PART}
  WHERE j.account IN (SELECT account FROM (${WAITING_ACCOUNTS}) AS first) AND j.state = 'living' AND p.state = 'waiting'
  ORDER BY row_number() OVER (PARTITION BY j.account ORDER BY j.created, j.id, p.part), j.created, j.id, p.part LIMIT ?`;

/** Of a part that is done the column has its failed sites, of another one why its last attempt failed. */
const PARTS = `SELECT part, first_site AS "first", sites, state, attempts, failed_sites AS "failedSites", tokens,
  file_name AS "name", file_bytes AS "bytes", file_sha256 AS "sha256", failure FROM job_part WHERE job = ?`;
export const PARTS_OF = `${PARTS} ORDER BY part`;
export const STORED_PART = `${PARTS} AND part = ?`;

export interface PartRow extends Omit<StoredPart, "file" | "failures"> {
  readonly name: string | null;
  readonly bytes: number;
  readonly sha256: string;
}

export function storedPart({ name, bytes, sha256, failure, ...part }: PartRow): StoredPart {
  if (name === null) return { ...part, file: null, failure, failures: null };
  return { ...part, file: { name, bytes, sha256 }, failure: null, failures: failure };
}

/** Those of deleted accounts at once. */
export const ENDED_BEFORE = `SELECT id FROM job
  WHERE ended < ? OR (ended IS NOT NULL AND account IN (SELECT name FROM account WHERE deleted IS NOT NULL))
  ORDER BY ended, id LIMIT ?`;
/** Whether parts of the job are to be made now. */
export const IS_WANTED = `SELECT id FROM job WHERE id = ? AND state = 'living' AND ${isOfActive("account")}`;

export const REPEATED = "SELECT id, fingerprint FROM job WHERE account = ? AND repeat_key = ?";
export const LIVING = `SELECT count(*) AS count, CAST(COALESCE(sum(request_bytes), 0) AS BIGINT) AS bytes
  FROM job WHERE account = ? AND state = 'living'`;

export const INSERT_JOB = `INSERT INTO job (id, account, key_id, created, repeat_key, fingerprint, state, sites, parts, done,
    given_up, failed_sites, tokens, charged, held, request_bytes)
  VALUES (?, ?, ?, ?, ?, ?, 'living', ?, ?, 0, 0, 0, ?, 0, ?, ?)`;
export const INSERT_REQUEST = "INSERT INTO job_request (job, request) VALUES (?, ?)";
export const INSERT_HOLD = "INSERT INTO job_hold (job, grant_id, tokens) VALUES (?, ?, ?)";
const NEW_PART = "(?, ?, ?, ?, ?, 'waiting', 0, 0, 0, 0)";
export const insertParts = (count: number): string => `INSERT INTO job_part
  (job, part, first_site, sites, tokens, state, free_at, attempts, lapses, failed_sites)
  VALUES ${Array.from({ length: count }, () => NEW_PART).join(", ")}`;

/** Those that may be taken at a time. */
const IS_FREE = "state IN ('waiting', 'running') AND free_at <= ?";
/** Of the account with the fewest parts that run, the oldest. */
export const NEXT_JOB = `SELECT id, account FROM job j
  WHERE state = 'living' AND ${isOfActive("account")} AND EXISTS (SELECT 1 FROM job_part WHERE job = j.id AND ${IS_FREE})
  ORDER BY (SELECT count(*) FROM job k JOIN job_part p ON p.job = k.id
    WHERE k.account = j.account AND k.state = 'living' AND p.state = 'running' AND p.free_at > ?), created, id LIMIT 1`;
export const NEXT_PART = `SELECT part, state, claim, lapses FROM job_part WHERE job = ? AND ${IS_FREE} ORDER BY part LIMIT 1`;
export const CLAIM_PART = `UPDATE job_part SET state = 'running', claim = ?, free_at = ?, attempts = attempts + 1,
    lapses = lapses + CASE WHEN state = 'running' THEN 1 ELSE 0 END
  WHERE job = ? AND part = ? AND ${IS_FREE} RETURNING first_site AS "first", sites, tokens, attempts`;
export const CLAIMED_PART = `SELECT j.id AS "job", j.account, p.part, p.first_site AS "first", p.sites, p.tokens, p.claim AS "id",
  p.attempts FROM job_part p JOIN job j ON j.id = p.job WHERE p.claim = ? AND p.state = 'running'`;

const IS_LIVING = "EXISTS (SELECT 1 FROM job WHERE id = job_part.job AND job.state = 'living')";
/** A part whose claim has not ended. A job may be cancelled while a part of it is claimed: the claim is then void. */
const OF_CLAIM = `job = ? AND part = ? AND claim = ? AND state = 'running' AND ${IS_LIVING}`;
/** A part that is neither done nor given up, whoever has it. */
const IS_OPEN = `job = ? AND part = ? AND state IN ('waiting', 'running') AND ${IS_LIVING}`;
export const RENEW_PART = `UPDATE job_part SET free_at = ? WHERE ${OF_CLAIM} RETURNING part`;
export const RETURN_PART = `UPDATE job_part SET state = 'waiting', claim = NULL, free_at = ?,
    failure = ? WHERE ${OF_CLAIM}`;
/** As if it had never been claimed. */
export const UNTAKE_PART = `UPDATE job_part SET state = 'waiting', claim = NULL, free_at = 0, attempts = attempts - 1
  WHERE ${OF_CLAIM}`;
/** Of a claim that has not ended, or, with no claim (''), of a part that nobody has claimed. */
export const GIVE_UP_PART = `UPDATE job_part SET state = 'given-up', claim = NULL, failure = ? WHERE ${IS_OPEN}
  AND coalesce(claim, '') = ? AND free_at <= ? RETURNING tokens`;
export const FINISH_PART = `UPDATE job_part SET state = 'done', claim = ?, failed_sites = ?, file_name = ?, file_bytes = ?,
    file_sha256 = ?, failure = ? WHERE ${IS_OPEN} RETURNING tokens`;
export const FINISHED_PART = `SELECT part FROM job_part WHERE job = ? AND part = ? AND state = 'done'
  AND file_name = ? AND file_sha256 = ?`;

export const SETTLE_JOB = `UPDATE job SET done = done + ?, given_up = given_up + ?, failed_sites = failed_sites + ?,
    charged = charged + ?, held = held - ? WHERE id = ? RETURNING key_id AS "keyId"`;
export const END_JOB = `UPDATE job SET state = 'finished', ended = ?
  WHERE id = ? AND state = 'living' AND done + given_up = parts`;
/** Of a job that has ended: millions of bytes that nobody needs any more. */
export const SHORTEN_REQUEST = `UPDATE job_request SET request = substr(request, 1, ${BEGINNING})
  WHERE job = ? AND EXISTS (SELECT 1 FROM job WHERE id = job_request.job AND state <> 'living')`;

/** In the order in which they are used. */
export const HOLDS_OF = `SELECT h.grant_id AS "grant", h.tokens FROM job_hold h JOIN token_grant g ON g.id = h.grant_id
  WHERE h.job = ? ORDER BY g.expires IS NULL, g.expires, g.starts, g.id`;
export const LOWER_HOLD = "UPDATE job_hold SET tokens = tokens - ? WHERE job = ? AND grant_id = ?";
export const FORGET_EMPTY_HOLDS = "DELETE FROM job_hold WHERE job = ? AND tokens = 0";

export const IS_CHARGED = "SELECT request_id FROM charge WHERE account = ? AND request_id = ?";

export const CANCEL_JOB = `UPDATE job SET state = 'cancelled', ended = ?, held = 0 WHERE id = ? AND state = 'living'
  RETURNING id`;
export const END_CLAIMS = "UPDATE job_part SET state = 'waiting', claim = NULL WHERE job = ? AND state = 'running'";

const ENDED_JOB = "SELECT id FROM job WHERE id = ? AND state <> 'living'";
export const REMOVE_JOB: readonly string[] = [
  `DELETE FROM job_part WHERE job IN (${ENDED_JOB})`,
  `DELETE FROM job_request WHERE job IN (${ENDED_JOB})`,
  "DELETE FROM job WHERE id = ? AND state <> 'living'",
];

export const MAKE_SECRET = "INSERT INTO link_secret (one, secret) VALUES (1, ?) ON CONFLICT (one) DO NOTHING";
export const SECRET = "SELECT secret FROM link_secret";
