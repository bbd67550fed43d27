/** Accounts of a running server: data needed per request are in memory, data that matter are on disk. */
import {
  type Access,
  type Accounts,
  type Balance,
  type ChargeEntry,
  DuplicateChargeError,
  type Hold,
  type KeyInfo,
  type Repeat,
  type UsageRow,
} from "./accounts.js";
import { checkEntry } from "./charge-entry.js";
import type { SqliteEngine } from "./database.js";
import { GroupCommit } from "./group-commit.js";
import { Keyring } from "./keyring.js";
import { Ledger, type Share } from "./ledger.js";
import { REPEATS_KEPT, Repeats } from "./repeats.js";
import { openSqliteStore } from "./sqlite-store.js";
import type { AccountsStore, ChargeRecord } from "./store.js";
import { utcDay } from "./utc-day.js";

export interface OpenAccountsOptions {
  /** Path of the SQLite file; it is made, with its directory, when it is missing. */
  readonly file: string;
  /** Unix ms (default: Date.now). */
  readonly clock?: (() => number) | undefined;
  /** ms between two checks for changes by the command line (default 1000, at most 5000). */
  readonly poll?: number | undefined;
  /** Called for failures in the background, once for each that persists (default: a process warning). */
  readonly report?: ((message: string, cause: unknown) => void) | undefined;
  /** Which SQLite (default: Node's own where it has one, else libsql). */
  readonly engine?: SqliteEngine | undefined;
}

/**
 * Opens the accounts for the one server that may have the file. The command line may write to it all the while: keys, grants
 * and accounts that it changes are seen within `poll` ms.
 *
 * @throws ServerRunningError when a server has the file
 * @throws AccountsFileError when the file is damaged, another program's, of a newer version, or cannot be written
 */
export async function openAccounts(options: OpenAccountsOptions): Promise<Accounts> {
  const { file, clock = Date.now, poll = 1000, report = warn, engine } = options;
  if (!(poll >= 1 && poll <= 5000)) throw new RangeError(`poll must be 1 to 5000 ms, got ${poll}`);
  const store = openSqliteStore({ file, now: clock(), engine });
  try {
    return new StoredAccounts(store, clock, poll, report);
  } catch (cause) {
    store.close();
    throw cause;
  }
}

function warn(message: string): void {
  process.emitWarning(message);
}

/** A hold that has not ended. */
interface Held {
  readonly hold: Hold;
  readonly shares: readonly Share[];
  readonly repeat: string | undefined;
}

/** How often a commit removes repeats that are too old, in ms. */
const FORGET_EVERY = 5_000;
const DAY = 86_400_000;
const DAYS_OF_USAGE = 31;

