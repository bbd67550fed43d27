/**
 * The tables, version by version, for SQLite and PostgreSQL alike.
 * Times are Unix ms, tokens micro-tokens. The checks hold what no bug above them may break: used ≤ granted, and of a job
 * charged + held ≤ price.
 */

/** "IRac": marks a file as ours, so that the database of another program is not taken for it. */
export const APPLICATION_ID = 0x49526163;

/** A step is never changed once it was released: a new one is added. */
export const STEPS: readonly string[] = [
  `
CREATE TABLE account (
  name TEXT NOT NULL PRIMARY KEY,
  created BIGINT NOT NULL
);
CREATE UNIQUE INDEX account_in_any_case ON account (lower(name));

CREATE TABLE access_key (
  id TEXT NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL REFERENCES account (name),
  label TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT,
  revoked BIGINT,
  last_used BIGINT
);
CREATE INDEX access_key_of_account ON access_key (account);

CREATE TABLE token_grant (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (name),
  tokens BIGINT NOT NULL CHECK (tokens > 0),
  used BIGINT NOT NULL CHECK (used >= 0 AND used <= tokens),
  starts BIGINT NOT NULL,
  expires BIGINT CHECK (expires >= starts)
);
CREATE INDEX token_grant_of_account ON token_grant (account);

CREATE TABLE charge (
  account TEXT NOT NULL REFERENCES account (name),
  request_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  key_id TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  row_count BIGINT NOT NULL,
  column_count BIGINT NOT NULL,
  tokens BIGINT NOT NULL CHECK (tokens >= 0),
  status INTEGER NOT NULL,
  duration DOUBLE PRECISION NOT NULL,
  bytes BIGINT NOT NULL,
  PRIMARY KEY (account, request_id)
);
CREATE INDEX charge_by_time ON charge (account, at);

CREATE TABLE usage_day (
  account TEXT NOT NULL REFERENCES account (name),
  day TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  requests BIGINT NOT NULL,
  tokens BIGINT NOT NULL,
  PRIMARY KEY (account, day, endpoint)
);

CREATE TABLE repeat_key (
  account TEXT NOT NULL,
  repeat_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  request_id TEXT NOT NULL,
  created BIGINT NOT NULL,
  uses INTEGER NOT NULL,
  PRIMARY KEY (account, repeat_key),
  FOREIGN KEY (account, request_id) REFERENCES charge (account, request_id)
);
CREATE INDEX repeat_key_by_time ON repeat_key (created);

CREATE TABLE admin_action (
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
);
CREATE INDEX admin_action_by_time ON admin_action (at);

CREATE TABLE server_run (
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  started BIGINT NOT NULL
);
`,
  `
ALTER TABLE charge ADD COLUMN fingerprint TEXT;
ALTER TABLE admin_action ADD COLUMN sequence BIGINT NOT NULL DEFAULT 0;
`,
  `
CREATE TABLE pruned_day (
  account TEXT NOT NULL REFERENCES account (name),
  day TEXT NOT NULL,
  requests BIGINT NOT NULL,
  tokens BIGINT NOT NULL,
  PRIMARY KEY (account, day)
);
CREATE INDEX repeat_key_of_charge ON repeat_key (account, request_id);
`,
  `
CREATE TABLE job (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (name),
  key_id TEXT NOT NULL,
  created BIGINT NOT NULL,
  repeat_key TEXT,
  fingerprint TEXT,
  state TEXT NOT NULL CHECK (state IN ('living', 'finished', 'cancelled')),
  ended BIGINT,
  sites BIGINT NOT NULL,
  parts INTEGER NOT NULL CHECK (parts > 0),
  done INTEGER NOT NULL CHECK (done >= 0),
  given_up INTEGER NOT NULL CHECK (given_up >= 0),
  failed_sites BIGINT NOT NULL CHECK (failed_sites >= 0),
  tokens BIGINT NOT NULL,
  charged BIGINT NOT NULL CHECK (charged >= 0),
  held BIGINT NOT NULL CHECK (held >= 0),
  CHECK (charged + held <= tokens),
  CHECK (done + given_up <= parts),
  CHECK (failed_sites <= sites),
  CHECK ((state = 'living') = (ended IS NULL)),
  CHECK (state = 'living' OR held = 0)
);
CREATE INDEX job_of_account ON job (account, created);
CREATE UNIQUE INDEX job_of_repeat ON job (account, repeat_key);
CREATE INDEX job_living ON job (account) WHERE state = 'living';
CREATE INDEX job_by_end ON job (ended);

-- Apart from the figures of the job, which change with every part: it may be long.
CREATE TABLE job_request (
  job TEXT NOT NULL PRIMARY KEY REFERENCES job (id),
  request TEXT NOT NULL
);

-- One that waits is not taken before free_at, one that runs is free again from then on. Only a part that runs or is done has a
-- claim.
CREATE TABLE job_part (
  job TEXT NOT NULL REFERENCES job (id),
  part INTEGER NOT NULL,
  first_site BIGINT NOT NULL,
  sites BIGINT NOT NULL CHECK (sites > 0),
  tokens BIGINT NOT NULL CHECK (tokens >= 0),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'given-up')),
  claim TEXT,
  free_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  lapses INTEGER NOT NULL CHECK (lapses >= 0),
  failed_sites BIGINT NOT NULL CHECK (failed_sites >= 0 AND failed_sites <= sites),
  file_name TEXT,
  file_bytes BIGINT,
  file_sha256 TEXT,
  failure TEXT,
  PRIMARY KEY (job, part),
  CHECK ((state IN ('running', 'done')) = (claim IS NOT NULL)),
  CHECK ((state = 'done') = (file_name IS NOT NULL))
);
CREATE INDEX job_part_open ON job_part (job, part) WHERE state IN ('waiting', 'running');
CREATE INDEX job_part_running ON job_part (job) WHERE state = 'running';

-- Tokens that a living job holds, by the grants that they come from.
CREATE TABLE job_hold (
  job TEXT NOT NULL REFERENCES job (id),
  grant_id TEXT NOT NULL REFERENCES token_grant (id),
  tokens BIGINT NOT NULL CHECK (tokens >= 0),
  PRIMARY KEY (job, grant_id)
);
CREATE INDEX job_hold_of_grant ON job_hold (grant_id);

-- What links are signed with: one row.
CREATE TABLE link_secret (
  one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  secret TEXT NOT NULL
);
`,
  `
-- 1: the answer did not go out whole.
ALTER TABLE charge ADD COLUMN cut INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN request_bytes BIGINT NOT NULL DEFAULT 0;
-- What repeats are held to; without them (null) the charge is of a server of an older version.
ALTER TABLE repeat_key ADD COLUMN as_of BIGINT;
ALTER TABLE repeat_key ADD COLUMN revision TEXT;
ALTER TABLE repeat_key ADD COLUMN hash TEXT;
`,
  `
-- What a plan or an account has of its own, by name (see limits.ts); the rest are the settings of the server.
CREATE TABLE plan (
  name TEXT NOT NULL PRIMARY KEY,
  created BIGINT NOT NULL,
  note TEXT NOT NULL
);
CREATE UNIQUE INDEX plan_in_any_case ON plan (lower(name));
CREATE TABLE plan_limit (
  plan TEXT NOT NULL REFERENCES plan (name),
  name TEXT NOT NULL,
  value BIGINT NOT NULL CHECK (value >= 0),
  PRIMARY KEY (plan, name)
);
CREATE TABLE account_limit (
  account TEXT NOT NULL REFERENCES account (name),
  name TEXT NOT NULL,
  value BIGINT NOT NULL CHECK (value >= 0),
  PRIMARY KEY (account, name)
);

-- Rows refer to the name that an account was created with; a name that it was given later is what people see.
ALTER TABLE account ADD COLUMN shown_name TEXT;
CREATE UNIQUE INDEX account_shown_in_any_case ON account (lower(shown_name));
ALTER TABLE account ADD COLUMN plan TEXT REFERENCES plan (name);
CREATE INDEX account_of_plan ON account (plan);
ALTER TABLE account ADD COLUMN suspended BIGINT;
-- While an account is deleted: the account without a name that its books go to, which is marked as deleted.
ALTER TABLE account ADD COLUMN successor TEXT;
ALTER TABLE account ADD COLUMN deleted BIGINT;
ALTER TABLE access_key ADD COLUMN scope TEXT NOT NULL DEFAULT 'all' CHECK (scope IN ('all', 'read'));
`,
  `
-- Tokens of a charge that came back as a grant, at most once: charged_at tells it from a later one of the same id. The charge
-- itself may be pruned.
CREATE TABLE refund (
  account TEXT NOT NULL REFERENCES account (name),
  request_id TEXT NOT NULL,
  charged_at BIGINT NOT NULL,
  charged BIGINT NOT NULL,
  endpoint TEXT NOT NULL,
  at BIGINT NOT NULL,
  day TEXT NOT NULL,
  tokens BIGINT NOT NULL CHECK (tokens > 0 AND tokens <= charged),
  grant_id TEXT NOT NULL REFERENCES token_grant (id),
  reason TEXT NOT NULL,
  actor TEXT NOT NULL,
  PRIMARY KEY (account, request_id, charged_at)
);
CREATE INDEX refund_by_time ON refund (account, at);
CREATE INDEX refund_of_grant ON refund (grant_id);
`,
  `
-- Its place apart from the description, which is JSON.
CREATE TABLE stored_system (
  account TEXT NOT NULL REFERENCES account (name),
  name TEXT NOT NULL,
  created BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  latitude DOUBLE PRECISION NOT NULL,
  longitude DOUBLE PRECISION NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (account, name)
);
`,
];

export const SCHEMA_VERSION = STEPS.length;
