/**
 * The tables, version by version, for SQLite and PostgreSQL alike.
 * Times are Unix ms, tokens micro-tokens. The checks hold what no bug above them may break: used ≤ granted.
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
];

export const SCHEMA_VERSION = STEPS.length;