class StoredAccounts implements Accounts {
  readonly #store: AccountsStore;
  readonly #clock: () => number;
  readonly #report: (message: string, cause: unknown) => void;
  readonly #keyring = new Keyring();
  readonly #ledger = new Ledger();
  readonly #repeats: Repeats;
  readonly #charges: GroupCommit<ChargeRecord, boolean>;
  readonly #holds = new Map<string, Held>();
  readonly #timer: NodeJS.Timeout;
  #any = false;
  #lastHold = 0;
  #lastForgetting = Number.NEGATIVE_INFINITY;
  #lastReport: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    store: AccountsStore,
    clock: () => number,
    poll: number,
    report: (message: string, cause: unknown) => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#report = report;
    this.#repeats = new Repeats((account, key, since) => store.findRepeat(account, key, since));
    this.#charges = new GroupCommit((charges) => this.#write(charges));
    this.#load();
    this.#timer = setInterval(() => void this.#look(), poll).unref();
  }

  get any(): boolean {
    return this.#any;
  }

  find(key: string): Access | undefined {
    return this.#keyring.find(key, this.#clock());
  }

  balance(account: string): Balance {
    return this.#ledger.balance(account, this.#clock());
  }

  hold(access: Access, tokens: number, repeat?: string): Hold {
    this.#refuseClosed();
    if (!Number.isSafeInteger(tokens) || tokens < 0) {
      throw new RangeError(`tokens must be a whole number of micro-tokens, 0 or more, got ${tokens}`);
    }
    const shares = this.#ledger.hold(access.account, tokens, this.#clock());
    const hold: Hold = Object.freeze({ id: String(++this.#lastHold), access, tokens });
    this.#holds.set(hold.id, { hold, shares, repeat });
    return hold;
  }

  async charge(hold: Hold, entry: ChargeEntry): Promise<void> {
    const held = this.#holds.get(hold.id);
    if (!held) throw new Error(`hold ${hold.id} has ended: it was already charged or released`);
    this.#holds.delete(hold.id);
    let isNew = false;
    try {
      checkEntry(entry);
      isNew = await this.#charges.add(this.#record(held, entry));
    } finally {
      if (!isNew) this.#ledger.release(held.shares);
      this.#endRepeat(held, entry);
    }
    if (!isNew) throw new DuplicateChargeError(entry.requestId);
  }

  release(hold: Hold): void {
    const held = this.#holds.get(hold.id);
    if (!held) return;
    this.#holds.delete(hold.id);
    this.#ledger.release(held.shares);
    this.#endRepeat(held);
  }

  repeat({ account }: Access, key: string, fingerprint: string): Repeat {
    this.#refuseClosed();
    return this.#repeats.ask(account, key, fingerprint, this.#clock());
  }

  forgetRepeat({ account }: Access, key: string): void {
    this.#repeats.end(account, key, 0);
  }

  keys(account: string): readonly KeyInfo[] {
    return this.#keyring.of(account, this.#clock());
  }

  usage(account: string): readonly UsageRow[] {
    this.#refuseClosed();
    return this.#store.usage(account, utcDay(this.#clock() - (DAYS_OF_USAGE - 1) * DAY));
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#charges.idle();
    try {
      if (this.#keyring.due.length > 0) await this.#write([]);
    } finally {
      this.#store.close();
    }
  }

  #refuseClosed(): void {
    if (this.#closing) throw new Error("the accounts are closed");
  }

  #record({ hold, shares, repeat }: Held, entry: ChargeEntry): ChargeRecord {
    const { account, keyId } = hold.access;
    const { tokens } = hold;
    const key = repeat ?? entry.repeat?.key;
    const change = key === undefined ? undefined : this.#repeats.change(account, key, tokens);
    return { ...entry, account, keyId, tokens, shares, repeat: change };
  }

  #endRepeat({ hold, repeat }: Held, entry?: ChargeEntry): void {
    const key = repeat ?? entry?.repeat?.key;
    if (key !== undefined) this.#repeats.end(hold.access.account, key, hold.tokens);
  }

  /** Stored charges count as used at once, so that a later load does not count them twice. */
  async #write(charges: readonly ChargeRecord[]): Promise<readonly boolean[]> {
    const now = this.#clock();
    const keyUses = this.#keyring.due;
    const forgets = Math.abs(now - this.#lastForgetting) >= FORGET_EVERY;
    const isNew = await this.#store.commit({
      charges,
      keyUses,
      forgetBefore: forgets ? now - REPEATS_KEPT : undefined,
    });
    if (forgets) this.#lastForgetting = now;
    for (const [i, { shares }] of charges.entries()) if (isNew[i]) this.#ledger.use(shares);
    this.#keyring.wrote(keyUses);
    return isNew;
  }

  #load(): void {
    const { accounts, keys, grants } = this.#store.load();
    this.#any = accounts.length > 0;
    this.#keyring.load(keys);
    this.#ledger.load(grants);
  }

  async #look(): Promise<void> {
    try {
      if (this.#store.changed()) this.#load();
      if (this.#keyring.due.length > 0 && !this.#charges.busy) await this.#write([]);
      this.#lastReport = undefined;
    } catch (cause) {
      this.#tell(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  #tell(message: string, cause: unknown): void {
    if (message === this.#lastReport) return;
    this.#lastReport = message;
    this.#report(`accounts: ${message}`, cause);
  }
}
