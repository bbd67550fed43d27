/**
 * Keys, tokens and usage as the HTTP layer sees them. How they are stored is the store's concern.
 *
 * Tokens are counted in whole micro-tokens, so that sums are exact.
 */

import { parseIsoTime } from "irradiance-engine/internal/shared";

/*
 * A row of the audit: its check before it joins a group, since one that the store rejects would take the others with it; the sums
 * over a group; and what a request is that comes again under the id of a charge.
 */

/** Unix ms of a date of UTC (its beginning) or of a time with `Z` or an offset; NaN for any other text. */
export function parseUtcTime(text: string): number {
  return parseIsoTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text);
}

/** YYYY-MM-DD (UTC) of a Unix time in ms. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** ISO 8601 of a Unix time in ms. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** A row of the audit: the price of an answer, and its data. */
export interface ChargeEntry {
  /** Unique among the account's charges. */
  readonly requestId: string;
  /** Of the request, where its id comes from outside: the same request is not charged again. */
  readonly fingerprint?: string | undefined;
  readonly at: number;
  readonly endpoint: string;
  readonly rows: number;
  readonly columns: number;
  readonly status: number;
  /** ms of computation. */
  readonly duration: number;
  readonly bytes: number;
  /** With an `Idempotency-Key`: it is stored in the charge's own transaction. */
  readonly answer?: KeptAnswer | undefined;
}

/** What repeats of a request are held to: figures alone, never the answer itself. */
export interface KeptAnswer {
  /** Unix ms: the "now" that the answer was computed with. null: charged by a server that did not keep it. */
  readonly asOf: number | null;
  /** Of all that the answer depends on, its weather above all; null: a source did not answer, so that nobody knows. */
  readonly revision: string | null;
  /** SHA-256 of its body. null as of `asOf`. */
  readonly hash: string | null;
}

/** The times that a date can tell, in ms on both sides of 1970. */
const LAST_TIME = 8.64e15;

/** @throws TypeError, RangeError naming the field, the expected and the actual value */
export function checkEntry(entry: ChargeEntry): void {
  text("requestId", entry.requestId);
  text("endpoint", entry.endpoint);
  whole("at", entry.at, -LAST_TIME, LAST_TIME);
  if (entry.answer) whole("answer.asOf", entry.answer.asOf ?? 0, -LAST_TIME, LAST_TIME);
  whole("rows", entry.rows);
  whole("columns", entry.columns);
  whole("bytes", entry.bytes);
  whole("status", entry.status, 100, 599);
  if (!(Number.isFinite(entry.duration) && entry.duration >= 0)) {
    throw new RangeError(`entry.duration must be 0 ms or more, got ${entry.duration}`);
  }
}

function text(name: string, value: unknown): void {
  if (typeof value !== "string") throw new TypeError(`entry.${name} must be a string, got ${typeof value}`);
  if (value.length < 1 || value.length > 256) {
    throw new RangeError(`entry.${name} must have 1 to 256 characters, got ${value.length}`);
  }
}

function whole(name: string, value: number, least = 0, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`entry.${name} must be a whole number from ${least} to ${most}, got ${value}`);
}

/** Tokens of one grant. */
export type Share = { readonly grant: string; readonly tokens: number };

/** Tokens that are held, by the grants that they come from: none for a request that was charged already. */
export type HeldTokens = { readonly holdId: string; readonly account: string; readonly shares: readonly Share[] };

/** What becomes of a charge's `Idempotency-Key`: it is kept, or one of its free repeats is used. */
export type RepeatChange =
  | { readonly change: "keep"; readonly key: string; readonly fingerprint: string }
  | { readonly change: "use"; readonly key: string };

export interface ChargeRecord extends ChargeEntry, HeldTokens {
  readonly keyId: string;
  readonly tokens: number;
  readonly repeat: RepeatChange | undefined;
}

export function tokensByGrant(charges: readonly { readonly shares: readonly Share[] }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { shares } of charges) {
    for (const { grant, tokens } of shares) sums.set(grant, (sums.get(grant) ?? 0) + tokens);
  }
  return sums;
}

type Charged = { readonly account: string; readonly at: number; readonly endpoint: string; readonly tokens: number };

export interface UsageSum {
  readonly account: string;
  readonly day: string;
  readonly endpoint: string;
  readonly requests: number;
  readonly tokens: number;
}

/** One row per account, day and endpoint. */
export function usageOf(charges: readonly Charged[]): readonly UsageSum[] {
  const sums = new UsageSums();
  for (const { at, ...charge } of charges) sums.add({ ...charge, day: utcDay(at), requests: 1 });
  return sums.rows;
}

export class UsageSums {
  readonly #sums = new Map<string, { -readonly [Key in keyof UsageSum]: UsageSum[Key] }>();

