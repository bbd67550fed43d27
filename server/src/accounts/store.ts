/**
 * The interface between accounts and their storage. One file has one server, which knows in memory what is held; a database
 * has several, so holds and running repeats are rows there.
 */

import { DAY } from "irradiance-engine/internal/shared";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type {
  Balance,
  ChargeRecord,
  HeldTokens,
  KeptAnswer,
  Repeat,
  RepeatChange,
  RequestMark,
  UsageRow,
  UsageSum,
} from "./accounts.js";
import type { SqlValue } from "./accounts-database.js";
import type { Jobs } from "./jobs/stored-jobs.js";
import type { KeyUse, StoredKey } from "./keyring.js";
import type { Ledger } from "./ledger.js";
import type { StoredStandings } from "./limits.js";
import type { ReadBooks } from "./read-books.js";
import type { StoredSystems } from "./systems.js";

export interface RequestCounter {
  /** Counts, and gives what was counted in the window. */
  count(who: string, requests: number): Promise<RequestCount>;
}

export interface RequestCount {
  /** In this window, these included. */
  readonly requests: number;
  /** ms to the window's end, 0 or more. */
  readonly left: number;
}

/** In this process. @param seconds the window's length */
export function requestCounter(seconds: number): RequestCounter {
  // It refuses nothing itself.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds });
  return {
    async count(who, requests) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(who, requests);
      return { requests: consumedPoints, left: Math.max(msBeforeNext, 0) };
    },
  };
}

/** An `Idempotency-Key` whose request was charged. */
export interface StoredRepeat extends KeptAnswer {
  readonly fingerprint: string;
  /** Unix ms of the charge. */
  readonly created: number;
  /** How often it was repeated without a charge. */
  readonly uses: number;
}

/** Tokens to be held. */
export interface HoldRequest {
  readonly holdId: string;
  readonly account: string;
  readonly tokens: number;
  readonly request: RequestMark | undefined;
  /** Unix ms. */
  readonly now: number;
}

/** `written`; `again`: the same request was charged already; `other`: another one was, under its id; `lost`: its hold has ended. */
export type ChargeOutcome = "written" | "again" | "other" | "lost";

/** An `Idempotency-Key` that is asked for. */
export interface AskedRepeat {
  readonly account: string;
  readonly key: string;
  readonly fingerprint: string;
  /** From outside: the server that has a running request of this id may have died. */
  readonly requestId: string | undefined;
  /** Unix ms. */
  readonly now: number;
}

/** A charge whose answer did not go out whole. */
export type CutAnswer = { readonly account: string; readonly requestId: string };

export interface Batch {
  readonly charges: readonly ChargeRecord[];
  readonly keyUses: readonly KeyUse[];
  /** Requests that cost nothing and leave no charge. */
  readonly free: readonly UsageSum[];
  readonly cut: readonly CutAnswer[];
  /** Unix ms. */
  readonly now: number;
}

export type Snapshot = { readonly standings: StoredStandings; readonly keys: readonly StoredKey[] };

export interface StoreRepeats extends Pick<Repeats, "change"> {
  /** What an `Idempotency-Key` stands for; `new` and `free` last until `end`. */
  ask(asked: AskedRepeat): Promise<Repeat>;
  /** The request has ended, charged or not. */
  end(account: string, key: string): void;
}

export interface AccountsStore {
  /** Whether it answers, as far as is known: a file that cannot be written does not. */
  readonly available: boolean;
  readonly jobs: Jobs;
  readonly systems: StoredSystems;
  load(): Promise<Snapshot>;
  /**
   * Whether somebody else has written since the last `load`.
   *
   * @throws AccountsFileError if the store is no longer the file that was opened
   * @throws AccountsUnavailableError
   */
  changed(): Promise<boolean>;
  /** This process's own view. */
  readonly ledger: Pick<Ledger, "balance" | "inForce">;
  currentBalance(account: string, now: number): Promise<Balance>;
  /** @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError: then nothing is held */
  hold(wanted: HoldRequest): Promise<HeldTokens>;
  release(held: HeldTokens): void;
  readonly repeats: StoreRepeats;
  /** Reads the data of one moment, beside all that is written. */
  reading<T>(work: (read: ReadBooks) => Promise<T>): Promise<T>;
  /** @param firstDay YYYY-MM-DD */
  usage(account: string, firstDay: string): Promise<UsageRow[]>;
  /**
   * Writes all in one transaction. Resolves when it is on disk: for each charge, what became of it. Tokens of charges that
   * were not written are free again, when it rejects, too.
   */
  commit(batch: Batch): Promise<readonly ChargeOutcome[]>;
  /** Gives room back to the system that rows have left. It takes a while, in which others are served. */
  tidy(): Promise<void>;
  /** ms that this machine's clock is ahead of the store's; undefined: it has none. */
  clockOffset(): Promise<number | undefined>;
  counter(seconds: number): RequestCounter;
  close(): Promise<void>;
}

/*
 * What an `Idempotency-Key` stands for. Requests that run in this process are known here, those that were charged to the
 * store: a crash forgets the former, which cost nothing, and keeps the latter with their charges.
 */

