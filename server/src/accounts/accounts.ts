/**
 * Keys, tokens and usage as the HTTP layer sees them. How they are stored is the store's concern.
 *
 * Tokens are counted in whole micro-tokens, so that sums are exact.
 */

import type { BookPosition, BooksPage, BooksQuery } from "./books.js";
import type { ChargeEntry, KeptAnswer } from "./charge-entry.js";
import type { Jobs } from "./jobs.js";
import type { RequestCounter } from "./request-counter.js";
import type { Standing } from "./standing.js";

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
export interface InForce {
  readonly granted: number;
  readonly used: number;
}

/** Tokens set aside while a request is computed. It ends as a charge or is released; a crash of the server frees it. */
export interface Hold {
  readonly id: string;
  readonly access: Access;
  /** Micro-tokens that are held: 0 if the request was charged already. */
  readonly tokens: number;
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

/** @experimental */
export interface Accounts {
  /** Whether any account exists: then the demo key is off unless a setting says otherwise. */
  readonly any: boolean;
  /** Of all accounts. */
  readonly names: Iterable<string>;
  /** Whether the store answers; while it does not, holds and charges are refused. */
  readonly available: boolean;
  /** undefined: there are no accounts. */
  readonly jobs: Jobs | undefined;
  /** The access of a key; undefined for one that is unknown, expired or revoked, in the same time. */
  find(key: string): Access | undefined;
  /** How an account stands, as this server saw it last: what an operator changes is seen within `poll` ms. */
  standing(account: string): Standing;
  /** As this server saw it last: other servers on the same database may have used tokens since. */
  balance(account: string): Balance;
  /**
   * Of the grants in force that have tokens left, or else of those that are used up: their tokens, and how many of them are used; as this
   * server saw it last.
   */
  inForce(account: string): InForce;
  /** As it is stored now. */
  currentBalance(account: string): Promise<Balance>;
  /**
   * Sets tokens aside. They come from the grants that end soonest, and remain valid if such a grant ends meanwhile.
   *
   * @param tokens whole micro-tokens, 0 if free
   * @throws OutOfTokensError when the balance does not cover it
   * @throws DuplicateChargeError when another request was charged under the id of this one
   */
  hold(access: Access, tokens: number, marks?: HoldMarks): Promise<Hold>;
  /**
   * Turns the hold into a charge. Resolves when it is on disk: no byte of an answer goes out before. When it rejects (the disk
   * is full, the entry is not right, …), nothing was charged and the tokens are given back. A request that was charged a
   * moment ago under the same id and fingerprint is not charged again. One that is free, and no repeat, is no row of the audit:
   * it is counted in the usage within a second.
   *
   * @throws DuplicateChargeError when the account has a charge of this request id
   * @throws AccountsUnavailableError when the database does not answer
   * @throws ChargeUnknownError when it did not answer whether it has written the charge; if it has, the next attempt of the same
   *   request finds it
   */
  charge(hold: Hold, entry: ChargeEntry): Promise<void>;
  /** Gives the tokens back. Without effect on a hold that has ended. */
  release(hold: Hold): void;
  /** The answer that was charged under these ids did not go out whole: the audit says so within a second. */
  noteCut(access: Access, requestIds: readonly string[]): void;
  /**
   * @param fingerprint SHA-256 (hex) of method, path, query and body
   * @param requestId from outside: a request that runs under the same one is this request, sent again by a balancer
   */
  repeat(access: Access, key: string, fingerprint: string, requestId?: string): Promise<Repeat>;
  /** Discards a `new` or `free` repeat whose request was rejected before it was held. */
  forgetRepeat(access: Access, key: string): void;
  /** The account's keys that open something now, oldest first. */
  keys(account: string): readonly KeyInfo[];
  /** The last 31 days, newest first. */
  usage(account: string): Promise<readonly UsageRow[]>;
  /**
   * A page of the books, as they are stored now.
   *
   * @param position behind the last row of the page before; undefined: from the beginning
   * @throws RangeError for a period that its unit does not fit, or that cuts a day whose charges were pruned
   */
  books(query: BooksQuery, position: BookPosition | undefined, most: number): Promise<BooksPage>;
  /** ms that this machine's clock is ahead of the store's, measured now; undefined: the store has none of its own. */
  clockOffset(): Promise<number | undefined>;
  /** Counts requests of accounts in windows of so many seconds, over all servers on the same store. */
  counter(seconds: number): RequestCounter;
  /** Writes pending data and closes the store. */
  close(): Promise<void>;
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
