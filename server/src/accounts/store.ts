/** The interface between accounts and their storage. Reads return this process's own view; commits may take their time. */
import type { ChargeEntry, UsageRow } from "./accounts.js";
import type { KeyUse, StoredKey } from "./keyring.js";
import type { Share, StoredGrant } from "./ledger.js";

/** An `Idempotency-Key` whose request was charged. */
export interface StoredRepeat {
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

export interface ChargeRecord extends Omit<ChargeEntry, "repeat"> {
  readonly account: string;
  readonly keyId: string;
  readonly tokens: number;
  /** The grants that the tokens come from. */
  readonly shares: readonly Share[];
  readonly repeat: RepeatChange | undefined;
}

export interface Batch {
  readonly charges: readonly ChargeRecord[];
  readonly keyUses: readonly KeyUse[];
  /** Repeats that were charged before this time go: some of them, few enough not to be felt. */
  readonly forgetBefore: number | undefined;
}

export interface Snapshot {
  readonly accounts: readonly string[];
  readonly keys: readonly StoredKey[];
  readonly grants: readonly StoredGrant[];
}

export interface AccountsStore {
  load(): Snapshot;
  /**
   * Whether somebody else has written since the last `load`.
   *
   * @throws AccountsFileError if the store is no longer the file that was opened
   */
  changed(): boolean;
  /** The repeat of an `Idempotency-Key` that was charged at or after a time. */
  findRepeat(account: string, key: string, since: number): StoredRepeat | undefined;
  /** @param firstDay YYYY-MM-DD */
  usage(account: string, firstDay: string): UsageRow[];
  /**
   * Writes all in one transaction. Resolves when it is on disk: for each charge, whether it was written; false where its
   * account has a charge of that request id already.
   */
  commit(batch: Batch): Promise<readonly boolean[]>;
  close(): void;
}