/** ms in which a charged request may be repeated. */
export const REPEATS_KEPT = DAY;
/** How often it is free. */
export const FREE_REPEATS = 3;
/** ms between two removals of repeats that are too old. */
export const FORGET_EVERY = 5_000;

export class Repeats {
  /** New requests in progress, with their fingerprints. */
  readonly #running = new Map<string, string>();
  /** Number of free repeats in progress. */
  readonly #free = new Map<string, number>();

  /** Decides, and begins what is allowed. @param stored the charged request of this key, if there is one */
  ask(account: string, key: string, fingerprint: string, stored: StoredRepeat | undefined): Repeat {
    const id = repeatId(account, key);
    const repeat = decide(fingerprint, stored, this.#running.get(id), this.#free.get(id) ?? 0);
    this.begin(account, key, fingerprint, repeat);
    return repeat;
  }

  /** Begins what was decided elsewhere. */
  begin(account: string, key: string, fingerprint: string, { kind }: Repeat): void {
    const id = repeatId(account, key);
    if (kind === "new") this.#running.set(id, fingerprint);
    if (kind === "free") this.#free.set(id, (this.#free.get(id) ?? 0) + 1);
  }

  /** The change made by the charge of a request; undefined: nothing is running. */
  change(account: string, key: string): RepeatChange | undefined {
    const id = repeatId(account, key);
    const fingerprint = this.#running.get(id);
    if (fingerprint !== undefined) return { change: "keep", key, fingerprint };
    return this.#free.has(id) ? { change: "use", key } : undefined;
  }

  /**
   * The request has ended, charged or not.
   *
   * @returns what has ended; undefined: nothing was running
   */
  end(account: string, key: string): "new" | "free" | undefined {
    const id = repeatId(account, key);
    if (this.#running.delete(id)) return "new";
    const free = this.#free.get(id) ?? 0;
    if (free === 0) return undefined;
    if (free > 1) this.#free.set(id, free - 1);
    else this.#free.delete(id);
    return "free";
  }
}

/**
 * @param stored the charged request of the key
 * @param running fingerprint of a request with the key that is not charged yet
 * @param free number of free repeats in progress
 */
export function decide(
  fingerprint: string,
  stored: StoredRepeat | undefined,
  running: string | undefined,
  free: number,
): Repeat {
  if (running !== undefined) return { kind: running === fingerprint ? "running" : "other" };
  if (!stored) return { kind: "new" };
  if (stored.fingerprint !== fingerprint) return { kind: "other" };
  if (stored.uses + free >= FREE_REPEATS) return { kind: "used-up" };
  const { asOf, revision, hash } = stored;
  return { kind: "free", first: { asOf, revision, hash } };
}

function repeatId(account: string, key: string): string {
  return `${account}\n${key}`;
}

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

/** Each finds accounts whose figures contradict each other. Charges are single, or summed up by `pruneCharges`. */
export const SUMS: Readonly<Record<string, string>> = {
  "charges and used tokens": `
    SELECT name FROM account WHERE
    (SELECT coalesce(sum(tokens), 0) FROM charge WHERE account = name)
    + (SELECT coalesce(sum(tokens), 0) FROM pruned_day WHERE account = name)
    <> (SELECT coalesce(sum(used), 0) FROM token_grant WHERE account = name)`,
  "charges and daily usage": `
    SELECT name FROM account WHERE
    (SELECT coalesce(sum(tokens), 0) FROM charge WHERE account = name)
    + (SELECT coalesce(sum(tokens), 0) FROM pruned_day WHERE account = name)
    <> (SELECT coalesce(sum(tokens), 0) FROM usage_day WHERE account = name)
    OR (SELECT count(*) FROM charge WHERE account = name)
    + (SELECT coalesce(sum(requests), 0) FROM pruned_day WHERE account = name)
    <> (SELECT coalesce(sum(requests), 0) FROM usage_day WHERE account = name)`,
  "refunds and charges": `
    SELECT r.account AS name FROM refund r
    JOIN charge c ON c.account = r.account AND c.request_id = r.request_id AND c.at = r.charged_at
    WHERE c.tokens <> r.charged
    UNION ALL
    SELECT name FROM account WHERE (SELECT coalesce(sum(tokens), 0) FROM refund WHERE account = name)
    > (SELECT coalesce(sum(used), 0) FROM token_grant WHERE account = name)`,
  "refunds and their grants": `
    SELECT g.account AS name FROM token_grant g
    JOIN (SELECT grant_id, sum(tokens) AS tokens, min(account) AS first, max(account) AS last FROM refund GROUP BY grant_id) r
    ON r.grant_id = g.id WHERE r.tokens <> g.tokens OR r.first <> g.account OR r.last <> g.account`,
  "held tokens of jobs and of grants": `
    SELECT account AS name FROM job j WHERE held <> (SELECT coalesce(sum(h.tokens), 0) FROM job_hold h WHERE h.job = j.id)
    OR held <> (SELECT coalesce(sum(p.tokens), 0) FROM job_part p
      WHERE p.job = j.id AND j.state = 'living' AND p.state IN ('waiting', 'running'))`,
};