  get rows(): readonly UsageSum[] {
    return [...this.#sums.values()];
  }

  add({ account, day, endpoint, requests, tokens }: UsageSum): void {
    const id = JSON.stringify([account, day, endpoint]);
    const sum = this.#sums.get(id);
    if (!sum) return void this.#sums.set(id, { account, day, endpoint, requests, tokens });
    sum.requests += requests;
    sum.tokens += tokens;
  }
}

/** A charge that is there already. */
export interface PriorCharge {
  readonly fingerprint: string | null;
  /** Unix ms: arrival of its request. */
  readonly at: number;
}

/** ms after its arrival in which a request may come again under its id. */
const RETRY_KEPT = 300_000;

/** Whether it was this request that was charged, a moment ago, or another one. */
export function retryOutcome(prior: PriorCharge, fingerprint: string | undefined, now: number): "again" | "other" {
  const isSame = fingerprint !== undefined && prior.fingerprint === fingerprint;
  return isSame && Math.abs(now - prior.at) <= RETRY_KEPT ? "again" : "other";
}

/** One token. */
export const MICRO = 1_000_000;

/** What a key opens: everything, or what reads and computes without making, cancelling or removing anything. */
export type Scope = "all" | "read";

/** A key that was found alive, and the account it belongs to. */
export interface Access {
  /** The name that rows have. What people see is in its standing. */
  readonly account: string;
  /** Id of the key: the part of it that may be shown. */
  readonly keyId: string;
  /** Of a key with the scope "read". */
  readonly readsOnly?: true | undefined;
}

/** Tokens of an account, in micro-tokens. `remaining` = granted − used − held, never below 0. */
export interface Balance {
  /** Tokens of the grants that have started, less the unused ones of grants that have ended. */
  readonly granted: number;
  /** Sum of all charges. */
  readonly used: number;
  readonly held: number;
  readonly remaining: number;
  /** Unix ms at which the next grant with tokens ends; null: none does. */
  readonly nextExpiry: number | null;
  /** Micro-tokens that were not used when their grant ended. */
  readonly expired: number;
}

/** Micro-tokens of the grants that count at a time, and how many of them are used. */
export type InForce = { readonly granted: number; readonly used: number };

/** Tokens set aside while a request is computed. It ends as a charge or is released; a crash of the server frees it. */
export interface Hold {
  readonly id: string;
  readonly access: Access;
  /** Micro-tokens that are held: 0 if the request was charged already. */
  readonly tokens: number;
}

/** A hold that has not ended. */
export interface HoldRecord {
  readonly hold: Hold;
  /** undefined: the request is free, and nothing is stored for it. */
  readonly tokens: HeldTokens | undefined;
  readonly repeat: string | undefined;
}

/** A request whose id comes from outside and may come again: the same one is charged once, another is refused. */
export interface RequestMark {
  readonly id: string;
  /** SHA-256 (hex) of method, path, query and body. */
  readonly fingerprint: string;
}

export interface HoldMarks {
  /** The `Idempotency-Key` passed to `repeat`: it ends with the hold. */
  readonly repeat?: string | undefined;
  /** Of a request with an id from outside. */
  readonly request?: RequestMark | undefined;
}

/** State of an `Idempotency-Key`. `new` marks it as running until `charge` or `release` of the hold it is given to. */
export type Repeat =
  | { readonly kind: "new" }
  /**
   * The same request was already charged: it is computed again and costs nothing. It is held (0 tokens, with its key) and
   * charged all the same: that is what counts it, and what puts it into the audit.
   */
  | { readonly kind: "free"; readonly first: KeptAnswer }
  /** The key was used with another request (422). */
  | { readonly kind: "other" }
  /** A request with this key is still running (409). */
  | { readonly kind: "running" }
  /** All free repeats are used up (409). */
  | { readonly kind: "used-up" };

export interface KeyInfo {
  readonly id: string;
  readonly label: string;
  readonly scope: Scope;
  /** Unix ms. */
  readonly created: number;
  readonly lastUsed: number | null;
  readonly expires: number | null;
}

export interface UsageRow {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  readonly endpoint: string;
  readonly requests: number;
  /** Micro-tokens. */
  readonly tokens: number;
}

/** The account has not enough tokens left. All in micro-tokens. */
export class OutOfTokensError extends Error {
  override readonly name = "OutOfTokensError";
  readonly code = "ERR_OUT_OF_TOKENS";
  readonly cost: number;
  readonly balance: Balance;

  constructor(cost: number, balance: Balance) {
    const gone = balance.expired > 0 ? `; ${balance.expired / MICRO} unused ones have expired` : "";
    super(`the request costs ${cost / MICRO} tokens; ${balance.remaining / MICRO} are left${gone}`);
    this.cost = cost;
    this.balance = balance;
  }
}

/** A request id was charged to its account before. Ids that come from outside may repeat; charges may not. */
export class DuplicateChargeError extends Error {
  override readonly name = "DuplicateChargeError";
  readonly code = "ERR_DUPLICATE_CHARGE";

  constructor(requestId: string) {
    super(`request ${JSON.stringify(requestId)} was already charged`);
  }
}

/** The database of the accounts does not answer. It is asked again all the while: nobody has to restart anything. */
export class AccountsUnavailableError extends Error {
  override readonly name = "AccountsUnavailableError";
  readonly code = "ERR_ACCOUNTS_UNAVAILABLE";
}

/** The database was asked to commit a charge and went away before it said whether it had: the charge is there, or it is not. */
export class ChargeUnknownError extends Error {
  override readonly name = "ChargeUnknownError";
  readonly code = "ERR_CHARGE_UNKNOWN";
}
