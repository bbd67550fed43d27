/**
 * The interface between accounts and their storage. One file has one server, which knows in memory what is held; a database
 * has several, so holds and running repeats are rows there.
 */
import type { Balance, InForce, Repeat, RequestMark, UsageRow } from "./accounts.js";
import type { ChargeEntry, KeptAnswer } from "./charge-entry.js";
import type { UsageSum } from "./charge-sums.js";
import type { Jobs } from "./jobs.js";
import type { KeyUse, StoredKey } from "./keyring.js";
import type { Share } from "./ledger.js";
import type { ReadBooks } from "./read-books.js";
import type { RequestCounter } from "./request-counter.js";
import type { StoredStandings } from "./standing.js";

/** An `Idempotency-Key` whose request was charged. */
export interface StoredRepeat extends KeptAnswer {
  readonly fingerprint: string;
  /** Unix ms of the charge. */
  readonly created: number;
  /** How often it was repeated without a charge. */
  readonly uses: number;
}

/** What becomes of a charge's `Idempotency-Key`: it is kept, or one of its free repeats is used. */
export type RepeatChange =
  | { readonly change: "keep"; readonly key: string; readonly fingerprint: string }
  | { readonly change: "use"; readonly key: string };

/** Tokens to be held. */
export interface HoldRequest {
  readonly holdId: string;
  readonly account: string;
  readonly tokens: number;
  readonly request: RequestMark | undefined;
  /** Unix ms. */
  readonly now: number;
}

/** Tokens that are held, by the grants that they come from: none for a request that was charged already. */
export interface HeldTokens {
  readonly holdId: string;
  readonly account: string;
  readonly shares: readonly Share[];
}

export interface ChargeRecord extends ChargeEntry, HeldTokens {
  readonly keyId: string;
  readonly tokens: number;
  readonly repeat: RepeatChange | undefined;
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
export interface CutAnswer {
  readonly account: string;
  readonly requestId: string;
}

export interface Batch {
  readonly charges: readonly ChargeRecord[];
  readonly keyUses: readonly KeyUse[];
  /** Requests that cost nothing and leave no charge. */
  readonly free: readonly UsageSum[];
  readonly cut: readonly CutAnswer[];
  /** Unix ms. */
  readonly now: number;
}

export interface Snapshot {
  readonly standings: StoredStandings;
  readonly keys: readonly StoredKey[];
}

export interface AccountsStore {
  /** Whether it answers, as far as is known: a file that cannot be written does not. */
  readonly available: boolean;
  readonly jobs: Jobs;
  load(): Promise<Snapshot>;
  /**
   * Whether somebody else has written since the last `load`.
   *
   * @throws AccountsFileError if the store is no longer the file that was opened
   * @throws AccountsUnavailableError
   */
  changed(): Promise<boolean>;
  /** This process's own view. */
  balance(account: string, now: number): Balance;
  inForce(account: string, now: number): InForce;
  currentBalance(account: string, now: number): Promise<Balance>;
  /** @throws OutOfTokensError, DuplicateChargeError, AccountsUnavailableError: then nothing is held */
  hold(wanted: HoldRequest): Promise<HeldTokens>;
  release(held: HeldTokens): void;
  /** What an `Idempotency-Key` stands for; `new` and `free` last until `endRepeat`. */
  repeat(asked: AskedRepeat): Promise<Repeat>;
  /** The change made by the charge of a request; undefined: nothing is running under the key. */
  repeatChange(account: string, key: string): RepeatChange | undefined;
  /** The request has ended, charged or not. */
  endRepeat(account: string, key: string): void;
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
